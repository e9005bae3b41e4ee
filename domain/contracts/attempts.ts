import * as v from 'valibot'
import { attemptModes, awards, formPapers, outcomes } from '../attempt/attempt-result.ts'
import { dataBody, integersByKey, pageBody, requestBody } from './bodies.ts'
import { count, inLanguages, locale, localizedText, marks, time } from './fields.ts'

// Attempts at tests: the attempt, its journal, its paper without keys.

const id = v.pipe(v.string('id must be a string'), v.uuid('id must be a UUID'), v.toLowerCase())
const test = v.pipe(v.string('test must be a string'), v.maxLength(200, 'test is too long'))
const flag = (name: string) => v.optional(v.boolean(`${name} must be true or false`), false)

/** Starts an attempt. The same id again returns the same attempt. */
export const startRequest = requestBody({
  id,
  test,
  locale,
  mode: v.picklist(['exam', 'practice'], 'mode must be one of: exam, practice'),
  extraTime: flag('extraTime'),
  /** The reader agrees to use the account's one free premium test for it. */
  useFreeTest: flag('useFreeTest'),
})

/** A whole paper, sent by a browser without script. `digest`: of the paper that the form showed.
 *  `earlier`: answers to an earlier form of it, which this one has no place for: kept, not counted.
 *  `options`: for each question the identity of the options that the form showed (domain/attempt/
 *  option-identity.ts): where that version of the paper is not known any more, answers are matched
 *  by it and never by their index alone. `onPaper`: answers of a printed answer sheet. */
export const formRequest = requestBody({
  id,
  test,
  locale,
  answers: v.pipe(
    integersByKey('answers must be indexes by question'),
    v.maxEntries(500, 'answers are at most 500'),
  ),
  earlier: v.optional(
    v.pipe(
      integersByKey('earlier must be indexes by question'),
      v.maxEntries(500, 'earlier are at most 500'),
    ),
    {},
  ),
  options: v.optional(
    v.pipe(
      v.record(v.string(), v.pipe(v.string(), v.maxLength(20))),
      v.maxEntries(500, 'options are at most 500'),
    ),
    {},
  ),
  digest: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100))), null),
  onPaper: flag('onPaper'),
})

/** Moves the data of a guest to the member who calls. */
export const claimRequest = requestBody({ guestToken: v.string('guestToken must be a string') })

/** Entries are not validated here: an invalid one is stored but does not count. */
const sentEvents = v.pipe(
  v.array(v.unknown(), 'events must be a list'),
  v.maxLength(500, 'events are at most 500 at a time'),
)
/** The key in a rescue code, with which another device may add answers to the attempt. */
const carryKey = v.optional(
  v.pipe(v.string('carryKey must be a string'), v.maxLength(100, 'carryKey is too long')),
)
/** The number of the last event that a device has fetched. */
export const after = v.pipe(
  v.number('after must be a number'),
  v.safeInteger('after must be a whole number'),
  v.minValue(0, 'after must not be negative'),
)

/** The most events that one response has. */
export const maxReturnedEvents = 2000
/** How many events of others a response may have: a device with a slow link reads a long journal in
 *  pages. */
export const eventLimit = v.pipe(
  v.number('limit must be a number'),
  v.safeInteger('limit must be a whole number'),
  v.minValue(1, 'limit must be at least 1'),
  v.maxValue(maxReturnedEvents, `limit must be at most ${maxReturnedEvents}`),
)

const name = (field: string) =>
  v.pipe(
    v.string(`${field} must be a string`),
    v.regex(/^[a-z0-9-]{8,32}$/, `${field} must be 8 to 32 of a-z, 0-9 and -`),
  )

/** Of a batch of events. `device`: the device that wrote them. `sentAt`: what the clock that gave
 *  their `at` says now, in ms since 1970: by it the server corrects a wrong clock. `via`: a form of
 *  a page without script, or a rescue code that was typed on another device. */
const batchFields = {
  device: v.optional(v.nullable(name('device')), null),
  sentAt: v.optional(
    v.nullable(v.pipe(v.number('sentAt must be a number'), v.safeInteger())),
    null,
  ),
  via: v.optional(v.nullable(v.picklist(['form', 'code'], 'via must be one of: form, code')), null),
}

