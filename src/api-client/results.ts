import * as v from 'valibot'
import { locales, type Locale } from '../../domain/locale.ts'
import { marksPattern } from '../../domain/attempt/marks.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Explanation, PaperVersion } from '../../domain/attempt/solutions.ts'
import {
  attemptModes,
  outcomes,
  type AttemptSummary,
  type TestResult,
} from '../../domain/attempt/attempt-result.ts'
import type { ApiError } from './errors.ts'
import type { ApiClient } from './client.ts'
import { dataOf, strapiQuery } from './strapi.ts'

const locale = v.picklist(locales)
const marks = v.pipe(v.string(), v.regex(marksPattern))
const index = v.pipe(v.number(), v.integer(), v.minValue(0))
const inLanguages = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object({ kn: v.optional(schema), en: v.optional(schema), te: v.optional(schema) })

const attempt = v.object({
  id: v.string(),
  test: v.string(),
  exam: v.string(),
  state: v.string(),
  title: inLanguages(v.string()),
  mode: v.picklist(attemptModes),
  status: v.picklist(['running', 'overdue', 'submitted']),
  startedAt: v.string(),
  endsAt: v.nullable(v.string()),
  submittedAt: v.nullable(v.string()),
  submittedBy: v.nullable(v.picklist(['reader', 'clock'])),
  questionCount: v.number(),
  answered: v.number(),
  score: v.nullable(marks),
  maximum: v.nullable(marks),
})

const counts = v.object({
  right: index,
  wrong: index,
  blank: index,
  notAnswered: index,
  awarded: index,
  void: index,
})

const ruling = v.object({
  kind: v.picklist(['accept', 'cancel']),
  award: v.nullish(v.picklist(['all', 'attempters', 'nobody']), null),
  reason: v.string(),
})

const questionResult = v.object({
  id: v.string(),
  number: v.number(),
  section: v.nullable(v.string()),
  chosen: v.nullable(index),
  accepted: v.array(index),
  outcome: v.picklist(outcomes),
  marks,
  spentMs: v.number(),
  isMarked: v.boolean(),
  unsaved: v.nullable(index),
  locale: v.nullable(locale),
  ruling: v.nullable(ruling),
})

const testResult = v.object({
  attempt,
  score: marks,
  maximum: marks,
  counts,
  arithmetic: v.array(v.object({ what: v.keyof(counts), count: index, each: marks, sum: marks })),
  sections: v.array(
    v.object({
      ...counts.entries,
      slug: v.nullable(v.string()),
      names: inLanguages(v.string()),
      score: marks,
      maximum: marks,
      spentMs: v.number(),
    }),
  ),
  topics: v.array(
    v.object({
      slug: v.string(),
      name: v.string(),
      locale,
      right: index,
      wrong: index,
      blank: index,
      total: index,
    }),
  ),
  questions: v.array(questionResult),
  guesses: v.object({ wrong: index, lost: marks, withoutThem: marks }),
  qualifying: v.nullable(v.object({ needed: marks, passed: v.boolean() })),
  comparison: v.nullable(v.object({ count: index, below: index })),
  notCompared: v.nullable(v.picklist(['not-first', 'practice', 'late', 'few'])),
  changes: v.array(
    v.object({
      ...ruling.entries,
      question: v.string(),
      number: v.number(),
      from: marks,
      to: marks,
      decidedAt: v.string(),
    }),
  ),
  apart: v.array(
    v.object({
      question: v.nullable(v.string()),
      number: v.nullable(v.number()),
      option: v.nullable(v.number()),
      at: v.string(),
      standing: v.picklist(['late', 'after-submission', 'impossible']),
    }),
  ),
  trend: v.array(
    v.object({
      id: v.string(),
      submittedAt: v.string(),
      score: marks,
      maximum: marks,
      mode: v.picklist(attemptModes),
    }),
  ),
  wrong: v.array(v.string()),
})

const path = (id: string) => `/api/user-test-progresses/${encodeURIComponent(id)}`

/** Score, counts and all that follows from them. Errors: http-error 404 (not the reader's), 403
 *  (not submitted yet, or a visitor without a name). */
export async function attemptResult(
  api: ApiClient,
  id: string,
  reader: Locale,
): Promise<Result<TestResult, ApiError>> {
  return api.call('GET', `${path(id)}/result?locale=${reader}`, dataOf(testResult))
}

const text = v.object({
  stem: v.string(),
  options: v.array(v.string()),
  alt: v.nullish(v.string(), null),
})

const frozenPaper = v.object({
  slug: v.string(),
  exam: v.string(),
  state: v.string(),
  titles: inLanguages(v.string()),
  languages: v.array(locale),
  minutes: v.number(),
  marks: v.object({ right: marks, wrong: marks, blank: marks }),
  sections: v.array(v.object({ slug: v.string(), names: inLanguages(v.string()) })),
  questions: v.array(
    v.object({
      id: v.string(),
      section: v.nullable(v.string()),
      figure: v.nullable(v.object({ url: v.string(), width: v.number(), height: v.number() })),
      optionCount: index,
      texts: inLanguages(text),
    }),
  ),
})

/** The paper version of an attempt, in all languages, without keys. */
export async function attemptPaper(
  api: ApiClient,
  id: string,
): Promise<Result<PaperVersion, ApiError>> {
  return api.call('GET', `${path(id)}/paper`, dataOf(frozenPaper))
}

const explanations = v.array(
  v.object({
    id: v.string(),
    explanation: v.nullable(v.object({ locale, text: v.string() })),
  }),
)

/** Explanations of the answer keys by question id; in the reader's language where there is one. */
export async function attemptExplanations(
  api: ApiClient,
  id: string,
  reader: Locale,
): Promise<Result<Map<string, Explanation>, ApiError>> {
  const query = new URLSearchParams({ attempt: id, locale: reader })
  const path = `/api/practice-tests/get-explanation?${query}`
  const read = await api.call('GET', path, dataOf(explanations))
  if (!read.ok) return read
  return ok(
    new Map(
      read.value.flatMap(({ id: question, explanation }) =>
        explanation ? [[question, explanation]] : [],
      ),
    ),
  )
}

const attemptList = v.object({
  data: v.array(attempt),
  meta: v.object({ pagination: v.object({ page: v.number(), pageCount: v.number() }) }),
})

/** The reader's attempts: those that are not submitted yet, those that are, or all; the latest
 *  first. Errors: http-error 403 for a visitor without a name. */
export async function ownAttempts(
  api: ApiClient,
  which: 'unfinished' | 'submitted' | 'all',
  page: number,
  pageSize: number,
): Promise<Result<{ attempts: AttemptSummary[]; pages: number }, ApiError>> {
  const query = strapiQuery({
    filters: which === 'all' ? undefined : { status: { $in: statuses[which] } },
    sort: which === 'submitted' ? 'submittedAt:desc' : 'startedAt:desc',
    pagination: { page, pageSize },
  })
  const read = await api.call('GET', `/api/user-test-progresses${query}`, attemptList)
  if (!read.ok) return read
  return ok({ attempts: read.value.data, pages: read.value.meta.pagination.pageCount })
}

const statuses = { unfinished: ['running', 'overdue'], submitted: ['submitted'] }

/** Whether there is no result because the attempt is not submitted. */
export function isNotSubmitted(error: ApiError): boolean {
  const refusal = v.object({ error: v.object({ name: v.literal('NotSubmitted') }) })
  return error.kind === 'http-error' && v.is(refusal, error.data)
}
