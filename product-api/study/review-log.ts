import * as v from 'valibot'
import { cardGrades, parseReview, type CardReview } from '../../domain/study/review-log.ts'
import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

const maxReviewsPerRead = 2000

/** Stores reviews, each once, in any order. `refused`: the ids of entries that are not reviews; a
 *  device may delete those too. Times later than now are set to now: with a fast clock, a
 *  review would sort after later ones. */
export async function storeReviews(
  db: Database,
  owner: Owner,
  sent: readonly unknown[],
  now: Date,
): Promise<{ acknowledged: string[]; refused: string[] }> {
  const reviews = sent.flatMap((entry) => parseReview(entry) ?? [])
  const rows = reviews.map((review) => ({ ...review, at: Math.min(review.at, now.getTime()) }))
  if (rows.length > 0)
    await db
      .prepare(
        `INSERT OR IGNORE INTO card_reviews (
           ${ownerColumn(owner)}, review_id, card, at_ms, grade, took_ms, received_at)
         SELECT ?1, value ->> 'id', value ->> 'card', value ->> 'at', value ->> 'grade',
           value ->> 'tookMs', ?2
         FROM json_each(?3)`,
      )
      .bind(owner.id, now.toISOString(), JSON.stringify(rows))
      .run()
  const acknowledged = reviews.map(({ id }) => id)
  return { acknowledged, refused: sent.flatMap(idOf).filter((id) => !acknowledged.includes(id)) }
}

function idOf(entry: unknown): string[] {
  const parsed = v.safeParse(v.object({ id: v.string() }), entry)
  return parsed.success ? [parsed.output.id] : []
}

/** `n`: the number of the review in the order of arrival. */
const Row = v.object({
  n: v.number(),
  id: v.string(),
  card: v.string(),
  at: v.number(),
  grade: v.picklist(cardGrades),
  tookMs: v.number(),
})

/** An owner's reviews that arrived after number `after`, in the order of arrival, at most 2,000.
 *  `next`: the `after` of the next call; `isAll`: whether there are no more. */
export async function reviewsAfter(
  db: Database,
  owner: Owner,
  after: number,
): Promise<{ reviews: CardReview[]; next: number; isAll: boolean }> {
  const { results } = await db
    .prepare(
      `SELECT n, review_id AS id, card, at_ms AS at, grade, took_ms AS tookMs FROM card_reviews
       WHERE ${ownerColumn(owner)} = ?1 AND n > ?2 ORDER BY n LIMIT ?3`,
    )
    .bind(owner.id, after, maxReviewsPerRead)
    .all()
  const rows = v.parse(v.array(Row), results)
  return {
    reviews: rows.map(({ n: _, ...review }) => review),
    next: rows.at(-1)?.n ?? after,
    isAll: rows.length < maxReviewsPerRead,
  }
}

/** Every review of an owner. Cost: one read per 2,000. */
export async function allReviewsOf(db: Database, owner: Owner): Promise<CardReview[]> {
  const reviews: CardReview[] = []
  for (let after = 0; ;) {
    const page = await reviewsAfter(db, owner, after)
    reviews.push(...page.reviews)
    if (page.isAll) return reviews
    after = page.next
  }
}
