import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { handleAttemptMessages, type QueueMessage } from '../../product-api/attempts/queue.ts'
import type { SqlValue, Stores } from '../../product-api/database.ts'
import type { ApiEnv } from '../../product-api/env.ts'
import type { Owner } from '../../product-api/owner.ts'
import type { AttemptQueue } from '../../product-api/object-bindings.ts'
import { databaseOfReader, objectOf, ownerIn, readerOfAttempt } from '../../product-api/reader.ts'
import { database } from './product-api.ts'

// The readers' objects of the product API, as tests look into them.

export const bindings = env as unknown as ApiEnv['Bindings']
/** Not those that a test has put in their place. */
const { READERS } = bindings

/** In place of the queue: delivers each batch at once, while the object waits. */
export const promptQueue: AttemptQueue = {
  sendBatch: async (messages) => {
    const failed: unknown[] = []
    const batch = [...messages].map(({ body }): QueueMessage => ({
      body: structuredClone(body),
      ack: () => undefined,
      retry: () => void failed.push(body),
    }))
    await handleAttemptMessages(bindings, batch, new Date())
    if (failed.length > 0) throw new Error(`Not stored: ${JSON.stringify(failed)}`)
  },
}

/** Whose attempt it is, as the product database knows. */
export async function ownerOfAttempt(id: string): Promise<Owner> {
  const owner = await readerOfAttempt(database(), id)
  if (!owner) throw new Error(`The product database does not know attempt ${id}`)
  return owner
}

/** What a request about an attempt would work with. */
export async function storesOf(id: string): Promise<Stores> {
  const own = databaseOfReader(bindings.READERS, await ownerOfAttempt(id))
  return { own, shared: database() }
}

/** The rows that a statement returns in the object of an attempt's reader. */
export async function selectOwnRows(id: string, sql: string, ...values: SqlValue[]) {
  const { own } = await storesOf(id)
  const { results } = await own
    .prepare(sql)
    .bind(...values)
    .all()
  return results
}

/** Runs the alarm of a reader's object, if it is set; returns whether it was. */
export const runAlarm = (owner: Owner) =>
  runDurableObjectAlarm(objectOf(READERS, owner) as unknown as DurableObjectStub)

/** No object sets its alarm any more in this file, or until `vi.restoreAllMocks()`. */
export async function stopAlarms() {
  const { DATABASE } = env as unknown as { DATABASE: DurableObjectNamespace }
  await runInDurableObject(DATABASE.get(DATABASE.newUniqueId()), (_object, { storage }) => {
    const prototype = Object.getPrototypeOf(storage) as DurableObjectStorage
    vi.spyOn(prototype, 'setAlarm').mockResolvedValue(undefined)
  })
}

/** Runs the alarm of every reader who has an attempt that is not submitted. */
export async function runAllAlarms() {
  const { results } = await database()
    .prepare('SELECT DISTINCT user_id, guest_id FROM attempts WHERE submitted_at IS NULL')
    .all()
  for (const row of results) await runAlarm(ownerIn(row))
}
