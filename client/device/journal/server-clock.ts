import type { Ports } from '../ports.ts'

const toleranceMs = 1500

export type ServerClock = ReturnType<typeof createServerClock>

/** The server's clock as this page knows it. Within a page it only runs on, whatever happens to the
 *  device's own clock; that one is used only for the time in which the page did not run: closed, or
 *  asleep behind a dark screen.
 *  serverNowMs: from the page, if it is fresh from the server; null if it is an offline copy.
 *  offsetMs: server less device, as an earlier page load stored it. floorMs: it is no earlier. */
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
  let hiddenSince: { wall: number; monotonic: number } | null = null

  const now = () => Math.round(baseMs + clock.monotonic())

  return {
    /** ms since 1970. */
    now,
    /** The time for a new event, ms since 1970: never later than the true time, so that a wrong
     *  clock makes no answer late. */
    eventTime: () => Math.round(eventBaseMs + clock.monotonic()),
    /** Whether the server has told this page the time, and nothing has made it doubtful since. */
    isConfirmed: () => isConfirmed,
    /** Server less device in ms, to be stored for the next page load. */
    offsetMs: () => now() - clock.wall(),

    /** The server's time. tookMs: how long request and answer were on their way. */
    sync(serverNowMs: number, tookMs: number) {
      const base = serverNowMs + tookMs / 2 - clock.monotonic()
      if (isConfirmed && Math.abs(base - baseMs) < toleranceMs) return
      baseMs = eventBaseMs = base
      isConfirmed = true
    },

    /** Some devices stop the monotonic clock while they sleep. What passed on the device's own
     *  clock meanwhile counts as passed, until the server corrects it. */
    pageHidden() {
      hiddenSince = { wall: clock.wall(), monotonic: clock.monotonic() }
    },
    pageShown() {
      if (!hiddenSince) return
      const sleptMs = clock.wall() - hiddenSince.wall - (clock.monotonic() - hiddenSince.monotonic)
      hiddenSince = null
      if (sleptMs < toleranceMs) return
      baseMs += sleptMs
      isConfirmed = false
    },
  }
}
