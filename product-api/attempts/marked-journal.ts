import { isEarnest } from '../../domain/attempt/earnest.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { MarkedPaper } from '../../domain/attempt/marking.ts'
import type { Database, PreparedStatement } from '../database.ts'
import type { PaperVersion } from '../papers/paper-versions.ts'
import { Refusal } from '../strapi/errors.ts'
import { markAttempt } from './attempt-marks.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, isPastGrace } from './deadlines.ts'
import { selectCountedEvents } from './journal-sql.ts'

/** How often an attempt is marked again because an event or a ruling came in between. */
export const maxTries = 8

export const stillArriving = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Answers are still arriving; submit again', {})

/** An attempt's marks by the journal and the rulings up to `latest`. isInTime: no event arrived
 *  after the grace period, so no device's clock decided. */
export type MarkedJournal = {
  marked: MarkedPaper
  latest: Latest
  isInTime: boolean
  isEarnest: boolean
}

/** The number of the last event and the id of the last ruling that marking considered. */
type Latest = { n: number; ruling: number }

type CountedEvent = JournalEvent & { receivedAt: string }

/** Marks what the journal has at this moment; stores nothing. `submittedAt`: when the attempt was
 *  or is submitted. Cost: one transaction and one read of the rulings. */
export async function markJournal(
  db: Database,
  row: AttemptRow,
  paper: PaperVersion,
  submittedAt: Date,
): Promise<MarkedJournal> {
  const [found, latest] = await db.batch([
    selectCountedEvents(db, row.id),
    db.prepare(selectLatest).bind(row.id),
  ])
  const events = (found?.results ?? []) as CountedEvent[]
  const { marked } = await markAttempt(db, row, events)
  const endsAt = row.ends_at === null ? Infinity : Date.parse(row.ends_at)
  return {
    marked,
    latest: (latest?.results as Latest[] | undefined)?.[0] ?? { n: 0, ruling: 0 },
    isInTime: arrivedInTime(row, paper, events),
    isEarnest: isEarnest({
      questionCount: paper.questions.length,
      answered: answeredCount(marked, paper),
      spentMs: Math.min(submittedAt.getTime(), endsAt) - Date.parse(row.started_at),
    }),
  }
}

/** For `WHERE (selectLatest) = (n, ruling)`: whether nothing arrived since. ?1: the attempt. */
export const selectLatest = `
SELECT coalesce((SELECT max(n) FROM attempt_events WHERE attempt_id = ?1), 0) AS n,
  coalesce((SELECT max(id) FROM key_rulings), 0) AS ruling`

function arrivedInTime(
  row: AttemptRow,
  { questions }: PaperVersion,
  events: readonly CountedEvent[],
): boolean {
  const deadlines = attemptDeadlines(row)
  const sections = new Map(questions.map(({ id, section }) => [id, section]))
  return events.every(({ question, receivedAt }) => {
    const deadline = deadlineFor(deadlines, sections.get(question ?? '') ?? null)
    return deadline === null || !isPastGrace(deadline, Date.parse(receivedAt))
  })
}

/** The fifth circle is not an answer. */
const answeredCount = ({ questions }: MarkedPaper, paper: PaperVersion) =>
  questions.filter(
    ({ option }, index) => option !== null && option < (paper.questions[index]?.optionCount ?? 0),
  ).length

/** Stores the outcome of each question if these are the attempt's marks. */
export const upsertOutcomes = (
  db: Database,
  id: string,
  { marked, latest }: MarkedJournal,
): PreparedStatement =>
  db
    .prepare(
      `INSERT INTO attempt_outcomes (
         attempt_id, question, number, option, locale, outcome, units, spent_ms)
       SELECT a.id, q.value ->> 'id', q.value ->> 'number', q.value ->> 'option',
         q.value ->> 'locale', q.value ->> 'outcome', q.value ->> 'units', q.value ->> 'spentMs'
       FROM json_each(?2) q JOIN attempts a ON a.id = ?1
       WHERE a.submitted_at IS NOT NULL AND a.marked_n = ?3
       ON CONFLICT (attempt_id, question) DO UPDATE SET option = excluded.option,
         locale = excluded.locale, outcome = excluded.outcome, units = excluded.units,
         spent_ms = excluded.spent_ms`,
    )
    .bind(id, JSON.stringify(marked.questions), latest.n)
