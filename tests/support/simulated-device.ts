import type {
  Channel,
  FetchedResponse,
  PageEvent,
  Ports,
  TextStore,
} from '../../client/device/ports.ts'
import { seededRandom } from './seeded-random.ts'

type SeededRandom = ReturnType<typeof seededRandom>

/** Responds to requests in place of the network. `path`: on the site. null: no response is ever
 *  received. */
export type Answering = (
  method: string,
  path: string,
  body: string | undefined,
) => Response | null | Promise<Response | null>

/** A clock in ms since 1970 that advances only when a test calls `pass`. */
export function simulateTime(startMs: number) {
  let nowMs = startMs
  let count = 0
  const timers: { at: number; order: number; work: () => void }[] = []

  const heldWork = new Set<Promise<unknown>>()

  /** Waits for everything that depends on promises only, and for the work given to `hold`. */
  async function settled() {
    await flushPromises()
    while (heldWork.size > 0) {
      await Promise.all(heldWork)
      await flushPromises()
    }
  }

  function after(ms: number, work: () => void) {
    const timer = { at: nowMs + Math.max(0, ms), order: count++, work }
    timers.push(timer)
    return timer
  }

  return {
    now: () => nowMs,
    after,
    cancel(timer: { work: () => void }) {
      timer.work = () => undefined
    },
    /** Stops the clock until the work is done. */
    hold<Value>(work: Promise<Value>): Promise<Value> {
      const own = work.finally(() => heldWork.delete(own))
      heldWork.add(own)
      return own
    },
    /** Advances the clock and runs the timers that become due, in order. */
    async pass(ms: number) {
      const until = nowMs + ms
      await settled()
      for (;;) {
        let next = -1
        for (const [at, timer] of timers.entries())
          if (timer.at <= until && (next === -1 || isBefore(timer, timers[next]!))) next = at
        if (next === -1) break
        const [timer] = timers.splice(next, 1)
        nowMs = Math.max(nowMs, timer!.at)
        timer!.work()
        await settled()
      }
      nowMs = until
    },
  }
}

type Timed = { at: number; order: number }
const isBefore = (one: Timed, other: Timed) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** Runs pending promise callbacks; 40 turns are enough for the longest chain of promises. */
async function flushPromises() {
  for (let count = 0; count < 40; count++) await Promise.resolve()
}

export type SimulatedTime = ReturnType<typeof simulateTime>

/** What works on a device; tests may change it at any time. */
export type Condition = {
  isOnline: boolean
  /** Share of requests that fail in some way, from 0 to 1. */
  faultRate: number
  serverFails: boolean
  localStorageIsFull: boolean
  databaseIs: 'fine' | 'full' | 'silent'
  /** How fast its monotonic clock runs; 1: right. Pages that are open keep theirs. */
  clockRate: number
}

const workingCondition: Condition = {
  isOnline: true,
  faultRate: 0,
  serverFails: false,
  localStorageIsFull: false,
  databaseIs: 'fine',
  clockRate: 1,
}

/** A phone. Its storages survive its pages, its clock may be wrong, and its pages may be killed at
 *  any moment. */
