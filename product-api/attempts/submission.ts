import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { MarkedPaper } from '../../domain/attempt/marking.ts'
import type { Database } from '../database.ts'
import { paperVersionWithKeys, type PaperVersion } from '../papers/paper-versions.ts'
import { Refusal } from '../strapi/errors.ts'
import { markAttempt } from './attempt-marks.ts'
import { attemptDeadlines, selectAttempt, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, graceSeconds, isPastGrace } from './deadlines.ts'
import { selectCountedEvents } from './journal.ts'

type CountedEvent = JournalEvent & { receivedAt: string }

/** How often an attempt is marked again if an event or a ruling arrived while it was marked. */
const maxTries = 8

/** Submits and marks an attempt, once: a later call returns the stored marks. `by`: who ended it,
 *  the reader or the clock. Errors: Refusal 503 if events keep arriving; the call can be repeated.
 *  Cost: two transactions and one read of the rulings. */
export async function submitAttempt(
  db: Database,
  attempt: AttemptRow,
  by: 'reader' | 'clock',
  now: Date,
): Promise<AttemptRow> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  for (let row = attempt, tries = 0; tries < maxTries; tries++) {
    if (row.submitted_at !== null) return row
    const { events, latest } = await readJournal(db, row.id)
    const { marked } = await markAttempt(db, row, events)
    const isInTime = arrivedInTime(row, paper, events)
    const submission = { marked, latest, isInTime, by: submittedBy(by, row, now), now }
    const answers = await db.batch<AttemptRow>([
      updateIfUnchanged(db, row, submission),
      insertOutcomes(db, row.id, marked),
      selectAttempt(db, row.id),
    ])
    row = answers.at(-1)?.results[0] ?? row
    if (row.submitted_at !== null) return row
  }
  throw new Refusal(503, 'ServiceUnavailableError', 'Answers are still arriving; submit again', {})
}

/** The number of the last event and the id of the last ruling that marking considered. */
type Latest = { n: number; ruling: number }

async function readJournal(
  db: Database,
  id: string,
): Promise<{ events: CountedEvent[]; latest: Latest }> {
  const [events, latest] = await db.batch([
    selectCountedEvents(db, id),
    db.prepare(selectLatest).bind(id),
  ])
  return {
    events: (events?.results ?? []) as CountedEvent[],
    latest: (latest?.results as Latest[] | undefined)?.[0] ?? { n: 0, ruling: 0 },
  }
}

const selectLatest = `
SELECT coalesce((SELECT max(n) FROM attempt_events WHERE attempt_id = ?1), 0) AS n,
  coalesce((SELECT max(id) FROM key_rulings), 0) AS ruling`

/** Whether every event arrived within the grace period. Other attempts are not compared, because
 *  they depend on the device's clock. */
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

/** 'clock' is accepted only near the end: a device's clock may be fast by the grace period. */
function submittedBy(
  by: 'reader' | 'clock',
  { ends_at }: AttemptRow,
  now: Date,
): 'reader' | 'clock' {
  const isOver = ends_at !== null && now.getTime() > Date.parse(ends_at) - graceSeconds * 1000
  return by === 'clock' && isOver ? 'clock' : 'reader'
}

type Submission = {
  marked: MarkedPaper
  latest: Latest
  isInTime: boolean
  by: 'reader' | 'clock'
  now: Date
}

/** Has no effect if an event or a ruling arrived since the attempt was marked. */
function updateIfUnchanged(
  db: Database,
  row: AttemptRow,
  { marked, latest, isInTime, by, now }: Submission,
) {
  const owner = row.user_id === null ? 'guest_id' : 'user_id'
  return db
    .prepare(
      `UPDATE attempts SET submitted_at = ?2, updated_at = ?2, submitted_by = ?3,
         score_units = ?4, maximum_units = ?5, denominator = ?6,
         is_compared = ?7 AND mode = 'exam' AND NOT EXISTS (
           SELECT 1 FROM attempts o
           WHERE o.${owner} = attempts.${owner} AND o.test_id = attempts.test_id
             AND o.id <> attempts.id
             AND (o.mode <> 'exam' OR o.submitted_at IS NOT NULL
               OR (o.started_at, o.id) < (attempts.started_at, attempts.id)))
       WHERE id = ?1 AND submitted_at IS NULL AND (${selectLatest}) = (?8, ?9)`,
    )
    .bind(
      ...[row.id, now.toISOString(), by],
      ...[marked.scoreUnits, marked.maximumUnits, marked.denominator],
      ...[isInTime ? 1 : 0, latest.n, latest.ruling],
    )
}

/** Inserts the outcome of each question if the attempt is submitted; existing outcomes stay. */
const insertOutcomes = (db: Database, id: string, { questions }: MarkedPaper) =>
  db
    .prepare(
      `INSERT INTO attempt_outcomes (
         attempt_id, question, number, option, locale, outcome, units, spent_ms)
       SELECT a.id, q.value ->> 'id', q.value ->> 'number', q.value ->> 'option',
         q.value ->> 'locale', q.value ->> 'outcome', q.value ->> 'units', q.value ->> 'spentMs'
       FROM json_each(?2) q JOIN attempts a ON a.id = ?1 WHERE a.submitted_at IS NOT NULL
       ON CONFLICT (attempt_id, question) DO NOTHING`,
    )
    .bind(id, JSON.stringify(questions))
