import { proven, type Finding } from '../ledger/state.ts'
import type { Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { ListedPayment, PaymentProvider } from '../providers/provider.ts'
import { reportChecks, type Remark, type RemarkKind } from './report-checks.ts'

/** What has moved through one provider in one currency, since the beginning. */
export type ProviderTotal = {
  provider: string
  currency: string
  payments: number
  receivedMinor: number
  refundedMinor: number
}

/** `compared`: how many transactions were compared with their providers. */
export type Report = { totals: ProviderTotal[]; remarks: Remark[]; compared: number }

/** Compares rows with the ledger, with subscriptions and receipts, and, for transactions begun
 *  since `since`, with what their providers say. Changes nothing. Cost: one call to a provider for
 *  each of those transactions, and a list of payments where the provider has one. */
export async function createReport(context: PaymentContext, since: Date): Promise<Report> {
  const remarks = (
    await Promise.all(reportChecks.map((check) => remarksOf(context, check.kind, check.sql)))
  ).flat()
  const rows = await context.db
    .prepare('SELECT * FROM payment_transactions WHERE created_at >= ? ORDER BY created_at')
    .bind(since.toISOString())
    .all<Transaction>()
  for (const row of rows.results) remarks.push(...(await comparedWithProvider(context, row)))
  for (const provider of context.providers)
    if (provider.missingSettings.length === 0)
      remarks.push(...(await unknownPayments(context, provider, since)))
  return { totals: await totalsOf(context), remarks, compared: rows.results.length }
}

async function remarksOf(
  context: PaymentContext,
  kind: RemarkKind,
  sql: string,
): Promise<Remark[]> {
  const now = context.now().toISOString()
  const statement = context.db.prepare(sql)
  const { results } = await (sql.includes('?1') ? statement.bind(now) : statement).all<{
    id: string | null
    detail: string | null
  }>()
  return results.map(({ id, detail }) => ({ kind, transaction: id, detail: detail ?? '' }))
}

/** The payments that a provider has taken for the account and that no row of ours is about. */
async function unknownPayments(
  context: PaymentContext,
  { facts, listPayments }: PaymentProvider,
  since: Date,
): Promise<Remark[]> {
  const listed = await listPayments?.(context, since)
  if (!listed) return []
  if (!listed.ok)
    return [{ kind: 'provider could not be asked', transaction: null, detail: listed.error }]
  const unknown = await withoutRow(context, facts.id, listed.value)
  return unknown.map(({ captureId, amount }) => ({
    kind: 'unknown here',
    transaction: null,
    detail: `${facts.name} took ${amount} as ${captureId}`,
  }))
}

async function withoutRow(
  { db }: PaymentContext,
  provider: string,
  listed: readonly ListedPayment[],
): Promise<Pick<ListedPayment, 'captureId' | 'amount'>[]> {
  const { results } = await db
    .prepare(
      `SELECT j.value ->> 'captureId' AS captureId, j.value ->> 'amount' AS amount
       FROM json_each(?1) j
       LEFT JOIN payment_transactions t ON t.provider = ?2
         AND (t.id = j.value ->> 'ourId' OR t.provider_capture_id = j.value ->> 'captureId')
       WHERE t.id IS NULL`,
    )
    .bind(JSON.stringify(listed), provider)
    .all<Pick<ListedPayment, 'captureId' | 'amount'>>()
  return results
}

/** A row compared with what its provider says of the order now. */
async function comparedWithProvider(context: PaymentContext, row: Transaction): Promise<Remark[]> {
  const finding = await providerOf(context, row).fetchOrder(context, row)
  const kind = differenceOf(row, finding)
  if (kind === null) return []
  const detail = `here ${row.state}, there ${findingText(finding)}`
  return [{ kind, transaction: row.id, detail }]
}

function findingText(finding: Finding): string {
  if (finding.kind === 'unknown') return finding.because
  return finding.kind === 'mismatch' ? `another ${finding.what}` : finding.kind
}

function differenceOf(row: Transaction, finding: Finding): RemarkKind | null {
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
    case 'mismatch':
      return isPaidHere ? 'paid here, not there' : null
  }
}

async function totalsOf({ db }: PaymentContext): Promise<ProviderTotal[]> {
  const { results } = await db
    .prepare(
      `SELECT provider, currency, sum(kind = 'captured') AS payments,
         sum(max(amount_minor, 0)) AS receivedMinor, sum(max(-amount_minor, 0)) AS refundedMinor
       FROM payment_events WHERE amount_minor <> 0
       GROUP BY provider, currency ORDER BY provider, currency`,
    )
    .all<ProviderTotal>()
  return results
}
