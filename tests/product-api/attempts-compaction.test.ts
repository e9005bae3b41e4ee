import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { compactJournals } from '../../product-api/attempts/compaction.ts'
import { moveSomeOldJournals } from '../../product-api/attempts/old-journals.ts'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { simulateGateways, updateRows } from '../emulators/identity.ts'
import {
  entriesOf,
  newGuest,
  newWriter,
  selectRows,
  startedEarlier,
  type TestTaker,
} from '../support/attempts.ts'
import { database } from '../support/product-api.ts'
import { resultOf } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

const hourMs = 3_600_000
const historyOf = (who: TestTaker, id: string) =>
  who.request<Record<string, unknown>>('GET', `/api/user-test-progresses/${id}/history`)

/** What two phones sent: taps, visits, a replaced answer, what cannot be read. */
async function answeredAttempt() {
  const guest = await newGuest()
  const { data: attempt } = await guest.start()
  const { id } = attempt
  const ids = (await guest.paper(id)).questions.map((question) => question.id)
  await startedEarlier(id)
  let at = Date.parse(attempt.startedAt)
  const one = newWriter('first-device-writer', () => (at += 1000))
  const first = [
    one({ kind: 'visit', question: ids[0]! }),
    one({ kind: 'choose', question: ids[0]!, option: 1 }),
    one({ question: ids[0]!, option: 1 }),
    one({ kind: 'leave', question: ids[0]! }),
    one({ kind: 'mark', question: ids[1]!, option: 2 }),
    one({ kind: 'choose', question: ids[2]!, option: 3 }),
    'nonsense',
  ]
  await guest.send(id, first, { device: 'device-one' })
  const two = newWriter('second-device-writer', () => (at += 1000))
  const second = [two({ kind: 'visit', question: ids[1]! }), two({ question: ids[1]!, option: 0 })]
  await guest.send(id, second, { device: 'device-two' })
  return { guest, attempt, id, ids, first, second }
}

/** Runs the cron trigger's compaction so many hours from now. */
async function compactAfter(hours: number) {
  vi.setSystemTime(Date.now() + hours * hourMs)
  await compactJournals(database(), new Date())
}
const isCompacted = async (id: string) => (await readAttempt(database(), id))?.is_compacted === 1

describe('a compacted journal', () => {
  it('says the same in the result and the history', async () => {
    const { guest, id } = await answeredAttempt()
    await guest.submit(id)
    const before = [await resultOf(guest, id), await historyOf(guest, id)]
    await compactAfter(71)
    expect(await isCompacted(id)).toBe(false)
    await compactAfter(2)
    expect(await isCompacted(id)).toBe(true)
    expect((await entriesOf(id)).length).toBeLessThan(9)
    const after = [await resultOf(guest, id), await historyOf(guest, id)]
    const withoutNow = (answers: { data: unknown }[]) =>
      answers.map(({ data }) =>
        JSON.stringify(data, (key, part: unknown) => (key === 'now' ? null : part)),
      )
    expect(withoutNow(after)).toEqual(withoutNow(before))
  })

  it('knows all entries that are sent again, and stores what is new apart', async () => {
    const { guest, id, ids, first, second } = await answeredAttempt()
    await guest.submit(id)
    const send = (events: unknown[], device: string) => guest.send(id, events, { device })
    const before = [await send(first, 'device-one'), await send(second, 'device-two')]
    await compactAfter(73)
    const again = [await send(first, 'device-one'), await send(second, 'device-two')]
    // Visits and saved taps have no time any more; a device sends them with the same one.
    const withoutTime = ({ data }: (typeof before)[number]) =>
      data.results.map(({ at: _, ...result }) => result)
    expect(again.map(withoutTime)).toEqual(before.map(withoutTime))
    const late = newWriter('first-device-later')({ question: ids[4]!, option: 1 })
    for (let times = 0; times < 2; times++)
      expect((await send([late], 'device-one')).data.results).toMatchObject([
        { stored: 'apart', reason: 'after-submission' },
      ])
    const count = (await entriesOf(id)).length
    await compactAfter(73)
    expect((await entriesOf(id)).length).toBe(count)
    expect((await send([late, ...first], 'device-one')).data.results).toMatchObject([
      { stored: 'apart' },
      ...withoutTime(before[0]!),
    ])
    expect((await resultOf(guest, id)).data.apart).toMatchObject([
      { standing: 'impossible' },
      { number: 5, option: 1, standing: 'after-submission' },
    ])
  })

  it('waits until answers are awaited no more, and counts all of them', async () => {
    const { guest, attempt, id, ids } = await answeredAttempt()
    const endsAt = Date.parse(String(attempt.endsAt))
    vi.setSystemTime(endsAt + 130_000)
    await guest.read(id)
    const late = newWriter('first-device-later', () => endsAt - 600_000)
    await updateRows(`UPDATE attempts SET compact_at = '2026-01-01' WHERE id = ?`, id)
    await compactJournals(database(), new Date())
    expect(await isCompacted(id)).toBe(false)
    const sent = await guest.send(id, [late({ question: ids[5]!, option: 1 })])
    expect(sent.data.results).toMatchObject([{ stored: 'counted' }])
    await compactAfter(73)
    expect(await isCompacted(id)).toBe(true)
    expect((await resultOf(guest, id)).data.questions[5]?.chosen).toBe(1)
  })

  it('is not kept waiting by another one that cannot be compacted', async () => {
    const [bad, good] = [await answeredAttempt(), await answeredAttempt()]
    for (const { guest, id } of [bad, good]) await guest.submit(id)
    await updateRows(`UPDATE attempts SET journal_tail = 'not JSON' WHERE id = ?`, bad.id)
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await compactAfter(73)
    expect(error).toHaveBeenCalled()
    error.mockRestore()
    expect([await isCompacted(bad.id), await isCompacted(good.id)]).toEqual([false, true])
    const [row] = await selectRows('SELECT compact_at FROM attempts WHERE id = ?', bad.id)
    expect(Date.parse(String(row?.compact_at))).toBeGreaterThan(Date.now())
  })
})