export function simulateDevice(time: SimulatedTime, answer: Answering, random: SeededRandom) {
  const condition = { ...workingCondition }
  let databaseBusyUntil = 0
  const local = new Map<string, string>()
  const database = new Map<string, string>()
  const pages = new Set<SimulatedPage>()
  const lifetimes = new Set<PageLifetime>()
  let wallOffsetMs = 0
  let asleepMs = 0
  let asleepSinceMs: number | null = null
  const awakeMs = () => (asleepSinceMs ?? time.now()) - asleepMs

  function openPage({ isOfflineCopy = false }: { isOfflineCopy?: boolean } = {}): SimulatedPage {
    const openedAt = awakeMs()
    const rate = condition.clockRate
    const listeners = new Set<(event: PageEvent) => void>()
    const channels = new Map<string, (message: unknown) => void>()
    const life: PageLifetime = { isAlive: true, channels }
    const page: SimulatedPage = {
      dispatch: (event) => listeners.forEach((listener) => listener(event)),
      kill() {
        life.isAlive = false
        lifetimes.delete(life)
        pages.delete(page)
      },
      close() {
        page.dispatch('gone')
        page.kill()
      },
      ports: {
        store: storeOf(life),
        localStorage: localStorageOf(life),
        fetch: (path, init) => fetchOf(life, path, init),
        sendBeacon(path, body) {
          if (body.length > 64_000) return false
          transmit(() => answer('POST', path, body))
          return true
        },
        clock: {
          wall: () => time.now() + wallOffsetMs,
          monotonic: () => (awakeMs() - openedAt) * rate,
        },
        setTimer(work, ms) {
          const timer = time.after(ms / rate, () => life.isAlive && work())
          return () => time.cancel(timer)
        },
        random: random.next,
        openChannel: (name, onMessage) => openChannel(life, name, onMessage),
        page: {
          isOfflineCopy,
          ageMs: () => 0,
          listen(onEvent) {
            listeners.add(onEvent)
            return () => listeners.delete(onEvent)
          },
        },
        persist: () => undefined,
      },
    }
    pages.add(page)
    lifetimes.add(life)
    return page
  }

  function openChannel(
    life: PageLifetime,
    name: string,
    onMessage: (message: unknown) => void,
  ): Channel {
    life.channels.set(name, onMessage)
    return {
      post(message) {
        const copy: unknown = JSON.parse(JSON.stringify(message))
        for (const other of lifetimes)
          if (other !== life) time.after(1, () => other.isAlive && other.channels.get(name)?.(copy))
      },
      close: () => life.channels.delete(name),
    }
  }

  /** A promise that is never settled after its page was killed. */
  const whilePageLives = <Value>(
    life: PageLifetime,
    work: (done: (value: Value) => void, fail: (error: Error) => void) => void,
  ) =>
    new Promise<Value>((done, fail) =>
      work(
        (value) => life.isAlive && done(value),
        (error) => life.isAlive && fail(error),
      ),
    )

  function storeOf(life: PageLifetime): TextStore {
    const inTransaction = <Value>(work: () => Value, isWrite: boolean) =>
      whilePageLives<Value>(life, (done, fail) => {
        if (condition.databaseIs === 'silent') return
        const isFull = isWrite && condition.databaseIs === 'full'
        // A transaction that has started commits even if the page is killed meanwhile. Those of all
        // pages run in the order in which they started.
        databaseBusyUntil = Math.max(time.now(), databaseBusyUntil) + random.integerBelow(20)
        time.after(databaseBusyUntil - time.now(), () => {
          if (isFull) fail(new Error('QuotaExceededError'))
          else done(work())
        })
      })
    return {
      entries: (prefix) =>
        inTransaction(() => [...database].filter(([key]) => key.startsWith(prefix)), false),
      put: (entries) =>
        inTransaction(() => entries.forEach(([key, text]) => database.set(key, text)), true),
      remove: (keys) => inTransaction(() => keys.forEach((key) => database.delete(key)), true),
    }
  }

  function localStorageOf(life: PageLifetime): Storage {
    const alive = () => {
      if (!life.isAlive) throw new Error('the page was closed')
    }
    return {
      get length() {
        return local.size
      },
      key: (at) => [...local.keys()][at] ?? null,
      getItem: (key) => local.get(key) ?? null,
      setItem(key, text) {
        alive()
        if (condition.localStorageIsFull) throw new Error('QuotaExceededError')
        local.set(key, text)
      },
      removeItem(key) {
        alive()
        local.delete(key)
      },
      clear: () => local.clear(),
    }
  }

  const fetchOf = (life: PageLifetime, path: string, init: RequestInit) =>
    whilePageLives<FetchedResponse>(life, (done, fail) => {
      const rejectAborted = () => fail(new Error('aborted'))
      init.signal?.addEventListener('abort', rejectAborted)
      if (!condition.isOnline) {
        time.after(random.integerBelow(300), () => fail(new Error('offline')))
        return
      }
      const body = typeof init.body === 'string' ? init.body : undefined
      transmit(
        () => answer(init.method ?? 'GET', path, body),
        (response) => (condition.isOnline ? done(response) : fail(new Error('connection lost'))),
      )
    })

  /** Transmits a request and its response, with delays and faults. Without a response, the caller
   *  waits until its own deadline. */
  function transmit(
    arrive: () => ReturnType<Answering>,
    done: (answer: FetchedResponse) => void = () => undefined,
  ) {
    const fault = random.next() < condition.faultRate ? random.itemOf(faults) : 'fine'
    const randomDelayMs = () => 20 + random.integerBelow(fault === 'slow' ? 12_000 : 400)
    const handleRequest = () => time.hold(Promise.resolve(arrive()).then(readResponse))
    async function responseOrLoss(): Promise<FetchedResponse | null> {
      if (condition.serverFails || fault === 'refused by a proxy')
        return answerOf(502, 'bad gateway')
      const answer = await handleRequest()
      if (fault === 'arrives twice') time.after(randomDelayMs(), () => void handleRequest())
      if (fault === 'fails after storing') return answerOf(500, '')
      if (fault === 'a captive portal answers')
        return answerOf(200, '<html>Welcome to our network</html>')
      return fault === 'answer lost' ? null : answer
    }
    if (fault === 'dropped') return
    time.after(
      randomDelayMs(),
      () =>
        void responseOrLoss().then((answer) => {
          if (answer) time.after(randomDelayMs(), () => done(answer))
        }),
    )
  }

  function setOnline(isOnline: boolean) {
    condition.isOnline = isOnline
    if (isOnline) for (const page of pages) page.dispatch('online')
  }

  return {
    condition,
    local,
    database,
    pages,
    openPage,
    /** Sets the device's own clock to another time. */
    setClock(ms: number) {
      wallOffsetMs += ms
    },
    /** The screen is off: the monotonic clock stops while time passes. */
    async sleep(ms: number) {
      for (const page of pages) page.dispatch('hidden')
      asleepSinceMs = time.now()
      await time.pass(ms)
      asleepMs += ms
      asleepSinceMs = null
      for (const page of pages) page.dispatch('shown')
    },
    setOnline,
    recover() {
      Object.assign(condition, workingCondition)
      setOnline(true)
    },
  }
}

const readResponse = async (response: Response | null) =>
  response && answerOf(response.status, await response.text())

const answerOf = (status: number, text: string): FetchedResponse => ({
  ok: status < 300,
  status,
  // Rejects malformed JSON, as the browser does.
  // eslint-disable-next-line @typescript-eslint/require-await
  json: async (): Promise<unknown> => JSON.parse(text),
})

const faults = [
  'dropped',
  'answer lost',
  'arrives twice',
  'slow',
  'fails after storing',
  'refused by a proxy',
  'a captive portal answers',
] as const

type PageLifetime = { isAlive: boolean; channels: Map<string, (message: unknown) => void> }

export type SimulatedPage = {
  dispatch: (event: PageEvent) => void
  /** The page disappears without any event. */
  kill: () => void
  /** As when a tab is closed. */
  close: () => void
  ports: Ports
}
export type SimulatedDevice = ReturnType<typeof simulateDevice>
