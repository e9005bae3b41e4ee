import * as v from 'valibot'
import { cardGrades } from '../../domain/study/review-log.ts'
import type { Database } from '../database.ts'
import type { ReaderNamespace } from '../object-bindings.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { objectOf } from '../reader.ts'
import { someAtOnce } from '../some-at-once.ts'
import { deliveriesOf, insertDelivery, writerOf } from './stored-reviews.ts'

// Until own-schema.ts had its third step, reviews were rows of the product database. They are
// there until they are moved to their reader's object: when it is next opened, or by the cron
// trigger, which also moves what a Worker of before adds later, during a deployment.

const maxTogether = 2000
const maxReaders = 100

const Row = v.object({
  n: v.number(),
  id: v.string(),
  card: v.string(),
  at: v.number(),
  grade: v.picklist(cardGrades),
  tookMs: v.number(),
  receivedAt: v.string(),
})

/** Moves a reader's reviews to the reader's object: they are stored there in one transaction, and
 *  then deleted. Cut off in between, they are still in both, and the next call stores none of them
 *  again. Numbers stay, so that a device is not sent what it has. Returns how many rows it deleted.
 *  Cost: where there is nothing to move, one look-up in an index. */
export async function moveOldReviews(own: Database, shared: Database, owner: Owner) {
  const column = ownerColumn(owner)
  for (let moved = 0; ;) {
    const { results } = await shared
      .prepare(
        `SELECT n, review_id AS id, card, at_ms AS at, grade, took_ms AS tookMs,
           received_at AS receivedAt
         FROM card_reviews WHERE ${column} = ? ORDER BY n LIMIT ?`,
      )
      .bind(owner.id, maxTogether)
      .all()
    const rows = v.parse(v.array(Row), results)
    const last = rows.at(-1)
    if (!last) return moved
    const together = Map.groupBy(rows, ({ id, receivedAt }) => `${writerOf(id)} ${receivedAt}`)
    const deliveries = [...together.values()].flatMap((delivered) => {
      const { n, receivedAt } = delivered.at(-1) ?? last
      return deliveriesOf(delivered, receivedAt).map((delivery) => ({ ...delivery, n }))
    })
    // In the order of their numbers, so that each keeps its own.
    deliveries.sort((one, other) => one.n - other.n)
    await own.batch(deliveries.map((delivery) => insertDelivery(own, delivery)))
    await shared
      .prepare(`DELETE FROM card_reviews WHERE ${column} = ? AND n <= ?`)
      .bind(owner.id, last.n)
      .run()
    moved += rows.length
  }
}

/** How many reviews, of how many readers, are not moved yet. Cost: reads all of them in indexes. */
export async function countOldReviews(
  shared: Database,
): Promise<{ reviews: number; readers: number }> {
  const row = await shared
    .prepare(
      `SELECT count(*) AS reviews, count(DISTINCT user_id) + count(DISTINCT guest_id) AS readers
       FROM card_reviews`,
    )
    .first<{ reviews: number; readers: number }>()
  return row ?? { reviews: 0, readers: 0 }
}

/** Runs every minute: moves the reviews of before of 100 readers to their objects, also of those
 *  who never return. Can be cut off at any point. Returns how many readers. Cost: where none is
 *  left, two look-ups in indexes. */
export async function moveSomeReviews({
  DB,
  READERS,
}: {
  DB: Database
  READERS: ReaderNamespace
}): Promise<number> {
  const owners = await readersWithOldReviews(DB)
  await someAtOnce(owners, 'move-reviews', (owner) =>
    objectOf(READERS, owner).takeOldReviews(owner),
  )
  return owners.length
}

/** Some readers whose reviews are still in the product database. Each is one look-up in an index,
 *  however many rows a reader has. */
async function readersWithOldReviews(shared: Database): Promise<Owner[]> {
  const [members, guests] = await shared.batch<{ id: number | string }>(
    ['user_id', 'guest_id'].map((column) =>
      shared.prepare(`
WITH RECURSIVE readers (id) AS (
  SELECT min(${column}) FROM card_reviews
  UNION ALL
  SELECT (SELECT min(${column}) FROM card_reviews WHERE ${column} > readers.id)
  FROM readers WHERE readers.id IS NOT NULL LIMIT ${maxReaders})
SELECT id FROM readers WHERE id IS NOT NULL`),
    ),
  )
  return [
    ...(members?.results ?? []).map(({ id }): Owner => ({ kind: 'member', id: Number(id) })),
    ...(guests?.results ?? []).map(({ id }): Owner => ({ kind: 'guest', id: String(id) })),
  ].slice(0, maxReaders)
}
