import { describe, expect, it } from 'vitest'
import { openJournal, type AttemptJournal } from '../../client/device/attempt-journal.ts'
import { eventId, replay, untouched, type JournalEvent } from '../../rules/journal.ts'
import { diceOf } from '../support/dice.ts'
import {
  pretendDevice,
  pretendTime,
  type PretendDevice,
  type PretendPage,
} from '../support/pretend-device.ts'
import { pretendServer } from '../support/pretend-server.ts'

// Thousands of histories of an attempt on bad phones in a bad network, drawn by chance that can be drawn again. What a plain list of taps
// says must be on the server in the end: each tap once, and the answers that they amount to.

const attemptId = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
const questions = Array.from({ length: 12 }, (_, index) => `question${index}`)
const startsAt = Date.UTC(2026, 10, 21, 4, 30)
const graceMs = 120_000
const minute = 60_000

/** apart: two devices at different questions. together: two devices at the same ones, where nobody can say which tap was the later. */
type Plan = 'one tab' | 'two tabs' | 'two devices apart' | 'two devices together'
const plans: readonly Plan[] = ['one tab', 'two tabs', 'two devices apart', 'two devices together']

/** What is wrong with the storages; one thing at a time. */
type Trouble =
  | 'none'
  | 'local full'
  | 'database full'
  | 'database silent'
  | 'local broken'
  | 'database broken'
  | 'database wiped'
const troubles: readonly Trouble[] = [
  'none',
  'local full',
  'database full',
  'database silent',
  'local broken',
  'database broken',
  'database wiped',
]

/** A tap as the test remembers it. `serial` goes along as the time spent, by which it is found again. */
type Tap = {
  serial: number
  device: number
  kind: JournalEvent['kind']
  question: string
  option: number | null
  page: PretendPage
  /** There was no room in the one storage that is written at once. */
  isOnTheWay: boolean
}

type Seat = { device: PretendDevice; tabs: { page: PretendPage; journal: AttemptJournal }[] }

