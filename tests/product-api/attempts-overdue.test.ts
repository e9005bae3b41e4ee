import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { provisionalHours } from '../../domain/attempt/provisional.ts'
import { claimOverdue, submitOverdueAttempts } from '../../product-api/attempts/overdue-attempts.ts'
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
import { database } from '../support/product-api.ts'
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

const runCron = () => submitOverdueAttempts(database(), new Date())

/** Copies an attempt, as those of other guests. Returns their ids. */
async function copiesOf(id: string, count: number) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const columns =
    'version_id, test_id, mode, locale, right_by, started_at, ends_at, updated_at, last_n, ' +
    'counted_n, answered, last_tick, journal_revision, journal_state, journal_tail'
  const text = JSON.stringify(ids)
  await selectRows(`INSERT INTO guests SELECT value, '2026', '2036' FROM json_each(?1)`, text)
  await selectRows(
    `INSERT INTO attempts (id, guest_id, ${columns})
     SELECT value, value, ${columns} FROM json_each(?1), attempts WHERE attempts.id = ?2`,
    ...[text, id],
  )
  return ids
}

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
    await runCron()
    expect(await columnsOf(id)).toMatchObject({ submitted_by: null })
    vi.setSystemTime(endsAtMs + 121_000)
    await runCron()
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

  it('is found through an index, and claimed once by overlapping runs', async () => {
    const { results } = await database()
      .prepare(`EXPLAIN QUERY PLAN ${claimOverdue}`)
      .bind('', '', 1)
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => detail).join('\n')).toContain('attempts_unsubmitted')
    const started = await Promise.all([startedAttempt(), startedAttempt(), startedAttempt()])
    vi.setSystemTime(Math.max(...started.map(({ endsAtMs }) => endsAtMs)) + 121_000)
    const counts = await Promise.all([runCron(), runCron(), runCron()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(3)
  })

  it('is submitted with 79 others in one run, as each alone is, by few statements', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    await guest.send(
      id,
      keys
        .slice(0, 6)
        .map(([question, option], index) =>
          newWriter(`phone-that-slept-${index}`)({ question, option }),
        ),
    )
    await startedEarlier(id)
    const copies = await copiesOf(id, 79)
    vi.setSystemTime(endsAtMs + 121_000)
    const prepare = vi.spyOn(database(), 'prepare')
    expect(await runCron()).toBe(80)
    expect(prepare.mock.calls.length).toBeLessThan(40)
    prepare.mockRestore()
    expect(await runCron()).toBe(0)
    const marks = await selectRows(
      `SELECT DISTINCT a.score_units, a.provisional_until, a.submitted_by, m.outcomes
       FROM attempts a JOIN attempt_marks m ON m.attempt_id = a.id
       WHERE a.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify([id, ...copies]),
    )
    const provisional_until = new Date(endsAtMs + provisionalHours * hourMs).toISOString()
    expect(marks).toEqual([
      { score_units: 20, provisional_until, submitted_by: 'clock', outcomes: 'rrrrrrbbbb' },
    ])
    expect((await resultOf(guest, id)).data.score).toBe('5')
  })

  it('is not kept waiting by attempts that ended earlier and cannot be submitted', async () => {
    const { id, endsAtMs } = await startedAttempt()
    const bad = await copiesOf(id, 60)
    await selectRows(
      `UPDATE attempts SET journal_tail = 'not JSON',
         ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, '-1 minute')
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(bad),
    )
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const tried: number[] = []
    for (const minutes of [2, 4, 8, 13, 18, 23]) {
      vi.setSystemTime(endsAtMs + minutes * 60_000 + 1000)
      error.mockClear()
      expect(await runCron()).toBe(minutes === 2 ? 1 : 0)
      tried.push(error.mock.calls.length)
    }
    error.mockRestore()
    // Again after 5 minutes, then after 10, then after 20.
    expect(tried).toEqual([60, 0, 60, 0, 60, 0])
    expect(await columnsOf(id)).toMatchObject({ submitted_by: 'clock' })
    await selectRows(
      'DELETE FROM attempts WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(bad),
    )
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
    await runCron()
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
    await runCron()
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
    await runCron()
    expect(await columnsOf(id)).toMatchObject({ is_compared: 1, is_left_out: 0 })
  })

  it('is marked with late answers even if the request that stored them was killed', async () => {
    const { guest, id, keys, endsAtMs } = await startedAttempt()
    vi.setSystemTime(endsAtMs + 130_000)
    await runCron()
    const marks = await selectRows('SELECT score_units, marked_n FROM attempts WHERE id = ?', id)
    const columns = 'options, outcomes, units, spent_ms'
    const [before] = await selectRows(
      `SELECT json_array(${columns}) AS marks FROM attempt_marks WHERE attempt_id = ?`,
      id,
    )
    await guest.send(id, lateAnswers(keys, endsAtMs - 1000))
    await selectRows(
      'UPDATE attempts SET score_units = ?, marked_n = ? WHERE id = ?',
      ...[Number(marks[0]?.score_units), Number(marks[0]?.marked_n), id],
    )
    await selectRows(
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
