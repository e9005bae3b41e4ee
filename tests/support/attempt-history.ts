import { openJournal, type AttemptJournal } from '../../client/device/journal/attempt-journal.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { seededRandom } from './seeded-random.ts'
import {
  simulateDevice,
  type Answering,
  type SimulatedDevice,
  type SimulatedPage,
  type SimulatedTime,
} from './simulated-device.ts'

const minute = 60_000

/** two devices apart: they answer different questions. two devices together: they answer the same
 *  ones, where it is undefined which answer is the later. */
export type Plan = 'one tab' | 'two tabs' | 'two devices apart' | 'two devices together'
const plans: readonly Plan[] = ['one tab', 'two tabs', 'two devices apart', 'two devices together']

/** A fault of a device's storages; one at a time. */
type StorageFault =
  | 'none'
  | 'local full'
  | 'local broken'
  | 'database full'
  | 'database silent'
  | 'database broken'
  | 'database wiped'
const storageFaults: readonly StorageFault[] = [
  'none',
  'local full',
  'local broken',
  'database full',
  'database silent',
  'database broken',
  'database wiped',
]

/** A tap. `serial` is sent as the time spent, so that its event can be found in storages. */
export type Tap = {
  serial: number
  device: number
  kind: JournalEvent['kind']
  question: string
  option: number | null
}

/** A running attempt and its server. */
export type SimulatedAttempt = {
  time: SimulatedTime
  answer: Answering
  attempt: { id: string; carryKey: string; endsAtMs: number }
  questions: readonly string[]
  optionCount: number
  graceMs: number
}

type Tab = { page: SimulatedPage; journal: AttemptJournal }
type Phone = { device: SimulatedDevice; tabs: Tab[] }

/** Runs a random history of an attempt: taps on one or two phones or in two tabs, with faults,
 *  which end early enough for every event to be delivered. `excused`: taps that were lost with
 *  their page while no storage had space. */
