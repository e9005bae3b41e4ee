import * as v from 'valibot'
import { eventKinds, type JournalEvent } from '../../domain/attempt/journal.ts'
import type { Attempt } from '../../domain/attempt/attempt.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { marksPattern } from '../../domain/attempt/marks.ts'
import type { Result } from '../../domain/result.ts'
import { attemptModes } from '../../domain/attempt/attempt-result.ts'
import type { ApiError } from './errors.ts'
import type { ApiClient } from './client.ts'
import { dataOf, strapiQuery } from './strapi.ts'

const locale = v.picklist(locales)
const time = v.pipe(v.string(), v.isoTimestamp())
const marks = v.pipe(v.string(), v.regex(marksPattern))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const attempt = v.object({
  id: v.pipe(v.string(), v.uuid()),
  test: v.string(),
  exam: v.string(),
  state: v.string(),
  title: v.object({
    kn: v.optional(v.string()),
    en: v.optional(v.string()),
    te: v.optional(v.string()),
  }),
  mode: v.picklist(attemptModes),
  status: v.picklist(['running', 'overdue', 'submitted']),
  locale,
  extraTime: v.boolean(),
  startedAt: time,
  endsAt: v.nullable(time),
  graceSeconds: v.number(),
  now: time,
  sectionEnds: v.array(v.object({ section: v.string(), startsAt: time, endsAt: time })),
  submittedAt: v.nullable(time),
  submittedBy: v.nullable(v.picklist(['reader', 'clock'])),
  questionCount: count,
  answered: count,
  score: v.nullable(marks),
  maximum: v.nullable(marks),
  carryKey: v.string(),
  lastTick: count,
})

const event = v.object({
  writer: v.string(),
  tick: count,
  at: v.number(),
  kind: v.picklist(eventKinds),
  question: v.nullable(v.string()),
  option: v.nullable(count),
  locale: v.nullable(locale),
  spentMs: v.number(),
})

/** Why a premium paper cannot be started: nobody is signed in; no plan covers it and the free
 *  premium test was used; or it was not used yet. */
export const premiumReasons = ['sign-in', 'plan', 'free-test-available'] as const
export type PremiumReason = (typeof premiumReasons)[number]

const attempts = '/api/user-test-progresses'
const path = (id: string) => `${attempts}/${encodeURIComponent(id)}`

/** Begins a test; the same id again is the same attempt. Errors: http-error 403 (see
 *  `premiumReasonOf`), 404. */
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
  return api.call('POST', attempts, dataOf(attempt), { body: { data: start } })
}

/** Why a premium paper was refused; null for any other error. */
export function premiumReasonOf(error: ApiError): PremiumReason | null {
  if (error.kind !== 'http-error' || error.status !== 403) return null
  const refusal = v.object({
    error: v.object({
      name: v.literal('PremiumRequired'),
      details: v.object({ reason: v.picklist(premiumReasons) }),
    }),
  })
  const read = v.safeParse(refusal, error.data)
  return read.success ? read.output.error.details.reason : null
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
  return api.call('GET', attempts + query, dataOf(v.array(attempt)))
}

/** An attempt and the events that count in it so far. Errors: http-error 404 (not the reader's),
 *  403 (a visitor without a name). */
export async function attemptJournal(
  api: ApiClient,
  id: string,
): Promise<Result<{ attempt: Attempt; events: JournalEvent[] }, ApiError>> {
  const found = v.object({ events: v.array(event), attempt })
  return api.call('GET', `${path(id)}/events?after=0`, dataOf(found))
}

/** Submits a whole paper at once, filled in without script. The same id again is the same
 *  attempt. */
export async function sendPaperForm(
  api: ApiClient,
  form: { id: string; test: string; locale: Locale; answers: Record<string, number> },
): Promise<Result<Attempt, ApiError>> {
  return api.call('POST', `${attempts}/form`, dataOf(attempt), { body: { data: form } })
}

/** Stores events and submits the attempt. Idempotent. */
export async function submitAttempt(
  api: ApiClient,
  id: string,
  events: readonly JournalEvent[],
): Promise<Result<Attempt, ApiError>> {
  return api.call('POST', `${path(id)}/submit`, dataOf(attempt), {
    body: { data: { events, by: 'reader' } },
  })
}
