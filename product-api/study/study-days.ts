import * as v from 'valibot'
import { dayInIndia } from '../../domain/india-time.ts'
import type { Stores } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { latestDeliveries, reviewsIn } from './stored-reviews.ts'

const maxEntries = 1500
/** A card that stayed open longer was left, not studied. */
const maxMsPerCard = 120_000

/** The time spent with cards, in ms, by day in India; 0 for a day on which only a task of the
 * plan was ticked. Only the latest 1,500 reviews and ticks count. Cost: one read of the reader's
 * object, and one by the indexes plan_events_of_*. */
export async function studyDaysOf(stores: Stores, owner: Owner): Promise<Map<string, number>> {
  const [deliveries, ticks] = await Promise.all([
    latestDeliveries(stores.own, maxEntries),
    stores.shared
      .prepare(
        `SELECT at_ms AS at FROM plan_events
         WHERE ${ownerColumn(owner)} = ? AND kind = 'tick' ORDER BY n DESC LIMIT ${maxEntries}`,
      )
      .bind(owner.id)
      .all(),
  ])
  const reviews = deliveries.flatMap((delivery) => reviewsIn(delivery).reverse())
  const days = new Map<string, number>()
  const add = (at: number, ms: number) => {
    const day = dayInIndia(new Date(at))
    days.set(day, (days.get(day) ?? 0) + ms)
  }
  for (const { at, tookMs } of reviews.slice(0, maxEntries)) add(at, Math.min(tookMs, maxMsPerCard))
  for (const { at } of v.parse(v.array(Tick), ticks.results)) add(at, 0)
  return days
}

const Tick = v.object({ at: v.number() })
