import type { Database } from '../../database.ts'
import { newDocumentId } from '../../document-id.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { Transaction } from './transactions.ts'
import type { WriteGuard } from './write-guard.ts'

/** SQL for the credit that a member can spend in a currency, which is never below zero: what is
 *  available at `now`, without what was earned by a payment whose refund is requested or under
 *  way. Each argument is an SQL expression. */
export const spendableCredit = (sql: { user: string; currency: string; now: string }) =>
  `max(0, coalesce((
    SELECT sum(r.amount_minor) FROM referral_transactions r
    WHERE r.user_id = ${sql.user} AND r.currency = ${sql.currency}
      AND (r.available_at IS NULL OR r.available_at <= ${sql.now})
      AND NOT (r.kind IN ('earned', 'withdrawn') AND EXISTS (
        SELECT 1 FROM refund_requests q WHERE q.transaction_id = r.transaction_id
          AND q.status IN ('requested', 'approved', 'sent')))), 0))`

/** The credit that a member can spend in a currency; never below zero. Credit that an open attempt
 *  for `planId` reserves is included, because a new attempt for the plan replaces that one. */
export async function creditOf(
  db: Database,
  userId: number,
  currency: string,
  planId: number | null,
  now: Date,
): Promise<number> {
  const row = await db
    .prepare(
      `SELECT
         ${spendableCredit({ user: '?1', currency: '?2', now: '?4' })}
         + (SELECT coalesce(sum(credit_minor), 0) FROM payment_transactions
            WHERE user_id = ?1 AND plan_id = ?3 AND currency = ?2
              AND state IN ('created', 'redirected')) AS minor`,
    )
    .bind(userId, currency, planId, now.toISOString())
    .first<{ minor: number }>()
  return Math.max(0, row?.minor ?? 0)
}

/** Takes the credit that a transaction uses from its owner, once, if it has reserved it. */
export const takeCredit = (db: Database, row: Transaction, guard: WriteGuard) =>
  row.credit_minor === 0 ? [] : [moveCredit(db, row, guard, 'spent')]

/** Returns the credit that a transaction used to its owner, once. */
export const returnCredit = (db: Database, row: Transaction, guard: WriteGuard) =>
  row.credit_minor === 0 ? [] : [moveCredit(db, row, guard, 'returned')]

const moveCredit = (
  db: Database,
  row: Transaction,
  { writtenBy, at }: WriteGuard,
  kind: 'spent' | 'returned',
) =>
  db
    .prepare(
      `INSERT INTO referral_transactions (
         document_id, user_id, kind, amount_minor, currency, transaction_id, created_at)
       SELECT ?2, user_id, ?3, iif(?3 = 'spent', -credit_minor, credit_minor), currency, id, ?4
       FROM payment_transactions t
       WHERE id = ?1 AND written_by = ?5 AND (?3 <> 'spent' OR is_reserved = 1)
         AND iif(?3 = 'spent', 0, -credit_minor) = (
         SELECT coalesce(sum(amount_minor), 0) FROM referral_transactions
         WHERE transaction_id = ?1 AND kind IN ('spent', 'returned'))`,
    )
    .bind(row.id, newDocumentId(), kind, at, writtenBy)

/** Credits a member's first payment to them and to the friend whose code they redeemed, once each.
 *  The credit can be spent after the payment's refund period. A payment that is given back by
 *  itself counts for nothing. */
export function earnReferralCredit(
  { db, settings }: PaymentContext,
  row: Transaction,
  guard: WriteGuard,
) {
  const amountMinor = settings.REFERRAL_CREDIT.get(row.currency) ?? 0
  if (amountMinor === 0) return []
  return (['user_id', 'friend_id'] as const).map((who) =>
    db
      .prepare(
        `INSERT INTO referral_transactions (
           document_id, user_id, friend_id, kind, amount_minor, currency, transaction_id,
           available_at, created_at)
         SELECT ?2, r.${who}, iif('${who}' = 'user_id', r.friend_id, r.user_id), 'earned', ?3,
           t.currency, t.id, ?6, ?4
         FROM payment_transactions t
         JOIN referral_transactions r ON r.user_id = t.user_id AND r.kind = 'redeemed'
         WHERE t.id = ?1 AND t.written_by = ?5 AND r.${who} IS NOT NULL
           AND t.left_at IS NULL
           AND NOT EXISTS (
             SELECT 1 FROM payment_transactions o
             WHERE o.user_id = t.user_id AND o.id <> t.id AND o.paid_at IS NOT NULL
               AND o.left_at IS NULL)
         ON CONFLICT DO NOTHING`,
      )
      .bind(
        ...[row.id, newDocumentId(), amountMinor, guard.at, guard.writtenBy],
        new Date(Date.parse(guard.at) + settings.REFUND_DAYS * 86_400_000).toISOString(),
      ),
  )
}

/** Withdraws the referral credit of refunded payments from whoever a transaction concerns: those
 *  who earned credit by it, and its payer, whose credit has just come back. Credit that can be
 *  spent is withdrawn as far as there is some, so that no balance is below zero; the rest is
 *  withdrawn when credit comes back. */
export const withdrawReferralCredit = (
  db: Database,
  row: Transaction,
  { writtenBy, at }: WriteGuard,
) =>
  db
    .prepare(
      `WITH owed AS (
         SELECT e.*, e.amount_minor + coalesce((
           SELECT sum(w.amount_minor) FROM referral_transactions w
           WHERE w.kind = 'withdrawn' AND w.transaction_id = e.transaction_id
             AND w.user_id = e.user_id), 0) AS owed_minor
         FROM referral_transactions e JOIN payment_transactions p ON p.id = e.transaction_id
         WHERE e.kind = 'earned' AND p.state IN ('refunded', 'reversed')
           AND e.user_id IN (SELECT user_id FROM referral_transactions WHERE transaction_id = ?1)
       ), split AS (
         SELECT o.*, o.available_at > ?2 AS is_pending,
           coalesce(sum(iif(o.available_at > ?2, 0, o.owed_minor)) OVER (
             PARTITION BY o.user_id, o.currency ORDER BY o.id
             ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_minor,
           (SELECT coalesce(sum(b.amount_minor), 0) FROM referral_transactions b
            WHERE b.user_id = o.user_id AND b.currency = o.currency
              AND (b.available_at IS NULL OR b.available_at <= ?2)) AS balance_minor
         FROM owed o
       ), due AS (
         SELECT s.*, iif(s.is_pending, s.owed_minor,
           max(0, min(s.owed_minor, s.balance_minor - s.before_minor))) AS minor
         FROM split s
       )
       INSERT INTO referral_transactions (
         document_id, user_id, friend_id, kind, amount_minor, currency, transaction_id,
         available_at, created_at)
       SELECT lower(hex(randomblob(12))), user_id, friend_id, 'withdrawn', -minor, currency,
         transaction_id, available_at, ?2
       FROM due
       WHERE minor > 0
         AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)`,
    )
    .bind(row.id, at, writtenBy)
