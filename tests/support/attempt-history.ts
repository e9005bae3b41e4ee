import { openJournal, type AttemptJournal } from '../../client/device/journal/attempt-journal.ts'
import { writeEarlyTaps } from '../../client/islands/hall/early-taps.ts'
import type { AnswerSheet } from '../../client/islands/hall/answer-sheet.ts'
import { signOf } from '../../client/device/journal/save-sign.ts'
import { eventId, type JournalEvent } from '../../domain/attempt/journal.ts'
import { rescueEvents } from '../../domain/attempt/rescue-answers.ts'
import { decodeRescue } from '../../domain/attempt/rescue-code.ts'
import { seededRandom } from './seeded-random.ts'
import {
  simulateDevice,
  type Answering,
  type SimulatedDevice,
  type SimulatedPage,
  type SimulatedTime,
} from './simulated-device.ts'
import { serverMoods, type ServerMood } from './server-moods.ts'

const minute = 60_000

/** two devices apart: at different questions. together: at the same ones. */
export type Plan = 'one tab' | 'two tabs' | 'two devices apart' | 'two devices together'
const plans: readonly Plan[] = ['one tab', 'two tabs', 'two devices apart', 'two devices together']

/** A fault of a device's storages; one at a time. denied: the browser refuses both, from the
 *  start. */
type StorageFault =
  | 'none'
  | 'local full'
  | 'local broken'
  | 'database full'
  | 'database silent'
  | 'database broken'
  | 'database wiped'
  | 'denied'
const storageFaults: readonly StorageFault[] = [
  ...(['none', 'none', 'local full', 'local broken', 'database full', 'database silent'] as const),
  ...(['database broken', 'database wiped', 'denied'] as const),
]

/** A question that the paper had when a page was stored, and that was withdrawn since. */
export const withdrawn = 'withdrawn'

/** A tap as the test remembers it. `serial` is sent as the time spent, by which it is found
 *  again. */
export type Tap = {
  serial: number
  device: number
  kind: JournalEvent['kind']
  question: string
  option: number | null
  /** The true time. */
  atMs: number
  /** What the reader saw then as the saved answer, and the answers of
   *  other devices that the page named as replaced. */
  saw: { saved: number | null; told: readonly number[] }
}

/** The server of an attempt: simulated, or the product API. answerCarrier: to a reader whose
 *  session has ended. storedIds: of the events that it has. */
export type AttemptServer = {
  answer: Answering
  answerCarrier: Answering
  condition: { mood: ServerMood }
  storedIds: () => Promise<Iterable<string>>
}

/** An attempt that runs, and its server. */
export type SimulatedAttempt = {
  time: SimulatedTime
  server: AttemptServer
  attempt: { id: string; carryKey: string; endsAtMs: number }
  questions: readonly string[]
  optionCount: number
  graceMs: number
}

type Tab = {
  page: SimulatedPage
  journal: AttemptJournal
  /** The events that it shows, its own and those of the other tab, and when the last one came. */
  shown: { serials: Set<number>; lastTapAt: number }
  /** What was shown as saved when an option was tapped that is not saved yet, by question. */
  shownAtTap: Map<string, number | null>
}
type Phone = { device: SimulatedDevice; tabs: Tab[]; isSignedOut: boolean; codes: string[] }

/** One random history of an attempt: taps on one or two phones or in two tabs, with faults, until
 *  everything works again and has had the time to arrive. excused: taps that were lost with their
 *  page before any storage had space for them. falseSigns: what a sign told the reader and was not
 *  so. log: every action. */