describe('a journal of before migration 0056', () => {
  /** Puts a journal back as it was stored then. */
  async function storeAsBefore(id: string) {
    const entries = await entriesOf(id)
    await updateRows(
      `INSERT INTO attempt_events (attempt_id, event_id, writer, tick, at_ms, happened_at_ms, kind,
         question, option, locale, spent_ms, device, seen_n, received_at, standing, raw)
       SELECT ?1, value ->> 'id', value ->> 'writer', value ->> 'tick', value ->> 'at',
         value ->> 'at', value ->> 'kind', value ->> 'question', value ->> 'option',
         value ->> 'locale', value ->> 'spentMs', value ->> 'device', value ->> 'seen',
         strftime('%Y-%m-%dT%H:%M:%fZ', (value ->> 'receivedAt') / 1000.0, 'unixepoch'),
         value ->> 'standing', value ->> 'raw'
       FROM json_each(?2)`,
      ...[id, JSON.stringify(entries)],
    )
    await updateRows(
      `UPDATE attempts SET journal_state = NULL, journal_tail = NULL, journal_revision = 0,
         last_n = 0, counted_n = 0 WHERE id = ?`,
      id,
    )
    await updateRows('DELETE FROM journal_segments WHERE attempt_id = ?', id)
  }
  const oldRows = async (id: string) =>
    (await selectRows('SELECT 1 FROM attempt_events WHERE attempt_id = ?', id)).length

  it('is moved when it is used, and goes on', async () => {
    const { guest, id, ids, first } = await answeredAttempt()
    const before = (await guest.eventsAfter(id)).data
    await storeAsBefore(id)
    const next = newWriter('first-device-later')({ question: ids[3]!, option: 1 })
    const [again] = await Promise.all([1, 2].map(() => guest.send(id, [...first, next])))
    expect(again?.data.results.map(({ stored }) => stored)).toEqual([
      ...[...Array<string>(6).fill('counted'), 'apart', 'counted'],
    ])
    expect(await oldRows(id)).toBe(0)
    const after = (await guest.eventsAfter(id)).data
    expect(after.events.slice(0, -1)).toEqual(before.events)
    expect(after.attempt.answered).toBe(before.attempt.answered + 1)
    expect((await guest.submit(id)).data.answered).toBe(3)
  })

  it('is moved by the cron trigger, also what the Worker of before adds afterwards', async () => {
    const { guest, id } = await answeredAttempt()
    const [before, count] = [(await guest.read(id)).data, (await entriesOf(id)).length]
    await storeAsBefore(id)
    while ((await moveSomeOldJournals(database(), new Date())) > 0);
    expect(await oldRows(id)).toBe(0)
    await updateRows(
      `INSERT INTO attempt_events (attempt_id, event_id, writer, tick, at_ms, kind, spent_ms,
         received_at, standing) VALUES (?, 'x.1', 'x', 1, 1, 'visit', 0, '', 'counted')`,
      id,
    )
    while ((await moveSomeOldJournals(database(), new Date())) > 0);
    expect((await entriesOf(id)).map(({ n }) => n).at(-1)).toBeGreaterThan(count)
    expect((await entriesOf(id)).length).toBe(count + 1)
    expect((await guest.read(id)).data).toMatchObject({ answered: before.answered })
  })

  it('is not submitted as blank by the Worker of before', async () => {
    const { id } = await answeredAttempt()
    await expect(
      updateRows(
        `UPDATE attempts SET submitted_at = updated_at, submitted_by = 'reader', score_units = 0
         WHERE id = ?`,
        id,
      ),
    ).rejects.toThrow('kept in another way now')
  })
})
