import type { PushSubscriptionJson } from '../../domain/contracts/reminders.ts'
import { maxPushDevices } from '../../domain/reminders.ts'
import type { Database, PreparedStatement } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

/** A row of `push_devices`. Times are ISO 8601. */
export type DeviceRow = {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  user_agent: string
  created_at: string
}

/** The owner's devices, the newest first. */
export async function devicesOf(db: Database, owner: Owner): Promise<DeviceRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM push_devices WHERE ${ownerColumn(owner)} = ? ORDER BY created_at DESC, id`,
    )
    .bind(owner.id)
    .all<DeviceRow>()
  return results
}

/** Stores a device: the last owner who agreed on it has it. Of more than five, the one that was
 *  reached the longest time ago goes. `sessionId`: a member's, with whose end the device goes (the
 *  trigger of migration 0130). */
export function deviceStatements(
  db: Database,
  { owner, sessionId }: { owner: Owner; sessionId: string | null },
  { endpoint, keys }: PushSubscriptionJson,
  userAgent: string,
  now: Date,
): PreparedStatement[] {
  const column = ownerColumn(owner)
  const [user, guest] = owner.kind === 'member' ? [owner.id, null] : [null, owner.id]
  return [
    db
      .prepare(
        `INSERT INTO push_devices (id, user_id, guest_id, endpoint, p256dh, auth, user_agent,
           created_at, reached_at, session_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)
         ON CONFLICT (endpoint) DO UPDATE SET user_id = ?2, guest_id = ?3, p256dh = ?5, auth = ?6,
           user_agent = ?7, reached_at = ?8, session_id = ?9`,
      )
      .bind(
        ...[crypto.randomUUID(), user, guest, endpoint],
        ...[keys.p256dh, keys.auth, userAgent.slice(0, 300), now.toISOString(), sessionId],
      ),
    db
      .prepare(
        `DELETE FROM push_devices WHERE id IN (
           SELECT id FROM push_devices WHERE ${column} = ?1
           ORDER BY reached_at DESC, created_at DESC, id LIMIT -1 OFFSET ?2)`,
      )
      .bind(owner.id, maxPushDevices),
  ]
}

/** Removes one of the owner's devices, by its id or its endpoint. */
export const removeDeviceStatement = (db: Database, owner: Owner, name: string) =>
  db
    .prepare(`DELETE FROM push_devices WHERE ${ownerColumn(owner)} = ?1 AND ?2 IN (id, endpoint)`)
    .bind(owner.id, name)
