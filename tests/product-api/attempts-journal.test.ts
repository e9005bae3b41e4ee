import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventId, eventKinds, replay, type JournalEvent } from '../../domain/attempt/journal.ts'
import { updateRows, simulateGateways } from '../emulators/identity.ts'
import {
  entriesOf,
  fullPaper,
  paperWithoutBlankPenalty,
  newGuest,
  newMember,
  newWriter,
  selectRows,
  shortPaper,
  visitor,
  type Attempt,
  type TestTaker,
} from '../support/attempts.ts'
import { selectOwnRows } from '../support/readers.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

/** A new attempt of a new guest, and its questions. */
async function startedAttempt(more: Record<string, unknown> = {}) {
  const guest = await newGuest()
  const { data: attempt } = await guest.start(more)
  const { questions } = await guest.paper(attempt.id)
  return { guest, attempt, id: attempt.id, questions, ids: questions.map(({ id }) => id) }
}

/** Sets the server's clock to seconds after the end of an attempt. */
function setClockAfterEnd({ endsAt }: Attempt, seconds: number) {
  vi.setSystemTime(Date.parse(String(endsAt)) + seconds * 1000)
}

const standings = async (id: string) =>
  new Map((await entriesOf(id)).map((entry) => [entry.id, entry.standing]))

/** The state that the server's events of an attempt amount to. */
const stateOf = async (who: TestTaker, id: string) =>
  replay((await who.eventsAfter(id)).data.events)

describe('a delivered event', () => {
  it('is stored, acknowledged and returned to another device', async () => {
    const { guest, id, ids } = await startedAttempt()
    const write = newWriter()
    const event = write({ question: ids[0]!, option: 2 })
    const { status, data } = await guest.send(id, [event])
    expect(status).toBe(200)
    expect(data).toMatchObject({ acknowledged: [eventId(event)], apart: [], events: [] })
    expect(data.attempt).toMatchObject({ answered: 1, lastTick: 1, status: 'running' })
    const device = await guest.eventsAfter(id)
    expect(device.data.events).toEqual([event])
    expect((await guest.eventsAfter(id, device.data.next)).data.events).toEqual([])
  })

  it('is stored once and acknowledged each time when sent ten times', async () => {
    const { guest, id, ids } = await startedAttempt()
    const event = newWriter()({ question: ids[0]!, option: 1 })
    for (const events of [[event], [event, event], [event]]) {
      const { data } = await guest.send(id, events)
      expect(data.acknowledged).toEqual([eventId(event)])
    }
    await Promise.all(Array.from({ length: 6 }, () => guest.send(id, [event])))
    expect((await guest.eventsAfter(id)).data.events).toEqual([event])
  })

  it('is returned to other devices in order of arrival, after a given number', async () => {
    const { guest, id, ids } = await startedAttempt()
    const [phone, laptop] = [newWriter('phone-0001'), newWriter('laptop-0001')]
    const first = phone({ question: ids[0]!, option: 0 })
    const sent = await guest.send(id, [first])
    const second = laptop({ question: ids[1]!, option: 1 })
    const third = laptop({ question: ids[2]!, option: 2 })
    const answer = await guest.send(id, [second])
    expect(answer.data.events).toEqual([first])
    await guest.send(id, [third], { after: answer.data.next })
    const seen = await guest.send(id, [], { after: sent.data.next })
    expect(seen.data.events).toEqual([second, third])
  })

  it(
    'gives one state when events arrive in any order, in pieces and repeated, by two devices',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 8; round++) {
        const mode = round % 2 === 0 ? 'exam' : 'practice'
        const { guest, id, ids } = await startedAttempt({ mode })
        const events = historyOf(ids, mode)
        const pieces = inPieces(shuffled([...events, ...events.slice(0, 20)]))
        await Promise.all(pieces.map((piece) => guest.send(id, piece)))
        const state = await stateOf(guest, id)
        expect(state).toEqual(replay(events))
        const { data } = await guest.read(id)
        const saved = [...state.questions.values()].filter((question) => question.saved !== null)
        expect([data.answered, data.lastTick]).toEqual([saved.length, state.lastTick])
      }
    },
  )
})

