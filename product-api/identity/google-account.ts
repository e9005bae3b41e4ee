import type { Database } from '../database.ts'
import type { GoogleIdentity } from './google-token.ts'
import { applicationError } from './refusals.ts'
import { insertUser, findUser, type User } from './users.ts'

/** The account of a person whom Google has named: the one linked before, else the one with the same e-mail address, else a
 *  new one. An account whose address nobody has proved may have been made by a stranger who waits for its owner:
 *  it is taken over, without its password, its devices and its push address.
 *  Errors: Refusal 400 where the address belongs to an account of another Google person. */
export async function findOrCreateGoogleUser(
  db: Database,
  person: GoogleIdentity,
  now: Date,
): Promise<User> {
  const linked = await findUser(db, 'google_sub', person.sub)
  if (linked) return linked
  const added =
    (await linkByEmail(db, person, now)) ??
    (await insertUser(
      db,
      { provider: 'google', email: person.email, googleSub: person.sub, confirmed: true },
      now,
    )) ??
    // The same person a moment ago, in another tab.
    (await findUser(db, 'google_sub', person.sub))
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
  const [taken] = await db.batch<User>([
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
  return taken?.results[0] ?? null
}
