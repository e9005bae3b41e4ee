import { discrepancies, type DiscrepancyKind } from './discrepancies.ts'

export type ReportItemKind = DiscrepancyKind

/** An error in the accounts, or something that the operator has to look at. `transaction`: its id;
 *  null if no transaction is concerned, and then `subject` is what the item is about. */
export type ReportItem = {
  kind: ReportItemKind
  transaction: string | null
  subject?: string
  detail: string
}

/** Whether the accounts are correct in spite of this item. */
export const isTolerable = ({ kind }: ReportItem) => discrepancies[kind].severity === 'look'

/** A check within the database: selects the id of a transaction (`id`) or a `subject`, and a
 *  `detail`. `?1`: now. */
export type ReportCheck = { kind: ReportItemKind; sql: string }

const ago = (time: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-${time}')`

/** The books: rows, ledger, receipts, subscriptions, credit and coupons. */
export const bookChecks: readonly ReportCheck[] = [
  {
    kind: 'ledger differs from row',
    sql: `SELECT t.id, 'ledger ' || coalesce(e.sum, 0) || ', row ' ||
        (iif(t.paid_at IS NULL, 0, t.amount_minor) - t.refunded_minor) AS detail
      FROM payment_transactions t LEFT JOIN (
        SELECT transaction_id, sum(amount_minor) AS sum FROM payment_events GROUP BY transaction_id
      ) e ON e.transaction_id = t.id
      WHERE coalesce(e.sum, 0)
        <> iif(t.paid_at IS NULL, 0, t.amount_minor) - t.refunded_minor`,
  },
  {
    kind: 'paid without subscription',
    sql: `SELECT t.id, t.state AS detail FROM payment_transactions t
      LEFT JOIN user_subscriptions s ON s.transaction_id = t.id AND s.status = 'active'
      WHERE t.state IN ('paid', 'partially_refunded') AND s.id IS NULL`,
  },
  {
    kind: 'active after refund',
    sql: `SELECT t.id, t.state AS detail
      FROM user_subscriptions s JOIN payment_transactions t ON t.id = s.transaction_id
      WHERE s.status = 'active' AND t.state IN ('refunded', 'reversed')`,
  },
  {
    kind: 'subscription without payment',
    sql: `SELECT t.id, t.state AS detail
      FROM user_subscriptions s JOIN payment_transactions t ON t.id = s.transaction_id
      WHERE s.status = 'active'
        AND t.state NOT IN ('paid', 'partially_refunded', 'refunded', 'reversed')`,
  },
  {
    kind: 'receipt number missing',
    sql: `SELECT NULL AS id, receipt_year || '' AS subject,
        receipt_year || ': ' || count(DISTINCT receipt_n) || ' of ' || max(receipt_n) AS detail
      FROM payment_transactions WHERE receipt_n IS NOT NULL
      GROUP BY receipt_year HAVING count(DISTINCT receipt_n) <> max(receipt_n)`,
  },
  {
    kind: 'receipt number twice',
    sql: `SELECT max(id) AS id, receipt_year || ': ' || receipt_n AS detail
      FROM payment_transactions WHERE receipt_n IS NOT NULL
      GROUP BY receipt_year, receipt_n HAVING count(*) > 1`,
  },
  {
    kind: 'tax document number missing',
    sql: `SELECT NULL AS id, gstin || ' ' || kind || ' ' || fiscal_year AS subject,
        gstin || ' ' || kind || ' ' || fiscal_year || ': ' || count(*) || ' of ' || max(n) AS detail
      FROM tax_documents GROUP BY gstin, kind, fiscal_year HAVING count(*) <> max(n)`,
  },
  {
    kind: 'credit notes differ from refunds',
    sql: `SELECT t.id, 'credit notes ' || coalesce(sum(n.amount_minor), 0) ||
        ', refunded ' || t.refunded_minor AS detail
      FROM payment_transactions t
      JOIN tax_documents i ON i.transaction_id = t.id AND i.kind = 'invoice'
      LEFT JOIN tax_documents n ON n.transaction_id = t.id AND n.kind = 'credit-note'
      GROUP BY t.id HAVING coalesce(sum(n.amount_minor), 0) <> t.refunded_minor`,
  },
  {
    kind: 'negative credit',
    sql: `SELECT NULL AS id, user_id || ':' || currency AS subject,
        sum(amount_minor) || ' ' || currency AS detail
      FROM referral_transactions WHERE user_id IS NOT NULL AND currency IS NOT NULL
      GROUP BY user_id, currency HAVING sum(amount_minor) < 0`,
  },
  {
    kind: 'coupon over its limit',
    sql: `SELECT id, code || ', use ' || uses || ' of ' || coalesce(most_uses, '∞') || ', ' ||
        own_uses || ' of ' || most_uses_each || ' of one payer' AS detail
      FROM (
        SELECT t.id, c.code, c.most_uses, c.most_uses_each,
          row_number() OVER (PARTITION BY c.code ORDER BY t.paid_at, t.id) AS uses,
          row_number() OVER (PARTITION BY c.code, t.user_id ORDER BY t.paid_at, t.id) AS own_uses
        FROM payment_transactions t JOIN coupons c ON c.code = t.coupon_code
        WHERE t.state IN ('paid', 'partially_refunded') AND t.user_id IS NOT NULL)
      WHERE uses > most_uses OR own_uses > most_uses_each`,
  },
  {
    kind: 'possibly paid twice',
    sql: `SELECT t.id, 'and ' || o.id AS detail FROM payment_transactions t
      JOIN payment_transactions o
        ON o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id < t.id
      WHERE t.state = 'paid' AND o.state = 'paid' AND t.created_at < o.paid_at`,
  },
  {
    kind: 'cancelled but not given back',
    sql: `SELECT id, 'left ' || left_at AS detail FROM payment_transactions t
      WHERE state = 'paid' AND user_id IS NOT NULL AND left_at <= paid_at
        AND ${notBeingRefunded()}`,
  },
  {
    kind: 'captured for an erased account',
    sql: `SELECT id, 'left ' || left_at AS detail FROM payment_transactions t
      WHERE state = 'paid' AND user_id IS NULL AND left_at <= paid_at AND ${notBeingRefunded()}`,
  },
  {
    kind: 'deducted money taken back',
    sql: `SELECT t.id, t.upgrade_minor || ' was deducted, ' ||
        (p.amount_minor - p.refunded_minor) || ' is left of ' || p.id AS detail
      FROM payment_transactions t JOIN payment_transactions p ON p.id = t.upgrade_from
      WHERE t.state IN ('paid', 'partially_refunded') AND t.left_at IS NULL
        AND t.upgrade_minor > p.amount_minor - p.refunded_minor`,
  },
  {
    kind: 'chargeback',
    sql: `SELECT transaction_id AS id, detail FROM (
        SELECT transaction_id, kind, detail,
          row_number() OVER (PARTITION BY transaction_id ORDER BY id DESC) AS n
        FROM payment_events WHERE kind LIKE '%DISPUTE%' AND transaction_id IS NOT NULL)
      WHERE n = 1 AND kind NOT LIKE '%RESOLVED'`,
  },
]

/** Payments and refunds that wait for a provider or for the operator. */
export const waitingChecks: readonly ReportCheck[] = [
  {
    kind: 'flagged for review',
    sql: `SELECT t.id, (
        SELECT e.detail FROM payment_events e
        WHERE e.transaction_id = t.id AND e.kind = 'flagged' ORDER BY e.id DESC LIMIT 1) AS detail
      FROM payment_transactions t WHERE t.state = 'review'`,
  },
  {
    kind: 'stuck in capturing',
    sql: `SELECT id, 'since ' || updated_at || coalesce(', ' || last_error, '') AS detail
      FROM payment_transactions WHERE state = 'capturing' AND updated_at < ${ago('10 minutes')}`,
  },
  {
    kind: 'approved and not captured',
    sql: `SELECT id, 'since ' || updated_at || coalesce(', ' || last_error, '') AS detail
      FROM payment_transactions WHERE state = 'approved' AND updated_at < ${ago('60 minutes')}`,
  },
  {
    kind: 'pending for three days',
    sql: `SELECT id, 'since ' || created_at AS detail FROM payment_transactions
      WHERE state = 'pending' AND created_at < ${ago('3 days')}`,
  },
  {
    kind: 'refund not finished',
    sql: `SELECT transaction_id AS id,
        status || ' since ' || updated_at || coalesce(', ' || failure, '') AS detail
      FROM refund_requests WHERE status IN ('requested', 'approved', 'sent')`,
  },
  {
    kind: 'return not finished',
    sql: `SELECT transaction_id AS id, provider || ':' || payment_id AS subject,
        status || ' since ' || updated_at || coalesce(', ' || failure, '') AS detail
      FROM payment_returns WHERE status <> 'done'`,
  },
]

function notBeingRefunded() {
  return `NOT EXISTS (
        SELECT 1 FROM refund_requests r
        WHERE r.transaction_id = t.id AND r.status IN ('requested', 'approved', 'sent'))`
}
