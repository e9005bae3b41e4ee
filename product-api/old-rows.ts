import { moveOldAttempts } from './attempts/old-attempts.ts'
import { nearestReplica, type Database } from './database.ts'
import { readFact, writeFact } from './own-schema.ts'
import type { Owner } from './owner.ts'
import { moveOldReviews } from './study/old-reviews.ts'

/** Moves a reader's attempts and reviews of before to the reader's object, when that is first
 *  opened. Returns whether there may have been some. Cost: two rows of the object; where nothing of
 *  before is left of anybody, nothing else. */
export async function moveOldRows(own: Database, shared: Database, owner: Owner): Promise<boolean> {
  const moved = await readFact(own, 'moved')
  const reviewsMoved = await readFact(own, 'reviews-moved')
  if (moved !== null && reviewsMoved !== null) return false
  const now = new Date()
  const mayHave = await mayHaveOldRows(shared, now)
  if (mayHave) {
    if (moved === null) await moveOldAttempts(own, shared, owner)
    if (reviewsMoved === null) await moveOldReviews(own, shared, owner)
  }
  await own.batch([
    writeFact(own, 'moved', now.toISOString()),
    writeFact(own, 'reviews-moved', now.toISOString()),
  ])
  return mayHave
}

/** In memory; lost with the isolate. Until when it is known that nothing of before is left, in ms
 *  since 1970. */
let nothingLeftUntilMs = 0
const rememberedMs = 60_000

/** Whether attempts or reviews of before, of anybody, may still be in the product database. A
 *  Worker of before may add some later, during a deployment: those the cron trigger moves. Cost:
 *  once a minute in an isolate, one call to a replica with two look-ups in indexes. */
async function mayHaveOldRows(shared: Database, now: Date): Promise<boolean> {
  if (now.getTime() < nothingLeftUntilMs) return false
  const row = await nearestReplica(shared)
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM attempts INDEXED BY attempts_not_moved WHERE in_object = 0)
         OR EXISTS (SELECT 1 FROM card_reviews) AS n`,
    )
    .first<{ n: number }>()
  if (row?.n === 0) nothingLeftUntilMs = now.getTime() + rememberedMs
  return row?.n !== 0
}

/** Forgets what this isolate remembers of it, after somebody has added some. */
export const forgetOldRows = () => void (nothingLeftUntilMs = 0)