describe('events that do not count are stored and acknowledged', () => {
  it('stores impossible events with what was sent', async () => {
    const { guest, id, ids } = await startedAttempt({ test: paperWithoutBlankPenalty })
    const write = newWriter('device-0001')
    const question = ids[0]!
    const events: unknown[] = [
      write({ question: 'of-another-paper', option: 1 }),
      write({ question, option: 4 }),
      write({ question, option: -1 }),
      write({ question, option: 1.5 }),
      write({ question: null, option: 1 }),
      write({ question, kind: 'reveal' }),
      { ...write({ question }), kind: 'teleport' },
      { ...write({ question, option: 1 }), tick: 2 ** 40 },
      { ...write({ question, option: 1 }), writer: 'server-reveal' },
      'nonsense',
      null,
      { far: 'from', being: ['an', 'event'] },
    ]
    const { status, data } = await guest.send(id, events)
    expect(status).toBe(200)
    expect(data.acknowledged).toHaveLength(events.length)
    expect(data.acknowledged.slice(0, 7)).toEqual(
      events.slice(0, 7).map((event) => eventId(event as JournalEvent)),
    )
    for (const name of data.acknowledged.slice(7)) expect(name).toMatch(/^unreadable-[\w-]{43}$/)
    expect(new Set(data.apart.map(({ standing }) => standing))).toEqual(new Set(['impossible']))
    expect(data.apart).toHaveLength(events.length)
    expect([data.attempt.answered, data.attempt.lastTick]).toEqual([0, 0])
    expect((await guest.eventsAfter(id)).data.events).toEqual([])
    const raw = await entriesOf(id)
    expect(raw.map((row) => JSON.parse(String(row.raw)) as unknown)).toEqual(events)
    const again = await guest.send(id, events)
    expect(again.data).toEqual({ ...data, attempt: again.data.attempt })
  })

  it('stores at most 256 bytes of an unreadable entry', async () => {
    const { guest, id } = await startedAttempt()
    await guest.send(id, [`ಕ${'ನ್ನಡ'.repeat(2000)}`])
    const [row] = await entriesOf(id)
    const bytes = new TextEncoder().encode(String(row?.raw)).byteLength
    expect(bytes).toBeGreaterThan(240)
    expect(bytes).toBeLessThanOrEqual(256)
    expect(row?.raw).not.toContain('\uFFFD')
  })

  it('counts an answer with an invalid time, duration or language', async () => {
    const { guest, id, ids } = await startedAttempt()
    const write = newWriter()
    const odd = { at: 'yesterday', spentMs: -5, locale: 'xx' }
    const { data } = await guest.send(id, [{ ...write({ question: ids[0]!, option: 3 }), ...odd }])
    expect([data.apart, data.attempt.answered]).toEqual([[], 1])
    const [event] = (await guest.eventsAfter(id)).data.events
    expect(event).toMatchObject({ option: 3, spentMs: 0, locale: null, at: expect.any(Number) })
  })

  it('accepts the fifth circle only for a paper that has one', async () => {
    for (const [test, apart] of [
      [shortPaper, 0],
      [paperWithoutBlankPenalty, 1],
    ] as const) {
      const { guest, id, ids } = await startedAttempt({ test })
      const { data } = await guest.send(id, [newWriter()({ question: ids[0]!, option: 4 })])
      expect(data.apart).toHaveLength(apart)
    }
  })

  it('does not count events that arrive after the submission', async () => {
    const { guest, id, ids } = await startedAttempt()
    const write = newWriter()
    await guest.send(id, [write({ question: ids[0]!, option: 1 })])
    await guest.submit(id)
    const late = write({ question: ids[1]!, option: 1 })
    const { status, data } = await guest.send(id, [late])
    expect(status).toBe(200)
    expect(data).toMatchObject({
      acknowledged: [eventId(late)],
      apart: [{ id: eventId(late), standing: 'after-submission' }],
    })
    expect(data.attempt.answered).toBe(1)
  })
})

