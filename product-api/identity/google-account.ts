import type { Database } from '../database.ts'
import type { GoogleIdentity } from './google-token.ts'
import { applicationError } from './refusals.ts'
import { insertUser, findUser, type User } from './users.ts'

/** The account of somebody who signed in with Google: the linked one, else the one with the same
 *  e-mail address, else a new one. An account whose address was never confirmed may have been
 *  registered by somebody else in advance (pre-hijacking); it is linked, but loses its password,
 *  its sessions and its push address.
 *  Errors: Refusal 400 if the address belongs to an account linked to another Google id. */
export async function findOrCreateGoogleUser(
  db: Database,
  identity: GoogleIdentity,
  source: string,
  now: Date,
): Promise<User> {
  const linked = await findUser(db, 'google_sub', identity.sub)
  if (linked) return linked
  const added =
    (await linkByEmail(db, identity, now)) ??
    (await insertUser(
      db,
      {
        ...{ provider: 'google', email: identity.email, googleSub: identity.sub },
        ...{ source, confirmed: true },
      },
      now,
    )) ??
    // A concurrent request of the same person may have created it.
    (await findUser(db, 'google_sub', identity.sub))
  if (!added) throw applicationError('Email is already taken.')
  return added
}

async function linkByEmail(
  db: Database,
  { sub, email }: GoogleIdentity,
  now: Date,
): Promise<User | null> {
  const found = await findUser(db, 'email', email)
  if (!found || found.google_sub !== null) return null
  const at = now.toISOString()
  const link = `UPDATE users SET google_sub = ?, updated_at = ?`
  if (found.confirmed === 1)
    return db
      .prepare(`${link} WHERE id = ? AND google_sub IS NULL RETURNING *`)
      .bind(sub, at, found.id)
      .first<User>()
  const [linked] = await db.batch<User>([
    db
      .prepare(
        `${link}, provider = 'google', confirmed = 1, password_hash = NULL, device_id = NULL
         WHERE id = ? AND google_sub IS NULL RETURNING *`,
      )
      .bind(sub, at, found.id),
    db
      .prepare(
        `UPDATE sessions SET revoked_at = ?, revoked_reason = 'everywhere'
         WHERE user_id = ? AND revoked_at IS NULL`,
      )
      .bind(at, found.id),
    db.prepare('DELETE FROM reset_codes WHERE user_id = ?').bind(found.id),
  ])
  return linked?.results[0] ?? null
}
