import type { PaymentContext } from '../payment-context.ts'
import type { ClockName } from './clock-names.ts'
import { lookAtOrder, readDueOrders } from './due-orders.ts'
import { firstPace, paceAfter, roomAt, type Pace } from './pace.ts'

/** The part of a Durable Object's storage that a clock uses. */
export type ClockStorage = {
  getAlarm(): Promise<number | null>
  setAlarm(atMs: number): Promise<void>
  deleteAlarm(): Promise<void>
  get(key: 'name'): Promise<ClockName | undefined>
  put(key: 'name', name: ClockName): Promise<void>
  deleteAll(): Promise<void>
}

/** Read at once: few, so that what others have settled meanwhile is not asked about. */
const maxRead = 20
/** How long one alarm goes on; the next one follows at once. Cloudflare ends it after 15 min. */
const maxRunMs = 60_000
/** When it is tried again after an error of the database. */
const retryMs = 10_000

/** The clock of a 32nd of a provider's orders. What is due is written in the rows of the product
 *  database alone; the clock keeps only when to look there next, as its alarm, and its own name.
 *  Whatever it is told, and however often its alarm comes, it does what the rows say.
 *  Documentation: docs/decisions/0078. */
export class OrderClock {
  readonly #storage: ClockStorage
  readonly #context: () => PaymentContext
  /** When the alarm is set, as far as this instance knows; null: not known. Infinity: not set. */
  #alarmAt: number | null = null
  #name: ClockName | null = null
  #pace: Pace = firstPace
  readonly #underWay = new Map<string, Promise<void>>()
  /** The earliest time that was told since the rows were read. */
  #toldMs = Infinity
  #isRunning = false
  /** Ends the wait of `#run`. */
  #ring: () => void = () => undefined

  constructor(storage: ClockStorage, context: () => PaymentContext) {
    this.#storage = storage
    this.#context = context
  }

  /** See ClockStub. Cost: at most two rows of the object; none where the alarm comes earlier. */
  async lookBy(name: ClockName, atMs: number): Promise<void> {
    this.#toldMs = Math.min(this.#toldMs, atMs)
    // The run sets the alarm when it ends.
    if (this.#isRunning) return this.#ring()
    this.#name ??= (await this.#storage.get('name')) ?? null
    if (!this.#name) {
      await this.#storage.put('name', name)
      this.#name = name
    }
    await this.#setAlarmIfEarlier(atMs)
  }

  /** The alarm. Cloudflare calls it at least once for each time that is set, never twice at once;
   *  whatever it does can be repeated. */
  async alarm(): Promise<void> {
    this.#alarmAt = Infinity
    this.#name ??= (await this.#storage.get('name')) ?? null
    const name = this.#name
    if (!name) return
    this.#isRunning = true
    const nextMs = await this.#run(name).catch(async (error: unknown) => {
      logError(error)
      await Promise.all(this.#underWay.values())
      return this.#nowMs() + retryMs
    })
    if (Math.min(nextMs, this.#toldMs) === Infinity) {
      // None of the orders is asked about any more: nothing of the clock stays.
      await this.#storage.deleteAlarm()
      await this.#storage.deleteAll()
      this.#name = null
    }
    this.#isRunning = false
    const atMs = Math.min(nextMs, this.#toldMs)
    if (atMs < Infinity) await (this.#name ? this.#setAlarm(atMs) : this.lookBy(name, atMs))
  }

  async #setAlarmIfEarlier(atMs: number): Promise<void> {
    this.#alarmAt ??= (await this.#storage.getAlarm()) ?? Infinity
    if (!this.#isRunning && atMs < this.#alarmAt) await this.#setAlarm(atMs)
  }

  #setAlarm(atMs: number): Promise<void> {
    this.#alarmAt = atMs
    return this.#storage.setAlarm(atMs)
  }

  /** Asks about what is due, and about what becomes due meanwhile. Returns when something is due
   *  next, in ms since 1970, without what is told after that. */
  async #run(name: ClockName): Promise<number> {
    const context = this.#context()
    const endMs = this.#nowMs() + maxRunMs
    let due: string[] = []
    let nextMs = 0
    const looks: { hasFailed: boolean } = { hasFailed: false }
    const begin = (id: string) => {
      const look = lookAtOrder(context, id).then(
        ({ isAnswered, nextAtMs }) => {
          this.#pace = paceAfter(this.#pace, isAnswered, this.#nowMs(), Math.random())
          nextMs = Math.min(nextMs, nextAtMs)
        },
        (error: unknown) => {
          looks.hasFailed = true
          logError(error)
        },
      )
      this.#underWay.set(id, look)
      void look.finally(() => this.#underWay.delete(id))
    }
    for (;;) {
      nextMs = Math.min(nextMs, this.#toldMs)
      this.#toldMs = Infinity
      const isOver = looks.hasFailed || this.#nowMs() >= endMs
      const room = isOver ? 0 : roomAt(this.#pace, this.#underWay.size, this.#nowMs())
      if (room > 0 && due.length === 0 && nextMs <= this.#nowMs()) {
        // Looks that end meanwhile say when they are due; the read may not have seen their writes.
        const before = new Set(this.#underWay.keys())
        nextMs = Infinity
        const read = await readDueOrders(context, name, maxRead)
        nextMs = Math.min(nextMs, read.nextAtMs)
        due = read.ids.filter((id) => !before.has(id))
      }
      const begun = due.splice(0, room)
      begun.forEach(begin)
      if (this.#underWay.size > 0) {
        await this.#waitUntil(begun.length < room ? nextMs : Infinity)
        continue
      }
      const nowMs = this.#nowMs()
      if (looks.hasFailed) return nowMs + retryMs
      // What is due waits for the end of the pause, or for the next alarm.
      if (isOver || room === 0) return Math.max(nowMs, this.#pace.resumesAt)
      if (nextMs > nowMs) return nextMs
    }
  }

  /** Waits until a look has ended, something was told, or it is that time. */
  async #waitUntil(atMs: number): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.#ring = resolve))
    const ms = atMs - this.#nowMs()
    const timer = ms > 0 && ms < maxRunMs ? setTimeout(this.#ring, ms) : undefined
    await Promise.race([woken, ...this.#underWay.values()])
    clearTimeout(timer)
  }

  #nowMs() {
    return this.#context().now().getTime()
  }
}

function logError(error: unknown) {
  console.error(JSON.stringify({ at: 'payments', cause: 'clock', error: String(error) }))
}
