import type { Database } from '../../database.ts'
import { newDocumentId } from '../../document-id.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { WriteGuard } from '../ledger/write-guard.ts'
import { insertSubscription, moved, moveIntoFreedTime } from './subscription-period.ts'

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
        moveRenewals(db, row, { writtenBy, at }),
      ]

/** Moves the renewals of a replaced plan that have not begun, so that the first of them begins when
 *  the new plan ends. */
const moveRenewals = (db: Database, row: Transaction, { writtenBy, at }: WriteGuard) =>
  db
    .prepare(
      `UPDATE user_subscriptions AS l
       SET starts_at = ${moved('l.starts_at', { from: 't.upgrade_until', to: 'b.ends_at' })},
         ends_at = ${moved('l.ends_at', { from: 't.upgrade_until', to: 'b.ends_at' })},
         updated_at = ?2
       FROM payment_transactions t
       JOIN user_subscriptions b ON b.transaction_id = t.id
       JOIN user_subscriptions a ON a.transaction_id = t.upgrade_from
       WHERE t.id = ?1 AND t.written_by = ?3 AND t.upgrade_until IS NOT NULL
         AND l.user_id = a.user_id AND l.plan_id = a.plan_id AND l.id <> a.id
         AND l.status = 'active' AND l.starts_at >= t.upgrade_until AND l.starts_at > ?2`,
    )
    .bind(row.id, at, writtenBy)

/** Gives the replaced plan its time back when the purchase is refunded. What follows it then: its
 *  renewals, and the same plan bought again meanwhile. */
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
            // The refund of another upgrade may have moved the time since the row was read.
            `UPDATE user_subscriptions AS s SET ends_at = t.upgrade_until, updated_at = ?2
             FROM payment_transactions t
             WHERE t.id = ?1 AND t.written_by = ?3 AND s.transaction_id = t.upgrade_from
               AND s.status = 'active'`,
          )
          .bind(row.id, at, writtenBy),
        moveReplacedTime(db, row, { writtenBy, at }),
        followRestoredPlan(db, row, { writtenBy, at }),
      ]

/** SQL of a CTE `following`: where the later periods of a restored plan move. ?1: the purchase that
 *  had replaced it, ?2: now, ?3: who writes. */
const followingRestored = `
WITH restored AS (
  SELECT a.id, a.user_id, a.plan_id,
    iif(a.status = 'active', t.upgrade_until, '') AS until, (
      SELECT min(n.starts_at) FROM user_subscriptions n
      WHERE n.user_id = a.user_id AND n.plan_id = a.plan_id AND n.id <> a.id
        AND n.status = 'active' AND n.starts_at >= t.paid_at) AS next_start
  FROM payment_transactions t
  JOIN user_subscriptions a ON a.transaction_id = t.upgrade_from
  WHERE t.id = ?1 AND t.written_by = ?3
), following AS (
  SELECT *, iif(next_start > ?2, max(until, ?2), until) AS new_start FROM restored
)`

/** Whether a period `l` is one of them. */
const isFollowing = `
l.user_id = f.user_id AND l.plan_id = f.plan_id AND l.id <> f.id
  AND l.status = 'active' AND l.starts_at >= f.next_start
  AND (f.next_start > ?2 OR f.next_start < f.until)`

/** Moves the later periods of a restored plan, so that they follow it. Those that have not begun
 *  follow at once; one that runs follows if both would run at the same time. */
const followRestoredPlan = (db: Database, row: Transaction, { writtenBy, at }: WriteGuard) =>
  db
    .prepare(
      `${followingRestored}
       UPDATE user_subscriptions AS l
       SET starts_at = ${moved('l.starts_at', { from: 'f.next_start', to: 'f.new_start' })},
         ends_at = ${moved('l.ends_at', { from: 'f.next_start', to: 'f.new_start' })},
         updated_at = ?2
       FROM following f WHERE ${isFollowing}`,
    )
    .bind(row.id, at, writtenBy)

/** Of those periods, one that another upgrade has replaced: moves the time which that one's refund
 *  would give back. Precedes `followRestoredPlan`, which moves the rows that both look at. */
const moveReplacedTime = (db: Database, row: Transaction, { writtenBy, at }: WriteGuard) =>
  db
    .prepare(
      `${followingRestored}
       UPDATE payment_transactions AS u
       SET upgrade_until = ${moved('u.upgrade_until', { from: 'f.next_start', to: 'f.new_start' })}
       FROM following f JOIN user_subscriptions l ON ${isFollowing}
       WHERE u.upgrade_from = l.transaction_id AND u.upgrade_until IS NOT NULL AND u.id <> ?1`,
    )
    .bind(row.id, at, writtenBy)

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
