import type { Database, PreparedStatement } from '../database.ts'
import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** Deleted with their user (ON DELETE CASCADE); the published counts of scores stay, without
 *  persons. */
const entries: PersonalData = {
  name: 'liveMockEntries',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT id, slug, locale, exam, state, extra_time, created_at, opened_at, score_units
       FROM live_entries WHERE user_id = ? ORDER BY created_at, id`,
      id,
    ),
}

export const liveMocksPersonalData: readonly PersonalData[] = [entries]

/** Statements, for one batch, that make a guest's entries a member's. In a live mock that the
 *  member has entered, too, the guest's is the second entry: its phone can deliver, but only the
 *  first one is ranked. */
export const claimLiveEntries = (
  db: Database,
  guestId: string,
  userId: number,
): PreparedStatement[] => [
  db
    .prepare(
      `UPDATE live_entries SET user_id = ?2, guest_id = NULL, is_second = EXISTS (
         SELECT 1 FROM live_entries o WHERE o.user_id = ?2 AND o.slug = live_entries.slug)
       WHERE guest_id = ?1`,
    )
    .bind(guestId, userId),
]
