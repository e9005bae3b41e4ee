import { dayInIndia } from '../../domain/india-time.ts'
import { nextMorning, pauseDaysAfter } from '../../domain/reminders.ts'
import type { Database, Stores } from '../database.ts'
import type { ReaderNamespace } from '../object-bindings.ts'
import type { Owner } from '../owner.ts'
import { databaseOfReader } from '../reader.ts'
import { dueSummary } from '../study/due-summary.ts'
import type { ChoiceRow } from './choices.ts'

/** Of the 1,000 statements that a run of the cron trigger may send to D1, six for each. */
const checksPerRun = 40
const dayMs = 86_400_000

/** Looks up whose cards are due, in the morning at the end of their quiet hours, and writes their
 *  reminders. A reader who does not review is asked more rarely, up to every eight days. Runs every
 *  minute. No object is asked before the day that `check_at` names: when the reader's next card is
 *  due. Cost: one look-up in an index where nothing is due; for a reader five statements and one
 *  request to the reader's object. */
export async function writeCardReminders(
  { DB: db, READERS }: { DB: Database; READERS: ReaderNamespace },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  // Made later first, so that overlapping runs never check one reader twice.
  const { results } = await db
    .prepare(
      `UPDATE reminder_choices SET check_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '+1 hour')
       WHERE n IN (SELECT n FROM reminder_choices WHERE check_at <= ?1 ORDER BY check_at LIMIT ?2)
       RETURNING *`,
    )
    .bind(at, checksPerRun)
    .all<ChoiceRow>()
  for (const choice of results)
    try {
      const own = databaseOfReader(READERS, ownerOfChoice(choice))
      await checkCards({ own, shared: db }, choice, now)
    } catch (error) {
      // An object that does not answer keeps nobody else waiting; it is asked again in an hour.
      console.error(JSON.stringify({ at: 'card-checks', error: String(error) }))
    }
}

export const ownerOfChoice = ({ user_id, guest_id }: ChoiceRow): Owner =>
  user_id !== null ? { kind: 'member', id: user_id } : { kind: 'guest', id: guest_id ?? '' }

async function checkCards(stores: Stores, choice: ChoiceRow, now: Date) {
  const db = stores.shared
  const { due, nextDueMs, lastReviewMs } = await dueSummary(stores, ownerOfChoice(choice), now)
  const morning = nextMorning(now, { from: choice.quiet_from, to: choice.quiet_to })
  const later = (ms: number) => new Date(Math.max(morning.getTime(), ms))
  if (due === 0) {
    await setCheck(db, choice.n, later(nextDueMs ?? 0), choice.unanswered)
    return
  }
  const lastReviewOn = lastReviewMs === null ? '' : dayInIndia(new Date(lastReviewMs))
  const isAnswered = choice.sent_on !== null && lastReviewOn >= choice.sent_on
  const unanswered = (isAnswered ? 0 : choice.unanswered) + 1
  const pauseMs = (pauseDaysAfter(unanswered) - 1) * dayMs
  await db.batch([
    db.prepare('DELETE FROM due_reminders WHERE choice = ?').bind(choice.n),
    db
      .prepare(
        `INSERT INTO due_reminders (choice, subject, next_try_at, expires_at)
         SELECT n, ?2, ?3, ?4 FROM reminder_choices WHERE n = ?1`,
      )
      .bind(
        ...[choice.n, String(due), now.toISOString()],
        new Date(now.getTime() + dayMs / 2).toISOString(),
      ),
    checkStatement(db, choice.n, later(morning.getTime() + pauseMs), unanswered),
  ])
}

const setCheck = (db: Database, n: number, at: Date, unanswered: number) =>
  checkStatement(db, n, at, unanswered).run()

const checkStatement = (db: Database, n: number, at: Date, unanswered: number) =>
  db
    .prepare('UPDATE reminder_choices SET check_at = ?2, unanswered = ?3 WHERE n = ?1')
    .bind(n, at.toISOString(), unanswered)
