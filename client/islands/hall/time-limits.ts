/** A section with its own time limit; ms since 1970. */
export type SectionTimes = { section: string; startsAtMs: number; endsAtMs: number }

/** When an attempt ends (null: no time limit), and the sections if each has its own time limit. */
export type TimeLimits = { endsAtMs: number | null; sections: readonly SectionTimes[] }

/** setTimeout overflows above 2^31 - 1 ms. */
const maxTimerMs = 2 ** 31 - 1

/** Watches the sections' time limits. earliest, now: between these is the server's time, ms since
 *  1970; they differ where only the device's own clock tells the time. Read at each check, because
 *  timers are late in a suspended page. onSection: called with the first section whose time may be
 *  running. */
export function watchSections(
  sections: readonly SectionTimes[],
  { earliest, now }: { earliest: () => number; now: () => number },
  onSection: (section: string) => void,
) {
  let timer = 0
  /** The running section; before the first section the first, after the last the last. */
  const current = (at = earliest()) =>
    sections.find((times) => at < times.endsAtMs) ?? sections.at(-1) ?? null
  function check() {
    clearTimeout(timer)
    const section = current()
    if (!section) return
    onSection(section.section)
    const leftMs = section.endsAtMs - earliest()
    if (leftMs >= 0) timer = window.setTimeout(check, Math.min(leftMs + 1, maxTimerMs))
  }
  return {
    check,
    stop: () => clearTimeout(timer),
    /** The sections whose time may be running; empty if they have no time limits of their own. */
    openSections: () =>
      sections
        .slice(sections.indexOf(current()!), sections.indexOf(current(now())!) + 1)
        .map(({ section }) => section),
  }
}
