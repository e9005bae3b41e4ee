import * as v from 'valibot'
import type { Database } from '../database.ts'
import type { ReaderNamespace } from '../object-bindings.ts'
import { objectOf } from '../reader.ts'
import { markRescored, RescoreMessage } from './rescored-attempts.ts'
import { storeSummaries, SummaryMessage } from './summaries.ts'

/** A message of a queue's batch. */
export type QueueMessage = { body: unknown; ack(): void; retry(): void }

/** max_batch_size in wrangler.toml. After such a batch more are waiting. */
export const fullBatch = 100
/** How many times as long as the summaries of a full batch took the next one waits, for at most
 *  `maxRestMs`: three quarters of the database's writer or more are left to those who wait for it.
 *  A batch whose Worker ends meanwhile is handled again, which changes nothing. */
export const restShare = 3
export const maxRestMs = 2000

/** Handles the queue's batches, of which there is one at a time. Errors: none. */
export async function consumeAttemptMessages(
  env: { DB: Database; READERS: ReaderNamespace },
  messages: readonly QueueMessage[],
): Promise<void> {
  const storingMs = await handleAttemptMessages(env, messages, new Date())
  if (messages.length < fullBatch) return
  const restMs = Math.min(maxRestMs, restShare * storingMs)
  await new Promise((resolve) => setTimeout(resolve, restMs))
}

const Message = v.variant('kind', [SummaryMessage, RescoreMessage])

/** Handles a batch of the queue, whose messages may come twice and in any order. Summaries are
 *  stored together; if that fails, each alone, so that one does not keep the others waiting. A
 *  message that fails comes again; one that cannot be parsed is logged and dropped. Returns how
 *  long the summaries took, in ms. */
export async function handleAttemptMessages(
  env: { DB: Database; READERS: ReaderNamespace },
  messages: readonly QueueMessage[],
  now: Date,
): Promise<number> {
  const parsed = messages.flatMap((message) => {
    const { success, output, issues } = v.safeParse(Message, message.body)
    if (success) return [{ message, body: output }]
    logFailure(issues[0])
    message.ack()
    return []
  })
  const summaries = parsed.flatMap(({ message, body }) =>
    body.kind === 'summary' ? [{ message, body }] : [],
  )
  const begunAtMs = Date.now()
  await storeTogether(env.DB, summaries, now)
  const storingMs = Date.now() - begunAtMs
  for (const { message, body } of parsed)
    if (body.kind === 'rescore')
      await handled(message, async () => {
        await objectOf(env.READERS, body.owner).rescore(body.owner, body.ids)
        await markRescored(env.DB, body.ids)
      })
  return storingMs
}

async function storeTogether(
  shared: Database,
  summaries: readonly { message: QueueMessage; body: SummaryMessage }[],
  now: Date,
): Promise<void> {
  if (summaries.length === 0) return
  try {
    await storeSummaries(
      shared,
      summaries.map(({ body }) => body),
      now,
    )
    for (const { message } of summaries) message.ack()
  } catch (error) {
    logFailure(error)
    for (const { message, body } of summaries)
      await handled(message, () => storeSummaries(shared, [body], now))
  }
}

async function handled(message: QueueMessage, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    message.ack()
  } catch (error) {
    logFailure(error)
    message.retry()
  }
}

const logFailure = (error: unknown) =>
  console.error(JSON.stringify({ at: 'attempt-queue', error: String(error) }))
