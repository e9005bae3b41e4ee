import type { Database } from '../../database.ts'
import { newDocumentId } from '../../document-id.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { WriteGuard } from '../ledger/write-guard.ts'
import { insertSubscription, moveIntoFreedTime } from './subscription-period.ts'

/** Grants the subscription of a payment. It starts when the active one to the same plan ends, so a
 *  second purchase extends the first; otherwise now. */
export const grantSubscription = (db: Database, row: Transaction, { writtenBy, at }: WriteGuard) =>
  db
    .prepare(
      insertSubscription({
        source: 'payment_transactions',
        origin: 'transaction_id',
        days: "(t.plan ->> 'days')",
        condition: 't.id = ?1 AND t.written_by = ?4',
        documentId: '?2',
        at: '?3',
      }),
    )
    .bind(row.id, newDocumentId(), at, writtenBy)

/** Ends the plan that a purchase replaces, because its unused days were paid with. Its renewals, of
 *  which nothing was deducted, begin when the new plan ends. */
export const endReplacedPlan = (db: Database, row: Transaction, { writtenBy, at }: WriteGuard) =>
  row.upgrade_from === null
    ? []
    : [
        db
          .prepare(
            `UPDATE payment_transactions AS t SET upgrade_until = (
               SELECT s.ends_at FROM user_subscriptions s
               WHERE s.transaction_id = t.upgrade_from AND s.status = 'active')
             WHERE id = ?1 AND written_by = ?2 AND left_at IS NULL`,
          )
          .bind(row.id, writtenBy),
        db
          .prepare(
            `UPDATE user_subscriptions SET ends_at = ?2, updated_at = ?2
             WHERE transaction_id = ?3 AND status = 'active' AND EXISTS (
               SELECT 1 FROM payment_transactions
               WHERE id = ?1 AND written_by = ?4 AND upgrade_until IS NOT NULL)`,
          )
          .bind(row.id, at, row.upgrade_from, writtenBy),
        moveRenewals(db, row, { writtenBy, at }, { from: 't.upgrade_until', to: 'b.ends_at' }),
      ]

/** Moves the renewals of a replaced plan that have not begun: those that begin at `from` or later,
 *  so that the first of them begins at `to`. Both are SQL expressions of the purchase `t` and its
 *  subscription `b`. */
const moveRenewals = (
  db: Database,
  row: Transaction,
  { writtenBy, at }: WriteGuard,
  { from, to }: { from: string; to: string },
) =>
  db
    .prepare(
      `UPDATE user_subscriptions AS l
       SET starts_at = strftime('%Y-%m-%dT%H:%M:%fZ',
           julianday(l.starts_at) - julianday(${from}) + julianday(${to})),
         ends_at = strftime('%Y-%m-%dT%H:%M:%fZ',
           julianday(l.ends_at) - julianday(${from}) + julianday(${to})),
         updated_at = ?2
       FROM payment_transactions t
       JOIN user_subscriptions b ON b.transaction_id = t.id
       JOIN user_subscriptions a ON a.transaction_id = t.upgrade_from
       WHERE t.id = ?1 AND t.written_by = ?3 AND t.upgrade_until IS NOT NULL
         AND l.user_id = a.user_id AND l.plan_id = a.plan_id AND l.id <> a.id
         AND l.status = 'active' AND l.starts_at >= ${from} AND l.starts_at > ?2`,
    )
    .bind(row.id, at, writtenBy)

/** Gives the replaced plan its time back when the purchase is refunded, and its renewals their old
 *  beginning. */
export const restoreReplacedPlan = (
  db: Database,
  row: Transaction,
  { writtenBy, at }: WriteGuard,
) =>
  row.upgrade_from === null || row.upgrade_until === null
    ? []
    : [
        db
          .prepare(
            `UPDATE user_subscriptions SET ends_at = ?2, updated_at = ?3
             WHERE transaction_id = ?4 AND status = 'active' AND EXISTS (
               SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?5)`,
          )
          .bind(row.id, row.upgrade_until, at, row.upgrade_from, writtenBy),
        moveRenewals(db, row, { writtenBy, at }, { from: 'b.ends_at', to: 't.upgrade_until' }),
      ]

/** Ends the subscription of a refunded payment, and moves later subscriptions to the same plan into
 *  the freed time. */
export const endSubscription = (db: Database, row: Transaction, { writtenBy, at }: WriteGuard) => [
  db
    .prepare(
      moveIntoFreedTime(
        `s.transaction_id = ?1
         AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)`,
        '?2',
      ),
    )
    .bind(row.id, at, writtenBy),
  db
    .prepare(
      `UPDATE user_subscriptions SET status = 'refunded', updated_at = ?2
       WHERE transaction_id = ?1
         AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)`,
    )
    .bind(row.id, at, writtenBy),
]