export async function history(seed: number, say: (line: string) => void = () => undefined) {
  const dice = diceOf(seed)
  const time = pretendTime(startsAt)
  const endsAtMs = startsAt + dice.of([4, 20, 90]) * minute
  const server = pretendServer({ clock: time.now, endsAtMs, graceMs, questions })
  const plan = dice.of(plans)
  const trouble = dice.of(troubles)
  const seats: Seat[] = Array.from({ length: plan.startsWith('two devices') ? 2 : 1 }, () => ({
    device: pretendDevice(time, server, dice),
    tabs: [],
  }))
  for (const { device } of seats) device.weather.trouble = dice.of([0, 0.2, 0.6])
  const taps: Tap[] = []
  const excused = new Set<number>()

  async function open(seat: Seat) {
    const isKept = dice.upTo(2) === 0 && seat.device.local.size > 0
    if (!isKept && !seat.device.weather.isOnline) return
    const page = seat.device.openPage({ isKept })
    const opening = openJournal(
      {
        id: attemptId,
        carryKey: 'k3v9w2x8m4qp',
        mode: 'exam',
        endsAtMs,
        serverNowMs: isKept ? startsAt : time.now(),
        questions,
      },
      page.ports,
    )
    let journal: AttemptJournal | null = null
    void opening.then((opened) => {
      journal = opened
    })
    // It may be gone before it was open.
    if (dice.upTo(12) === 0) {
      await time.pass(dice.upTo(30))
      return page.kill()
    }
    await time.pass(3000)
    if (!journal) throw new Error('a journal must open in time')
    seat.tabs.push({ page, journal })
  }

  function tap(seat: Seat, place: number) {
    const { page, journal } = dice.of(seat.tabs)
    if (time.now() >= endsAtMs - 1000) return
    const kind = dice.of([
      'visit',
      'choose',
      'choose',
      'save',
      'save',
      'mark',
      'clear',
      'leave',
    ] as const)
    const own =
      plan === 'two devices apart' ? questions.filter((_, at) => at % 2 === place) : questions
    const question = dice.of(own)
    const option = kind === 'choose' || kind === 'save' || kind === 'mark' ? dice.upTo(5) : null
    const serial = taps.length + 1
    const isOnTheWay = seat.device.weather.localStorageIsFull
    taps.push({ serial, device: place, kind, question, option, page, isOnTheWay })
    journal.write({ kind, question, option, locale: 'kn', spentMs: serial })
  }

  /** The page is gone. Only what no storage had room for at once may go along, if it had not been written a moment later. */
  function lose(seat: Seat, tab: Seat['tabs'][number]) {
    seat.tabs.splice(seat.tabs.indexOf(tab), 1)
    if (dice.upTo(2) === 0) tab.page.close()
    else tab.page.kill()
    const stored = [...seat.device.local.values(), ...seat.device.database.values()].join('\n')
    for (const { serial, page, isOnTheWay } of taps)
      if (page === tab.page && isOnTheWay && !hasSerial(stored, serial)) excused.add(serial)
  }

  async function step() {
    const place = dice.upTo(seats.length)
    const seat = seats[place]!
    const { device } = seat
    if (seat.tabs.length === 0) {
      await open(seat)
      await time.pass(dice.upTo(2000))
      return
    }
    const roll = dice.upTo(20)
    say(`${time.now() - startsAt} seat ${place} roll ${roll}`)
    switch (roll) {
      case 0:
        return device.setOnline(dice.upTo(2) === 0)
      case 1:
        return lose(seat, dice.of(seat.tabs))
      case 2:
        if (plan === 'two tabs' && seat.tabs.length < 2) await open(seat)
        return
      case 3:
        return device.setClock((dice.roll() - 0.5) * 10 * 60 * minute)
      case 4:
        return device.sleep(dice.upTo(5 * minute))
      case 5:
        device.weather.serverFails = dice.upTo(3) === 0
        return
      case 6:
        return disturb(device, trouble, dice.upTo(2) === 0)
      case 7:
        return time.pass(dice.upTo(minute))
      case 8:
        for (const { page } of seat.tabs)
          page.tell(dice.of(['hidden', 'shown', 'restored'] as const))
        return
      default:
        tap(seat, place)
        return time.pass(dice.of([2, 5, 40, 700, 1500]))
    }
  }

  const steps = 20 + dice.upTo(60)
  for (let count = 0; count < steps; count++) await step()
  const isEarly = time.now() < endsAtMs

  // Everything gets well again; each device is opened once more, some after the end.
  if (dice.upTo(3) === 0) await time.pass(Math.max(0, endsAtMs - time.now()) + graceMs + minute)
  for (const seat of seats) {
    Object.assign(seat.device.weather, {
      trouble: 0,
      serverFails: false,
      localStorageIsFull: false,
      databaseIs: 'fine',
    })
    for (const tab of [...seat.tabs]) if (dice.upTo(2) === 0) lose(seat, tab)
    seat.device.setOnline(true)
    while (seat.tabs.length === 0) await open(seat)
  }
  await time.pass(3 * minute)
  // What a device has delivered the others see when they ask.
  for (const { device, tabs } of seats)
    for (const { page } of tabs.slice(0, 1)) if (device.weather.isOnline) page.tell('shown')
  await time.pass(minute)
  return { dice, time, server, seats, taps, excused, plan, trouble, isEarly, endsAtMs }
}

function disturb(device: PretendDevice, trouble: Trouble, isOn: boolean) {
  const { weather, local, database } = device
  weather.localStorageIsFull = trouble === 'local full' && isOn
  if (trouble === 'database full') weather.databaseIs = isOn ? 'full' : 'fine'
  if (trouble === 'database silent') weather.databaseIs = isOn ? 'silent' : 'fine'
  const texts = [...local].filter(([key]) => key.startsWith('abhyasa.journal.1.'))
  if (trouble === 'local broken')
    for (const [key, text] of texts)
      if (!key.endsWith('.note') && isIn(database, key, text))
        local.set(key, broken(text, text.length))
  const inLocal = texts.map(([, text]) => text).join('\n')
  for (const [key, text] of database) {
    const serial = parseInt(text.split(',').at(-1) ?? '', 36)
    const isCopied = key.startsWith('event/') && hasSerial(inLocal, serial)
    if (trouble === 'database broken' && isCopied) database.set(key, broken(text, serial))
    // A browser that clears a database clears the whole of it; what came from elsewhere is still at the server.
    if (trouble === 'database wiped' && isOn) database.delete(key)
  }
}

/** Whether the database has every event of a text of the second copy. */
const isIn = (database: Map<string, string>, key: string, text: string) => {
  const owner = key.split('.').at(-2)!
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]!)
    .every((id) => database.has(`event/${attemptId}/${id.includes('.') ? id : `${owner}.${id}`}`))
}

