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

/** The quiz of a day ('2026-11-21') without answer keys; empty if there is none. */
export async function quizByDate(
  api: ApiClient,
  readerLocale: Locale,
  date: string,
): Promise<Result<QuizQuestion[], ApiError>> {
  const found = await api.read(`${quizPath(date)}?locale=${readerLocale}`, quiz, {
    isOptional: true,
  })
  return !found.ok && isNotFound(found.error) ? ok([]) : found
}

/** Marks a quiz. Nothing is stored. */
export async function markQuiz(
  api: ApiClient,
  readerLocale: Locale,
  date: string,
  answers: QuizAnswers,
): Promise<Result<MarkedQuizQuestion[], ApiError>> {
  return api.call('POST', quizPath(date), markedQuiz, { body: { answers, locale: readerLocale } })
}

/** A flash card, or a card made from a question that was answered wrong; only the latter has the
 *  fields with defaults. */
const ownCard = v.object({
  ...v.pick(contracts.userCard, ['id', 'locale', 'front', 'back', 'options']).entries,
  explanation: v.nullish(localizedText, null),
  figure: v.nullish(contracts.cardFigure, null),
  missed: v.optional(count, 0),
  isRightSince: v.optional(v.boolean(), false),
})
const ownCardList = v.pipe(
  v.object({ data: v.array(ownCard), meta: contracts.userCards.entries.meta }),
  v.transform(({ data, meta }) => ({ cards: data, ...meta })),
)

/** `calendar`: how many cards are due on the coming days; only with cards that are due. */
export type OwnCardList = {
  cards: OwnCard[]
  counts: CardCounts
  calendar?: { on: string; cards: number }[] | undefined
}

/** The reader's own cards: those due for review now, or those made from questions answered wrong.
 *  Empty for visitors. */
export async function ownCards(
  api: ApiClient,
  of: 'due' | 'wrong',
  readerLocale: Locale,
): Promise<Result<OwnCardList, ApiError>> {
  return api.call('GET', `/api/user-cards?of=${of}&locale=${readerLocale}`, ownCardList)
}

/** Stores one review of a card. */
export const addCardReview = (api: ApiClient, review: CardReview) =>
  api.call('POST', reviewsPath, anyAnswer, { body: { reviews: [review] } })

/** The product API's path of the review log. */
export const reviewsPath = '/api/card-reviews'
