import { personalRows, type PersonalData } from './personal-data.ts'

const account: PersonalData = {
  name: 'account',
  collect: (_db, user) => {
    const { password_hash, google_sub, ...fields } = user
    return Promise.resolve({
      ...fields,
      hasPassword: password_hash !== null,
      isLinkedToGoogle: google_sub !== null,
    })
  },
  eraseStatements: (db, user) => [
    db.prepare('DELETE FROM one_time_codes WHERE phone = ?').bind(user.phone),
    db.prepare('DELETE FROM phone_codes WHERE phone = ?').bind(user.phone),
  ],
}

const sessions: PersonalData = {
  name: 'sessions',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT device_kind, user_agent, created_at, last_seen_at, revoked_at, revoked_reason
       FROM sessions WHERE user_id = ? ORDER BY created_at`,
      user.id,
    ),
}

/** Deleted with the user (ON DELETE CASCADE). */
const authEvents: PersonalData = {
  name: 'authEvents',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT hour, kind, count, device_kind, last_at FROM auth_events
       WHERE user_id = ? ORDER BY last_at`,
      user.id,
    ),
}

/** Deleted with the user (ON DELETE CASCADE). The public key says nothing about a person. */
const passkeys: PersonalData = {
  name: 'passkeys',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT credential_id, user_agent, created_at, last_used_at FROM passkeys
       WHERE user_id = ? ORDER BY created_at`,
      user.id,
    ),
}

/** The personal data of an account and its sessions. */
export const identityPersonalData: readonly PersonalData[] = [
  account,
  sessions,
  passkeys,
  authEvents,
]
