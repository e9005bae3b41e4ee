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
  let isFailing = false
  let isClosed = false

  /** Runs `work` within `ms`, or earlier if it is already scheduled earlier. */
  function schedule(ms: number) {
    const at = clock.monotonic() + ms
    if (isClosed || at >= dueAt) return
    cancel()
    dueAt = at
    cancel = setTimer(work, ms)
  }

  function scheduleRetry() {
    failures++
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1))
    schedule(waitMs * (0.5 + random() / 2))
  }

  return {
    schedule,
    clear() {
      cancel()
      dueAt = Infinity
    },
    /** The server was not reached. */
    failed() {
      isFailing = true
      scheduleRetry()
    },
    /** The server was reached, and is to be asked again later. */
    paused() {
      isFailing = false
      scheduleRetry()
    },
    succeeded() {
      isFailing = false
      failures = 0
    },
    /** Whether the server was not reached the last time. */
    isFailing: () => isFailing,
    /** Whether it waits for a retry. */
    isWaiting: () => failures > 0,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      cancel()
    },
  }
}
