/** A section with a clock of its own; ms since 1970. */
export type SectionHours = { section: string; startsAtMs: number; endsAtMs: number }

/** When an attempt ends, and its sections where each has its own clock. null, none: no clock runs. */
export type Hours = { endsAtMs: number | null; sections: readonly SectionHours[] }

const longestTimerMs = 2 ** 31 - 1

/** Watches over the ends. `now` is the server's clock, read each time: timers are late in a page that sleeps.
 *  onSection: this section's time runs now. onEnd: all of it is over; told again at each `look`. */
export function watchHours(
  { endsAtMs, sections }: Hours,
  now: () => number,
  { onSection, onEnd }: { onSection: (section: string) => void; onEnd: () => void },
) {
  let timer = 0
  /** Before the first section it is the first, after the last the last. */
  const open = () => sections.find((one) => now() < one.endsAtMs) ?? sections.at(-1) ?? null
  function look() {
    clearTimeout(timer)
    if (endsAtMs === null) return
    if (now() >= endsAtMs) return onEnd()
    const section = open()
    if (section) onSection(section.section)
    const leftMs = (section?.endsAtMs ?? endsAtMs) - now()
    timer = window.setTimeout(look, Math.min(leftMs + 1, longestTimerMs))
  }
  return {
    look,
    stop: () => clearTimeout(timer),
    isOver: () => endsAtMs !== null && now() >= endsAtMs,
    /** The section whose clock runs now; null where sections have none of their own. */
    openSection: () => open()?.section ?? null,
  }
}
