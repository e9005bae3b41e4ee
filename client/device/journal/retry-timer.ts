import type { Ports } from '../ports.ts'

const firstRetryMs = 1000
const maxRetryMs = 30_000

/** Runs `work` when it is due. After failures it waits 1, 2, 4 … up to 30 s, reduced at random by
 *  up to half, so that many phones do not reconnect at the same moment. */
export function createRetryTimer(
  { clock, setTimer, random }: Pick<Ports, 'clock' | 'setTimer' | 'random'>,
  work: () => void,
) {
  let cancel = () => {}
  let dueAt = Infinity
  let failures = 0
  let isClosed = false

  /** Runs `work` within `ms`, or earlier if it is already scheduled earlier. */
  function schedule(ms: number) {
    const at = clock.monotonic() + ms
    if (isClosed || at >= dueAt) return
    cancel()
    dueAt = at
    cancel = setTimer(work, ms)
  }

  return {
    schedule,
    clear() {
      cancel()
      dueAt = Infinity
    },
    failed() {
      failures++
      const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1))
      schedule(waitMs * (0.5 + random() / 2))
    },
    succeeded() {
      failures = 0
    },
    /** Whether the last attempt failed. */
    isFailing: () => failures > 0,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      cancel()
    },
  }
}
