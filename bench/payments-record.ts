/** What a simulated day was, of one provider. */
export type ProviderDay = {
  orders: number
  looks: number
  /** Alarms of the objects. */
  alarms: number
  /** How far looks were behind their due times, in ms, sorted; without those of an outage. */
  delaysMs: Float64Array
  /** The same of looks that were due in an outage or in the two minutes after it. */
  outageDelaysMs: Float64Array
  /** By minute of the day, of all clocks that were simulated. */
  callsByMinute: Float64Array
  /** Paid orders of which neither return nor webhook came: how far the look that noticed them was
   *  behind the first one due, in ms, sorted. */
  lostDelaysMs: Float64Array
  /** The same: how long after the payment. */
  lostNoticedMs: Float64Array
}

/** Collects what a ProviderDay has. */
export class DayRecorder {
  orders = 0
  alarms = 0
  readonly #startMs: number
  readonly #delays: number[] = []
  readonly #outageDelays: number[] = []
  readonly #lost: { delayMs: number; noticedMs: number }[] = []
  readonly #byMinute = new Float64Array(24 * 60 + 1)

  constructor(startMs: number) {
    this.#startMs = startMs
  }

  look(atMs: number, delayMs: number, isInOutage: boolean) {
    this.#byMinute[Math.floor((atMs - this.#startMs) / 60_000)]! += 1
    ;(isInOutage ? this.#outageDelays : this.#delays).push(delayMs)
  }

  noticed(delayMs: number, noticedMs: number) {
    this.#lost.push({ delayMs, noticedMs })
  }

  result(): ProviderDay {
    return {
      ...{ orders: this.orders, alarms: this.alarms },
      looks: this.#delays.length + this.#outageDelays.length,
      delaysMs: Float64Array.from(this.#delays).sort(),
      outageDelaysMs: Float64Array.from(this.#outageDelays).sort(),
      callsByMinute: this.#byMinute,
      lostDelaysMs: Float64Array.from(this.#lost, ({ delayMs }) => delayMs).sort(),
      lostNoticedMs: Float64Array.from(this.#lost, ({ noticedMs }) => noticedMs).sort(),
    }
  }
}
