import * as v from 'valibot'
import { retentionPeriods } from '../../domain/retention.ts'
import { parseReview, type CardReview } from '../../domain/study/review-log.ts'
import type { Database, Stores } from '../database.ts'
import { readFact, writeFact } from '../own-schema.ts'
import type { Owner } from '../owner.ts'
import { deliveriesAfter, deliveriesOf, insertDelivery, reviewsIn } from './stored-reviews.ts'

/** An answer has about so many reviews, and at least one delivery. */
const maxReviewsPerRead = 2000
const maxDeliveriesPerRead = 1000

/** Stores reviews in the reader's object, each once, in any order. `refused`: the ids of entries
 *  that are not reviews; a device may delete those too. Times later than now are set to now: with a
 *  fast clock, a review would sort after later ones. Cost: one batch of the object; a guest's first
 *  reviews write a row of the product database. */
export async function storeReviews(
  stores: Stores,
  owner: Owner,
  sent: readonly unknown[],
  now: Date,
): Promise<{ acknowledged: string[]; refused: string[] }> {
  const reviews = sent.flatMap((entry) => parseReview(entry) ?? [])
  const rows = reviews.map((review) => ({ ...review, at: Math.min(review.at, now.getTime()) }))
  const deliveries = deliveriesOf(rows, now.toISOString())
  if (deliveries.length > 0) {
    await keepGuest(stores, owner)
    // By the time, so that a number is later than any that another log of the same device had: that
    // of a guest before, or the product database.
    const { own } = stores
    await own.batch(
      deliveries.map((delivery) => insertDelivery(own, { ...delivery, n: now.getTime() })),
    )
  }
  const acknowledged = reviews.map(({ id }) => id)
  return { acknowledged, refused: sent.flatMap(idOf).filter((id) => !acknowledged.includes(id)) }
}

/** A guest who stores something is kept as long as the token is valid, as the triggers of migration
 *  0013 do for what is stored there. Once for each guest. */
async function keepGuest({ own, shared }: Stores, owner: Owner) {
  if (owner.kind !== 'guest' || (await readFact(own, 'kept')) !== null) return
  const end = `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+${retentionPeriods.guest.days} days')`
  await shared
    .prepare(`UPDATE guests SET expires_at = ${end} WHERE id = ? AND expires_at < ${end}`)
    .bind(owner.id)
    .run()
  await writeFact(own, 'kept', new Date().toISOString()).run()
}

function idOf(entry: unknown): string[] {
  const parsed = v.safeParse(v.object({ id: v.string() }), entry)
  return parsed.success ? [parsed.output.id] : []
}

/** The reviews that arrived after number `after`, in the order of arrival: whole deliveries, about
 *  2,000 reviews. `next`: the `after` of the next call; `isAll`: whether there are no more. */
export async function reviewsAfter(
  own: Database,
  after: number,
): Promise<{ reviews: CardReview[]; next: number; isAll: boolean }> {
  const deliveries = await deliveriesAfter(own, after, maxDeliveriesPerRead)
  const reviews: CardReview[] = []
  let next = after
  for (const delivery of deliveries) {
    if (reviews.length >= maxReviewsPerRead) return { reviews, next, isAll: false }
    reviews.push(...reviewsIn(delivery))
    next = delivery.n
  }
  return { reviews, next, isAll: deliveries.length < maxDeliveriesPerRead }
}

/** Every review in a reader's object. Cost: one read per 1,000 deliveries. */
export async function allReviewsOf(own: Database): Promise<CardReview[]> {
  const reviews: CardReview[] = []
  for (let after = 0; ;) {
    const deliveries = await deliveriesAfter(own, after, maxDeliveriesPerRead)
    reviews.push(...deliveries.flatMap(reviewsIn))
    const last = deliveries.at(-1)
    if (!last || deliveries.length < maxDeliveriesPerRead) return reviews
    after = last.n
  }
}
