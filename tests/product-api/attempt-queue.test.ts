import { afterEach, describe, expect, it, vi } from 'vitest'
import { consumeAttemptMessages, type QueueMessage } from '../../product-api/attempts/queue.ts'
import { databaseOverBatches } from '../../product-api/database.ts'
import { bindings } from '../support/readers.ts'

/** A batch about so many rescored attempts, whose database takes 20 ms for each; returns whether it
 *  is done, and how many are handled. */
function consumed(count: number) {
  const state = { handled: 0, isDone: false }
  const rescore = () => Promise.resolve()
  const READERS = { idFromName: (name: string) => name, get: () => ({ rescore }) }
  const DB = databaseOverBatches(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return [{ results: [], meta: { changes: 1, last_row_id: 0 } }]
  })
  const messages = Array.from({ length: count }, (_, index): QueueMessage => ({
    body: { kind: 'rescore', owner: { kind: 'member', id: index + 1 }, ids: [`${index}`] },
    ack: () => void (state.handled += 1),
    retry: () => expect.fail('It is handled'),
  }))
  const env = { DB, READERS } as unknown as typeof bindings
  void consumeAttemptMessages(env, messages).then(() => (state.isDone = true))
  return state
}

describe('the consumer of the queue', () => {
  afterEach(() => void vi.useRealTimers())

  it('rests after a full batch, for at most two seconds, since more are waiting', async () => {
    vi.useFakeTimers()
    const state = consumed(100)
    await vi.advanceTimersByTimeAsync(2000)
    expect(state).toEqual({ handled: 100, isDone: false })
    await vi.advanceTimersByTimeAsync(1990)
    expect(state.isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(state.isDone).toBe(true)
  })

  it('goes on at once after a smaller one', async () => {
    vi.useFakeTimers()
    const state = consumed(99)
    await vi.advanceTimersByTimeAsync(99 * 20)
    expect(state).toEqual({ handled: 99, isDone: true })
  })
})
