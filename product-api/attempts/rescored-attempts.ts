import * as v from 'valibot'
import type { Database } from '../database.ts'
import type { Owner } from '../owner.ts'
import { Caller, ownerIn } from '../reader.ts'

// A ruling changes the marks in the product database first (scoring/pending-rulings.ts). A reader's
// object that is not asked for a result is told by the queue.

/** A message of the queue. ids: attempts of the owner. */
export const RescoreMessage = v.object({
  kind: v.literal('rescore'),
  owner: Caller.entries.owner,
  ids: v.array(v.string()),
})
export type RescoreMessage = v.InferOutput<typeof RescoreMessage>

const maxPerRun = 1000
/** A message that has not been handled by then is sent again. */
const resendAfterMs = 1_800_000

/** The messages about rescored attempts that are to be sent now; claims them, so that overlapping
 *  runs do not send them twice. Cost: one read in an index where there are none. */
export async function takeRescoreMessages(shared: Database, now: Date): Promise<RescoreMessage[]> {
  const until = new Date(now.getTime() + resendAfterMs).toISOString()
  const { results } = await shared
    .prepare(
      `UPDATE rescored_attempts SET sent_until = ?2 WHERE attempt_id IN (
         SELECT attempt_id FROM rescored_attempts WHERE sent_until <= ?1
         ORDER BY sent_until LIMIT ?3)
       RETURNING attempt_id AS id,
         (SELECT user_id FROM attempts WHERE id = attempt_id) AS user_id,
         (SELECT guest_id FROM attempts WHERE id = attempt_id) AS guest_id`,
    )
    .bind(now.toISOString(), until, maxPerRun)
    .all<{ id: string }>()
  const byOwner = Map.groupBy(results, (row) => JSON.stringify(ownerIn(row)))
  return [...byOwner].map(([owner, rows]) => ({
    kind: 'rescore',
    owner: JSON.parse(owner) as Owner,
    ids: rows.map(({ id }) => id),
  }))
}

/** To be called when an object has rescored attempts. */
export const markRescored = (shared: Database, ids: readonly string[]) =>
  shared
    .prepare('DELETE FROM rescored_attempts WHERE attempt_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(ids))
    .run()

/** How many attempts' objects are still to be told of a ruling. Cost: one row for each. */
export async function countRescoring(shared: Database): Promise<number> {
  const row = await shared
    .prepare('SELECT count(*) AS n FROM rescored_attempts')
    .bind()
    .first<{ n: number }>()
  return row?.n ?? 0
}
