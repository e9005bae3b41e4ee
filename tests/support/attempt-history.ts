import { openJournal, type AttemptJournal } from '../../client/device/attempt-journal.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { diceOf } from './dice.ts'
import {
  pretendDevice,
  type Answering,
  type PretendDevice,
  type PretendPage,
  type PretendTime,
} from './pretend-device.ts'

const minute = 60_000

/** two devices apart: at different questions. together: at the same ones, where nobody can say which tap was the later. */
export type Plan = 'one tab' | 'two tabs' | 'two devices apart' | 'two devices together'
const plans: readonly Plan[] = ['one tab', 'two tabs', 'two devices apart', 'two devices together']

/** What is wrong with the storages of a device; one thing at a time. */
type Trouble =
  | 'none'
  | 'local full'
  | 'local broken'
  | 'database full'
  | 'database silent'
  | 'database broken'
  | 'database wiped'
const troubles: readonly Trouble[] = [
  'none',
  'local full',
  'local broken',
  'database full',
  'database silent',
  'database broken',
  'database wiped',
]

/** A tap as the test remembers it. `serial` goes along as the time spent, by which it is found again. */
export type Tap = {
  serial: number
  device: number
  kind: JournalEvent['kind']
  question: string
  option: number | null
}

/** An attempt that runs, and its server. */
export type Hall = {
  time: PretendTime
  answer: Answering
  attempt: { id: string; carryKey: string; endsAtMs: number }
  questions: readonly string[]
  optionCount: number
  graceMs: number
}

type Tab = { page: PretendPage; journal: AttemptJournal }
type Seat = { device: PretendDevice; tabs: Tab[] }

/** One history of an attempt, drawn by chance: taps on one or two phones or in two tabs, in bad weather, until all is well again
 *  and everything has had the time to arrive. `excused`: taps that went with their page before any storage had room for them. */
export async function attemptHistory(seed: number, hall: Hall) {
  const { time, attempt, questions } = hall
  const dice = diceOf(seed)
  const plan = dice.of(plans)
  const trouble = dice.of(troubles)
  const beganMs = time.now()
  const seats: Seat[] = Array.from({ length: plan.startsWith('two devices') ? 2 : 1 }, () => ({
    device: pretendDevice(time, hall.answer, dice),
    tabs: [],
  }))
  for (const { device } of seats) device.weather.trouble = dice.of([0, 0.2, 0.6])
  const taps: Tap[] = []
  /** Written while there was no room in the one storage that is written at once. */
  const onTheWay = new Map<number, PretendPage>()
  const excused = new Set<number>()

  async function open(seat: Seat) {
    const isKept = dice.upTo(2) === 0 && seat.device.local.size > 0
    if (!isKept && !seat.device.weather.isOnline) return
    const page = seat.device.openPage({ isKept })
    const serverNowMs = isKept ? beganMs : time.now()
    const opened: AttemptJournal[] = []
    void openJournal({ ...attempt, mode: 'exam', serverNowMs, questions }, page.ports).then(
      (journal) => opened.push(journal),
    )
    // It may be gone before it was open.
    if (dice.upTo(12) === 0) {
      await time.pass(dice.upTo(30))
      return page.kill()
    }
    await time.pass(3000)
    const [journal] = opened
    if (!journal) throw new Error('a journal must open in time')
    seat.tabs.push({ page, journal })
  }

  function tap(seat: Seat, device: number) {
    if (time.now() >= attempt.endsAtMs - 1000) return
    const { page, journal } = dice.of(seat.tabs)
    const kind = dice.of([
      ...(['visit', 'choose', 'choose', 'save', 'save', 'save', 'mark', 'clear', 'leave'] as const),
    ])
    const isOwn = (_: string, at: number) => plan !== 'two devices apart' || at % 2 === device
    const question = dice.of(questions.filter(isOwn))
    const takesOption = kind === 'choose' || kind === 'save' || kind === 'mark'
    const option = takesOption ? dice.upTo(hall.optionCount) : null
    const serial = taps.length + 1
    taps.push({ serial, device, kind, question, option })
    if (seat.device.weather.localStorageIsFull) onTheWay.set(serial, page)
    journal.write({ kind, question, option, locale: 'kn', spentMs: serial })
  }

  function lose(seat: Seat, tab: Tab) {
    seat.tabs.splice(seat.tabs.indexOf(tab), 1)
    if (dice.upTo(2) === 0) tab.page.close()
    else tab.page.kill()
    const stored = storedIn(seat.device)
    for (const [serial, page] of onTheWay)
      if (page === tab.page && !hasSerial(stored, serial)) excused.add(serial)
  }

  async function happen() {
    const place = dice.upTo(seats.length)
    const seat = seats[place]!
    const { device } = seat
    if (seat.tabs.length === 0) {
      await open(seat)
      return time.pass(dice.upTo(2000))
    }
    await dice.of<() => unknown>([
      ...Array<() => unknown>(16).fill(async () => {
        tap(seat, place)
        await time.pass(dice.of([2, 5, 40, 700, 1500]))
      }),
      () => device.setOnline(dice.upTo(2) === 0),
      () => lose(seat, dice.of(seat.tabs)),
      () => (plan === 'two tabs' && seat.tabs.length < 2 ? open(seat) : undefined),
      () => device.setClock((dice.roll() - 0.5) * 10 * 60 * minute),
      () => device.sleep(dice.upTo(5 * minute)),
      () => (device.weather.serverFails = dice.upTo(3) === 0),
      () => disturb(device, trouble, dice.upTo(2) === 0),
      () => time.pass(dice.upTo(minute)),
      () => dice.of(seat.tabs).page.tell(dice.of(['hidden', 'shown', 'restored'])),
    ])()
  }

  const length = 30 + dice.upTo(60)
  for (let count = 0; count < length; count++) await happen()
  if (dice.upTo(3) === 0)
    await time.pass(Math.max(0, attempt.endsAtMs - time.now()) + hall.graceMs + minute)
  for (const seat of seats) {
    seat.device.becomeWell()
    for (const tab of [...seat.tabs]) if (dice.upTo(2) === 0) lose(seat, tab)
    while (seat.tabs.length === 0) await open(seat)
  }
  await time.pass(3 * minute)
  // What one device delivered the other sees when it is looked at.
  for (const { tabs } of seats) for (const { page } of tabs) page.tell('shown')
  await time.pass(minute)
  const journals = seats.flatMap(({ tabs }) => tabs.map(({ journal }) => journal))
  return { about: `history ${seed}: ${plan}, ${trouble}`, plan, taps, excused, journals, seats }
}

