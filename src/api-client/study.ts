import * as v from 'valibot'
import type { CardReview } from '../../domain/study/review-log.ts'
import { locales, type Locale } from '../../domain/locale.ts'
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

const locale = v.picklist(locales)
const index = v.pipe(v.number(), v.integer(), v.minValue(0))

const questionEntries = {
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  locale,
  stem: v.string(),
  options: v.array(v.string()),
}
const quiz = v.pipe(
  v.object({ data: v.array(v.object(questionEntries)) }),
  v.transform(({ data }): QuizQuestion[] => data),
)
const markedQuiz = v.pipe(
  v.object({
    data: v.array(
      v.object({
        ...questionEntries,
        chosen: v.nullable(index),
        right: index,
        outcome: v.picklist(['right', 'wrong', 'blank']),
        explanation: v.nullable(v.object({ locale, text: v.string() })),
      }),
    ),
  }),
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

const counts = v.object({ due: index, fresh: index, learned: index })
const ownCardEntries = {
  id: v.pipe(v.string(), v.regex(/^(q:)?[A-Za-z0-9_-]{1,64}$/)),
  locale,
  front: v.string(),
  back: v.string(),
  options: v.optional(v.array(v.string())),
  explanation: v.nullish(v.object({ locale, text: v.string() }), null),
  figure: v.nullish(
    v.object({
      url: v.string(),
      alt: v.nullable(v.string()),
      width: v.number(),
      height: v.number(),
    }),
    null,
  ),
  missed: v.optional(index, 0),
  isRightSince: v.optional(v.boolean(), false),
}
const ownCardList = v.pipe(
  v.object({ data: v.array(v.object(ownCardEntries)), meta: v.object({ counts }) }),
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
