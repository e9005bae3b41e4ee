import type { Ports } from '../ports.ts'

/** setTimeout overflows above 2^31 - 1 ms. */
const maxTimerMs = 2 ** 31 - 1
/** After the end, as long as the server has not confirmed it. */
const againAfterMs = 30_000

/** Calls `onDue` when the attempt's time is over, again and again. `schedule` is called whenever
 *  the clock may have changed. now: the server's clock, ms since 1970. */
export function createEndTimer(
  { setTimer }: Pick<Ports, 'setTimer'>,
  { endsAtMs, now, onDue }: { endsAtMs: number; now: () => number; onDue: () => void },
) {
  let cancel = () => {}
  return {
    schedule() {
      cancel()
      if (endsAtMs === Infinity) return
      const leftMs = endsAtMs - now()
      const waitMs = leftMs > 0 ? leftMs + 1 : againAfterMs
      cancel = setTimer(onDue, Math.min(waitMs, maxTimerMs))
    },
    stop: () => cancel(),
  }
}
