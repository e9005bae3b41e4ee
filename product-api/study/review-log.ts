import * as v from 'valibot'
import { readReview, type CardReview } from '../../domain/study/review-log.ts'
import { columnOf, type Owner } from '../attempts/attempt-row.ts'

const mostRead = 2000

/** Keeps reviews, each once, whatever came before. `refused`: the ids of what is no review; a device may forget those.
 *  A clock that is ahead would put a review after those of tomorrow: nothing was looked at later than now. */
export async function keepReviews(
  db: D1Database,
  owner: Owner,
  sent: readonly unknown[],
  now: Date,
): Promise<{ acknowledged: string[]; refused: string[] }> {
  const reviews = sent.flatMap((found) => readReview(found) ?? [])
  const rows = reviews.map((review) => ({ ...review, at: Math.min(review.at, now.getTime()) }))
  if (rows.length > 0)
    await db
      .prepare(
        `INSERT OR IGNORE INTO card_reviews (${columnOf(owner)}, review_id, card, at_ms, grade, took_ms, received_at)
         SELECT ?1, value ->> 'id', value ->> 'card', value ->> 'at', value ->> 'grade', value ->> 'tookMs', ?2 FROM json_each(?3)`,
      )
      .bind(owner.id, now.toISOString(), JSON.stringify(rows))
      .run()
  const acknowledged = reviews.map(({ id }) => id)
  return { acknowledged, refused: sent.flatMap(idIn).filter((id) => !acknowledged.includes(id)) }
}

function idIn(found: unknown): string[] {
  const read = v.safeParse(v.object({ id: v.string() }), found)
  return read.success ? [read.output.id] : []
}

const Row = v.object({
  n: v.number(),
  id: v.string(),
  card: v.string(),
  at: v.number(),
  grade: v.picklist([1, 2, 3, 4]),
  tookMs: v.number(),
})

/** What arrived after `after`, in the order of arrival, at most 2,000. `next`: to be asked for next; `isAll`: whether that was all. */
export async function reviewsAfter(
  db: D1Database,
  owner: Owner,
  after: number,
): Promise<{ reviews: CardReview[]; next: number; isAll: boolean }> {
  const { results } = await db
    .prepare(
      `SELECT n, review_id AS id, card, at_ms AS at, grade, took_ms AS tookMs FROM card_reviews
       WHERE ${columnOf(owner)} = ?1 AND n > ?2 ORDER BY n LIMIT ?3`,
    )
    .bind(owner.id, after, mostRead)
    .all()
  const rows = v.parse(v.array(Row), results)
  return {
    reviews: rows.map(({ n: _, ...review }) => review),
    next: rows.at(-1)?.n ?? after,
    isAll: rows.length < mostRead,
  }
}

/** Every review of an owner. Cost: a read for each 2,000. */
export async function allReviews(db: D1Database, owner: Owner): Promise<CardReview[]> {
  const reviews: CardReview[] = []
  for (let after = 0; ;) {
    const page = await reviewsAfter(db, owner, after)
    reviews.push(...page.reviews)
    if (page.isAll) return reviews
    after = page.next
  }
}
