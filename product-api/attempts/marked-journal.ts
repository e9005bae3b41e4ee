import { isEarnest } from '../../domain/attempt/earnest.ts'
import { replay } from '../../domain/attempt/journal.ts'
import { markPaper, type MarkedPaper } from '../../domain/attempt/marking.ts'
import { nearestReplica, type Database, type PreparedStatement, type Stores } from '../database.ts'
import { paperVersionWithKeys, type PaperVersion } from '../papers/paper-versions.ts'
import { rulingsOnVersion } from '../scoring/key-rulings.ts'
import { encodeMarks } from '../scoring/stored-outcomes.ts'
import { answersOf } from './attempt-marks.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, isPastGrace } from './deadlines.ts'
import { isCounted, type CountedEntry } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

/** An attempt's marks by its journal and the rulings of the moment. isInTime: no event arrived
 *  after the grace period, so no device's clock decided. */
export type MarkedJournal = { marked: MarkedPaper; isInTime: boolean; isEarnest: boolean }

/** An attempt as it was read, and its marks. */
export type MarkedAttempt = { row: AttemptRow; journal: MarkedJournal }

/** Marks what the journal has; stores nothing. Keys and rulings that are made meanwhile, or that a
 *  replica does not know yet, are applied where the result is read, and in the product database
 *  (summaries.ts). `submittedAt`: when the attempt was or is submitted. Cost: as `readEntries`, and
 *  one read of the rulings, in a replica. */
export async function markJournal(
  stores: Stores,
  row: AttemptRow,
  submittedAt: Date,
): Promise<MarkedJournal> {
  const near = nearestReplica(stores.shared)
  const { paper, keys } = await paperVersionWithKeys(near, row.version_id)
  const rulings = await rulingsOnVersion(near, row.version_id)
  const events = (await readEntries(stores, row)).filter(isCounted)
  const marked = markPaper(paper, keys, rulings, answersOf(replay(events)), row.locale)
  const endsAt = row.ends_at === null ? Infinity : Date.parse(row.ends_at)
  return {
    marked,
    isInTime: arrivedInTime(row, paper, events),
    isEarnest: isEarnest({
      questionCount: paper.questions.length,
      answered: answeredCount(marked, paper),
      spentMs: Math.min(submittedAt.getTime(), endsAt) - Date.parse(row.started_at),
    }),
  }
}

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

/** Stores the outcomes of an attempt if these are its marks as it was read. */
export const upsertMarks = (own: Database, { row, journal }: MarkedAttempt): PreparedStatement => {
  const marks = encodeMarks(journal.marked.questions)
  return own
    .prepare(upsert)
    .bind(
      ...[row.id, row.journal_revision + 1, marks.options, marks.outcomes],
      ...[marks.units, marks.spentMs, marks.locales],
    )
}

const upsert = `
INSERT INTO attempt_marks (attempt_id, options, outcomes, units, spent_ms, locales)
SELECT id, ?3, ?4, ?5, ?6, ?7 FROM attempts
WHERE id = ?1 AND submitted_at IS NOT NULL AND journal_revision = ?2
ON CONFLICT (attempt_id) DO UPDATE SET options = excluded.options, outcomes = excluded.outcomes,
  units = excluded.units, spent_ms = excluded.spent_ms, locales = excluded.locales`
