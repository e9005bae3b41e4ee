import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { provisionalHours } from '../../domain/attempt/provisional.ts'
import { claimStuck, wakeStuckReaders } from '../../product-api/attempts/object-care.ts'
import { claimOverdue } from '../../product-api/attempts/overdue-attempts.ts'
import { simulateGateways } from '../emulators/identity.ts'
import {
  keysOf,
  newGuest,
  newWriter,
  selectRows,
  shortPaper,
  startedEarlier,
  type Attempt,
} from '../support/attempts.ts'
import { bindings, ownerOfAttempt, runAlarm, selectOwnRows, storesOf } from '../support/readers.ts'
import { resultOf } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

const hourMs = 3_600_000

async function startedAttempt() {
  const guest = await newGuest()
  const { data: attempt } = await guest.start()
  const keys = [...(await keysOf(shortPaper))]
  const endsAtMs = Date.parse(String(attempt.endsAt))
  return { guest, attempt, id: attempt.id, keys, endsAtMs }
}

const ring = async (id: string) => runAlarm(await ownerOfAttempt(id))

const columnsOf = async (id: string) =>
  (
    await selectRows(
      `SELECT submitted_by, is_compared, is_left_out, provisional_until FROM attempts
       WHERE id = ?`,
      id,
    )
  )[0]

describe('an attempt whose device does not come back', () => {
  it('is submitted by the cron trigger after the grace period, not before', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    const [question, key] = keys[0]!
    await guest.send(id, [newWriter()({ question, option: key })])
    vi.setSystemTime(endsAtMs + 119_000)
    await ring(id)
    expect(await columnsOf(id)).toMatchObject({ submitted_by: null })
    vi.setSystemTime(endsAtMs + 121_000)
    await ring(id)
    expect(await columnsOf(id)).toMatchObject({ submitted_by: 'clock' })
    expect((await resultOf(guest, id)).data.score).toBe('-5/4')
  })

  it('is submitted when its owner reads it, even if no cron trigger runs', async () => {
    for (const path of ['', '/result?locale=en', '/events?after=0', '/history']) {
      const { guest, id, endsAtMs } = await startedAttempt()
      vi.setSystemTime(endsAtMs + 121_000)
      const url = `/api/user-test-progresses/${id}${path}`
      expect((await guest.request('GET', url)).status, path).toBe(200)
      expect(await columnsOf(id), path).toMatchObject({ submitted_by: 'clock' })
      vi.useRealTimers()
    }
  })

  it('is found through an index, in the object and by the cron trigger', async () => {
    const { id } = await startedAttempt()
    const { own, shared } = await storesOf(id)
    for (const [db, text] of [
      [own, claimOverdue],
      [shared, claimStuck],
    ] as const) {
      const { results } = await db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .bind('', '', 1)
        .all<{ detail: string }>()
      expect(results.map(({ detail }) => detail).join('\n')).toContain('attempts_unsubmitted')
    }
  })

  it('is submitted once by an alarm that comes twice, and its summary is stored once', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    const write = newWriter()
    const events = keys.slice(0, 6).map(([question, option]) => write({ question, option }))
    await guest.send(id, events)
    await startedEarlier(id)
    vi.setSystemTime(endsAtMs + 121_000)
    const owner = await ownerOfAttempt(id)
    await Promise.all([runAlarm(owner), runAlarm(owner)])
    const [first] = await selectRows('SELECT * FROM attempts WHERE id = ?', id)
    expect(first).toMatchObject({ submitted_by: 'clock', score_units: 20, in_object: 1 })
    await runAlarm(owner)
    expect(await selectRows('SELECT * FROM attempts WHERE id = ?', id)).toEqual([first])
  })

  it('is submitted by the cron trigger where the alarm does not come', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    const [question, option] = keys[0]!
    await guest.send(id, [newWriter()({ question, option })])
    vi.setSystemTime(endsAtMs + 121_000)
    await wakeStuckReaders(bindings, new Date())
    expect(await columnsOf(id)).toMatchObject({ submitted_by: null })
    vi.setSystemTime(endsAtMs + 421_000)
    await Promise.all([1, 2, 3].map(() => wakeStuckReaders(bindings, new Date())))
    expect(await columnsOf(id)).toMatchObject({ submitted_by: 'clock' })
    const [row] = await selectRows('SELECT submit_tries FROM attempts WHERE id = ?', id)
    expect(row).toEqual({ submit_tries: 1 })
    expect(await wakeStuckReaders(bindings, new Date())).toBe(0)
  })

  it('is not kept waiting by another one that cannot be submitted', async () => {
    const { guest, id, endsAtMs } = await startedAttempt()
    const { data: bad } = await guest.start()
    await selectOwnRows(
      id,
      `UPDATE attempts SET journal_tail = 'not JSON',
         ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, '-1 minute') WHERE id = ?`,
      bad.id,
    )
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const tried: number[] = []
    for (const minutes of [3, 4, 8.1, 13, 18.2, 23]) {
      vi.setSystemTime(endsAtMs + minutes * 60_000 + 1000)
      error.mockClear()
      await ring(id)
      tried.push(error.mock.calls.filter(([text]) => String(text).includes(bad.id)).length)
    }
    error.mockRestore()
    // Again after 5 minutes, then after 10, then after 20.
    expect(tried).toEqual([1, 0, 1, 0, 1, 0])
    expect(await columnsOf(id)).toMatchObject({ submitted_by: 'clock' })
  })
})

