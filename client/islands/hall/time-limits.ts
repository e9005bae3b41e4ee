/** A section with its own time limit; ms since 1970. */
export type SectionTimes = { section: string; startsAtMs: number; endsAtMs: number }

/** When an attempt ends (null: no time limit), and the sections if each has its own time limit. */
export type TimeLimits = { endsAtMs: number | null; sections: readonly SectionTimes[] }

/** setTimeout overflows above 2^31 - 1 ms. */
const maxTimerMs = 2 ** 31 - 1

/** Watches the sections' time limits. now: the server's clock in ms since 1970, read at each check,
 *  because timers are late in a suspended page. onSection: called with the section whose time is
 *  running. */
export function watchSections(
  sections: readonly SectionTimes[],
  now: () => number,
  onSection: (section: string) => void,
) {
  let timer = 0
  /** The running section; before the first section the first, after the last the last. */
  const current = () => sections.find((times) => now() < times.endsAtMs) ?? sections.at(-1) ?? null
  function check() {
    clearTimeout(timer)
    const section = current()
    if (!section) return
    onSection(section.section)
    const leftMs = section.endsAtMs - now()
    if (leftMs >= 0) timer = window.setTimeout(check, Math.min(leftMs + 1, maxTimerMs))
  }
  return {
    check,
    stop: () => clearTimeout(timer),
    /** The section whose time is running; null if sections have no time limits of their own. */
    openSection: () => current()?.section ?? null,
  }
}
