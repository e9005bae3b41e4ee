import * as v from 'valibot'
import { rescueEvents } from '../../domain/attempt/rescue-answers.ts'
import { attempt } from '../../domain/contracts/attempts.ts'
import type { Rescue } from '../../domain/attempt/rescue-code.ts'
import { ok, type Result } from '../../domain/result.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { dataOf } from './strapi.ts'

const delivery = v.object({
  apart: v.array(v.object({ id: v.string() })),
  questions: v.array(v.string()),
  attempt: v.pick(attempt, ['status', 'endsAt', 'now']),
})

/** `answers`: how many the code contained. `apart`: how many of its events were stored but do not
 *  count, because they came too late. */
export type Rescued = { answers: number; apart: number; isSubmitted: boolean }

/** Delivers the answers of a rescue code. Needs no session: the carry key in the code authorizes
 *  the delivery. Errors: http-error 404 if no attempt belongs to the code. Cost: two calls. */
export async function deliverRescue(
  api: ApiClient,
  rescue: Rescue,
): Promise<Result<Rescued, ApiError>> {
  // The code has the positions of its answers only; the first call returns the question ids.
  const known = await sendEvents(api, rescue, [])
  if (!known.ok) return known
  const { attempt, questions } = known.value
  const endsAtMs = attempt.endsAt === null ? Infinity : Date.parse(attempt.endsAt)
  const atMs = Math.min(Date.parse(attempt.now), endsAtMs)
  const sent = await sendEvents(api, rescue, rescueEvents(rescue, questions, atMs))
  if (!sent.ok) return sent
  return ok({
    answers: rescue.answers.filter(({ option }) => option !== null).length,
    apart: sent.value.apart.length,
    isSubmitted: sent.value.attempt.status === 'submitted',
  })
}

/** Submits the attempt that a code belongs to, authorized by its carry key. */
export const submitRescued = (api: ApiClient, { attempt, carryKey }: Rescue) =>
  api.call('POST', `${attemptPath(attempt)}/submit`, anyAnswer, { body: { data: { carryKey } } })

const sendEvents = (api: ApiClient, { attempt, carryKey }: Rescue, events: readonly unknown[]) =>
  api.call('POST', `${attemptPath(attempt)}/events`, dataOf(delivery), {
    body: { data: { events, carryKey } },
  })

const attemptPath = (attempt: string) => `/api/user-test-progresses/${attempt}`