describe('deadlines by the server’s clock', () => {
  it('counts an answer that arrives within the grace period, at any device time', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    setClockAfterEnd(attempt, 119)
    const write = newWriter('device-0001')
    const years = 365 * 24 * 60 * 60 * 1000
    const { data } = await guest.send(id, [
      write({ question: ids[0]!, option: 1, at: Date.now() + 30 * years }),
      write({ question: ids[1]!, option: 1, at: 0 }),
    ])
    expect([data.apart, data.attempt.answered, data.attempt.status]).toEqual([[], 2, 'overdue'])
  })

  it('counts an answer that arrives later if its own time is in time', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    const end = Date.parse(String(attempt.endsAt))
    setClockAfterEnd(attempt, 121)
    const write = newWriter('device-0001')
    const { data } = await guest.send(id, [
      write({ question: ids[0]!, option: 1, at: end }),
      write({ question: ids[1]!, option: 1, at: end + 1 }),
      { ...write({ question: ids[2]!, option: 1 }), at: null },
    ])
    expect(data.apart).toEqual([
      { id: 'device-0001.2', standing: 'late' },
      { id: 'device-0001.3', standing: 'late' },
    ])
    expect(data.attempt.answered).toBe(1)
  })

  it('counts answers that an offline phone delivers the next morning', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    const end = Date.parse(String(attempt.endsAt))
    const write = newWriter('device-0001', () => end - 60_000)
    setClockAfterEnd(attempt, 9 * 60 * 60)
    expect((await guest.read(id)).data).toMatchObject({ status: 'submitted', answered: 0 })
    const events = ids.map((question) => write({ question, option: 1 }))
    const { status, data } = await guest.submit(id, { events, by: 'clock' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ status: 'submitted', submittedBy: 'clock', answered: 10 })
    const [row] = await selectRows('SELECT is_compared FROM attempts WHERE id = ?', id)
    expect(row).toEqual({ is_compared: 0 })
  })

  it('applies a section’s own start and end to its answers', async () => {
    const test = 'vao-paper-2-model-paper-1'
    await updateRows(
      `UPDATE test_sections SET minutes = 4
       WHERE test_id = (SELECT id FROM practice_tests WHERE slug = '${test}')`,
    )
    const { guest, attempt, id, questions } = await startedAttempt({ test })
    const [startedAt, minute] = [Date.parse(attempt.startedAt), 60_000]
    const of = (section: string) => questions.find((one) => one.section === section)!.id
    const write = newWriter('device-0000', () => Date.now())
    vi.setSystemTime(startedAt + 1 * minute)
    const early = await guest.send(id, [
      write({ question: of('general-kannada'), option: 2 }),
      write({ question: of('general-english'), option: 2, at: startedAt + 5 * minute }),
    ])
    expect(early.data.results[1]).toEqual({
      ...{ stored: 'refused', id: 'device-0000.2', reason: 'section-not-open' },
    })
    const form = newWriter('form-writer-0')({ question: of('general-english'), option: 2 })
    const sentAsForm = await guest.send(id, [form], { via: 'form' })
    expect(sentAsForm.data.apart).toEqual([{ id: 'form-writer-0.1', standing: 'impossible' }])
    vi.setSystemTime(startedAt + 4 * minute + 121_000)
    const next = newWriter('device-0001', () => Date.now())
    const { data } = await guest.send(id, [
      next({ question: of('general-kannada'), option: 1 }),
      next({ question: of('general-english'), option: 1 }),
      next({ question: of('general-kannada'), option: 1, at: startedAt + 4 * minute }),
    ])
    const again = write({ question: of('general-english'), option: 2 })
    const sentAgain = await guest.send(id, [{ ...again, tick: 2 }])
    expect(sentAgain.data.results).toMatchObject([{ stored: 'counted', id: 'device-0000.2' }])
    expect(data.apart).toEqual([{ id: 'device-0001.1', standing: 'late' }])
    expect((await standings(id)).get('device-0001.3')).toBe('counted')
  })

  it('counts every answer in practice mode, at any time', async () => {
    const { guest, id, ids } = await startedAttempt({ mode: 'practice' })
    vi.setSystemTime(Date.now() + 20 * 24 * 60 * 60 * 1000)
    const { data } = await guest.send(id, [newWriter()({ question: ids[0]!, option: 1 })])
    expect([data.apart, data.attempt.status]).toEqual([[], 'running'])
  })
})

