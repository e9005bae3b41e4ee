import { claimStatements } from '../study/claim.ts'

/** What a guest may leave behind, each with a column `user_id` and a column `guest_id`, one of which is null.
 *  A folder that adds such a table adds its name. */
const tablesOfGuests = ['attempts', 'question_reports'] as const

/** Makes everything of a guest a member's, in one transaction; the guest stays, with nothing. Returns how many attempts that were. */
export async function claim(db: D1Database, guestId: string, userId: number): Promise<number> {
  const [attempts] = await db.batch([
    ...tablesOfGuests.map((table) =>
      db
        .prepare(`UPDATE ${table} SET user_id = ?2, guest_id = NULL WHERE guest_id = ?1`)
        .bind(guestId, userId),
    ),
    db.prepare(onlyFirstsAreCompared).bind(userId),
    ...claimStatements(db, guestId, userId),
  ])
  return attempts?.meta.changes ?? 0
}

/** What was first for a guest may be second for the member, and the other way round. */
const onlyFirstsAreCompared = `
UPDATE attempts SET is_compared = 0
WHERE user_id = ?1 AND is_compared = 1 AND EXISTS (
  SELECT 1 FROM attempts o
  WHERE o.user_id = ?1 AND o.test_id = attempts.test_id AND o.id <> attempts.id
    AND ((o.started_at, o.id) < (attempts.started_at, attempts.id) OR o.submitted_at < attempts.submitted_at))`
