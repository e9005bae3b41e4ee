import type { Database } from '../../database.ts'
import { newDocumentId } from '../../document-id.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { Transaction } from './transactions.ts'
import type { WriteGuard } from './write-guard.ts'

/** The credit that a member can spend in a currency; never below zero. Credit that an open attempt
 *  for `planId` reserves is included, because a new attempt for the plan replaces that one. */
export async function creditOf(
  db: Database,
  userId: number,
  currency: string,
  planId: number | null = null,
): Promise<number> {
  const row = await db
    .prepare(
      `SELECT
         (SELECT coalesce(sum(amount_minor), 0) FROM referral_transactions
          WHERE user_id = ?1 AND currency = ?2)
         + (SELECT coalesce(sum(credit_minor), 0) FROM payment_transactions
            WHERE user_id = ?1 AND plan_id = ?3 AND currency = ?2
              AND state IN ('created', 'redirected')) AS minor`,
    )
    .bind(userId, currency, planId)
    .first<{ minor: number }>()
  return Math.max(0, row?.minor ?? 0)
}

/** Takes the credit that a transaction uses from its owner, once. */
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
       WHERE id = ?1 AND written_by = ?5 AND iif(?3 = 'spent', 0, -credit_minor) = (
         SELECT coalesce(sum(amount_minor), 0) FROM referral_transactions
         WHERE transaction_id = ?1 AND kind IN ('spent', 'returned'))`,
    )
    .bind(row.id, newDocumentId(), kind, at, writtenBy)

/** Credits a member's first payment to them and to the friend whose code they redeemed, once
 *  each. */
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
           created_at)
         SELECT ?2, r.${who}, iif('${who}' = 'user_id', r.friend_id, r.user_id), 'earned', ?3,
           t.currency, t.id, ?4
         FROM payment_transactions t
         JOIN referral_transactions r ON r.user_id = t.user_id AND r.kind = 'redeemed'
         WHERE t.id = ?1 AND t.written_by = ?5 AND r.${who} IS NOT NULL
           AND NOT EXISTS (
             SELECT 1 FROM payment_transactions o
             WHERE o.user_id = t.user_id AND o.id <> t.id AND o.paid_at IS NOT NULL)
         ON CONFLICT DO NOTHING`,
      )
      .bind(row.id, newDocumentId(), amountMinor, guard.at, guard.writtenBy),
  )
}

/** Withdraws the referral credit of a payment that is refunded. */
export const withdrawReferralCredit = (
  db: Database,
  row: Transaction,
  { writtenBy, at }: WriteGuard,
) =>
  db
    .prepare(
      `INSERT INTO referral_transactions (
         document_id, user_id, friend_id, kind, amount_minor, currency, transaction_id, created_at)
       SELECT lower(hex(randomblob(12))), e.user_id, e.friend_id, 'withdrawn', -e.amount_minor,
         e.currency, e.transaction_id, ?2
       FROM referral_transactions e
       WHERE e.transaction_id = ?1 AND e.kind = 'earned'
         AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)
         AND NOT EXISTS (
           SELECT 1 FROM referral_transactions w
           WHERE w.transaction_id = ?1 AND w.kind = 'withdrawn')`,
    )
    .bind(row.id, at, writtenBy)
