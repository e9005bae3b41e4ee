import { isEarnest } from '../../domain/attempt/earnest.ts'
import type { MarkedPaper } from '../../domain/attempt/marking.ts'
import type { Database, PreparedStatement } from '../database.ts'
import type { PaperVersion } from '../papers/paper-versions.ts'
import { encodeMarks } from '../scoring/stored-outcomes.ts'
import { markAttempt } from './attempt-marks.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, isPastGrace } from './deadlines.ts'
import { isCounted, type CountedEntry } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

/** An attempt's marks by its journal and the rulings up to `latestRuling`. isInTime: no event
 *  arrived after the grace period, so no device's clock decided. */
export type MarkedJournal = {
  marked: MarkedPaper
  latestRuling: number
  isInTime: boolean
  isEarnest: boolean
}

/** Marks what the journal has; stores nothing. `submittedAt`: when the attempt was or is submitted.
 *  Cost: as `readEntries`, and two reads of the rulings. */
export async function markJournal(
  db: Database,
  row: AttemptRow,
  paper: PaperVersion,
  submittedAt: Date,
): Promise<MarkedJournal> {
  const latest = await db.prepare(`SELECT ${latestRuling} AS id`).first<{ id: number }>()
  const events = (await readEntries(db, row)).filter(isCounted)
  const { marked } = await markAttempt(db, row, events)
  const endsAt = row.ends_at === null ? Infinity : Date.parse(row.ends_at)
  return {
    marked,
    latestRuling: latest?.id ?? 0,
    isInTime: arrivedInTime(row, paper, events),
    isEarnest: isEarnest({
      questionCount: paper.questions.length,
      answered: answeredCount(marked, paper),
      spentMs: Math.min(submittedAt.getTime(), endsAt) - Date.parse(row.started_at),
    }),
  }
}

/** For a condition of a write: no ruling was added since. */
export const latestRuling = 'coalesce((SELECT max(id) FROM key_rulings), 0)'

/** The same: no entry was added by the Worker of before (old-journals.ts). ?1: the attempt. */
export const hasNoOldEntries = 'NOT EXISTS (SELECT 1 FROM attempt_events WHERE attempt_id = ?1)'

function arrivedInTime(
  row: AttemptRow,
  { questions }: PaperVersion,
  events: readonly CountedEntry[],
): boolean {
  const deadlines = attemptDeadlines(row)
  const sections = new Map(questions.map(({ id, section }) => [id, section]))
  return events.every(({ question, receivedAt }) => {
    const deadline = deadlineFor(deadlines, sections.get(question ?? '') ?? null)
    return deadline === null || !isPastGrace(deadline, receivedAt)
  })
}

/** The fifth circle is not an answer. */
const answeredCount = ({ questions }: MarkedPaper, paper: PaperVersion) =>
  questions.filter(
    ({ option }, index) => option !== null && option < (paper.questions[index]?.optionCount ?? 0),
  ).length

/** Stores the outcomes if these are the marks of the attempt as it was read. */
export function upsertOutcomes(
  db: Database,
  { id, journal_revision }: AttemptRow,
  { marked }: MarkedJournal,
): PreparedStatement {
  const { options, outcomes, units, spentMs, locales } = encodeMarks(marked.questions)
  return db
    .prepare(
      `INSERT INTO attempt_marks (attempt_id, options, outcomes, units, spent_ms, locales)
       SELECT id, ?3, ?4, ?5, ?6, ?7 FROM attempts
       WHERE id = ?1 AND submitted_at IS NOT NULL AND journal_revision = ?2
       ON CONFLICT (attempt_id) DO UPDATE SET options = excluded.options,
         outcomes = excluded.outcomes, units = excluded.units, spent_ms = excluded.spent_ms,
         locales = excluded.locales`,
    )
    .bind(id, journal_revision + 1, options, outcomes, units, spentMs, locales)
}
