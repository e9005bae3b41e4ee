import { newDocumentId } from '../../identity/digests.ts'
import { creditFreed, creditTaken, creditWithdrawn, referralEarned, type Guard } from '../checkout/credit.ts'
import { entered, type Cause } from './ledger.ts'
import { nextCheckAt } from '../polling-schedule.ts'
import type { Finding, Step } from './state.ts'
import type { Till } from '../providers/provider.ts'
import type { Transaction } from './transactions.ts'

type Outcome = { finding: Finding; step: Step; cause: Cause }

/** Writes what a finding makes of a transaction: its state, the ledger, the receipt, the subscription and the credit, all in one
 *  transaction of the database. Null where somebody else has written since the row was read: nothing is changed then. */
export async function write(
  till: Till,
  row: Transaction,
  { finding, step, cause }: Outcome,
): Promise<Transaction | null> {
  const writtenBy = crypto.randomUUID()
  const now = till.now()
  const [changed] = await till.db.batch<Transaction>([
    changedRow(till, row, { finding, step, cause }, writtenBy, now),
    ...(step.is === null ? [] : consequences(till, row, { finding, step, cause }, writtenBy, now)),
  ])
  return changed?.results[0] ?? null
}

function changedRow(
  till: Till,
  row: Transaction,
  { finding, step }: Outcome,
  writtenBy: string,
  now: Date,
): D1PreparedStatement {
  const at = now.toISOString()
  const after = rowAfter(row, finding, step, at)
  return till.db
    .prepare(
      `UPDATE payment_transactions
       SET state = ?3, failure = ?4, state_version = state_version + 1, written_by = ?5, lease_until = NULL,
         idem_capture = ?6, provider_order_id = ?7, provider_capture_id = ?8, provider_reference = ?9, redirect_url = ?10,
         provider_expires_at = ?11, refunded_minor = ?12, paid_at = ?13,
         receipt_year = coalesce(receipt_year, ?14),
         receipt_n = coalesce(receipt_n, iif(?14 IS NULL, NULL,
           (SELECT coalesce(max(receipt_n), 0) + 1 FROM payment_transactions WHERE receipt_year = ?14))),
         last_error = ?15, last_checked_at = ?16, next_check_at = ?17, updated_at = iif(?18, ?16, updated_at)
       WHERE id = ?1 AND state_version = ?2 RETURNING *`,
    )
    .bind(
      row.id,
      row.state_version,
      after.state,
      after.failure,
      writtenBy,
      after.idem_capture,
      after.provider_order_id,
      after.provider_capture_id,
      after.provider_reference,
      after.redirect_url,
      after.provider_expires_at,
      after.refunded_minor,
      after.paid_at,
      step.is === 'captured' ? yearInIndia(now) : null,
      finding.kind === 'unknown' ? finding.because.slice(0, 100) : null,
      at,
      nextCheckAt(after, till.settings, now, finding.kind === 'unknown')?.toISOString() ?? null,
      step.is === null ? 0 : 1,
    )
}

function rowAfter(row: Transaction, finding: Finding, step: Step, at: string): Transaction {
  const after = { ...row, state: step.to, failure: step.failure, lease_until: null }
  if (step.is === 'captured') after.paid_at = at
  after.refunded_minor = refundedAfter(row, finding, step)
  switch (finding.kind) {
    case 'started':
      after.provider_order_id = finding.orderId
      after.provider_reference = finding.reference
      after.redirect_url = finding.redirectUrl
      after.provider_expires_at = finding.expiresAt ?? row.provider_expires_at
      break
    case 'declined':
      // The old key would only bring the old refusal back.
      after.idem_capture = crypto.randomUUID()
      break
    case 'paid':
    case 'refunded':
      if (step.is === 'captured') {
        after.provider_capture_id = finding.captureId
        after.provider_reference =
          (finding.kind === 'paid' ? finding.reference : null) ?? row.provider_reference
      }
      break
    case 'not-started':
    case 'cancelled':
    case 'resumed':
    case 'unknown':
    case 'open':
    case 'approved':
    case 'pending':
    case 'failed':
    case 'superseded':
    case 'gone':
    case 'mismatch':
      break
  }
  return after
}

function refundedAfter(row: Transaction, finding: Finding, step: Step): number {
  if (finding.kind !== 'refunded') return row.refunded_minor
  if (step.is === 'reversed') return row.amount_minor
  return step.is === 'refunded' ? (finding.refundedMinor ?? row.refunded_minor) : row.refunded_minor
}

