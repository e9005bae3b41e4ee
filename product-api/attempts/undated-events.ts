import type { Database } from '../database.ts'
import type { ReceivedEvent } from './journal-entries.ts'

/** Dates undated events to no earlier than any event that their device had fetched when it wrote
 *  them: an answer that the reader changed knowingly stays changed. Cost: nothing without undated
 *  events; otherwise reads the attempt's journal. */
export async function afterWhatTheyKnew(
  db: Database,
  attemptId: string,
  events: readonly ReceivedEvent[],
): Promise<readonly ReceivedEvent[]> {
  if (!events.some(({ isUndated }) => isUndated)) return events
  const { results } = await db.prepare(selectTimes).bind(attemptId).all<{ n: number; at: number }>()
  const earliest = (seen: number) =>
    results.reduce((latest, { n, at }) => (n <= seen ? Math.max(latest, at) : latest), 0)
  return events.map((event) =>
    event.isUndated
      ? { ...event, happenedAt: Math.max(event.happenedAt, earliest(event.seen ?? 0)) }
      : event,
  )
}

const selectTimes = `
SELECT n, coalesce(happened_at_ms, at_ms) AS at FROM attempt_events
WHERE attempt_id = ? AND standing = 'counted'`
