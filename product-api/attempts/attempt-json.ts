import { formatUnits } from '../scoring/marking/fraction.ts'
import { hoursOfAttempt, type AttemptRow } from './attempt-row.ts'
import { carryKeyOf } from './carry-key.ts'
import { graceSeconds } from './clock.ts'
import { headOf } from './frozen-paper.ts'

export type AttemptJson = Awaited<ReturnType<typeof attemptJson>>

/** An attempt as the API shows it. Marks are exact fractions as text; times are ISO 8601, `now` is the server's.
 *  `secret`: what its carry key is made with. Cost: one HMAC. */
export async function attemptJson(row: AttemptRow, secret: string, now: Date) {
  const { slug, exam, state, titles, questionCount } = headOf(row)
  return {
    id: row.id,
    documentId: row.id,
    test: slug,
    exam,
    state,
    title: titles,
    mode: row.mode,
    status: statusOf(row, now),
    locale: row.locale,
    rightBy: row.right_by,
    extraTime: row.extra_time === 1,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    graceSeconds,
    now: now.toISOString(),
    sectionEnds: hoursOfAttempt(row).sections.map(({ section, startsAt, endsAt }) => ({
      section,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    })),
    submittedAt: row.submitted_at,
    submittedBy: row.submitted_by,
    version: row.version_id,
    questionCount,
    answered: row.answered,
    score: row.submitted_at === null ? null : formatUnits(row.score_units, row.denominator),
    maximum: row.submitted_at === null ? null : formatUnits(row.maximum_units, row.denominator),
    carryKey: await carryKeyOf(secret, row.id),
    lastTick: row.last_tick,
    createdAt: row.started_at,
    updatedAt: row.updated_at,
    publishedAt: row.started_at,
  }
}

/** The same for somebody who has no more than its carry key: how it went is the reader's own. */
export const withoutScore = (shown: AttemptJson): AttemptJson => ({
  ...shown,
  score: null,
  maximum: null,
})

function statusOf({ submitted_at, ends_at }: AttemptRow, now: Date) {
  if (submitted_at !== null) return 'submitted'
  return ends_at !== null && ends_at <= now.toISOString() ? 'overdue' : 'running'
}