export const eventsRequest = requestBody({
  events: sentEvents,
  after: v.optional(after, 0),
  limit: v.optional(eventLimit, maxReturnedEvents),
  carryKey,
  ...batchFields,
})

export const submitRequest = requestBody({
  events: v.optional(sentEvents, []),
  ...batchFields,
  by: v.optional(v.picklist(['reader', 'clock'], 'by must be one of: reader, clock'), 'reader'),
  carryKey,
})

export const revealRequest = requestBody({
  events: v.optional(sentEvents, []),
  question: v.pipe(v.string('question must be a string'), v.maxLength(100, 'question is too long')),
  locale: v.optional(locale),
})

/** An attempt. Times are by the server's clock; `score` and `maximum` are null until submission. */
export const attempt = v.object({
  id: v.pipe(v.string(), v.uuid()),
  documentId: v.string(),
  test: v.string(),
  exam: v.string(),
  state: v.string(),
  title: inLanguages(v.string()),
  mode: v.picklist(attemptModes),
  status: v.picklist(['running', 'overdue', 'submitted']),
  locale,
  /** Why its owner was allowed to start it. */
  rightBy: v.picklist(['free', 'plan', 'one-premium-test']),
  extraTime: v.boolean(),
  startedAt: time,
  endsAt: v.nullable(time),
  graceSeconds: v.number(),
  now: time,
  /** Empty unless every section has its own time. */
  sectionEnds: v.array(v.object({ section: v.string(), startsAt: time, endsAt: time })),
  submittedAt: v.nullable(time),
  submittedBy: v.nullable(v.picklist(['reader', 'clock'])),
  /** Until then, answers that were given in time and arrive late still count: the clock has
   *  submitted it. null: the submission is final, or not made. */
  provisionalUntil: v.nullable(time),
  /** A form showed another version of the paper. earlier: it is marked by that version. changed:
   *  its answers were matched by question and by the option's text. */
  formPaper: v.nullable(v.picklist(formPapers)),
  version: v.number(),
  questionCount: count,
  answered: count,
  score: v.nullable(marks),
  maximum: v.nullable(marks),
  carryKey: v.string(),
  lastTick: count,
  createdAt: time,
  updatedAt: time,
  publishedAt: time,
})
export type Attempt = v.InferOutput<typeof attempt>

export const revealed = v.object({
  question: v.string(),
  accepted: v.array(count),
  explanation: v.nullable(localizedText),
  outcome: v.picklist(outcomes),
  /** Cancelled: who gets the marks; `accepted` is empty then. */
  cancelled: v.nullable(v.picklist(awards)),
})

/** The key of a question and its explanation. */
export const explained = v.object({
  id: v.string(),
  accepted: v.array(count),
  explanation: v.nullable(localizedText),
})

export const claimed = v.object({ moved: count })

const questionText = v.object({
  stem: v.string(),
  options: v.array(v.string()),
  alt: v.nullable(v.string()),
})

const paperFigure = v.object({ url: v.string(), width: v.number(), height: v.number() })

/** A question in the attempt's version of the paper. `wording`: a digest of its options in all
 *  languages. */
export const versionQuestion = v.object({
  id: v.string(),
  section: v.nullable(v.string()),
  topics: v.array(v.string()),
  figure: v.nullable(paperFigure),
  wording: v.string(),
  optionCount: count,
  texts: inLanguages(questionText),
})

export const versionSection = v.object({
  slug: v.string(),
  names: inLanguages(v.string()),
  minutes: v.nullable(v.number()),
})

/** The version of the paper that an attempt is about: all languages, no keys. */
export const paperVersion = v.object({
  slug: v.string(),
  exam: v.string(),
  state: v.string(),
  kind: v.string(),
  year: v.nullable(v.number()),
  titles: inLanguages(v.string()),
  languages: v.array(locale),
  minutes: v.number(),
  marks: v.object({ right: marks, wrong: marks, blank: marks }),
  qualifying: v.nullable(v.string()),
  sections: v.array(versionSection),
  questionCount: count,
  questions: v.array(versionQuestion),
})
export type PaperVersion = v.InferOutput<typeof paperVersion>

export const attemptBody = dataBody(attempt)
export const attemptPage = pageBody(attempt)
