import { amountOf, moneyOf } from '../checkout/money.ts'
import { paymentsListed } from '../providers/paypal/listing.ts'
import { missingFor } from '../settings.ts'
import { proven, type Finding } from '../ledger/state.ts'
import { providerOf, type Till } from '../providers/provider.ts'
import type { Transaction } from '../ledger/transactions.ts'

/** One thing that does not add up, or waits for a person. `transaction`: its id; null where there is none of ours. */
export type Remark = { kind: RemarkKind; transaction: string | null; detail: string }

export type RemarkKind =
  /** Money: these must not be. */
  | 'ledger differs from row'
  | 'paid without subscription'
  | 'subscription without payment'
  | 'receipt number left out'
  | 'paid there, not here'
  | 'paid here, not there'
  | 'given back there, not here'
  | 'unknown here'
  /** These wait for somebody. */
  | 'flagged for review'
  | 'pending for days'
  | 'perhaps paid twice'
  | 'paid by an erased account'
  | 'refund waits'
  | 'provider could not be asked'

const tolerated: readonly RemarkKind[] = [
  ...(['flagged for review', 'pending for days', 'perhaps paid twice'] as const),
  ...(['paid by an erased account', 'refund waits', 'provider could not be asked'] as const),
]

/** Whether the books are in order although there are such remarks. */
export const isTolerable = ({ kind }: Remark) => tolerated.includes(kind)

export type Total = {
  provider: string
  currency: string
  payments: number
  receivedMinor: number
  returnedMinor: number
}

export type Report = { totals: Total[]; remarks: Remark[]; asked: number }

/** Every rupee accounted for: rows against ledger, against subscriptions and receipts, and, for transactions begun since `since`,
 *  against the provider's own word. Changes nothing. Cost: one call to a provider for each of those. */
export async function report(till: Till, since: Date): Promise<Report> {
  const remarks = (
    await Promise.all(checks.map((check) => remarksOf(till, check.kind, check.sql)))
  ).flat()
  const rows = await till.db
    .prepare('SELECT * FROM payment_transactions WHERE created_at >= ? ORDER BY created_at')
    .bind(since.toISOString())
    .all<Transaction>()
  for (const row of rows.results) remarks.push(...(await compared(till, row)))
  if (missingFor('paypal', till.settings).length === 0)
    remarks.push(...(await unknownPayments(till, since)))
  return { totals: await totals(till), remarks, asked: rows.results.length }
}

/** What each finds: a transaction's id and a detail. */
const checks: { kind: RemarkKind; sql: string }[] = [
  {
    kind: 'ledger differs from row',
    sql: `SELECT t.id, 'ledger ' || coalesce(e.sum, 0) || ', row ' || (iif(t.paid_at IS NULL, 0, t.amount_minor) - t.refunded_minor) AS detail
      FROM payment_transactions t LEFT JOIN (
        SELECT transaction_id, sum(amount_minor) AS sum FROM payment_events GROUP BY transaction_id) e ON e.transaction_id = t.id
      WHERE coalesce(e.sum, 0) <> iif(t.paid_at IS NULL, 0, t.amount_minor) - t.refunded_minor`,
  },
  {
    kind: 'paid without subscription',
    sql: `SELECT t.id, t.state AS detail FROM payment_transactions t
      LEFT JOIN user_subscriptions s ON s.transaction_id = t.id AND s.status = 'active'
      WHERE t.state IN ('paid', 'partially_refunded') AND s.id IS NULL`,
  },
  {
    kind: 'subscription without payment',
    sql: `SELECT t.id, t.state AS detail FROM user_subscriptions s JOIN payment_transactions t ON t.id = s.transaction_id
      WHERE s.status = 'active' AND t.state NOT IN ('paid', 'partially_refunded')`,
  },
  {
    kind: 'receipt number left out',
    sql: `SELECT NULL AS id, receipt_year || ': ' || count(*) || ' of ' || max(receipt_n) AS detail FROM payment_transactions
      WHERE receipt_n IS NOT NULL GROUP BY receipt_year HAVING count(*) <> max(receipt_n)`,
  },
  {
    kind: 'flagged for review',
    sql: `SELECT t.id, (SELECT e.detail FROM payment_events e WHERE e.transaction_id = t.id AND e.kind = 'flagged' ORDER BY e.id DESC LIMIT 1) AS detail
      FROM payment_transactions t WHERE t.state = 'review'`,
  },
  {
    kind: 'pending for days',
    sql: `SELECT id, 'since ' || created_at AS detail FROM payment_transactions
      WHERE state = 'pending' AND created_at < strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-3 days')`,
  },
  {
    kind: 'perhaps paid twice',
    sql: `SELECT t.id, 'and ' || o.id AS detail FROM payment_transactions t
      JOIN payment_transactions o ON o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id < t.id
      WHERE t.state = 'paid' AND o.state = 'paid' AND t.created_at < o.paid_at`,
  },
  {
    kind: 'paid by an erased account',
    sql: `SELECT t.id, t.paid_at AS detail FROM payment_transactions t JOIN payment_events e ON e.transaction_id = t.id AND e.kind = 'captured'
      JOIN user_subscriptions s ON s.transaction_id = t.id
      WHERE t.user_id IS NULL AND t.state = 'paid' AND s.ends_at > ?1`,
  },
  {
    kind: 'refund waits',
    sql: `SELECT transaction_id AS id, status || ' since ' || updated_at || coalesce(', ' || failure, '') AS detail
      FROM refund_requests WHERE status IN ('requested', 'approved', 'sent')`,
  },
]

