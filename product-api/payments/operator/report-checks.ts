/** An error in the accounts, or something that the operator has to look at. `transaction`: its id;
 *  null if no transaction is concerned. */
export type ReportItem = { kind: ReportItemKind; transaction: string | null; detail: string }

export type ReportItemKind =
  /** Errors in the accounts. */
  | 'ledger differs from row'
  | 'paid without subscription'
  | 'subscription without payment'
  | 'receipt number missing'
  | 'tax document number missing'
  | 'credit notes differ from refunds'
  | 'paid at provider only'
  | 'paid here only'
  | 'refunded at provider only'
  | 'without transaction here'
  /** For the operator to look at. */
  | 'flagged for review'
  | 'pending for three days'
  | 'possibly paid twice'
  | 'paid by a deleted account'
  | 'refund not finished'
  | 'provider did not answer'

const tolerableKinds: readonly ReportItemKind[] = [
  ...(['flagged for review', 'pending for three days', 'possibly paid twice'] as const),
  ...(['paid by a deleted account', 'refund not finished', 'provider did not answer'] as const),
]

/** Whether the accounts are correct in spite of this item. */
export const isTolerable = ({ kind }: ReportItem) => tolerableKinds.includes(kind)

/** The checks within the database: each selects the id of a transaction (`id`) and a `detail`.
 *  `?1`: now. */
export const reportChecks: readonly { kind: ReportItemKind; sql: string }[] = [
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
    kind: 'subscription without payment',
    sql: `SELECT t.id, t.state AS detail
      FROM user_subscriptions s JOIN payment_transactions t ON t.id = s.transaction_id
      WHERE s.status = 'active' AND t.state NOT IN ('paid', 'partially_refunded')`,
  },
  {
    kind: 'receipt number missing',
    sql: `SELECT NULL AS id,
        receipt_year || ': ' || count(*) || ' of ' || max(receipt_n) AS detail
      FROM payment_transactions
      WHERE receipt_n IS NOT NULL GROUP BY receipt_year HAVING count(*) <> max(receipt_n)`,
  },
  {
    kind: 'tax document number missing',
    sql: `SELECT NULL AS id,
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
    kind: 'flagged for review',
    sql: `SELECT t.id, (
        SELECT e.detail FROM payment_events e
        WHERE e.transaction_id = t.id AND e.kind = 'flagged' ORDER BY e.id DESC LIMIT 1) AS detail
      FROM payment_transactions t WHERE t.state = 'review'`,
  },
  {
    kind: 'pending for three days',
    sql: `SELECT id, 'since ' || created_at AS detail FROM payment_transactions
      WHERE state = 'pending' AND created_at < strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-3 days')`,
  },
  {
    kind: 'possibly paid twice',
    sql: `SELECT t.id, 'and ' || o.id AS detail FROM payment_transactions t
      JOIN payment_transactions o
        ON o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id < t.id
      WHERE t.state = 'paid' AND o.state = 'paid' AND t.created_at < o.paid_at`,
  },
  {
    kind: 'paid by a deleted account',
    sql: `SELECT t.id, t.paid_at AS detail FROM payment_transactions t
      JOIN payment_events e ON e.transaction_id = t.id AND e.kind = 'captured'
      JOIN user_subscriptions s ON s.transaction_id = t.id
      WHERE t.user_id IS NULL AND t.state = 'paid' AND s.ends_at > ?1`,
  },
  {
    kind: 'refund not finished',
    sql: `SELECT transaction_id AS id,
        status || ' since ' || updated_at || coalesce(', ' || failure, '') AS detail
      FROM refund_requests WHERE status IN ('requested', 'approved', 'sent')`,
  },
]
