import { capturedStates, type Finding } from '../ledger/state.ts'
import type { Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { ListedPayment, PaymentProvider } from '../providers/provider.ts'
import { reportChecks, type ReportItem, type ReportItemKind } from './report-checks.ts'

/** All payments and refunds through one provider in one currency. */
export type ProviderTotal = {
  provider: string
  currency: string
  payments: number
  receivedMinor: number
  refundedMinor: number
}

/** `compared`: how many transactions were compared with their providers. */
export type Report = { totals: ProviderTotal[]; items: ReportItem[]; compared: number }

/** Compares transactions with the ledger, subscriptions and receipts, and those created since
 *  `since` with their providers. Changes nothing. Cost: one call to a provider for each of those
 *  transactions, and a list of payments if the provider has one. */
export async function createReport(context: PaymentContext, since: Date): Promise<Report> {
  const items = (
    await Promise.all(reportChecks.map((check) => itemsOfCheck(context, check.kind, check.sql)))
  ).flat()
  const rows = await context.db
    .prepare('SELECT * FROM payment_transactions WHERE created_at >= ? ORDER BY created_at')
    .bind(since.toISOString())
    .all<Transaction>()
  for (const row of rows.results) items.push(...(await providerDifferences(context, row)))
  for (const provider of context.providers)
    if (provider.missingSettings.length === 0)
      items.push(...(await unknownPayments(context, provider, since)))
  return { totals: await totalsOf(context), items, compared: rows.results.length }
}

async function itemsOfCheck(
  context: PaymentContext,
  kind: ReportItemKind,
  sql: string,
): Promise<ReportItem[]> {
  const now = context.now().toISOString()
  const statement = context.db.prepare(sql)
  const { results } = await (sql.includes('?1') ? statement.bind(now) : statement).all<{
    id: string | null
    detail: string | null
  }>()
  return results.map(({ id, detail }) => ({ kind, transaction: id, detail: detail ?? '' }))
}

/** The provider's payments that have no row in payment_transactions. */
async function unknownPayments(
  context: PaymentContext,
  { facts, listPayments }: PaymentProvider,
  since: Date,
): Promise<ReportItem[]> {
  const listed = await listPayments?.(context, since)
  if (!listed) return []
  if (!listed.ok)
    return [{ kind: 'provider did not answer', transaction: null, detail: listed.error }]
  const withoutTransaction = await paymentsWithoutRow(context, facts.id, listed.value)
  return withoutTransaction.map(({ captureId, amount }) => ({
    kind: 'without transaction here',
    transaction: null,
    detail: `${facts.name} received ${amount} as ${captureId}`,
  }))
}

async function paymentsWithoutRow(
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

/** Compares a row with its order at the provider. */
async function providerDifferences(
  context: PaymentContext,
  row: Transaction,
): Promise<ReportItem[]> {
  const finding = await providerOf(context, row).fetchOrder(context, row)
  const kind = differenceOf(row, finding)
  if (kind === null) return []
  const detail = `here: ${row.state}, provider: ${findingText(finding)}`
  return [{ kind, transaction: row.id, detail }]
}

function findingText(finding: Finding): string {
  if (finding.kind === 'unknown') return finding.because
  return finding.kind === 'mismatch' ? `different ${finding.what}` : finding.kind
}

function differenceOf(row: Transaction, finding: Finding): ReportItemKind | null {
  const isPaidHere = capturedStates.includes(row.state)
  switch (finding.kind) {
    case 'unknown':
      return 'provider did not answer'
    case 'paid':
      return isPaidHere || row.state === 'review' ? null : 'paid at provider only'
    case 'refunded':
      if (!isPaidHere) return row.state === 'review' ? null : 'paid at provider only'
      return row.state === 'paid' ? 'refunded at provider only' : null
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
    case 'over-limit':
    case 'gone':
    case 'mismatch':
      return isPaidHere ? 'paid here only' : null
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
