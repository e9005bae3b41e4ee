import type { Database, PreparedStatement } from '../database.ts'
import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** Deleted with their user (ON DELETE CASCADE). */
const targets: PersonalData = {
  name: 'progressTargets',
  collect: (db, { id }) =>
    personalRows(
      db,
      'SELECT exam, percent, set_at FROM progress_targets WHERE user_id = ? ORDER BY exam',
      id,
    ),
}

export const progressPersonalData: readonly PersonalData[] = [targets]

/** Statements that make a guest's aims a member's. Where both have one, the member's stays. */
export const claimTargets = (
  db: Database,
  guestId: string,
  userId: number,
): PreparedStatement[] => [
  db
    .prepare(
      'UPDATE OR IGNORE progress_targets SET user_id = ?2, guest_id = NULL WHERE guest_id = ?1',
    )
    .bind(guestId, userId),
  db.prepare('DELETE FROM progress_targets WHERE guest_id = ?').bind(guestId),
]
