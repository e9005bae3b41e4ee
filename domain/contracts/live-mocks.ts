import * as v from 'valibot'
import { attempt, paperVersion } from './attempts.ts'
import { dataBody, listBody, requestBody } from './bodies.ts'
import { count, inLanguages, locale, marks, slug, time } from './fields.ts'

// Live mocks: papers that everybody takes at the same time.

/** What everybody may know of a live mock. `latestMinutes`: after the bell one may enter for so
 *  long. `participants`: how many are ranked; null until the results are published. */
export const liveMock = v.object({
  slug,
  test: slug,
  exam: v.string(),
  state: v.string(),
  title: inLanguages(v.string()),
  about: inLanguages(v.string()),
  languages: v.array(locale),
  exams: v.array(v.string()),
  bellAt: time,
  minutes: count,
  latestMinutes: count,
  resultsAt: time,
  publishedAt: v.nullable(time),
  questionCount: count,
  marks: v.object({ right: marks, wrong: marks, blank: marks }),
  sealedBytes: count,
  sealedDigest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  participants: v.nullable(count),
})
export const liveMockBody = dataBody(liveMock)
export const liveMockList = listBody(liveMock)

/** The code that opens the sealed paper. */
export const openingCode = v.object({ code: v.pipe(v.string(), v.regex(/^\d{16}$/)) })

/** `state`: a GST code of India's states, '29'; null: not said. */
export const entryRequest = requestBody({
  exam: v.pipe(v.string('exam must be a string'), v.maxLength(100, 'exam is too long')),
  state: v.optional(
    v.nullable(v.pipe(v.string('state must be a string'), v.regex(/^\d\d$/, 'state is no code'))),
    null,
  ),
  locale,
  extraTime: v.optional(v.boolean('extraTime must be true or false'), false),
})

/** Somebody's entry in a live mock. `attempt`: as it is, or as it will be after the bell.
 *  `openedAt`: when it began to exist. `paper`: without questions. */
export const liveEntry = v.object({
  mock: liveMock,
  exam: v.string(),
  state: v.nullable(v.string()),
  openedAt: v.nullable(time),
  attempt,
  paper: v.omit(paperVersion, ['questions']),
})
export const liveEntryBody = dataBody(liveEntry)

const rank = v.object({
  rank: count,
  tied: count,
  of: count,
  percentile: v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{5}$/)),
})

/** The published result. `bands`: of marks, from `from` to below `to`. `own`: of the caller who has
 *  entered. ranked: counted in the ranks. late: their answers came after the publication; the rank
 *  is the one that they would have had. absent: there are no answers. */
export const liveResult = v.object({
  mock: liveMock,
  maximum: marks,
  median: v.nullable(marks),
  bands: v.array(v.object({ from: v.number(), to: v.number(), count })),
  own: v.nullable(
    v.object({
      attempt: v.string(),
      standing: v.picklist(['ranked', 'late', 'absent']),
      exam: v.string(),
      state: v.nullable(v.string()),
      score: v.nullable(marks),
      all: v.nullable(rank),
      inExam: v.nullable(rank),
      inState: v.nullable(rank),
    }),
  ),
})
export const liveResultBody = dataBody(liveResult)
