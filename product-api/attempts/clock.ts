import type { PaperHead } from './frozen-paper.ts'

/** For so long after an end answers still count, whatever their own clock says: the network was slow, not the reader. */
export const graceSeconds = 120

/** Candidates with disabilities have 20 minutes more for each hour. */
const extraTimeFactor = 4 / 3
const minuteMs = 60_000

/** The hours of an attempt, in ms since 1970; none where no clock runs. `sections`: one after the other, where each has its own. */
export type Hours = {
  endsAt: number | null
  sections: { section: string; startsAt: number; endsAt: number }[]
}

type Begun = { mode: 'exam' | 'practice' | 'form'; startedAt: number; extraTime: boolean }

export function hoursOf(head: Pick<PaperHead, 'minutes' | 'sections'>, begun: Begun): Hours {
  if (begun.mode !== 'exam') return { endsAt: null, sections: [] }
  const after = (minutes: number) =>
    begun.startedAt + (begun.extraTime ? Math.round(minutes * extraTimeFactor) : minutes) * minuteMs
  const clocks = head.sections.flatMap(({ slug, minutes }) =>
    minutes === null ? [] : [{ slug, minutes }],
  )
  if (clocks.length === 0 || clocks.length < head.sections.length)
    return { endsAt: after(head.minutes), sections: [] }
  let minutesBefore = 0
  const sections = clocks.map(({ slug, minutes }) => {
    const startsAt = after(minutesBefore)
    minutesBefore += minutes
    return { section: slug, startsAt, endsAt: after(minutesBefore) }
  })
  return { endsAt: after(minutesBefore), sections }
}

/** The end by which an answer in a section had to be given; null where no clock runs. */
export const endFor = ({ endsAt, sections }: Hours, section: string | null): number | null =>
  sections.find((one) => one.section === section)?.endsAt ?? endsAt

/** Whether a section opens so much later than this that nobody can have seen it yet, whatever their clock says. */
export function isBeforeItsTime({ sections }: Hours, section: string | null, receivedAt: number) {
  const own = sections.find((one) => one.section === section)
  return own !== undefined && receivedAt < own.startsAt - graceSeconds * 1000
}

/** Whether an end is so long ago that the clock of whoever answered has to be asked. */
export const isPastGrace = (end: number, receivedAt: number): boolean =>
  receivedAt > end + graceSeconds * 1000