describe('a submission by the clock', () => {
  const lateAnswers = (keys: [string, number][], at: number) => {
    const write = newWriter('phone-that-slept', () => at)
    return keys.map(([question, option]) => write({ question, option }))
  }

  it('counts answers that were given in time and arrive within the period', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    vi.setSystemTime(endsAtMs + 130_000)
    await ring(id)
    const before = (await guest.read(id)).data
    expect(before).toMatchObject({
      ...{ status: 'submitted', submittedBy: 'clock', answered: 0 },
      provisionalUntil: new Date(endsAtMs + provisionalHours * hourMs).toISOString(),
    })
    expect((await resultOf(guest, id)).data.arrivedLate).toBe(0)
    vi.setSystemTime(endsAtMs + (provisionalHours - 1) * hourMs)
    const { data } = await guest.send(id, lateAnswers(keys, endsAtMs - 60_000))
    expect(data.apart).toEqual([])
    const result = (await resultOf(guest, id)).data
    expect(result).toMatchObject({ score: '10', arrivedLate: 10, counts: { right: 10, blank: 0 } })
    expect(result.attempt).toMatchObject({ score: '10', status: 'submitted' })
    expect(await columnsOf(id)).toMatchObject({ is_compared: 0, is_left_out: 0 })
  })

  it('counts no answer that was given after the end, or arrives after the period', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    vi.setSystemTime(endsAtMs + 130_000)
    await ring(id)
    const late = await guest.send(id, lateAnswers(keys.slice(0, 2), endsAtMs + 1))
    expect(late.data.apart.map(({ standing }) => standing)).toEqual(['late', 'late'])
    vi.setSystemTime(endsAtMs + provisionalHours * hourMs + 1000)
    const write = newWriter('phone-two-days-later', () => endsAtMs - 1000)
    const [question, option] = keys[5]!
    const { data } = await guest.send(id, [write({ question, option })])
    expect(data.apart.map(({ standing }) => standing)).toEqual(['period-over'])
    expect((await resultOf(guest, id)).data).toMatchObject({ score: '-5/2', arrivedLate: 0 })
  })

  it('stays compared where every answer arrived in time', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    await startedEarlier(id)
    await guest.send(id, lateAnswers(keys, Date.now()))
    vi.setSystemTime(endsAtMs + 130_000)
    await ring(id)
    expect(await columnsOf(id)).toMatchObject({ is_compared: 1, is_left_out: 0 })
  })

  it('is marked with late answers even if the request that stored them was killed', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    vi.setSystemTime(endsAtMs + 130_000)
    await ring(id)
    const marks = await selectOwnRows(
      id,
      'SELECT score_units, marked_n FROM attempts WHERE id = ?',
      id,
    )
    const columns = 'options, outcomes, units, spent_ms'
    const [before] = await selectOwnRows(
      id,
      `SELECT json_array(${columns}) AS marks FROM attempt_marks WHERE attempt_id = ?`,
      id,
    )
    await guest.send(id, lateAnswers(keys, endsAtMs - 1000))
    await selectOwnRows(
      id,
      'UPDATE attempts SET score_units = ?, marked_n = ? WHERE id = ?',
      ...[Number(marks[0]?.score_units), Number(marks[0]?.marked_n), id],
    )
    await selectOwnRows(
      id,
      `UPDATE attempt_marks
       SET (${columns}) = (?1 ->> 0, ?1 ->> 1, ?1 ->> 2, ?1 ->> 3) WHERE attempt_id = ?2`,
      ...[String(before?.marks), id],
    )
    expect((await resultOf(guest, id)).data.score).toBe('10')
  })

  it('leaves a submission by the reader final', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    const submitted: Attempt = (await guest.submit(id)).data
    expect(submitted.provisionalUntil).toBeNull()
    const { data } = await guest.send(id, lateAnswers(keys, endsAtMs - 1000))
    expect(new Set(data.apart.map(({ standing }) => standing))).toEqual(
      new Set(['after-submission']),
    )
  })
})
