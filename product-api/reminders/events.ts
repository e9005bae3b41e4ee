import { dayInIndia, momentInIndia } from '../../domain/india-time.ts'
import { defaultQuietHours, remindedBellsUntil } from '../../domain/reminders.ts'
import type { Database } from '../database.ts'

const choicesPerStep = 500
const maxStepsPerRun = 10
const dayMs = 86_400_000
/** Nobody is told of a result that was published longer ago. */
const resultDays = 3

type EventRow = {
  kind: 'result' | 'live-mock'
  slug: string
  after_n: number
  created_at: string
  expires_at: string
}

/** Writes the reminders of live mocks: that the result is out, to participants; and on the evening
 *  before, that it is tomorrow, to those who entered it or prepare for its exam. Each choice is
 *  visited once for each event. Runs every minute. Cost: three statements where nothing is due;
 *  four for 500 choices, 5,000 in a run. */
export async function writeEventReminders(db: Database, now: Date): Promise<void> {
  const at = now.toISOString()
  const [, , active] = await db.batch<EventRow>([
    db
      .prepare(
        `INSERT OR IGNORE INTO reminder_events (kind, slug, created_at, expires_at)
         SELECT 'result', slug, ?1, strftime('%Y-%m-%dT%H:%M:%fZ', published_at, ?3)
         FROM live_mocks WHERE published_at > ?2 AND withdrawn_at IS NULL`,
      )
      .bind(at, new Date(now.getTime() - dayMs).toISOString(), `+${resultDays} days`),
    db
      .prepare(
        `INSERT OR IGNORE INTO reminder_events (kind, slug, created_at, expires_at)
         SELECT 'live-mock', slug, ?1, bell_at FROM live_mocks
         WHERE bell_at > ?1 AND bell_at < ?2 AND withdrawn_at IS NULL`,
      )
      .bind(at, remindedBellsUntil(now).toISOString()),
    db.prepare('SELECT * FROM reminder_events WHERE expires_at > ? ORDER BY created_at').bind(at),
  ])
  let steps = 0
  for (const event of active?.results ?? [])
    for (let after = event.after_n; steps < maxStepsPerRun;) {
      const upTo = await nextChoices(db, event, after)
      if (upTo === null) break
      steps += 1
      await writeReminders(db, { ...event, after_n: after }, upTo, now)
      after = upTo
    }
}

async function nextChoices(db: Database, { kind }: EventRow, after: number) {
  const found = await db
    .prepare(
      `SELECT max(n) AS n FROM (
         SELECT n FROM reminder_choices WHERE kind = ?1 AND n > ?2 ORDER BY n LIMIT ?3)`,
    )
    .bind(kind, after, choicesPerStep)
    .first<{ n: number | null }>()
  return found?.n ?? null
}

const hasEntered = `(
  EXISTS (SELECT 1 FROM live_entries e
    WHERE e.user_id = c.user_id AND e.slug = ?2 AND e.is_second = 0)
  OR EXISTS (SELECT 1 FROM live_entries e WHERE e.guest_id = c.guest_id AND e.slug = ?2))`

const isConcerned = {
  // Whoever agreed after the publication has seen it.
  result: `${hasEntered} AND c.agreed_at <= ?5`,
  'live-mock': `(${hasEntered} OR EXISTS (
    SELECT 1 FROM live_mocks m, json_each(m.exams) x JOIN json_each(c.exams) o ON o.value = x.value
    WHERE m.slug = ?2))`,
}

/** `?5`: when the event began. Whoever agreed later, on the evening before, is not reminded on the
 *  same evening, but in the morning. An overlapping run has moved `after_n`, and writes nothing. */
async function writeReminders(db: Database, event: EventRow, upTo: number, now: Date) {
  const { kind, slug, after_n: after, created_at: begunAt, expires_at: expiresAt } = event
  const morning = momentInIndia(
    dayInIndia(new Date(expiresAt)),
    `${String(defaultQuietHours.to).padStart(2, '0')}:00`,
  )
  const later = kind === 'live-mock' && morning > now ? morning : now
  await db.batch([
    db
      .prepare(
        `INSERT OR IGNORE INTO due_reminders (choice, subject, next_try_at, expires_at)
         SELECT c.n, ?2, iif(c.agreed_at > ?5, ?7, ?6), ?8 FROM reminder_choices c
         WHERE c.kind = ?1 AND c.n > ?3 AND c.n <= ?4 AND ${isConcerned[kind]}
           AND EXISTS (SELECT 1 FROM reminder_events v
             WHERE v.kind = ?1 AND v.slug = ?2 AND v.after_n = ?3)`,
      )
      .bind(
        ...[kind, slug, after, upTo, begunAt],
        ...[now.toISOString(), later.toISOString(), expiresAt],
      ),
    db
      .prepare(
        `UPDATE reminder_events SET after_n = ?4 WHERE kind = ?1 AND slug = ?2 AND after_n = ?3`,
      )
      .bind(kind, slug, after, upTo),
  ])
}
