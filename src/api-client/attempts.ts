import * as v from 'valibot'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Attempt } from '../../domain/attempt/attempt.ts'
import * as journal from '../../domain/contracts/attempt-journal.ts'
import * as contracts from '../../domain/contracts/attempts.ts'
import { premiumDetails, type premiumReasons } from '../../domain/contracts/errors.ts'
import type { Locale } from '../../domain/locale.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { isNotFound, type ApiError } from './errors.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { refusedRead } from './misconfiguration.ts'
import { dataOf, strapiQuery } from './strapi.ts'

/** What the site reads of an attempt; a foreign product API may lack the rest. */
export const attempt = v.object({
  ...v.omit(contracts.attempt, [
    ...(['documentId', 'rightBy', 'version', 'createdAt', 'updatedAt', 'publishedAt'] as const),
  ]).entries,
  provisionalUntil: v.fallback(contracts.attempt.entries.provisionalUntil, null),
  formPaper: v.fallback(contracts.attempt.entries.formPaper, null),
})

const replaced = v.fallback(v.array(journal.replacedAnswer), [])
export type ReplacedAnswers = v.InferOutput<typeof replaced>

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
  const path = attemptsPath + query
  const found = await api.call('GET', path, dataOf(v.array(attempt)))
  // A list is never missing, unless the product API stores no attempts, as a Strapi.
  return found.ok || !isNotFound(found.error) ? found : failed(refusedRead(found.error, path))
}

/** An attempt and the journal events that count in it so far. Errors: http-error 404 (not the
 *  reader's attempt), 403 (neither member nor guest). */
export async function attemptJournal(
  api: ApiClient,
  id: string,
): Promise<
  Result<{ attempt: Attempt; events: JournalEvent[]; replaced: ReplacedAnswers }, ApiError>
> {
  const event = v.object({
    ...journal.journalEvent.entries,
    device: v.fallback(journal.journalEvent.entries.device, null),
  })
  const found = v.object({ events: v.array(event), attempt, replaced })
  return api.call('GET', `${attemptPath(id)}/events?after=0`, dataOf(found))
}

/** Submits a paper that was filled in as a plain form, without script. Idempotent by `id`. */
export async function sendPaperForm(
  api: ApiClient,
  form: {
    id: string
    test: string
    locale: Locale
    answers: Record<string, number>
    /** Answers to an earlier form, which this one has no place for. */
    earlier: Record<string, number>
    /** Of the chosen options, by question. */
    options: Record<string, string>
    /** Of the paper that the form showed; null: unknown. */
    digest: string | null
    /** The answers of a printed answer sheet. */
    onPaper: boolean
  },
): Promise<Result<Attempt, ApiError>> {
  return api.call('POST', `${attemptsPath}/form`, dataOf(attempt), { body: { data: form } })
}

/** Stores the events of a form and submits the attempt, if that is wanted. Idempotent. `carryKey`:
 *  where the sender is not known as the attempt's owner. */
export async function sendForm(
  api: ApiClient,
  id: string,
  form: {
    events: readonly JournalEvent[]
    device: string
    submits: boolean
    carryKey?: string | undefined
  },
): Promise<Result<null, ApiError>> {
  const { submits, ...sent } = form
  const data = { ...sent, via: 'form', ...(submits && { by: 'reader' }) }
  const action = submits ? 'submit' : 'events'
  const done = await api.call('POST', `${attemptPath(id)}/${action}`, anyAnswer, { body: { data } })
  return done.ok ? ok(null) : done
}

/** The ids of an attempt's questions, in the paper's order, for the holder of its carry key. */
export async function carriedQuestions(
  api: ApiClient,
  id: string,
  carryKey: string,
): Promise<Result<readonly { id: string }[], ApiError>> {
  const body = { data: { events: [], carryKey } }
  const found = v.object({ questions: v.optional(v.array(v.string()), []) })
  const sent = await api.call('POST', `${attemptPath(id)}/events`, dataOf(found), { body })
  return sent.ok ? ok(sent.value.questions.map((id) => ({ id }))) : sent
}

const historyBody = v.object({
  ...journal.answerHistory.entries,
  attempt,
  // A product API of before does not have them.
  isFull: v.optional(v.boolean(), false),
  full: v.optional(journal.answerHistory.entries.full, null),
})
export type AnswerHistory = v.InferOutput<typeof historyBody>

/** What happened to the answers of an attempt. `isFull`: with visits and saved taps. Errors:
 *  http-error 404 (not the reader's), 403 (a visitor without a name). */
export async function answerHistory(
  api: ApiClient,
  id: string,
  { page, isFull }: { page: number; isFull: boolean },
): Promise<Result<AnswerHistory, ApiError>> {
  const query = `page=${page}${isFull ? '&entries=all' : ''}`
  return api.call('GET', `${attemptPath(id)}/history?${query}`, dataOf(historyBody))
}

/** Makes the replaced answer of another device count. `event`: its id. Errors: http-error 404 (no
 *  such answer), 409 (the test is over). */
export async function chooseAnswer(
  api: ApiClient,
  id: string,
  choice: { question: string; event: string },
): Promise<Result<null, ApiError>> {
  const body = { data: choice }
  const chosen = await api.call('POST', `${attemptPath(id)}/choose`, anyAnswer, { body })
  return chosen.ok ? ok(null) : chosen
}
