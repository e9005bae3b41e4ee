import type { ReportCheck } from './report-checks.ts'

// Checks of one provider's settlement reports against the books. ?1: the provider; ?2: the day
// before which a line must be there, in the provider's time zone; ?3: its end, as a time.

/** A second line or capture belongs to another payment than the one that is booked. */
const extraCapture = `l.provider_id <> t.provider_capture_id AND EXISTS (
  SELECT 1 FROM settlement_entries o
  WHERE o.provider = l.provider AND o.kind = 'payment' AND o.transaction_id = l.transaction_id
    AND o.provider_id = t.provider_capture_id)`

const notReturned = `NOT EXISTS (
  SELECT 1 FROM payment_returns p
  WHERE p.provider = l.provider AND p.payment_id = l.provider_id)`

export const settlementChecks: readonly ReportCheck[] = [
  {
    kind: 'without transaction here',
    sql: `SELECT NULL AS id, l.provider || ':' || l.provider_id AS subject,
        l.occurred_on || ', ' || l.amount_minor || ' ' || l.currency || ' (minor units)' AS detail
      FROM settlement_entries l
      WHERE l.provider = ?1 AND l.kind = 'payment' AND l.status = 'done'
        AND l.transaction_id IS NULL AND ${notReturned}`,
  },
  {
    kind: 'captured twice',
    sql: `SELECT t.id, l.provider || ':' || l.provider_id AS subject,
        'also captured as ' || l.provider_id AS detail
      FROM settlement_entries l JOIN payment_transactions t ON t.id = l.transaction_id
      WHERE l.provider = ?1 AND l.kind = 'payment' AND l.status = 'done'
        AND ${extraCapture} AND ${notReturned}`,
  },
  {
    kind: 'settled twice',
    sql: `SELECT max(l.transaction_id) AS id,
        iif(max(l.transaction_id) IS NULL, l.provider || ':' || l.provider_id, NULL) AS subject,
        'in ' || group_concat(l.bank_reference, ' and ') AS detail
      FROM settlement_entries l WHERE l.provider = ?1 AND l.kind IN ('payment', 'refund')
      GROUP BY l.provider, l.provider_id, l.kind HAVING count(*) > 1`,
  },
  {
    kind: 'wrong amount',
    sql: `SELECT t.id, 'here ' || t.amount_minor || ', provider ' || l.amount_minor || ' ' ||
        l.currency || ' (minor units)' AS detail
      FROM settlement_entries l JOIN payment_transactions t ON t.id = l.transaction_id
      WHERE l.provider = ?1 AND l.kind = 'payment' AND l.status = 'done' AND t.paid_at IS NOT NULL
        AND l.provider_id = t.provider_capture_id AND l.currency = t.currency
        AND l.amount_minor <> t.amount_minor`,
  },
  {
    kind: 'wrong currency',
    sql: `SELECT t.id, l.provider || ':' || l.provider_id AS subject,
        'here ' || t.currency || ', provider ' || l.currency AS detail
      FROM settlement_entries l JOIN payment_transactions t ON t.id = l.transaction_id
      WHERE l.provider = ?1 AND l.kind = 'payment' AND l.status = 'done' AND t.paid_at IS NOT NULL
        AND l.currency <> t.currency AND ${notReturned}`,
  },
  {
    kind: 'paid at provider only',
    sql: `SELECT t.id, 'here: ' || t.state || ', report of ' || l.report_day AS detail
      FROM settlement_entries l JOIN payment_transactions t ON t.id = l.transaction_id
      WHERE l.provider = ?1 AND l.kind = 'payment' AND l.status = 'done' AND t.paid_at IS NULL
        AND t.state <> 'review' AND NOT (t.state = 'failed' AND t.failure = 'mismatch')`,
  },
  {
    kind: 'refunded at provider only',
    sql: `SELECT l.transaction_id AS id, -l.amount_minor || ' ' || l.currency ||
        ' (minor units) as ' || l.provider_id AS detail
      FROM settlement_entries l
      WHERE l.provider = ?1 AND l.kind = 'refund' AND l.status = 'done'
        AND l.transaction_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM refund_requests r
          WHERE r.provider_refund_id = l.provider_id AND r.status = 'done')
        AND NOT EXISTS (
          SELECT 1 FROM payment_returns p
          WHERE p.provider = l.provider
            AND (p.payment_id = l.payment_id OR p.id = l.refund_key))`,
  },
  {
    kind: 'reversed at provider only',
    sql: `SELECT l.transaction_id AS id, -l.amount_minor || ' ' || l.currency ||
        ' (minor units) as ' || l.provider_id AS detail
      FROM settlement_entries l
      WHERE l.provider = ?1 AND l.kind = 'reversal' AND l.status = 'done'
        AND l.transaction_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM refund_requests r
          WHERE r.provider_refund_id = l.provider_id AND r.status = 'done')`,
  },
  {
    kind: 'refund without transaction',
    sql: `SELECT NULL AS id, l.provider || ':' || l.provider_id AS subject,
        l.occurred_on || ', ' || l.kind || ' of ' || -l.amount_minor || ' ' || l.currency ||
        ' (minor units)' AS detail
      FROM settlement_entries l
      WHERE l.provider = ?1 AND l.kind IN ('refund', 'reversal') AND l.status = 'done'
        AND l.transaction_id IS NULL AND NOT EXISTS (
          SELECT 1 FROM payment_returns p
          WHERE p.provider = l.provider
            AND (p.payment_id = l.payment_id OR p.id = l.refund_key))`,
  },
  {
    kind: 'refunded here only',
    sql: `SELECT r.transaction_id AS id, r.amount_minor || ' ' || t.currency ||
        ' (minor units) as ' || coalesce(r.provider_refund_id, '?') AS detail
      FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
      WHERE t.provider = ?1 AND r.status = 'done' AND r.updated_at < ?3
        AND NOT EXISTS (
          SELECT 1 FROM settlement_entries l
          WHERE l.provider = ?1 AND l.kind IN ('refund', 'reversal')
            AND l.provider_id = r.provider_refund_id)
        AND EXISTS (SELECT 1 FROM settlement_days WHERE provider = ?1 AND state = 'fetched')`,
  },
  {
    kind: 'refunded twice',
    sql: `SELECT t.id, -sum(l.amount_minor) || ' of ' || t.amount_minor || ' ' || t.currency ||
        ' (minor units)' AS detail
      FROM settlement_entries l JOIN payment_transactions t ON t.id = l.transaction_id
      WHERE l.provider = ?1 AND l.kind IN ('refund', 'reversal') AND l.status = 'done'
        AND NOT EXISTS (
          SELECT 1 FROM payment_returns p
          WHERE p.provider = l.provider
            AND (p.payment_id = l.payment_id OR p.id = l.refund_key))
      GROUP BY t.id HAVING -sum(l.amount_minor) > t.amount_minor`,
  },
  {
    kind: 'chargeback',
    sql: `SELECT transaction_id AS id, 'held since ' || min(occurred_on) AS detail
      FROM settlement_entries WHERE provider = ?1 AND kind IN ('hold', 'release')
      GROUP BY transaction_id HAVING sum(amount_minor) < 0`,
  },
  {
    kind: 'fee missing',
    sql: `SELECT l.transaction_id AS id, l.occurred_on || ': no fee on ' || l.provider_id AS detail
      FROM settlement_entries l
      WHERE l.provider = ?1 AND l.kind = 'payment' AND l.status = 'done' AND l.fee_minor = 0
        AND l.transaction_id IS NOT NULL`,
  },
  {
    kind: 'settlement missing',
    sql: `SELECT t.id, substr(t.paid_at, 1, 10) || ': paid, in no report' AS detail
      FROM payment_transactions t
      WHERE t.provider = ?1 AND t.paid_at < ?3 AND NOT EXISTS (
          SELECT 1 FROM settlement_entries l
          WHERE l.provider = ?1 AND l.kind = 'payment' AND l.transaction_id = t.id)
        AND EXISTS (SELECT 1 FROM settlement_days WHERE provider = ?1 AND state = 'fetched')`,
  },
  {
    kind: 'settlement report missing',
    sql: `SELECT NULL AS id, provider || ' ' || day AS subject,
        day || ': ' || coalesce(error, 'not fetched') AS detail
      FROM settlement_days WHERE provider = ?1 AND state <> 'fetched' AND day < ?2`,
  },
]
