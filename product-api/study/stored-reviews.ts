import * as v from 'valibot'
import { cardGrades, type CardReview } from '../../domain/study/review-log.ts'
import type { Database, PreparedStatement } from '../database.ts'

// How a reader's object keeps reviews: a row of `review_deliveries` (own-schema.ts) for those of
// one page load that arrived together.

/** `n`: its number in the log. `reviews`: JSON, [[tick, card, at, grade, tookMs]]. received_at: ISO
 *  8601. */
export type ReviewDelivery = { n: number; writer: string; reviews: string; received_at: string }

/** The page load in which a review was written. */
export const writerOf = (reviewId: string) => reviewId.slice(0, reviewId.lastIndexOf('.'))

/** Reviews as deliveries without their number, one for each writer, in the order in which they
 *  came. Of an id that comes twice, the first. */
export function deliveriesOf(
  reviews: readonly CardReview[],
  receivedAt: string,
): Omit<ReviewDelivery, 'n'>[] {
  const first = [...new Map(reviews.toReversed().map((review) => [review.id, review])).values()]
  const byWriter = Map.groupBy(first.toReversed(), ({ id }) => writerOf(id))
  return [...byWriter].map(([writer, own]) => ({
    writer,
    reviews: JSON.stringify(
      own.map(({ id, card, at, grade, tookMs }) => [
        ...[Number(id.slice(writer.length + 1)), card, at, grade, tookMs],
      ]),
    ),
    received_at: receivedAt,
  }))
}

/** Stores those of its reviews that are not stored yet; no row if there is none. `n`: the number
 *  that the delivery gets, unless the log has reached it: then the next one. The statement is the
 *  whole decision, so that the same delivery can come any number of times, also at once. Rows: two
 *  written (with the index); read are the other deliveries of the same page load. */
export const insertDelivery = (own: Database, delivery: ReviewDelivery): PreparedStatement =>
  own
    .prepare(
      `INSERT INTO review_deliveries (n, writer, reviews, received_at)
       SELECT max(?1, coalesce((SELECT max(n) FROM review_deliveries), 0) + 1), ?2,
         json_group_array(json(value)), ?4
       FROM json_each(?3)
       WHERE value ->> 0 NOT IN (
         SELECT k.value ->> 0 FROM review_deliveries d JOIN json_each(d.reviews) k
         WHERE d.writer = ?2)
       HAVING count(*) > 0`,
    )
    .bind(delivery.n, delivery.writer, delivery.reviews, delivery.received_at)

const columns = 'n, writer, reviews, received_at'

/** The deliveries after number `after`, in their order. Those that a member has claimed are no
 *  longer the guest's. */
export async function deliveriesAfter(
  own: Database,
  after: number,
  max: number,
): Promise<ReviewDelivery[]> {
  const { results } = await own
    .prepare(
      `SELECT ${columns} FROM review_deliveries
       WHERE n > ? AND released_to IS NULL ORDER BY n LIMIT ?`,
    )
    .bind(after, max)
    .all<ReviewDelivery>()
  return results
}

/** The latest deliveries first. */
export async function latestDeliveries(own: Database, max: number): Promise<ReviewDelivery[]> {
  const { results } = await own
    .prepare(
      `SELECT ${columns} FROM review_deliveries
       WHERE released_to IS NULL ORDER BY n DESC LIMIT ?`,
    )
    .bind(max)
    .all<ReviewDelivery>()
  return results
}

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.tuple([v.number(), v.string(), v.number(), v.picklist(cardGrades), v.number()])),
)

/** The reviews of a delivery, in the order in which the device sent them. */
export const reviewsIn = ({ writer, reviews }: ReviewDelivery): CardReview[] =>
  v.parse(Stored, reviews).map(([tick, card, at, grade, tookMs]) => ({
    ...{ id: `${writer}.${tick}`, card, at, grade, tookMs },
  }))

/** In a guest's object: releases all reviews to a member, for whom the call can be repeated. */
export async function releaseReviews(own: Database, memberId: number): Promise<ReviewDelivery[]> {
  const [, found] = await own.batch<ReviewDelivery>([
    own
      .prepare('UPDATE review_deliveries SET released_to = ? WHERE released_to IS NULL')
      .bind(memberId),
    own
      .prepare(`SELECT ${columns} FROM review_deliveries WHERE released_to = ? ORDER BY n`)
      .bind(memberId),
  ])
  return found?.results ?? []
}

/** In the member's object: stores released reviews that it does not have, with numbers of now: a
 *  device that has read the log up to some number finds them after it. */
export async function storeClaimedReviews(
  own: Database,
  deliveries: readonly ReviewDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length > 0)
    await own.batch(
      deliveries.map((delivery) => insertDelivery(own, { ...delivery, n: now.getTime() })),
    )
}

/** In the guest's object: deletes released deliveries. */
export async function forgetReviews(own: Database, numbers: readonly number[]): Promise<void> {
  if (numbers.length > 0)
    await own
      .prepare(
        `DELETE FROM review_deliveries
         WHERE n IN (SELECT value FROM json_each(?)) AND released_to IS NOT NULL`,
      )
      .bind(JSON.stringify(numbers))
      .run()
}