export async function attemptHistory(seed: number, hall: SimulatedAttempt) {
  const { time, attempt, questions } = hall
  const random = seededRandom(seed)
  const plan = random.itemOf(plans)
  const storageFault = random.itemOf(storageFaults)
  const startedMs = time.now()
  const phones: Phone[] = Array.from({ length: plan.startsWith('two devices') ? 2 : 1 }, () => ({
    device: simulateDevice(time, hall.answer, random),
    tabs: [],
  }))
  for (const { device } of phones) device.condition.faultRate = random.itemOf([0, 0.2, 0.6])
  const taps: Tap[] = []
  /** Taps while localStorage was full, with their pages. */
  const unstored = new Map<number, SimulatedPage>()
  const excused = new Set<number>()

  async function open(phone: Phone) {
    const isOfflineCopy = random.integerBelow(2) === 0 && phone.device.local.size > 0
    if (!isOfflineCopy && !phone.device.condition.isOnline) return
    const page = phone.device.openPage({ isOfflineCopy })
    const serverNowMs = isOfflineCopy ? startedMs : time.now()
    const opened: AttemptJournal[] = []
    void openJournal({ ...attempt, mode: 'exam', serverNowMs, questions }, page.ports).then(
      (journal) => opened.push(journal),
    )
    // The page may be killed before the journal is open.
    if (random.integerBelow(12) === 0) {
      await time.pass(random.integerBelow(30))
      return page.kill()
    }
    await time.pass(3000)
    const [journal] = opened
    if (!journal) throw new Error('the journal did not open in time')
    phone.tabs.push({ page, journal })
  }

  function tap(phone: Phone, device: number) {
    if (time.now() >= attempt.endsAtMs - 1000) return
    const { page, journal } = random.itemOf(phone.tabs)
    const kind = random.itemOf([
      ...(['visit', 'choose', 'choose', 'save', 'save', 'save', 'mark', 'clear', 'leave'] as const),
    ])
    const isOwn = (_: string, at: number) => plan !== 'two devices apart' || at % 2 === device
    const question = random.itemOf(questions.filter(isOwn))
    const takesOption = kind === 'choose' || kind === 'save' || kind === 'mark'
    const option = takesOption ? random.integerBelow(hall.optionCount) : null
    const serial = taps.length + 1
    taps.push({ serial, device, kind, question, option })
    if (phone.device.condition.localStorageIsFull) unstored.set(serial, page)
    journal.write({ kind, question, option, locale: 'kn', spentMs: serial })
  }

  function endPage(phone: Phone, tab: Tab) {
    phone.tabs.splice(phone.tabs.indexOf(tab), 1)
    if (random.integerBelow(2) === 0) tab.page.close()
    else tab.page.kill()
    const stored = storedIn(phone.device)
    for (const [serial, page] of unstored)
      if (page === tab.page && !hasSerial(stored, serial)) excused.add(serial)
  }

  async function act() {
    const place = random.integerBelow(phones.length)
    const phone = phones[place]!
    const { device } = phone
    if (phone.tabs.length === 0) {
      await open(phone)
      return time.pass(random.integerBelow(2000))
    }
    await random.itemOf<() => unknown>([
      ...Array<() => unknown>(16).fill(async () => {
        tap(phone, place)
        await time.pass(random.itemOf([2, 5, 40, 700, 1500]))
      }),
      () => device.setOnline(random.integerBelow(2) === 0),
      () => endPage(phone, random.itemOf(phone.tabs)),
      () => (plan === 'two tabs' && phone.tabs.length < 2 ? open(phone) : undefined),
      () => device.setClock((random.next() - 0.5) * 10 * 60 * minute),
      () => device.sleep(random.integerBelow(5 * minute)),
      () => (device.condition.serverFails = random.integerBelow(3) === 0),
      () => setStorageFault(device, storageFault, random.integerBelow(2) === 0),
      () => time.pass(random.integerBelow(minute)),
      () => random.itemOf(phone.tabs).page.dispatch(random.itemOf(['hidden', 'shown', 'restored'])),
    ])()
  }

  const length = 30 + random.integerBelow(60)
  for (let count = 0; count < length; count++) await act()
  if (random.integerBelow(3) === 0)
    await time.pass(Math.max(0, attempt.endsAtMs - time.now()) + hall.graceMs + minute)
  for (const phone of phones) {
    phone.device.recover()
    for (const tab of [...phone.tabs]) if (random.integerBelow(2) === 0) endPage(phone, tab)
    while (phone.tabs.length === 0) await open(phone)
  }
  await time.pass(3 * minute)
  // A device fetches what the other one has delivered when its page is shown.
  for (const { tabs } of phones) for (const { page } of tabs) page.dispatch('shown')
  await time.pass(minute)
  const journals = phones.flatMap(({ tabs }) => tabs.map(({ journal }) => journal))
  return {
    about: `history ${seed}: ${plan}, ${storageFault}`,
    plan,
    taps,
    excused,
    journals,
    phones,
  }
}

function setStorageFault(device: SimulatedDevice, fault: StorageFault, isOn: boolean) {
  const { condition, local, database } = device
  condition.localStorageIsFull = fault === 'local full' && isOn
  if (fault === 'database full') condition.databaseIs = isOn ? 'full' : 'fine'
  if (fault === 'database silent') condition.databaseIs = isOn ? 'silent' : 'fine'
  const inDatabase = [...database.values()].join('\n')
  const inLocal = [...local.values()].join('\n')
  if (fault === 'local broken')
    for (const [key, text] of local)
      if (
        /^abhyasa\.journal\..*\d$/.test(key) &&
        serialsIn(text).every((one) => hasSerial(inDatabase, one))
      )
        local.set(key, broken(text))
  for (const [key, text] of database) {
    const isCopied = serialsIn(text).every((one) => hasSerial(inLocal, one))
    if (fault === 'database broken' && key.startsWith('event/') && isCopied)
      database.set(key, broken(text))
    // Simulates a browser that clears the database. Events of other devices are still on the
    // server.
    if (fault === 'database wiped' && isOn) database.delete(key)
  }
}

const broken = (text: string) =>
  [text.slice(0, text.length >> 1), `2${text.slice(1)}`, '', '{"half":', '\u0000'][text.length % 5]!

const storedIn = ({ local, database }: SimulatedDevice) =>
  [...local.values(), ...database.values()].join('\n')

/** An event ends with the time spent, in base 36. */
const serialsIn = (text: string) =>
  [...text.matchAll(/,([0-9a-z]+)$/gm)].map(([, serial = '']) => parseInt(serial, 36))
const hasSerial = (stored: string, serial: number) => serialsIn(stored).includes(serial)

/** The answers that a list of taps amounts to, computed without the code under test. */
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
