import type { User } from './users.ts'

/** One kind of what we hold of people. A folder that adds a table about persons adds an entry to the list below. */
export type PersonalData = {
  /** Its name in the export. */
  name: string
  /** Everything we hold of the user, as plain data: what they may read about themselves. */
  held: (db: D1Database, user: User) => Promise<unknown>
  /** What erases it. Whatever the law wants kept stays, without the person. Run before the user's own row goes, in
   *  the same transaction; rows that go with that row (ON DELETE CASCADE, SET NULL) need none. */
  erasers: (db: D1Database, user: User) => D1PreparedStatement[]
}

const account: PersonalData = {
  name: 'account',
  held: (_db, user) => {
    const { password_hash, google_sub, ...shown } = user
    return Promise.resolve({
      ...shown,
      hasPassword: password_hash !== null,
      isLinkedToGoogle: google_sub !== null,
    })
  },
  erasers: (db, user) => [db.prepare('DELETE FROM phone_codes WHERE phone = ?').bind(user.phone)],
}

const sessions: PersonalData = {
  name: 'sessions',
  held: (db, user) =>
    rows(
      db,
      `SELECT device_kind, user_agent, created_at, last_seen_at, revoked_at, revoked_reason
       FROM sessions WHERE user_id = ? ORDER BY created_at`,
      user.id,
    ),
  erasers: () => [],
}

/** The row stays, for the books, and names nobody any more (ON DELETE SET NULL). */
const subscriptions: PersonalData = {
  name: 'subscriptions',
  held: (db, user) =>
    rows(
      db,
      `SELECT p.slug AS plan, s.starts_at, s.ends_at, s.status, s.created_at
       FROM user_subscriptions s JOIN subscription_plans p ON p.id = s.plan_id WHERE s.user_id = ? ORDER BY s.id`,
      user.id,
    ),
  erasers: () => [],
}

/** Messages carry no user, only what somebody wrote as their contact. */
const feedbacks: PersonalData = {
  name: 'feedbacks',
  held: (db, { email, phone }) =>
    rows(
      db,
      'SELECT name, contact, message, url, created_at FROM feedbacks WHERE contact IN (?, ?)',
      email ?? '',
      phone ?? '',
    ).then((found) => (email === null && phone === null ? [] : found)),
  erasers: (db, { email, phone }) =>
    [email, phone]
      .filter((contact) => contact !== null)
      .map((contact) => db.prepare('DELETE FROM feedbacks WHERE contact = ?').bind(contact)),
}

const reports: PersonalData = {
  name: 'reports',
  held: (db, user) =>
    rows(
      db,
      'SELECT message, type, url, created_at FROM next_routes WHERE user_id = ?',
      String(user.id),
    ),
  erasers: (db, user) => [
    db.prepare('DELETE FROM next_routes WHERE user_id = ?').bind(String(user.id)),
  ],
}

/** Everything we hold of people. */
const personalData: readonly PersonalData[] = [account, sessions, subscriptions, feedbacks, reports]

const rows = async (db: D1Database, sql: string, ...values: (string | number)[]) =>
  (
    await db
      .prepare(sql)
      .bind(...values)
      .all()
  ).results

/** Everything we hold of a user, by kind. */
export async function everythingHeld(db: D1Database, user: User): Promise<Record<string, unknown>> {
  const entries = personalData.map(async ({ name, held }): Promise<[string, unknown]> => [
    name,
    await held(db, user),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Erases a user and all that names them, in one transaction. */
export async function erase(db: D1Database, user: User) {
  await db.batch([
    ...personalData.flatMap(({ erasers }) => erasers(db, user)),
    db.prepare('DELETE FROM users WHERE id = ?').bind(user.id),
  ])
}
