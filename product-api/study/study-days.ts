import * as v from 'valibot'
import { dayInIndia } from '../../domain/india-time.ts'
import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

const maxEntries = 1500
/** A card that stayed open longer was left, not studied. */
const maxMsPerCard = 120_000

/** The time spent with cards, in ms, by day in India; 0 for a day on which only a task of the
 * plan was ticked. Only the latest 1,500 reviews and ticks count. Cost: one batch, which reads
 * those rows by the indexes card_reviews_of_* and plan_events_of_*. */
export async function studyDaysOf(db: Database, owner: Owner): Promise<Map<string, number>> {
  const select = (columns: string, table: string, more = '') =>
    db
      .prepare(
        `SELECT ${columns} FROM ${table} WHERE ${ownerColumn(owner)} = ?1 ${more}
         ORDER BY n DESC LIMIT ${maxEntries}`,
      )
      .bind(owner.id)
  const [reviews, ticks] = await db.batch([
    select(`at_ms AS at, min(took_ms, ${maxMsPerCard}) AS ms`, 'card_reviews'),
    select('at_ms AS at, 0 AS ms', 'plan_events', `AND kind = 'tick'`),
  ])
  const days = new Map<string, number>()
  const rows = v.parse(v.array(Row), [...(reviews?.results ?? []), ...(ticks?.results ?? [])])
  for (const { at, ms } of rows) {
    const day = dayInIndia(new Date(at))
    days.set(day, (days.get(day) ?? 0) + ms)
  }
  return days
}

const Row = v.object({ at: v.number(), ms: v.number() })
