import * as v from 'valibot'
import { rescueEvents } from '../../domain/attempt/rescue-answers.ts'
import type { Rescue } from '../../domain/attempt/rescue-code.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import { parsed } from './own-account.ts'
import { callAs, type Caller } from './users.ts'

const delivery = v.object({
  data: v.object({
    apart: v.array(v.object({ id: v.string() })),
    questions: v.array(v.string()),
    attempt: v.object({
      status: v.picklist(['running', 'overdue', 'submitted']),
      endsAt: v.nullable(v.string()),
      now: v.string(),
    }),
  }),
})

/** answers: how many the code held. apart: how many of its events are kept and do not count. */
export type Rescued = { answers: number; apart: number; isSubmitted: boolean }

/** Delivers the answers of a rescue code. In nobody's name: the key in the code stands for the one who took the test.
 *  Errors: refused 404 where no test belongs to the code. */
export async function deliverRescue(
  caller: Caller,
  rescue: Rescue,
): Promise<Result<Rescued, ApiError>> {
  // The code numbers its answers; which questions those are, the product API says first.
  const asked = await send(caller, rescue, [])
  if (!asked.ok) return asked
  const { attempt, questions } = asked.value
  const endsAtMs = attempt.endsAt === null ? Infinity : Date.parse(attempt.endsAt)
  const atMs = Math.min(Date.parse(attempt.now), endsAtMs)
  const sent = await send(caller, rescue, rescueEvents(rescue, questions, atMs))
  if (!sent.ok) return sent
  return ok({
    answers: rescue.answers.filter(({ option }) => option !== null).length,
    apart: sent.value.apart.length,
    isSubmitted: sent.value.attempt.status === 'submitted',
  })
}

/** Submits the test that a code belongs to, in the name of the one who took it. */
export const submitRescued = (caller: Caller, { attempt, carryKey }: Rescue) =>
  callAs(caller, 'POST', `${path(attempt)}/submit`, { data: { carryKey } })

async function send(caller: Caller, { attempt, carryKey }: Rescue, events: readonly unknown[]) {
  const answer = await callAs(caller, 'POST', `${path(attempt)}/events`, {
    data: { events, carryKey },
  })
  const read = parsed(answer, delivery)
  return read.ok ? ok(read.value.data) : read
}

const path = (attempt: string) => `/api/user-test-progresses/${attempt}`
