import { afterEach, describe, expect, it, vi } from 'vitest'
import { consumeAttemptMessages, type QueueMessage } from '../../product-api/attempts/queue.ts'
import { databaseOverBatches } from '../../product-api/database.ts'
import { bindings } from '../support/readers.ts'

const attempt = {
  ...{ version_id: 1, test_id: 1, user_id: 1, guest_id: null, mode: 'exam', locale: 'kn' },
  ...{ right_by: 'key', extra_time: 0, started_at: '2026-11-29T04:30:00.000Z', ends_at: null },
  ...{ submitted_at: null, submitted_by: null, score_units: null, maximum_units: null },
  ...{ denominator: null, answered: 0, last_tick: 0, updated_at: '2026-11-29T04:30:00.000Z' },
  ...{ is_compared: 0, is_left_out: 0, provisional_until: null, marked_n: null },
  ...{ form_paper: null, on_paper: 0, last_n: 0, counted_n: 0, journal_revision: 1, summary_n: 1 },
}
const summary = (index: number) => ({
  ...{ kind: 'summary', claimed_from: null, marks: null },
  attempt: { ...attempt, id: `attempt ${index}` },
})
const rescore = (index: number) => ({
  ...{ kind: 'rescore', owner: { kind: 'member', id: index + 1 }, ids: [`attempt ${index}`] },
})

/** Starts a batch, each call of whose database takes so long. */
function consume(bodies: readonly unknown[], batchMs: number) {
  const state = { handled: 0, isDone: false }
  const object = { rescore: () => Promise.resolve() }
  const READERS = { idFromName: (name: string) => name, get: () => object }
  const DB = databaseOverBatches(async (statements) => {
    await new Promise((resolve) => setTimeout(resolve, batchMs))
    return statements.map(() => ({ results: [], meta: { changes: 1, last_row_id: 0 } }))
  })
  const messages = bodies.map((body): QueueMessage => ({
    body,
    ack: () => void (state.handled += 1),
    retry: () => expect.fail('It is handled'),
  }))
  const env = { DB, READERS } as unknown as typeof bindings
  void consumeAttemptMessages(env, messages).then(() => (state.isDone = true))
  return state
}

const many = <Body>(count: number, body: (index: number) => Body) =>
  Array.from({ length: count }, (_, index) => body(index))

describe('the consumer of the queue', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['three times as long as a full batch of summaries took', 300, 900],
    ['for two seconds at most', 1500, 2000],
  ])('rests %s', async (_, batchMs, restMs) => {
    vi.useFakeTimers()
    const state = consume(many(100, summary), batchMs)
    await vi.advanceTimersByTimeAsync(batchMs)
    expect(state).toEqual({ handled: 100, isDone: false })
    await vi.advanceTimersByTimeAsync(restMs - 1)
    expect(state.isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.isDone).toBe(true)
  })

  it('goes on at once after a smaller batch, and after one that stores no summaries', async () => {
    vi.useFakeTimers()
    const [small, rescored] = [consume(many(99, summary), 300), consume(many(100, rescore), 5)]
    await vi.advanceTimersByTimeAsync(510)
    expect([small, rescored]).toEqual([
      { handled: 99, isDone: true },
      { handled: 100, isDone: true },
    ])
  })
})
