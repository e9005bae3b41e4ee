import { dataOfTests } from '../attempts/personal-data.ts'
import { dataOfStudy } from '../study/personal-data.ts'
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

/** The books keep every payment, without the person: user_id goes with the account (ON DELETE SET NULL), their own words here. */
const payments: PersonalData = {
  name: 'payments',
  held: (db, user) =>
    rows(
      db,
      `SELECT t.id, t.plan ->> 'slug' AS plan, t.provider, t.currency, t.amount_minor, t.state, t.coupon_code, t.credit_minor,
         t.provider_reference, t.provider_capture_id, t.refunded_minor, t.receipt_year, t.receipt_n, t.created_at, t.paid_at,
         r.status AS refund, r.reason AS refund_reason
       FROM payment_transactions t LEFT JOIN refund_requests r ON r.transaction_id = t.id
       WHERE t.user_id = ? ORDER BY t.created_at, r.created_at`,
      user.id,
    ),
  erasers: (db, user) => [
    db
      .prepare(
        `UPDATE refund_requests SET reason = '' WHERE transaction_id IN (SELECT id FROM payment_transactions WHERE user_id = ?)`,
      )
      .bind(user.id),
    db
      .prepare(
        `UPDATE payment_transactions SET checkout_key = NULL, return_to = NULL WHERE user_id = ?`,
      )
      .bind(user.id),
  ],
}

/** Likewise; the member's own code goes with the account (ON DELETE CASCADE). */
const referrals: PersonalData = {
  name: 'referrals',
  held: (db, user) =>
    rows(
      db,
      `SELECT kind, amount_minor, currency, transaction_id, created_at, (SELECT code FROM referral_codes WHERE user_id = ?1) AS own_code
       FROM referral_transactions WHERE user_id = ?1 ORDER BY id`,
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
const personalData: readonly PersonalData[] = [
  ...[account, sessions, subscriptions, payments, referrals, feedbacks, reports],
  ...dataOfTests,
  ...dataOfStudy,
]

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
