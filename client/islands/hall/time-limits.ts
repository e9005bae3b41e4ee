/** A section with its own time limit; ms since 1970. */
export type SectionTimes = { section: string; startsAtMs: number; endsAtMs: number }

/** When an attempt ends (null: no time limit), and the sections if each has its own time limit. */
export type TimeLimits = { endsAtMs: number | null; sections: readonly SectionTimes[] }

/** setTimeout overflows above 2^31 - 1 ms. */
const maxTimerMs = 2 ** 31 - 1

/** Watches the time limits. now: the server's clock in ms since 1970, read at each check, because
 *  timers are late in a suspended page. onSection: called with the section whose time is running.
 *  onEnd: called at each check after the attempt's end. */
export function watchTimeLimits(
  { endsAtMs, sections }: TimeLimits,
  now: () => number,
  { onSection, onEnd }: { onSection: (section: string) => void; onEnd: () => void },
) {
  let timer = 0
  /** The running section; before the first section the first, after the last the last. */
  const current = () => sections.find((times) => now() < times.endsAtMs) ?? sections.at(-1) ?? null
  function check() {
    clearTimeout(timer)
    if (endsAtMs === null) return
    if (now() >= endsAtMs) return onEnd()
    const section = current()
    if (section) onSection(section.section)
    const leftMs = (section?.endsAtMs ?? endsAtMs) - now()
    timer = window.setTimeout(check, Math.min(leftMs + 1, maxTimerMs))
  }
  return {
    check,
    stop: () => clearTimeout(timer),
    isOver: () => endsAtMs !== null && now() >= endsAtMs,
    /** The section whose time is running; null if sections have no time limits of their own. */
    openSection: () => current()?.section ?? null,
  }
}
