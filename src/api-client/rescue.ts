import * as v from 'valibot'
import { rescueEvents } from '../../domain/attempt/rescue-answers.ts'
import { entryResult } from '../../domain/contracts/attempt-journal.ts'
import { attempt } from '../../domain/contracts/attempts.ts'
import type { Rescue } from '../../domain/attempt/rescue-code.ts'
import { ok, type Result } from '../../domain/result.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { dataOf } from './strapi.ts'

const acknowledgement = v.object({
  results: v.array(entryResult),
  questions: v.array(v.string()),
  attempt: v.pick(attempt, ['status', 'endsAt', 'now']),
})

/** Of the answers that a code carries: `carried`: all. `counting`: they count now. `replaced`: a
 *  later answer to their question counts instead. `unsaved`: were tapped and not saved. `apart`:
 *  are stored and do not count. `refused`: could not be stored. */
export type Rescued = {
  carried: number
  counting: number
  replaced: number
  unsaved: number
  apart: number
  refused: number
  isSubmitted: boolean
}

/** Delivers what a rescue code carries. In nobody's name: the key in the code stands for the one
 *  who took the test. Errors: http-error 404 where no test belongs to the code. Cost: two calls;
 *  one more for each 400 events. */
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
  const events = rescueEvents(rescue, questions, atMs)
  const results: EntryResult[] = []
  let isSubmitted = attempt.status === 'submitted'
  for (let start = 0; start < events.length; start += maxEvents) {
    const sent = await sendEvents(api, rescue, events.slice(start, start + maxEvents))
    if (!sent.ok) return sent
    results.push(...sent.value.results)
    isSubmitted = sent.value.attempt.status === 'submitted'
  }
  return ok({ ...countsOf(events, results), isSubmitted })
}

type EntryResult = v.InferOutput<typeof entryResult>

/** Of one acknowledgement. */
const maxEvents = 400

/** Counts answers, not events: a question whose answer was saved and tapped again is one. */
function countsOf(
  events: ReturnType<typeof rescueEvents>,
  results: readonly EntryResult[],
): Omit<Rescued, 'isSubmitted'> {
  const counts = { carried: 0, counting: 0, replaced: 0, unsaved: 0, apart: 0, refused: 0 }
  const isSaved = new Set(
    events.flatMap(({ kind, question, option }) =>
      kind !== 'choose' && option !== null ? [question] : [],
    ),
  )
  for (const [index, { kind, question, option }] of events.entries()) {
    const result = results[index]
    if (!result || option === null || (kind === 'choose' && isSaved.has(question))) continue
    counts.carried += 1
    if (result.stored === 'refused') counts.refused += 1
    else if (result.stored === 'apart') counts.apart += 1
    else if (kind === 'choose') counts.unsaved += 1
    else if (result.isReplaced) counts.replaced += 1
    else counts.counting += 1
  }
  return counts
}

/** Submits the attempt that a code belongs to, authorized by its carry key. */
export const submitRescued = (api: ApiClient, { attempt, carryKey }: Rescue) =>
  api.call('POST', `${attemptPath(attempt)}/submit`, anyAnswer, { body: { data: { carryKey } } })

const sendEvents = (api: ApiClient, rescue: Rescue, events: readonly unknown[]) => {
  const { attempt, carryKey } = rescue
  const device = rescue.version === 2 ? rescue.device : null
  return api.call('POST', `${attemptPath(attempt)}/events`, dataOf(acknowledgement), {
    body: { data: { events, carryKey, device, via: 'code' } },
  })
}

const attemptPath = (attempt: string) => `/api/user-test-progresses/${attempt}`
