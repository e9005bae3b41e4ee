import * as v from 'valibot'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Attempt } from '../../domain/attempt/attempt.ts'
import * as contracts from '../../domain/contracts/attempts.ts'
import { premiumDetails, type premiumReasons } from '../../domain/contracts/errors.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import type { ApiClient } from './client.ts'
import { dataOf, strapiQuery } from './strapi.ts'

/** The fields of an attempt that the site uses. A third-party product API may lack the others. */
const attempt = v.omit(contracts.attempt, [
  ...(['documentId', 'rightBy', 'version', 'createdAt', 'updatedAt', 'publishedAt'] as const),
])

export type PremiumReason = (typeof premiumReasons)[number]

const attemptsPath = '/api/user-test-progresses'
const attemptPath = (id: string) => `${attemptsPath}/${encodeURIComponent(id)}`

/** Starts an attempt. Idempotent by `id`. Errors: http-error 403 (see `premiumReasonOf`), 404. */
export async function startAttempt(
  api: ApiClient,
  start: {
    id: string
    test: string
    mode: 'exam' | 'practice'
    locale: Locale
    extraTime: boolean
    useFreeTest: boolean
  },
): Promise<Result<Attempt, ApiError>> {
  return api.call('POST', attemptsPath, dataOf(attempt), { body: { data: start } })
}

/** Why the product API refused a premium paper; null for any other error. */
export function premiumReasonOf(error: ApiError): PremiumReason | null {
  if (error.kind !== 'http-error' || error.status !== 403) return null
  const refusal = v.object({
    error: v.object({
      name: v.literal('PremiumRequired'),
      details: premiumDetails,
    }),
  })
  const parsed = v.safeParse(refusal, error.data)
  return parsed.success ? parsed.output.error.details.reason : null
}

/** The reader's running attempts of a test, the latest first. */
export async function runningAttempts(
  api: ApiClient,
  test: string,
): Promise<Result<Attempt[], ApiError>> {
  const query = strapiQuery({
    filters: { test: { $eq: test }, status: { $eq: 'running' } },
    sort: 'startedAt:desc',
    pagination: { pageSize: 10 },
  })
  return api.call('GET', attemptsPath + query, dataOf(v.array(attempt)))
}

/** An attempt and the journal events that count in it so far. Errors: http-error 404 (not the
 *  reader's attempt), 403 (neither member nor guest). */
export async function attemptJournal(
  api: ApiClient,
  id: string,
): Promise<Result<{ attempt: Attempt; events: JournalEvent[] }, ApiError>> {
  const found = v.object({ events: v.array(contracts.journalEvent), attempt })
  return api.call('GET', `${attemptPath(id)}/events?after=0`, dataOf(found))
}

/** Submits a paper that was filled in as a plain form, without script. Idempotent by `id`. */
export async function sendPaperForm(
  api: ApiClient,
  form: { id: string; test: string; locale: Locale; answers: Record<string, number> },
): Promise<Result<Attempt, ApiError>> {
  return api.call('POST', `${attemptsPath}/form`, dataOf(attempt), { body: { data: form } })
}

/** Stores events and submits the attempt. Idempotent. */
export async function submitAttempt(
  api: ApiClient,
  id: string,
  events: readonly JournalEvent[],
): Promise<Result<Attempt, ApiError>> {
  return api.call('POST', `${attemptPath(id)}/submit`, dataOf(attempt), {
    body: { data: { events, by: 'reader' } },
  })
}
