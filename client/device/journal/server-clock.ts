import type { Ports } from '../ports.ts'

const toleranceMs = 1500
/** So long after an answer of the server, its time is known well enough to end an attempt. */
const freshForMs = 60_000

export type ServerClock = ReturnType<typeof createServerClock>

/** The server's clock as this page knows it. While the page runs, it follows the monotonic clock,
 *  so changes of the device's own clock have no effect; that one is used only for time in which the
 *  page did not run, because it was closed or the phone slept.
 *  serverNowMs: the server's time from the page; null if the page is an offline copy. offsetMs:
 *  server minus device, as an earlier page load stored it. floorMs: the time is not earlier. */
export function createServerClock(
  clock: Ports['clock'],
  {
    serverNowMs,
    offsetMs,
    floorMs,
  }: { serverNowMs: number | null; offsetMs: number | null; floorMs: number },
) {
  const openedAt = clock.monotonic()
  const guessMs = offsetMs === null ? floorMs : clock.wall() + offsetMs
  let baseMs = (serverNowMs ?? Math.max(guessMs, floorMs)) - openedAt
  let eventBaseMs = (serverNowMs ?? floorMs) - openedAt
  let isConfirmed = serverNowMs !== null
  let syncedAt = -Infinity
  let minTookMs = Infinity
  let hiddenSince: { wall: number; monotonic: number } | null = null

  const now = () => Math.round(baseMs + clock.monotonic())

  return {
    /** ms since 1970. */
    now,
    /** The time for a new event, ms since 1970: never later than the server's time, so that a wrong
     *  device clock makes no answer late. */
    eventTime: () => Math.round(eventBaseMs + clock.monotonic()),
    /** Whether this page has the server's time, and has not slept since. */
    isConfirmed: () => isConfirmed,
    /** Whether the server has told its time in the last minute. */
    isFresh: () => isConfirmed && clock.monotonic() - syncedAt < freshForMs,
    /** Server minus device in ms, to be stored for the next page load. */
    offsetMs: () => now() - clock.wall(),

    /** While the page is hidden, the phone may sleep. The next response after that counts. */
    canSync: () => hiddenSince === null,

    /** Sets the server's time. tookMs: duration of the request; how much of it came after the
     *  server had read its clock is not known, but no less than half of the quickest. Returns by
     *  how many ms `eventTime` was wrong until now, since the page was opened or the phone woke. */
    sync(serverNowMs: number, tookMs: number): number {
      if (hiddenSince) return 0
      syncedAt = clock.monotonic()
      minTookMs = Math.min(minTookMs, tookMs)
      const base = serverNowMs + minTookMs / 2 - syncedAt
      if (isConfirmed && Math.abs(base - baseMs) < toleranceMs) return 0
      const wrongByMs = Math.round(base - eventBaseMs)
      baseMs = eventBaseMs = base
      isConfirmed = true
      return wrongByMs
    },

    /** Some devices stop the monotonic clock while they sleep. The time that passed on the device's
     *  own clock meanwhile is added, until the server corrects it. */
    pageHidden() {
      hiddenSince = { wall: clock.wall(), monotonic: clock.monotonic() }
    },
    /** Returns whether the phone may have slept: what `eventTime` said before is then no longer
     *  comparable with what it says now. */
    pageShown(): boolean {
      if (!hiddenSince) return false
      const sleptMs = clock.wall() - hiddenSince.wall - (clock.monotonic() - hiddenSince.monotonic)
      hiddenSince = null
      // A clock that was set back says nothing about sleep, and does not turn back time.
      if (Math.abs(sleptMs) < toleranceMs) return false
      baseMs += Math.max(0, sleptMs)
      isConfirmed = false
      return true
    },
  }
}
