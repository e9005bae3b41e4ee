import type { Answer, Channel, PageEvent, Ports, Store } from '../../client/device/ports.ts'
import { diceOf } from './dice.ts'

type Dice = ReturnType<typeof diceOf>

/** What is at the other end of the network. path: that of the site. null: no answer ever comes. */
export type Answering = (
  method: string,
  path: string,
  body: string | undefined,
) => Response | null | Promise<Response | null>

/** Time that passes only when a test says so. */
export function pretendTime(startMs: number) {
  let nowMs = startMs
  let count = 0
  const timers: { at: number; order: number; work: () => void }[] = []

  const held = new Set<Promise<unknown>>()

  /** Everything that waits for nothing but promises has happened, and what time was held for. */
  async function settled() {
    await turn()
    while (held.size > 0) {
      await Promise.all(held)
      await turn()
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
    /** No time passes until it is done. */
    hold<Value>(work: Promise<Value>): Promise<Value> {
      const own = work.finally(() => held.delete(own))
      held.add(own)
      return own
    },
    /** Lets time pass; everything that is due then happens, in order. */
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

/** Enough for the longest chain of promises that waits for nothing else. */
async function turn() {
  for (let count = 0; count < 40; count++) await Promise.resolve()
}

export type PretendTime = ReturnType<typeof pretendTime>

/** How things stand with a device; tests change it as they like. */
export type Weather = {
  isOnline: boolean
  /** Share of requests to which something happens, from 0 to 1. */
  trouble: number
  serverFails: boolean
  localStorageIsFull: boolean
  databaseIs: 'fine' | 'full' | 'silent'
}

const fairWeather: Weather = {
  isOnline: true,
  trouble: 0,
  serverFails: false,
  localStorageIsFull: false,
  databaseIs: 'fine',
}

/** A phone: its storages outlive its pages; its clock may be wrong; its pages can be gone at any moment. */
export function pretendDevice(time: PretendTime, answer: Answering, dice: Dice) {
  const weather = { ...fairWeather }
  const local = new Map<string, string>()
  const database = new Map<string, string>()
  const pages = new Set<PretendPage>()
  const lives = new Set<Life>()
  let wallOffsetMs = 0
  let asleepMs = 0
  let asleepSince: number | null = null
  const awakeMs = () => (asleepSince ?? time.now()) - asleepMs

  function openPage({ isKept = false }: { isKept?: boolean } = {}): PretendPage {
    const openedAt = awakeMs()
    const listeners = new Set<(event: PageEvent) => void>()
    const channels = new Map<string, (message: unknown) => void>()
    const life: Life = { isAlive: true, channels }
    const page: PretendPage = {
      tell: (event) => listeners.forEach((hear) => hear(event)),
      kill() {
        life.isAlive = false
        lives.delete(life)
        pages.delete(page)
      },
      close() {
        page.tell('gone')
        page.kill()
      },
      ports: {
        store: storeOf(life),
        secondCopy: localStorageOf(life),
        fetch: (path, init) => fetchOf(life, path, init),
        beacon(path, body) {
          if (body.length > 64_000) return false
          travel(() => answer('POST', path, body))
          return true
        },
        clock: {
          wall: () => time.now() + wallOffsetMs,
          monotonic: () => awakeMs() - openedAt,
        },
        timer(work, ms) {
          const timer = time.after(ms, () => life.isAlive && work())
          return () => time.cancel(timer)
        },
        random: dice.roll,
        channel: (name, hear) => openChannel(life, name, hear),
        page: {
          isKept,
          ageMs: () => 0,
          listen(hear) {
            listeners.add(hear)
            return () => listeners.delete(hear)
          },
        },
        persist: () => undefined,
      },
    }
    pages.add(page)
    lives.add(life)
    return page
  }

  function openChannel(life: Life, name: string, hear: (message: unknown) => void): Channel {
    life.channels.set(name, hear)
    return {
      tell(message) {
        const copy: unknown = JSON.parse(JSON.stringify(message))
        for (const other of lives)
          if (other !== life) time.after(1, () => other.isAlive && other.channels.get(name)?.(copy))
      },
      close: () => life.channels.delete(name),
    }
  }

  /** What a page waits for does not come to a page that is gone. */
  const forPage = <Value>(
    life: Life,
    work: (done: (value: Value) => void, fail: (error: Error) => void) => void,
  ) =>
    new Promise<Value>((done, fail) =>
      work(
        (value) => life.isAlive && done(value),
        (error) => life.isAlive && fail(error),
      ),
    )

  function storeOf(life: Life): Store {
    const inTransaction = <Value>(work: () => Value, isWrite: boolean) =>
      forPage<Value>(life, (done, fail) => {
        if (weather.databaseIs === 'silent') return
        const isFull = isWrite && weather.databaseIs === 'full'
        // Begun is committed, also if the page goes away meanwhile; unless it goes away at once.
        time.after(dice.upTo(20), () => {
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

  function localStorageOf(life: Life): Storage {
    const alive = () => {
      if (!life.isAlive) throw new Error('the page is gone')
    }
    return {
      get length() {
        return local.size
      },
      key: (at) => [...local.keys()][at] ?? null,
      getItem: (key) => local.get(key) ?? null,
      setItem(key, text) {
        alive()
        if (weather.localStorageIsFull) throw new Error('QuotaExceededError')
        local.set(key, text)
      },
      removeItem(key) {
        alive()
        local.delete(key)
      },
      clear: () => local.clear(),
    }
  }

  const fetchOf = (life: Life, path: string, init: RequestInit) =>
    forPage<Answer>(life, (done, fail) => {
      const stopped = () => fail(new Error('aborted'))
      init.signal?.addEventListener('abort', stopped)
      if (!weather.isOnline) {
        time.after(dice.upTo(300), () => fail(new Error('offline')))
        return
      }
      const body = typeof init.body === 'string' ? init.body : undefined
      travel(
        () => answer(init.method ?? 'GET', path, body),
        (response) => (weather.isOnline ? done(response) : fail(new Error('connection lost'))),
      )
    })

  /** A request on its way, and its answer on the way back. Without an answer, the caller waits for its own deadline. */
  function travel(
    arrive: () => ReturnType<Answering>,
    done: (answer: Answer) => void = () => undefined,
  ) {
    const fate = dice.roll() < weather.trouble ? dice.of(fates) : 'fine'
    const wayMs = () => 20 + dice.upTo(fate === 'slow' ? 12_000 : 400)
    const handled = () => time.hold(Promise.resolve(arrive()).then(readWhole))
    async function meet(): Promise<Answer | null> {
      if (weather.serverFails || fate === 'refused by a proxy') return answerOf(502, 'bad gateway')
      const answer = await handled()
      if (fate === 'arrives twice') time.after(wayMs(), () => void handled())
      if (fate === 'fails after storing') return answerOf(500, '')
      if (fate === 'a hotel answers') return answerOf(200, '<html>Welcome to our network</html>')
      return fate === 'answer lost' ? null : answer
    }
    if (fate === 'dropped') return
    time.after(
      wayMs(),
      () =>
        void meet().then((answer) => {
          if (answer) time.after(wayMs(), () => done(answer))
        }),
    )
  }

  function setOnline(isOnline: boolean) {
    weather.isOnline = isOnline
    if (isOnline) for (const page of pages) page.tell('online')
  }

  return {
    weather,
    local,
    database,
    pages,
    openPage,
    /** The device's own clock is set to another time. */
    setClock(ms: number) {
      wallOffsetMs += ms
    },
    /** Dark screen: its running clock stands still, the time goes on. */
    async sleep(ms: number) {
      for (const page of pages) page.tell('hidden')
      asleepSince = time.now()
      await time.pass(ms)
      asleepMs += ms
      asleepSince = null
      for (const page of pages) page.tell('shown')
    },
    setOnline,
    becomeWell() {
      Object.assign(weather, fairWeather)
      setOnline(true)
    },
  }
}

const readWhole = async (response: Response | null) =>
  response && answerOf(response.status, await response.text())

const answerOf = (status: number, text: string): Answer => ({
  ok: status < 300,
  status,
  // eslint-disable-next-line @typescript-eslint/require-await -- what is no JSON rejects, as the browser's does
  json: async (): Promise<unknown> => JSON.parse(text),
})

const fates = [
  'dropped',
  'answer lost',
  'arrives twice',
  'slow',
  'fails after storing',
  'refused by a proxy',
  'a hotel answers',
] as const

type Life = { isAlive: boolean; channels: Map<string, (message: unknown) => void> }

export type PretendPage = {
  tell: (event: PageEvent) => void
  /** Gone without a word. */
  kill: () => void
  /** Gone as when a tab is closed. */
  close: () => void
  ports: Ports
}
export type PretendDevice = ReturnType<typeof pretendDevice>
