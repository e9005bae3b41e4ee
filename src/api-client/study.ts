import * as v from 'valibot'
import type { CardReview } from '../../domain/study/review-log.ts'
import { listBody } from '../../domain/contracts/bodies.ts'
import { count, localizedText } from '../../domain/contracts/fields.ts'
import * as contracts from '../../domain/contracts/study.ts'
import type { Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type {
  CardCounts,
  MarkedQuizQuestion,
  OwnCard,
  QuizAnswers,
  QuizQuestion,
} from '../../domain/study/flash-deck.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { isNotFound, type ApiError } from './errors.ts'

const quiz = v.pipe(
  listBody(v.omit(contracts.quizQuestion, ['page'])),
  v.transform(({ data }): QuizQuestion[] => data),
)
const markedQuiz = v.pipe(
  listBody(v.omit(contracts.markedQuizQuestion, ['page'])),
  v.transform(({ data }): MarkedQuizQuestion[] => data),
)

const quizPath = (date: string) => `/api/quizzes/${date}`

/** The quiz of a day (2026-11-21), without keys; empty where the product API has no quizzes. */
export async function quizByDate(
  api: ApiClient,
  reader: Locale,
  date: string,
): Promise<Result<QuizQuestion[], ApiError>> {
  const found = await api.read(`${quizPath(date)}?locale=${reader}`, quiz)
  return !found.ok && isNotFound(found.error) ? ok([]) : found
}

export async function markQuiz(
  api: ApiClient,
  reader: Locale,
  date: string,
  answers: QuizAnswers,
): Promise<Result<MarkedQuizQuestion[], ApiError>> {
  return api.call('POST', quizPath(date), markedQuiz, { body: { answers, locale: reader } })
}

/** Flash cards have none of what a question that went wrong has. */
const ownCard = v.object({
  ...v.pick(contracts.userCard, ['id', 'locale', 'front', 'back', 'options']).entries,
  explanation: v.nullish(localizedText, null),
  figure: v.nullish(contracts.cardFigure, null),
  missed: v.optional(count, 0),
  isRightSince: v.optional(v.boolean(), false),
})
const ownCardList = v.pipe(
  v.object({ data: v.array(ownCard), meta: v.object({ counts: contracts.cardCounts }) }),
  v.transform(({ data, meta }): { cards: OwnCard[]; counts: CardCounts } => ({
    cards: data,
    counts: meta.counts,
  })),
)

/** The reader's own cards: those that are due now, or questions answered wrong in tests. A visitor
 *  has none. */
export async function ownCards(
  api: ApiClient,
  of: 'due' | 'wrong',
  reader: Locale,
): Promise<Result<{ cards: OwnCard[]; counts: CardCounts }, ApiError>> {
  return api.call('GET', `/api/user-cards?of=${of}&locale=${reader}`, ownCardList)
}

/** Stores one review of a card. */
export const addCardReview = (api: ApiClient, review: CardReview) =>
  api.call('POST', reviewsPath, anyAnswer, { body: { reviews: [review] } })

/** The path of the log of card reviews. */
export const reviewsPath = '/api/card-reviews'