function disturb(device: PretendDevice, trouble: Trouble, isOn: boolean) {
  const { weather, local, database } = device
  weather.localStorageIsFull = trouble === 'local full' && isOn
  if (trouble === 'database full') weather.databaseIs = isOn ? 'full' : 'fine'
  if (trouble === 'database silent') weather.databaseIs = isOn ? 'silent' : 'fine'
  const inDatabase = [...database.values()].join('\n')
  const inLocal = [...local.values()].join('\n')
  if (trouble === 'local broken')
    for (const [key, text] of local)
      if (
        /^abhyasa\.journal\..*\d$/.test(key) &&
        serialsIn(text).every((one) => hasSerial(inDatabase, one))
      )
        local.set(key, broken(text))
  for (const [key, text] of database) {
    const isCopied = serialsIn(text).every((one) => hasSerial(inLocal, one))
    if (trouble === 'database broken' && key.startsWith('event/') && isCopied)
      database.set(key, broken(text))
    // A browser clears the whole of it. What came from elsewhere is still at the server.
    if (trouble === 'database wiped' && isOn) database.delete(key)
  }
}

const broken = (text: string) =>
  [text.slice(0, text.length >> 1), `2${text.slice(1)}`, '', '{"half":', '\u0000'][text.length % 5]!

const storedIn = ({ local, database }: PretendDevice) =>
  [...local.values(), ...database.values()].join('\n')

/** An event ends with the time spent, in base 36. */
const serialsIn = (text: string) =>
  [...text.matchAll(/,([0-9a-z]+)$/gm)].map(([, serial = '']) => parseInt(serial, 36))
const hasSerial = (stored: string, serial: number) => serialsIn(stored).includes(serial)

/** What a list of taps amounts to, told once more in other words than the rules'. */
export function answersOf(taps: readonly Tap[]) {
  const answers: Record<string, { saved: number | null; marked: boolean; shown: number | null }> =
    {}
  for (const { question, kind, option } of taps) {
    const now = (answers[question] ??= { saved: null, marked: false, shown: null })
    if (kind === 'choose') now.shown = option
    if (kind === 'leave') now.shown = now.saved
    if (kind === 'save' || kind === 'mark' || kind === 'clear')
      answers[question] = { saved: option, shown: option, marked: kind === 'mark' }
  }
  return answers
}