describe('access to a journal', () => {
  it(
    'refuses reading and writing to every other member, guest and visitor',
    { timeout: 20_000 },
    async () => {
      const { guest, attempt, id, ids } = await startedAttempt({ mode: 'practice' })
      const event = newWriter()({ question: ids[0]!, option: 1 })
      for (const [other, status] of [
        [await newGuest(), 404],
        [await newMember(), 404],
        [visitor, 403],
      ] as const) {
        const answers = [
          await other.read(id),
          await other.request('GET', `/api/user-test-progresses/${id}/paper`),
          await other.request('GET', `/api/user-test-progresses/${id}/result`),
          await other.eventsAfter(id),
          await other.send(id, [event]),
          await other.submit(id),
          await other.reveal(id, ids[0]!),
          await other.explanations(id),
        ]
        expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
      }
      const { data } = await guest.read(id)
      expect(data).toEqual({ ...attempt, now: data.now })
      const list = await (await newMember()).request('GET', '/api/user-test-progresses')
      expect(list.data).toEqual([])
    },
  )

  it('lets the holder of the carry key deliver and submit, and hides the rest', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    await guest.send(id, [newWriter()({ question: ids[0]!, option: 1 })])
    const { carryKey } = attempt
    for (const carrier of [visitor, await newGuest(), await newMember()]) {
      const event = newWriter()({ question: ids[1]!, option: 2 })
      const { status, data } = await carrier.send(id, [event], { carryKey })
      expect(status).toBe(200)
      expect(data).toMatchObject({ acknowledged: [eventId(event)], apart: [], events: [] })
      expect((await carrier.read(id)).status).toBe(carrier === visitor ? 403 : 404)
    }
    const submitted = await visitor.submit(id, { carryKey })
    expect(submitted).toMatchObject({ status: 200, data: { status: 'submitted', score: null } })
    expect((await guest.read(id)).data.score).toMatch(/\d/)
  })

  it('refuses the carry key of another attempt', async () => {
    const [one, other] = [await startedAttempt(), await startedAttempt()]
    const event = newWriter()({ question: one.ids[0]!, option: 1 })
    for (const carryKey of [other.attempt.carryKey, '', one.attempt.carryKey.slice(0, 15)])
      expect((await visitor.send(one.id, [event], { carryKey })).status).toBe(404)
  })
})

describe('limits of a delivery', () => {
  it.each([
    ['more than 500 events', 400, () => Array.from({ length: 501 }, () => 1)],
    ['more than 256 KB', 413, () => ['x'.repeat(262_144)]],
    ['something other than a list', 400, () => 'events'],
  ])('answers a delivery of %s with status %i and stores nothing', async (_, status, events) => {
    const { guest, id } = await startedAttempt()
    expect((await guest.send(id, events())).status).toBe(status)
    expect(await standings(id)).toEqual(new Map())
  })

  it('stores 500 events in one delivery', async () => {
    const { guest, id, ids } = await startedAttempt({ test: fullPaper })
    const write = newWriter()
    const events = Array.from({ length: 500 }, (_, index) =>
      write({ question: ids[index % 100]!, option: index % 5 }),
    )
    const { data } = await guest.send(id, events)
    expect([data.acknowledged.length, data.apart, data.attempt.answered]).toEqual([500, [], 100])
  })
})

it('a full journal stores and acknowledges no further events', async () => {
  const { guest, id, ids } = await startedAttempt()
  const write = newWriter()
  const first = write({ question: ids[0]!, option: 1 })
  await guest.send(id, [first])
  await selectOwnRows(
    id,
    `UPDATE attempts SET journal_state = json_set(journal_state, '$.count', 20000) WHERE id = ?`,
    id,
  )
  const { data } = await guest.send(id, [first, write({ question: ids[1]!, option: 1 })])
  expect(data.acknowledged).toEqual([eventId(first)])
})

/** Random events of two devices in exam or practice mode. */
function historyOf(ids: readonly string[], mode: 'exam' | 'practice'): JournalEvent[] {
  const writers = [newWriter(), newWriter()]
  const kinds = eventKinds.filter(
    (kind) => kind !== 'submit' && (mode === 'practice' || kind !== 'reveal'),
  )
  return Array.from({ length: 120 }, () => {
    const kind = oneOf(kinds)
    const option = oneOf([0, 1, 2, 3, 4, null])
    return oneOf(writers)({
      ...{ kind, question: oneOf(ids), spentMs: Math.floor(Math.random() * 9000) },
      option: ['choose', 'save', 'mark'].includes(kind) ? option : null,
      locale: oneOf(['kn', 'en', 'te', null]),
    })
  })
}

const oneOf = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)]!

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function inPieces<Item>(items: readonly Item[]): Item[][] {
  const rest = [...items]
  const pieces: Item[][] = []
  while (rest.length > 0) pieces.push(rest.splice(0, 1 + Math.floor(Math.random() * 15)))
  return pieces
}
