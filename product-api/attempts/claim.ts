import type { Database, PreparedStatement } from '../database.ts'

/** Statements that make a feature's rows of a guest a member's. A feature with a table that has
 *  `guest_id` adds its own in worker.ts. */
export type ClaimStatements = (db: Database, guestId: string, userId: number) => PreparedStatement[]

/** Makes everything of a guest a member's, in one transaction; the guest stays, without data.
 *  Returns the number of attempts. */
export async function claimGuestData(
  db: Database,
  guestId: string,
  userId: number,
  otherClaims: readonly ClaimStatements[],
): Promise<number> {
  const [attempts] = await db.batch([
    db
      .prepare('UPDATE attempts SET user_id = ?2, guest_id = NULL WHERE guest_id = ?1')
      .bind(guestId, userId),
    db.prepare(compareOnlyFirstAttempts).bind(userId),
    ...otherClaims.flatMap((statements) => statements(db, guestId, userId)),
  ])
  return attempts?.meta.changes ?? 0
}

/** The first attempt of the guest may be the member's second, and the other way round. */
const compareOnlyFirstAttempts = `
UPDATE attempts SET is_compared = 0, is_left_out = 0
WHERE user_id = ?1 AND (is_compared = 1 OR is_left_out = 1) AND EXISTS (
  SELECT 1 FROM attempts o
  WHERE o.user_id = ?1 AND o.test_id = attempts.test_id AND o.id <> attempts.id
    AND ((o.started_at, o.id) < (attempts.started_at, attempts.id)
      OR o.submitted_at < attempts.submitted_at))`
