import { isEarnest } from '../../domain/attempt/earnest.ts'
import { replay } from '../../domain/attempt/journal.ts'
import { markPaper, type MarkedPaper } from '../../domain/attempt/marking.ts'
import type { Database, PreparedStatement } from '../database.ts'
import {
  paperVersionWithKeys,
  type PaperVersion,
  type PaperVersionWithKeys,
} from '../papers/paper-versions.ts'
import { rulingsOnVersion, type StoredRuling } from '../scoring/key-rulings.ts'
import { encodeMarks } from '../scoring/stored-outcomes.ts'
import { answersOf } from './attempt-marks.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, isPastGrace } from './deadlines.ts'
import { isCounted, type CountedEntry, type StoredEntry } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

/** An attempt's marks by its journal and the rulings up to `latestRuling`. isInTime: no event
 *  arrived after the grace period, so no device's clock decided. */
export type MarkedJournal = {
  marked: MarkedPaper
  latestRuling: number
  isInTime: boolean
  isEarnest: boolean
}

/** An attempt as it was read, and its marks. */
export type MarkedAttempt = { row: AttemptRow; journal: MarkedJournal }

/** Marks what the journal has; stores nothing. `submittedAt`: when the attempt was or is submitted.
 *  Cost: as `readEntries`, and two reads of the rulings. */
export async function markJournal(
  db: Database,
  row: AttemptRow,
  submittedAt: Date,
): Promise<MarkedJournal> {
  const latest = await readLatestRuling(db)
  const version = await paperVersionWithKeys(db, row.version_id)
  const rulings = await rulingsOnVersion(db, row.version_id)
  const entries = await readEntries(db, row)
  return markEntries(row, entries, { ...version, rulings, latestRuling: latest }, submittedAt)
}

/** What marks depend on besides the answers. `latestRuling` was read before `rulings`. */
export type Keys = PaperVersionWithKeys & { rulings: readonly StoredRuling[]; latestRuling: number }

/** The same for entries and keys that were read before. */
export function markEntries(
  row: AttemptRow,
  entries: readonly StoredEntry[],
  { paper, keys, rulings, latestRuling }: Keys,
  submittedAt: Date,
): MarkedJournal {
  const events = entries.filter(isCounted)
  const marked = markPaper(paper, keys, rulings, answersOf(replay(events)), row.locale)
  const endsAt = row.ends_at === null ? Infinity : Date.parse(row.ends_at)
  return {
    ...{ marked, latestRuling },
    isInTime: arrivedInTime(row, paper, events),
    isEarnest: isEarnest({
      questionCount: paper.questions.length,
      answered: answeredCount(marked, paper),
      spentMs: Math.min(submittedAt.getTime(), endsAt) - Date.parse(row.started_at),
    }),
  }
}

/** The id of the last ruling; 0 if there is none. */
export const readLatestRuling = async (db: Database) =>
  (await db.prepare(`SELECT ${latestRuling} AS id`).first<{ id: number }>())?.id ?? 0

/** For a condition of a write: no ruling was added since. */
export const latestRuling = 'coalesce((SELECT max(id) FROM key_rulings), 0)'

/** The same: no entry was added by the Worker of before (old-journals.ts). */
export const hasNoOldEntries =
  'NOT EXISTS (SELECT 1 FROM attempt_events e WHERE e.attempt_id = attempts.id)'

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

/** Stores the outcomes of attempts if these are their marks as they were read. */
export const upsertMarks = (db: Database, attempts: readonly MarkedAttempt[]): PreparedStatement =>
  db.prepare(upsert).bind(
    JSON.stringify(
      attempts.map(({ row, journal }) => ({
        ...{ id: row.id, revision: row.journal_revision + 1 },
        ...encodeMarks(journal.marked.questions),
      })),
    ),
  )

const upsert = `
INSERT INTO attempt_marks (attempt_id, options, outcomes, units, spent_ms, locales)
SELECT a.id, m.value ->> 'options', m.value ->> 'outcomes', m.value ->> 'units',
  m.value ->> 'spentMs', m.value ->> 'locales'
FROM json_each(?1) m CROSS JOIN attempts a ON a.id = m.value ->> 'id'
WHERE a.submitted_at IS NOT NULL AND a.journal_revision = m.value ->> 'revision'
ON CONFLICT (attempt_id) DO UPDATE SET options = excluded.options, outcomes = excluded.outcomes,
  units = excluded.units, spent_ms = excluded.spent_ms, locales = excluded.locales`
