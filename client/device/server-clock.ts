import type { Ports } from './ports.ts'

const toleranceMs = 1500

export type ServerClock = ReturnType<typeof openServerClock>

/** The server's clock as this page knows it. Within a page it only runs on, whatever happens to the device's own clock; that one is
 *  believed only for the time in which the page was not there: closed, or asleep behind a dark screen.
 *  serverNowMs: by the page, if it is fresh from the server; null if it came out of the device's own copy.
 *  offsetMs: server less device, as an earlier page load noted it. floorMs: it is surely no earlier than this. */
export function openServerClock(
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
  let sureBaseMs = (serverNowMs ?? floorMs) - openedAt
  let isSure = serverNowMs !== null
  let darkSince: { wall: number; monotonic: number } | null = null

  const now = () => Math.round(baseMs + clock.monotonic())

  return {
    /** ms since 1970. */
    now,
    /** The time that an event is given: no later than it surely is, so that no wrong clock makes an answer late. */
    surely: () => Math.round(sureBaseMs + clock.monotonic()),
    /** Whether the server has told this page the time, and nothing has made it doubtful since. */
    isSure: () => isSure,
    /** What has to be noted for the next page load. */
    offset: () => now() - clock.wall(),

    /** The server said its time; `tookMs`: how long the answer was on its way, with the question. */
    sync(serverNowMs: number, tookMs: number) {
      const base = serverNowMs + tookMs / 2 - clock.monotonic()
      if (isSure && Math.abs(base - baseMs) < toleranceMs) return
      baseMs = sureBaseMs = base
      isSure = true
    },

    /** Some devices stop the running clock while they sleep. Time that went by on the device's own clock meanwhile counts as gone,
     *  until the server says better. */
    becomeHidden() {
      darkSince = { wall: clock.wall(), monotonic: clock.monotonic() }
    },
    becomeShown() {
      if (!darkSince) return
      const sleptMs = clock.wall() - darkSince.wall - (clock.monotonic() - darkSince.monotonic)
      darkSince = null
      if (sleptMs < toleranceMs) return
      baseMs += sleptMs
      isSure = false
    },
  }
}