/** Receipts are numbered by the year in which they are read. */
const yearInIndia = (now: Date) => new Date(now.getTime() + 330 * 60_000).getUTCFullYear()

function consequences(
  till: Till,
  row: Transaction,
  { finding, step, cause }: Outcome,
  writtenBy: string,
  now: Date,
): D1PreparedStatement[] {
  const { db } = till
  const isRefund = step.is === 'refunded' || step.is === 'reversed'
  const backMinor = isRefund ? refundedAfter(row, finding, step) - row.refunded_minor : 0
  const entry = entered(
    db,
    {
      transactionId: row.id,
      provider: row.provider,
      kind: step.is ?? 'seen',
      cause,
      from: row.state,
      to: step.to,
      amountMinor: step.is === 'captured' ? row.amount_minor : -backMinor,
      currency: row.currency,
      detail: detailOf(finding, step),
      at: now,
    },
    { writtenBy },
  )
  const guard = { writtenBy, at: now.toISOString() }
  switch (step.is) {
    case 'captured':
      return [
        entry,
        subscribed(db, row, guard),
        ...creditTaken(db, row, guard),
        ...referralEarned(till, row, guard),
      ]
    case 'refunded':
    case 'reversed':
      return step.to === 'partially_refunded'
        ? [entry]
        : [
            entry,
            ...unsubscribed(db, row, guard),
            ...creditFreed(db, row, guard),
            creditWithdrawn(db, row, guard),
          ]
    case 'ended':
      return [entry, ...creditFreed(db, row, guard)]
    // Alive, or alive again: what it is to be paid with is needed.
    case 'started':
    case 'resumed':
    case 'open':
    case 'approved':
    case 'declined':
    case 'pending':
      return [entry, ...creditTaken(db, row, guard)]
    case 'flagged':
    case null:
      return [entry]
  }
}

function detailOf(finding: Finding, { failure }: Step): string | null {
  switch (finding.kind) {
    case 'mismatch':
      return finding.what
    case 'pending':
      return finding.because
    case 'paid':
    case 'refunded':
      return finding.captureId
    case 'started':
      return finding.orderId
    case 'not-started':
    case 'cancelled':
    case 'resumed':
    case 'unknown':
    case 'open':
    case 'approved':
    case 'declined':
    case 'failed':
    case 'gone':
    case 'superseded':
      return failure
  }
}

/** From now on, or from the end of the same plan's running subscription: a second purchase extends the first. */
const subscribed = (db: D1Database, row: Transaction, { writtenBy, at }: Guard) =>
  db
    .prepare(
      `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status, transaction_id, created_at, updated_at)
       SELECT ?2, t.user_id, t.plan_id, b.starts_at, strftime('%Y-%m-%dT%H:%M:%fZ', b.starts_at, '+' || (t.plan ->> 'days') || ' days'),
         'active', t.id, ?3, ?3
       FROM payment_transactions t, (
         SELECT max(?3, coalesce((
           SELECT max(s.ends_at) FROM user_subscriptions s JOIN payment_transactions p ON p.id = ?1
           WHERE s.user_id = p.user_id AND s.plan_id = p.plan_id AND s.status = 'active'), ?3)) AS starts_at) b
       WHERE t.id = ?1 AND t.written_by = ?4
       ON CONFLICT (transaction_id) DO NOTHING`,
    )
    .bind(row.id, newDocumentId(), at, writtenBy)

/** Ends what the payment gave; later purchases of the plan move up into the time that is freed. */
const unsubscribed = (db: D1Database, row: Transaction, { writtenBy, at }: Guard) => [
  db
    .prepare(
      `UPDATE user_subscriptions AS l
       SET starts_at = strftime('%Y-%m-%dT%H:%M:%fZ', julianday(l.starts_at) - julianday(s.ends_at) + julianday(max(s.starts_at, ?2))),
         ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', julianday(l.ends_at) - julianday(s.ends_at) + julianday(max(s.starts_at, ?2))),
         updated_at = ?2
       FROM user_subscriptions s
       WHERE s.transaction_id = ?1 AND s.status = 'active' AND s.ends_at > ?2 AND l.user_id = s.user_id AND l.plan_id = s.plan_id
         AND l.id <> s.id AND l.status = 'active' AND l.starts_at >= s.ends_at
         AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)`,
    )
    .bind(row.id, at, writtenBy),
  db
    .prepare(
      `UPDATE user_subscriptions SET status = 'refunded', updated_at = ?2
       WHERE transaction_id = ?1 AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)`,
    )
    .bind(row.id, at, writtenBy),
]
