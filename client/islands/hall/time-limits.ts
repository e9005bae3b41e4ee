/** A section with a clock of its own; ms since 1970. */
export type SectionTimes = { section: string; startsAtMs: number; endsAtMs: number }

/** When an attempt ends, and its sections where each has its own clock. null, none: no clock
 *  runs. */
export type TimeLimits = { endsAtMs: number | null; sections: readonly SectionTimes[] }

/** setTimeout overflows above 2^31 - 1 ms. */
const maxTimerMs = 2 ** 31 - 1

/** Watches the ends. now: the server's clock in ms since 1970, read at each check, for timers are
 *  late in a page that sleeps. onSection: this section's time runs now. onEnd: the attempt's time
 *  is over; called again at each check. */
export function watchTimeLimits(
  { endsAtMs, sections }: TimeLimits,
  now: () => number,
  { onSection, onEnd }: { onSection: (section: string) => void; onEnd: () => void },
) {
  let timer = 0
  /** Before the first section it is the first, after the last the last. */
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
    /** The section whose clock runs now; null where sections have none of their own. */
    openSection: () => current()?.section ?? null,
  }
}
