import type { AttemptMode } from '../../domain/attempt/attempt-result.ts'
import type { PaperHead } from '../papers/paper-versions.ts'

/** Answers that arrive up to this long after a deadline count, whatever the device's clock says:
 *  the network may be slow. */
export const graceSeconds = 120

/** Candidates with disabilities have 20 minutes more per hour. */
const extraTimeFactor = 4 / 3
const minuteMs = 60_000

/** When an attempt ends, in ms since 1970; null if it is not timed. `sections`: the consecutive
 *  sections if each has its own time; otherwise empty. */
export type Deadlines = {
  endsAt: number | null
  sections: { section: string; startsAt: number; endsAt: number }[]
}

type StartedAttempt = { mode: AttemptMode; startedAt: number; extraTime: boolean }

export function deadlinesOf(
  head: Pick<PaperHead, 'minutes' | 'sections'>,
  attempt: StartedAttempt,
): Deadlines {
  if (attempt.mode !== 'exam') return { endsAt: null, sections: [] }
  const after = (minutes: number) =>
    attempt.startedAt +
    (attempt.extraTime ? Math.round(minutes * extraTimeFactor) : minutes) * minuteMs
  const timed = head.sections.flatMap(({ slug, minutes }) =>
    minutes === null ? [] : [{ slug, minutes }],
  )
  if (timed.length === 0 || timed.length < head.sections.length)
    return { endsAt: after(head.minutes), sections: [] }
  let minutesBefore = 0
  const sections = timed.map(({ slug, minutes }) => {
    const startsAt = after(minutesBefore)
    minutesBefore += minutes
    return { section: slug, startsAt, endsAt: after(minutesBefore) }
  })
  return { endsAt: after(minutesBefore), sections }
}

/** The deadline for answers in a section; null if the attempt is not timed. */
export const deadlineFor = (
  { endsAt, sections }: Deadlines,
  section: string | null,
): number | null => sections.find((timed) => timed.section === section)?.endsAt ?? endsAt

/** Whether an answer arrived so long before its section started that it cannot be real, whatever
 *  the device's clock says. */
export function isBeforeSection(
  { sections }: Deadlines,
  section: string | null,
  receivedAt: number,
) {
  const timed = sections.find((candidate) => candidate.section === section)
  return timed !== undefined && receivedAt < timed.startsAt - graceSeconds * 1000
}

/** Whether the grace period is over, so that the device's clock decides if an answer was in
 *  time. */
export const isPastGrace = (end: number, receivedAt: number): boolean =>
  receivedAt > end + graceSeconds * 1000