async function remarksOf(till: Till, kind: RemarkKind, sql: string): Promise<Remark[]> {
  const now = till.now().toISOString()
  const statement = till.db.prepare(sql)
  const { results } = await (sql.includes('?1') ? statement.bind(now) : statement).all<{
    id: string | null
    detail: string | null
  }>()
  return results.map(({ id, detail }) => ({ kind, transaction: id, detail: detail ?? '' }))
}

/** What PayPal has taken for the account and we know nothing of. PhonePe lists nothing. */
async function unknownPayments(till: Till, since: Date): Promise<Remark[]> {
  const listed = await paymentsListed(till, since)
  if (typeof listed === 'string')
    return [{ kind: 'provider could not be asked', transaction: null, detail: listed }]
  const { results } = await till.db
    .prepare(
      `SELECT j.value ->> 'captureId' AS captureId, j.value ->> 'amount' AS amount FROM json_each(?) j
       LEFT JOIN payment_transactions t ON t.provider = 'paypal'
         AND (t.id = j.value ->> 'ourId' OR t.provider_capture_id = j.value ->> 'captureId')
       WHERE t.id IS NULL`,
    )
    .bind(JSON.stringify(listed))
    .all<{ captureId: string; amount: string }>()
  return results.map(({ captureId, amount }) => ({
    kind: 'unknown here',
    transaction: null,
    detail: `PayPal took ${amount} as ${captureId}`,
  }))
}

/** A row against what the provider says of its order at this moment. */
async function compared(till: Till, row: Transaction): Promise<Remark[]> {
  if (row.redirect_url === null && row.provider === 'paypal') return []
  const finding = await providerOf(row).look(till, row)
  const kind = difference(row, finding)
  if (kind === null) return []
  return [{ kind, transaction: row.id, detail: `here ${row.state}, there ${said(finding)}` }]
}

const said = (finding: Finding) =>
  finding.kind === 'unknown'
    ? finding.because
    : finding.kind === 'mismatch'
      ? `another ${finding.what}`
      : finding.kind

function difference(row: Transaction, finding: Finding): RemarkKind | null {
  const isPaidHere = proven.includes(row.state)
  switch (finding.kind) {
    case 'unknown':
      return 'provider could not be asked'
    case 'paid':
      return isPaidHere || row.state === 'review' ? null : 'paid there, not here'
    case 'refunded':
      if (!isPaidHere) return row.state === 'review' ? null : 'paid there, not here'
      return row.state === 'paid' ? 'given back there, not here' : null
    case 'started':
    case 'not-started':
    case 'cancelled':
    case 'resumed':
    case 'open':
    case 'approved':
    case 'declined':
    case 'pending':
    case 'failed':
    case 'superseded':
    case 'gone':
      return isPaidHere ? 'paid here, not there' : null
    case 'mismatch':
      return isPaidHere ? 'paid here, not there' : null
  }
}

async function totals({ db }: Till): Promise<Total[]> {
  const { results } = await db
    .prepare(
      `SELECT provider, currency, sum(kind = 'captured') AS payments, sum(max(amount_minor, 0)) AS receivedMinor,
         sum(max(-amount_minor, 0)) AS returnedMinor
       FROM payment_events WHERE amount_minor <> 0 GROUP BY provider, currency ORDER BY provider, currency`,
    )
    .all<Total>()
  return results
}

/** A report as lines of text. */
export function asText({ totals: sums, remarks, asked }: Report): string {
  const lines = sums.map(
    ({ provider, currency, payments, receivedMinor, returnedMinor }) =>
      `${provider} ${currency}: ${payments} payments, ${inWords(receivedMinor, currency)} came in, ${inWords(returnedMinor, currency)} went back`,
  )
  const found = remarks.map(
    (remark) =>
      `${isTolerable(remark) ? '·' : '✗'} ${remark.kind}: ${remark.transaction ?? ''} ${remark.detail}`,
  )
  const faults = remarks.filter((remark) => !isTolerable(remark)).length
  return [
    ...(lines.length === 0 ? ['No money has moved.'] : lines),
    ...found,
    `${asked} transactions compared with their providers; ${faults} faults, ${remarks.length - faults} wait for somebody.`,
  ].join('\n')
}

const inWords = (minor: number, currency: string) =>
  `${moneyOf(amountOf(String(minor)) ?? 0, currency).value} ${currency}`
