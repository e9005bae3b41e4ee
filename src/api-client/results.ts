import * as v from 'valibot'
import type { AttemptSummary, TestResult } from '../../domain/attempt/attempt-result.ts'
import type { Explanation, PaperVersion } from '../../domain/attempt/solutions.ts'
import {
  attempt as attemptContract,
  explained,
  paperVersion as paperVersionContract,
  versionQuestion,
  versionSection,
} from '../../domain/contracts/attempts.ts'
import { testResult as testResultContract } from '../../domain/contracts/results.ts'
import type { Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { dataOf, strapiQuery } from './strapi.ts'

/** What the site reads of an attempt in lists and results; a foreign product API may lack some. */
const attempt = v.object({
  ...v.pick(attemptContract, [
    ...(['id', 'test', 'exam', 'state', 'title', 'mode', 'status', 'startedAt', 'endsAt'] as const),
    ...(['submittedAt', 'submittedBy', 'questionCount', 'answered', 'score', 'maximum'] as const),
  ]).entries,
  provisionalUntil: v.fallback(attemptContract.entries.provisionalUntil, null),
  formPaper: v.fallback(attemptContract.entries.formPaper, null),
})

const testResult = v.object({
  ...testResultContract.entries,
  attempt: v.object({
    ...attempt.entries,
    carryKey: v.fallback(attemptContract.entries.carryKey, ''),
  }),
  comparison: v.nullable(
    v.object({ count: v.number(), below: v.number(), leftOut: v.fallback(v.number(), 0) }),
  ),
  arrivedLate: v.fallback(v.number(), 0),
  replacedCount: v.fallback(v.number(), 0),
})

const attemptPath = (id: string) => `/api/user-test-progresses/${encodeURIComponent(id)}`

/** The result of a submitted attempt. Errors: http-error 404 (not the reader's attempt), 403 (not
 *  submitted yet, see `isNotSubmitted`, or neither member nor guest). */
export async function attemptResult(
  api: ApiClient,
  id: string,
  readerLocale: Locale,
): Promise<Result<TestResult, ApiError>> {
  return api.call('GET', `${attemptPath(id)}/result?locale=${readerLocale}`, dataOf(testResult))
}

/** The fields of a paper version that pages use. */
const paperVersion = v.object({
  ...v.pick(paperVersionContract, [
    ...(['slug', 'exam', 'state', 'titles', 'languages', 'minutes', 'marks'] as const),
  ]).entries,
  sections: v.array(v.pick(versionSection, ['slug', 'names'])),
  questions: v.array(v.omit(versionQuestion, ['topics', 'wording'])),
})

/** The paper version of an attempt, in all languages, without answer keys. */
export async function attemptPaper(
  api: ApiClient,
  id: string,
): Promise<Result<PaperVersion, ApiError>> {
  return api.call('GET', `${attemptPath(id)}/paper`, dataOf(paperVersion))
}

const explanations = v.array(v.pick(explained, ['id', 'explanation']))

/** Explanations by question id, in the given language if there is one. */
export async function attemptExplanations(
  api: ApiClient,
  id: string,
  readerLocale: Locale,
): Promise<Result<Map<string, Explanation>, ApiError>> {
  const query = new URLSearchParams({ attempt: id, locale: readerLocale })
  const path = `/api/practice-tests/get-explanation?${query}`
  const found = await api.call('GET', path, dataOf(explanations))
  if (!found.ok) return found
  return ok(
    new Map(
      found.value.flatMap(({ id: question, explanation }) =>
        explanation ? [[question, explanation]] : [],
      ),
    ),
  )
}

const attemptList = v.object({
  data: v.array(attempt),
  meta: v.object({ pagination: v.object({ page: v.number(), pageCount: v.number() }) }),
})

/** One page of the reader's attempts, latest first. `pages`: the number of pages. Errors:
 *  http-error 403 for readers who are neither member nor guest. */
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
  const found = await api.call('GET', `/api/user-test-progresses${query}`, attemptList)
  if (!found.ok) return found
  return ok({ attempts: found.value.data, pages: found.value.meta.pagination.pageCount })
}

const statuses = { unfinished: ['running', 'overdue'], submitted: ['submitted'] }

/** Whether a result is missing because the attempt is not submitted yet. */
export function isNotSubmitted(error: ApiError): boolean {
  const refusal = v.object({ error: v.object({ name: v.literal('NotSubmitted') }) })
  return error.kind === 'http-error' && v.is(refusal, error.data)
}