const broken = (text: string, chance: number) =>
  [text.slice(0, text.length >> 1), `2${text.slice(1)}`, '', '{"half":', '\u0000'][chance % 5]!

const hasSerial = (stored: string, serial: number) =>
  new RegExp(`,${serial.toString(36)}$`, 'm').test(stored)

/** What a list of taps amounts to, told once more in other words than the rules'. */
function model(taps: readonly Tap[]) {
  const answers = new Map<string, { saved: number | null; marked: boolean; shown: number | null }>()
  for (const { question, kind, option } of taps) {
    const now = answers.get(question) ?? { saved: null, marked: false, shown: null }
    answers.set(question, now)
    if (kind === 'choose') now.shown = option
    if (kind === 'leave') now.shown = now.saved
    if (kind === 'save' || kind === 'mark')
      Object.assign(now, { saved: option, shown: option, marked: kind === 'mark' })
    if (kind === 'clear') Object.assign(now, { saved: null, shown: null, marked: false })
  }
  return Object.fromEntries([...answers].sort())
}

const stateOf = (events: Iterable<JournalEvent>) =>
  Object.fromEntries(
    [...replay(events).questions]
      .map(
        ([id, { saved, isMarked, chosen }]) =>
          [id, { saved, marked: isMarked, shown: chosen }] as const,
      )
      .sort(),
  )

const seeds = Number(process.env.HISTORIES ?? 2400)
const first = Number(process.env.FIRST ?? 1)
const groups = 12

describe(`${seeds} histories of an attempt`, () => {
  let taps = 0
  let excusedTaps = 0
  for (let group = 0; group < groups; group++)
    it(
      `lose no answer and bring each tap to the server once (part ${group + 1})`,
      { timeout: 120_000 },
      async () => {
        for (let seed = first + group; seed < first + seeds; seed += groups) {
          const t0=performance.now(); const told = await history(seed); if (process.env.TIMING && performance.now()-t0>100) console.log('SLOW',seed,Math.round(performance.now()-t0),told.plan,told.trouble,told.taps.length,told.server.seen.posts,told.server.seen.received.length, told.time.stats())
          taps += told.taps.length
          excusedTaps += check(told, seed)
        }
      },
    )

  it('excuse only what no storage had room for', () => {
    expect(taps).toBeGreaterThan(seeds * 10)
    expect(excusedTaps / taps).toBeLessThan(0.005)
    console.log(
      `${taps} taps; ${excusedTaps} went with a page before any storage had room for them`,
    )
  })
})

function check(told: Awaited<ReturnType<typeof history>>, seed: number): number {
  const { server, taps, excused, plan, trouble, seats } = told
  const about = `history ${seed}: ${plan}, ${trouble}`
  const rows = [...server.rows.values()]
  const serials = rows.map(({ event }) => event.spentMs)
  const lost = taps.filter(({ serial }) => !serials.includes(serial) && !excused.has(serial))
  expect(
    lost.map(({ serial }) => serial),
    `${about}: lost`,
  ).toEqual([])
  expect(new Set(serials).size, `${about}: twice`).toBe(serials.length)
  expect(
    rows.filter(({ standing }) => standing !== 'counted'),
    `${about}: not counted`,
  ).toEqual([])
  const happened = taps.filter(({ serial }) => serials.includes(serial))
  const onServer = stateOf(rows.map(({ event }) => event))
  if (plan !== 'two devices together') expect(onServer, about).toEqual(model(happened))
  else
    for (const [id, { saved }] of Object.entries(onServer)) {
      const possible = [0, 1].map(
        (place) => model(happened.filter(({ device }) => device === place))[id]?.saved,
      )
      expect([...possible, ...(possible.includes(undefined) ? [null] : [])], about).toContain(saved)
    }
  for (const { tabs } of seats)
    for (const { journal } of tabs) {
      expect(journal.status, about).toMatchObject({
        unsent: 0,
        link: 'sent',
        apart: 0,
        refused: null,
      })
      const shown = [...journal.state.questions].map(([id, { saved }]) => [id, saved])
      const there = [...server.state().questions].map(([id, { saved }]) => [id, saved])
      expect(Object.fromEntries(shown), `${about}: a page shows`).toEqual(Object.fromEntries(there))
    }
  return taps.length - happened.length
}
void eventId
void untouched
