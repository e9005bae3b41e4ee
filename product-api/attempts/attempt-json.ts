import { formatUnits } from '../../domain/attempt/fraction.ts'
import { parsePaperHead } from '../papers/paper-versions.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { carryKeyOf } from './carry-key.ts'
import { graceSeconds } from './deadlines.ts'

export type AttemptJson = Awaited<ReturnType<typeof attemptJson>>

/** An attempt as the API returns it. Marks are exact fractions as text; times are ISO 8601, `now`
 *  is the server's. `secret`: for the carry key. Cost: one HMAC. */
export async function attemptJson(row: AttemptRow, secret: string, now: Date) {
  const { slug, exam, state, titles, questionCount } = parsePaperHead(row)
  return {
    id: row.id,
    documentId: row.id,
    test: slug,
    exam,
    state,
    title: titles,
    mode: row.on_paper === 1 ? ('paper' as const) : row.mode,
    status: statusOf(row, now),
    locale: row.locale,
    rightBy: row.right_by,
    extraTime: row.extra_time === 1,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    graceSeconds,
    now: now.toISOString(),
    sectionEnds: attemptDeadlines(row).sections.map(({ section, startsAt, endsAt }) => ({
      section,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    })),
    submittedAt: row.submitted_at,
    submittedBy: row.submitted_by,
    provisionalUntil: row.provisional_until,
    formPaper: row.form_paper,
    version: row.version_id,
    questionCount,
    answered: row.answered,
    score: isMarked(row) ? formatUnits(row.score_units, row.denominator) : null,
    maximum: isMarked(row) ? formatUnits(row.maximum_units, row.denominator) : null,
    carryKey: await carryKeyOf(secret, row.id),
    lastTick: row.last_tick,
    createdAt: row.started_at,
    updatedAt: row.updated_at,
    publishedAt: row.started_at,
  }
}

/** Whether it has marks: those of a live mock come with its results, and until then its maximum
 *  is 0. */
const isMarked = (row: AttemptRow): row is AttemptRow & { submitted_at: string } =>
  row.submitted_at !== null && row.maximum_units > 0

/** For the holder of a carry key: only the owner sees the score. */
export const withoutScore = (attempt: AttemptJson): AttemptJson => ({
  ...attempt,
  score: null,
  maximum: null,
})

function statusOf({ submitted_at, ends_at }: AttemptRow, now: Date) {
  if (submitted_at !== null) return 'submitted'
  return ends_at !== null && ends_at <= now.toISOString() ? 'overdue' : 'running'
}
