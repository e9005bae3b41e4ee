import * as v from 'valibot'
import { defaultLocale } from '../locale.ts'
import { cardGrades } from '../study/review-log.ts'
import { dataBody, integersByKey, requestBody } from './bodies.ts'
import { count, day, locale, localizedText, slug, time } from './fields.ts'

// Quizzes, cards, study plans.

export const quizRequest = requestBody({
  locale: v.optional(locale, defaultLocale),
  answers: v.pipe(
    integersByKey('answers must be indexes by question', 0),
    v.maxEntries(100, 'answers are at most 100'),
  ),
})

const questionEntries = {
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  /** The slug of the page with the quiz. */
  page: v.string(),
  locale,
  stem: v.string(),
  options: v.array(v.string()),
}

/** Without its key. */
export const quizQuestion = v.object(questionEntries)

export const markedQuizQuestion = v.object({
  ...questionEntries,
  chosen: v.nullable(count),
  right: count,
  outcome: v.picklist(['right', 'wrong', 'blank']),
  explanation: v.nullable(localizedText),
})

/** Entries are not validated here: the answer lists the ids of invalid ones. */
export const reviewsRequest = requestBody({
  reviews: v.pipe(
    v.array(v.unknown(), 'reviews must be a list'),
    v.maxLength(500, 'reviews are at most 500'),
  ),
})

/** One review of a card. */
export const cardReview = v.object({
  id: v.string(),
  card: v.string(),
  at: v.number(),
  grade: v.picklist(cardGrades),
  tookMs: v.number(),
})

export const storedReviews = v.object({
  acknowledged: v.array(v.string()),
  refused: v.array(v.string()),
  now: time,
})

/** The reviews that arrived after `after`. `exam`: the day of the exam in the followed plan. */
export const reviewLog = v.object({
  reviews: v.array(cardReview),
  next: count,
  isAll: v.boolean(),
  exam: v.nullable(day),
  now: time,
})

export const cardFigure = v.object({
  url: v.string(),
  alt: v.nullable(v.string()),
  width: v.number(),
  height: v.number(),
})

/** A card of the caller: a flash card, or a question answered wrong, which alone has the optional
 *  fields. */
export const userCard = v.object({
  id: v.pipe(v.string(), v.regex(/^(q:)?[A-Za-z0-9_-]{1,64}$/)),
  locale,
  front: v.string(),
  back: v.string(),
  dueAt: v.nullable(time),
  phase: v.optional(v.string()),
  options: v.optional(v.array(v.string())),
  explanation: v.optional(v.nullable(localizedText)),
  figure: v.optional(v.nullable(cardFigure)),
  topics: v.optional(v.array(v.string())),
  test: v.optional(v.string()),
  exam: v.optional(v.string()),
  state: v.optional(v.string()),
  testTitle: v.optional(v.string()),
  missed: v.optional(count),
  missedAt: v.optional(time),
  isRightSince: v.optional(v.boolean()),
})

export const cardCounts = v.object({ due: count, fresh: count, learned: count })

export const userCards = v.object({
  data: v.array(userCard),
  meta: v.object({
    counts: cardCounts,
    /** Of the cards that were reviewed, with of=due. */
    calendar: v.optional(v.array(v.object({ on: day, cards: count }))),
  }),
})

export const paperOfTask = v.object({
  exam: v.string(),
  state: v.string(),
  access: v.picklist(['free', 'premium']),
})

export const planTask = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9:#-]{1,160}$/)),
  kind: v.picklist(['read', 'cards', 'paper', 'revise', 'affairs', 'weak']),
  /** By kind: the slug of a lesson, tag or paper, the days to revise (1-6), or a number. */
  of: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,120}$/)),
  topics: v.array(v.string()),
  minutes: v.number(),
  /** The language of `name` and `text`. */
  locale,
  name: v.string(),
  text: v.nullable(v.string()),
  paper: v.nullable(paperOfTask),
})

export const planSummary = v.object({
  slug,
  locale,
  title: v.string(),
  about: v.string(),
  exams: v.array(v.string()),
})

export const studyPlan = v.object({
  ...planSummary.entries,
  source: v.string(),
  checkedOn: day,
  updatedAt: time,
  days: v.array(v.array(planTask)),
})

/** A task with its progress. */
export const ownTask = v.object({
  ...planTask.entries,
  doneOn: v.nullable(day),
  doneBy: v.nullable(v.picklist(['tick', 'paper'])),
  movedFrom: v.nullable(day),
})

/** The plan that the caller follows, with its progress as of `today`. `left`: the tasks that were
 *  not done before the exam. */
export const ownPlan = v.object({
  ...studyPlan.entries,
  days: v.array(v.object({ on: day, tasks: v.array(ownTask) })),
  startsOn: day,
  examOn: v.nullable(day),
  today: day,
  left: v.array(planTask),
})

export const ownPlanBody = dataBody(v.nullable(ownPlan))

/** 2027-02-31 has the form of a day but does not exist. */
function isInCalendar(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

const calendarDay = v.pipe(v.string(), v.isoDate(), v.check(isInCalendar, 'is not a day'))
const eventEntries = {
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{8,64}\.[1-9][0-9]{0,8}$/)),
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  plan: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/)),
}
const task = v.pipe(v.string(), v.regex(/^[a-z0-9:#-]{1,160}$/))

/** An event of a study plan, from a device. */
export const planEvent = v.variant('kind', [
  v.object({
    ...eventEntries,
    kind: v.literal('begin'),
    startsOn: calendarDay,
    examOn: v.nullable(calendarDay),
  }),
  v.object({ ...eventEntries, kind: v.literal('exam'), examOn: v.nullable(calendarDay) }),
  v.object({ ...eventEntries, kind: v.literal('tick'), task }),
  v.object({ ...eventEntries, kind: v.literal('untick'), task }),
  v.object({ ...eventEntries, kind: v.literal('leave') }),
])

export const planEventsRequest = requestBody({
  events: v.pipe(
    v.array(planEvent, 'events must be a list of what was done with a plan'),
    v.maxLength(100, 'events are at most 100'),
  ),
})

export const acknowledged = v.object({ acknowledged: v.array(v.string()) })