export async function attemptHistory(seed: number, hall: SimulatedAttempt) {
  const { time, attempt, questions, server } = hall
  const random = seededRandom(seed)
  const plan = random.itemOf(plans)
  const storageFault = random.itemOf(storageFaults)
  const beganMs = time.now()
  const log: string[] = []
  const note = (text: string) => log.push(`${((time.now() - beganMs) / 1000).toFixed(1)}s ${text}`)
  const phones: Phone[] = Array.from({ length: plan.startsWith('two devices') ? 2 : 1 }, () => {
    const phone: Phone = {
      device: simulateDevice(
        time,
        (...request) =>
          phone.isSignedOut ? server.answerCarrier(...request) : server.answer(...request),
        random,
      ),
      ...{ tabs: [], isSignedOut: false, codes: [] },
    }
    return phone
  })
  for (const { device } of phones) {
    device.condition.faultRate = random.itemOf([0, 0, 0.2, 0.6])
    device.condition.clockRate = random.itemOf([1, 1, 1, 1.01, 1.05])
    if (storageFault === 'denied') deny(device)
  }
  const taps: Tap[] = []
  /** Written while localStorage, which is written at once, was full. */
  const unstored = new Map<number, SimulatedPage>()
  const excused = new Set<number>()
  const falseSigns: string[] = []
  const choices: Choice[] = []
  let isHandedIn = false
  /** By the ids of their events: a rescue code has no time spent. */
  const serials = new Map<string, number>()
  /** The serials of the taps that the server has stored. */
  const serialsOnServer = async () =>
    [...(await server.storedIds())].flatMap((id) => serials.get(id) ?? [])

  async function open(phone: Phone, place: number) {
    const isOfflineCopy = random.integerBelow(2) === 0 && phone.device.local.size > 0
    if (!isOfflineCopy && !phone.device.condition.isOnline) return
    note(`phone ${place} opens ${isOfflineCopy ? 'the copy' : 'the page'}`)
    const page = phone.device.openPage({ isOfflineCopy })
    const { openChannel } = page.ports
    const shown = { serials: new Set<number>(), lastTapAt: -Infinity }
    page.ports.openChannel = (name, onMessage) => {
      const channel = openChannel(name, (message) => {
        onMessage(message)
        for (const { spentMs } of eventsIn(message)) if (spentMs > 0) shown.serials.add(spentMs)
        shown.lastTapAt = time.now()
      })
      return channel && { ...channel, post: (message) => channel.post(noted(message)) }
    }
    const serverNowMs = isOfflineCopy ? beganMs : time.now()
    const opened: AttemptJournal[] = []
    void openJournal({ ...attempt, mode: 'exam', serverNowMs, questions }, page.ports).then(
      (journal) => opened.push(journal),
    )
    // The page may disappear before the journal is open.
    if (random.integerBelow(12) === 0) {
      await time.pass(random.integerBelow(30))
      note(`phone ${place}: the page is gone`)
      return page.kill()
    }
    await time.pass(3000)
    const [journal] = opened
    if (!journal) throw new Error('a journal must open in time')
    const tab: Tab = {
      ...{ page, journal, shown, shownAtTap: new Map() },
    }
    phone.tabs.push(tab)
    if (random.integerBelow(3) === 0 && canTap(journal)) tapEarly(phone, place, tab)
    await time.pass(5)
  }

  /** A page tells other tabs each event that it writes. */
  function noted(message: object) {
    for (const event of eventsIn(message))
      if (event.spentMs > 0) serials.set(eventId(event), event.spentMs)
    return message
  }

  const canTap = ({ status }: AttemptJournal) =>
    status.stage === 'answering' && time.now() < attempt.endsAtMs - 1000 && !isHandedIn

  /** Circles of the form that were filled while the page loaded. */
  function tapEarly(phone: Phone, place: number, tab: Tab) {
    const { question, at } = anyQuestion(place)
    const option = random.integerBelow(hall.optionCount)
    if (tab.journal.state.questions.get(question)?.chosen === option) return
    const serial = taps.length + 1
    // The serial of an early tap is its time spent, which the real one has not.
    const journal: AttemptJournal = Object.create(tab.journal, {
      write: { value: (entry: object) => write(phone, place, tab, { ...entry, serial } as never) },
    })
    const sheet = { earlyTaps: () => [{ index: at, option }], ids: questions, locale: 'kn' }
    writeEarlyTaps(journal, sheet as unknown as AnswerSheet)
  }

  function anyQuestion(place: number) {
    const isOwn = (at: number) => plan !== 'two devices apart' || at % 2 === place
    const isShared = plan === 'two devices together'
    const isUsed = (at: number) => isOwn(at) && (!isShared || at < 5)
    const at = random.itemOf([...questions.keys()].filter(isUsed))
    return { at, question: questions[at]! }
  }

  function tap(phone: Phone, place: number) {
    const tab = random.itemOf(phone.tabs)
    if (!canTap(tab.journal)) return
    const kind = random.itemOf([
      ...(['visit', 'choose', 'choose', 'save', 'save', 'save', 'mark', 'clear', 'leave'] as const),
    ])
    const isWithdrawn = random.integerBelow(60) === 0
    const question = isWithdrawn ? withdrawn : anyQuestion(place).question
    const takesOption = kind === 'choose' || kind === 'save' || kind === 'mark'
    // Save & Next saves what the question shows, which may be a blank.
    const isWalk = kind !== 'choose' && random.integerBelow(3) === 0
    const shown = tab.journal.state.questions.get(question)?.chosen ?? null
    const option = !takesOption ? null : isWalk ? shown : random.integerBelow(hall.optionCount)
    write(phone, place, tab, { kind, question, option, serial: taps.length + 1 })
  }

  function write(
    phone: Phone,
    place: number,
    tab: Tab,
    { kind, question, option, serial }: Omit<Tap, 'device' | 'atMs' | 'saw'>,
  ) {
    const saw = sawAt(tab, kind, question)
    taps.push({ serial, device: place, kind, question, option, atMs: time.now(), saw })
    tab.shown.serials.add(serial)
    tab.shown.lastTapAt = time.now()
    const { localStorageIsFull } = phone.device.condition
    if (localStorageIsFull) unstored.set(serial, tab.page)
    note(`phone ${place}: tap ${serial}, ${kind} ${question} ${option ?? ''}`)
    tab.journal.write({ kind, question, option, locale: 'kn', spentMs: serial })
    const shown = tab.journal.state.questions.get(question)
    if (option !== null && shown?.chosen !== option)
      falseSigns.push(`tap ${serial} shows ${shown?.chosen}`)
  }

  /** A circle that is filled but not saved hides what another device has saved meanwhile. */
  function sawAt({ journal, shownAtTap }: Tab, kind: Tap['kind'], question: string): Tap['saw'] {
    const state = journal.state.questions.get(question)
    if (state?.chosen === state?.saved) shownAtTap.delete(question)
    const saved = shownAtTap.get(question) ?? state?.saved ?? null
    if (kind === 'choose') shownAtTap.set(question, saved)
    else if (kind !== 'visit') shownAtTap.delete(question)
    const told = journal.status.replaced
      .filter((found) => found.question === question)
      .flatMap(({ kept, replaced }) => [kept.option ?? -1, replaced.option ?? -1])
    return { saved, told }
  }

  /** The reader decides between two devices' answers. */
  async function choose(tab: Tab) {
    const { replaced, stage } = tab.journal.status
    const found = replaced.at(-1)
    if (!found || stage !== 'answering') return
    // Three devices' answers are named in two rows.
    const rows = replaced.filter(({ question }) => question === found.question)
    const options = rows.flatMap((row) => [row.kept.option, row.replaced.option])
    note(`chooses ${found.replaced.option} for ${found.question}`)
    const choosing = tab.journal.choose(found.question, found.replaced.event)
    await time.pass(random.itemOf([100, 20_000]))
    void choosing
    choices.push({ question: found.question, options })
  }

  function lose(phone: Phone, place: number, tab: Tab) {
    phone.tabs.splice(phone.tabs.indexOf(tab), 1)
    const isClosed = random.integerBelow(2) === 0
    note(`phone ${place}: a page is ${isClosed ? 'closed' : 'killed'}`)
    if (isClosed) tab.page.close()
    else tab.page.kill()
    const stored = storedIn(phone.device)
    for (const [serial, page] of unstored)
      if (page === tab.page && !hasSerial(stored, serial)) excused.add(serial)
    if (random.integerBelow(4) === 0) changeClock(phone, place)
  }

  function changeClock({ device }: Phone, place: number) {
    const ms = (random.next() - 0.5) * 10 * 60 * minute
    note(`phone ${place}: its clock changes by ${Math.round(ms / minute)} min`)
    device.setClock(ms)
  }

  async function hide(phone: Phone, place: number) {
    note(`phone ${place} is hidden`)
    for (const { page } of phone.tabs) page.dispatch('hidden')
    await time.pass(random.itemOf([50, 2000, minute]))
    if (random.integerBelow(2) === 0) changeClock(phone, place)
    for (const { page } of phone.tabs) page.dispatch('shown')
    await time.pass(20)
  }

  /** Types a code, perhaps an old one, on another phone. */
  async function enterCode(phone: Phone, place: number) {
    if (phone.codes.length === 0) return
    const rescue = decodeRescue(random.itemOf(phone.codes))
    if ('reason' in rescue) throw new Error('a code must be readable')
    note(`a code of phone ${place} is entered`)
    const endsAtMs = Math.min(time.now(), attempt.endsAtMs)
    const events = rescueEvents(rescue, questions, endsAtMs)
    const device = rescue.version === 2 ? rescue.device : null
    const body = JSON.stringify({ events, device, via: 'code', carryKey: attempt.carryKey })
    await server.answerCarrier('POST', `/attempts/${attempt.id}/events`, body)
  }

  async function act() {
    const place = random.integerBelow(phones.length)
    const phone = phones[place]!
    const { device } = phone
    if (phone.tabs.length === 0) {
      await open(phone, place)
      return time.pass(random.integerBelow(2000))
    }
    await random.itemOf<() => unknown>([
      ...Array<() => unknown>(18).fill(async () => {
        tap(phone, place)
        await time.pass(random.itemOf([2, 5, 40, 700, 1500]))
      }),
      () => {
        const isOnline = random.integerBelow(2) === 0
        note(`phone ${place} is ${isOnline ? 'online' : 'offline'}`)
        device.setOnline(isOnline)
      },
      () => lose(phone, place, random.itemOf(phone.tabs)),
      () => (plan === 'two tabs' && phone.tabs.length < 2 ? open(phone, place) : undefined),
      () => changeClock(phone, place),
      () => hide(phone, place),
      () => {
        note(`phone ${place} sleeps`)
        return device.sleep(random.integerBelow(5 * minute))
      },
      () => (device.condition.serverFails = random.integerBelow(3) === 0),
      () => {
        server.condition.mood = random.itemOf(['fine', 'fine', 'fine', ...serverMoods])
        note(`the server: ${server.condition.mood}`)
      },
      () => {
        phone.isSignedOut = random.integerBelow(3) === 0
        note(`phone ${place} is signed ${phone.isSignedOut ? 'out' : 'in'}`)
      },
      () => phone.codes.push(random.itemOf(phone.tabs).journal.rescueCode()),
      () => enterCode(phone, place),
      () => choose(random.itemOf(phone.tabs)),
      () => setStorageFault(device, storageFault, random.integerBelow(2) === 0),
      () => time.pass(random.integerBelow(minute)),
      () => random.itemOf(phone.tabs).page.dispatch(random.itemOf(['hidden', 'shown', 'restored'])),
    ])()
    await checkSigns()
  }

  /** What each open page tells its reader, against what is stored. */
  async function checkSigns() {
    const received = new Set(await serialsOnServer())
    for (const { device, tabs } of phones) {
      const stored = storedIn(device)
      for (const { journal, shown } of tabs) {
        const { serials, lastTapAt } = shown
        const sign = signOf(journal.status)
        const missing = [...serials].filter((serial) => !received.has(serial))
        if (sign.kind === 'sent' && missing.length > 0)
          falseSigns.push(`"sent" at ${time.now() - beganMs} ms without ${missing.join()}`)
        // IndexedDB is known to have failed after some seconds.
        if (sign.kind === 'sent' || !sign.isStored || time.now() < lastTapAt + 6000) continue
        const gone = missing.filter((serial) => !hasSerial(stored, serial))
        if (gone.length > 0)
          falseSigns.push(`"on this phone" at ${time.now() - beganMs} ms without ${gone.join()}`)
      }
    }
  }

  const length = 30 + random.integerBelow(60)
  for (let count = 0; count < length; count++) await act()
  const ending = random.itemOf(['none', 'none', 'the time passes', 'submits'] as const)
  if (ending === 'the time passes') {
    note('the time passes')
    await time.pass(Math.max(0, attempt.endsAtMs - time.now()) + hall.graceMs + minute)
  }
  const [onlyPhone] = phones
  const submitting = phones.length === 1 ? onlyPhone?.tabs[0]?.journal : undefined
  if (ending === 'submits' && submitting && canTap(submitting)) {
    note('the reader submits')
    isHandedIn = true
    void submitting.submit()
    await time.pass(random.itemOf([100, 20_000]))
  }
  server.condition.mood = 'fine'
  for (const [place, phone] of phones.entries()) {
    phone.isSignedOut = false
    const { clockRate } = phone.device.condition
    phone.device.recover()
    phone.device.condition.clockRate = clockRate
    for (const tab of [...phone.tabs])
      if (random.integerBelow(2) === 0 && storageFault !== 'denied') lose(phone, place, tab)
    while (phone.tabs.length === 0) await open(phone, place)
  }
  // What was refused for long is sent again after minutes.
  await time.pass(6 * minute)
  // The checks that follow take a minute, and the end of the attempt must not fall into it.
  if (Math.abs(attempt.endsAtMs - time.now()) < 2 * minute) await time.pass(4 * minute)
  // The other device fetches what one has delivered when its page is shown.
  for (const { tabs } of phones) for (const { page } of tabs) page.dispatch('shown')
  await time.pass(minute)
  await checkSigns()
  const journals = phones.flatMap(({ tabs }) => tabs.map(({ journal }) => journal))
  return {
    about: `history ${seed}: ${plan}, ${storageFault}`,
    log: log.join('\n'),
    /** Whether the server knows one device: tabs that store nothing have ids of their own. */
    isOneDevice: plan === 'one tab' || (plan === 'two tabs' && storageFault !== 'denied'),
    isStorageDenied: storageFault === 'denied',
    ...{ plan, taps, excused, falseSigns, journals, isHandedIn, choices },
    serials: await serialsOnServer(),
    serialOf: serials,
    hasRightClock: (place: number) => phones[place]?.device.condition.clockRate === 1,
  }
}

/** A choice between two devices' answers, and which they were. */
export type Choice = { question: string; options: readonly (number | null)[] }

const eventsIn = (message: unknown) => (message as { events?: JournalEvent[] }).events ?? []

function deny({ condition }: SimulatedDevice) {
  condition.localStorageIsFull = true
  condition.databaseIs = 'full'
}

function setStorageFault(device: SimulatedDevice, fault: StorageFault, isOn: boolean) {
  const { condition, local, database } = device
  if (fault === 'denied') return
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
    // A browser clears the whole database. What came from other devices is still on the server.
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
    if (kind !== 'save' && kind !== 'mark' && kind !== 'clear') continue
    // A saved blank changes no answer.
    const saved = kind === 'clear' ? null : (option ?? now.saved)
    answers[question] = { saved, shown: saved, marked: kind === 'mark' }
  }
  return answers
}
