import type { Database, PreparedStatement } from '../database.ts'

/** Makes statements that move a feature's rows from a guest to a member. A feature with a column
 *  `guest_id` adds its own in product-api/guest-claims.ts. */
export type ClaimStatements = (db: Database, guestId: string, userId: number) => PreparedStatement[]

/** Moves all rows of a guest to a member, in one transaction; the guest's own row stays. Returns
 *  the number of moved attempts. */
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

/** Only the first attempt at a test is compared with others, and moved attempts may be earlier or
 *  later than the member's own. */
const compareOnlyFirstAttempts = `
UPDATE attempts SET is_compared = 0, is_left_out = 0
WHERE user_id = ?1 AND (is_compared = 1 OR is_left_out = 1) AND EXISTS (
  SELECT 1 FROM attempts o
  WHERE o.user_id = ?1 AND o.test_id = attempts.test_id AND o.id <> attempts.id
    AND ((o.started_at, o.id) < (attempts.started_at, attempts.id)
      OR o.submitted_at < attempts.submitted_at))`
