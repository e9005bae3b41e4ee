import { capturedStates, type Finding } from '../ledger/state.ts'
import type { Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { ListedPayment, PaymentProvider } from '../providers/provider.ts'
import { addDays, dayOf, rangeOfDay } from '../settlement/days.ts'
import { reportingProviders } from '../settlement/fetch-settlements.ts'
import { withoutAcknowledged } from './acknowledgements.ts'
import {
  bookChecks,
  waitingChecks,
  type ReportCheck,
  type ReportItem,
  type ReportItemKind,
} from './report-checks.ts'
import { settlementChecks } from './settlement-checks.ts'

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

/** Compares transactions with the ledger, subscriptions, receipts and settlement reports, and those
 *  created since `since` with their providers. What the operator has acknowledged is left out.
 *  Changes nothing. Cost: a read for each check; one call to a provider for each of those
 *  transactions, and a list of payments if the provider has one. */
export async function createReport(context: PaymentContext, since: Date): Promise<Report> {
  const now = context.now()
  const items: ReportItem[] = []
  for (const check of [...bookChecks, ...waitingChecks])
    items.push(...(await itemsOfCheck(context, check, [now.toISOString()])))
  for (const { facts, settlement } of reportingProviders(context)) {
    const day = addDays(dayOf(settlement, now), -settlement.missingAfterDays)
    const { from } = rangeOfDay(settlement, day)
    for (const check of settlementChecks)
      items.push(...(await itemsOfCheck(context, check, [facts.id, day, from.toISOString()])))
  }
  const rows = await context.db
    .prepare('SELECT * FROM payment_transactions WHERE created_at >= ? ORDER BY created_at')
    .bind(since.toISOString())
    .all<Transaction>()
  for (const row of rows.results) items.push(...(await providerDifferences(context, row)))
  for (const provider of context.providers)
    if (provider.missingSettings.length === 0)
      items.push(...(await unknownPayments(context, provider, since)))
  return {
    totals: await totalsOf(context),
    items: await withoutAcknowledged(context, withoutRepetitions(items)),
    compared: rows.results.length,
  }
}

/** A discrepancy can be seen in the report of a day and by a call to the provider. */
function withoutRepetitions(items: readonly ReportItem[]): ReportItem[] {
  const seen = new Set<string>()
  return items.filter(({ kind, transaction, subject }) => {
    const key = [kind, transaction, subject].join(' ')
    const isNew = !seen.has(key) || (transaction === null && subject === undefined)
    seen.add(key)
    return isNew
  })
}

async function itemsOfCheck(
  { db }: PaymentContext,
  { kind, sql }: ReportCheck,
  values: readonly string[],
): Promise<ReportItem[]> {
  // Parameters are numbered, so the last used one decides how many are bound.
  const last = values.findLastIndex((_, index) => sql.includes(`?${index + 1}`))
  const { results } = await db
    .prepare(sql)
    .bind(...values.slice(0, last + 1))
    .all<{ id: string | null; subject?: string | null; detail: string | null }>()
  return results.map(({ id, subject, detail }) => ({
    kind,
    transaction: id,
    ...(typeof subject === 'string' && { subject }),
    detail: detail ?? '',
  }))
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
    subject: `${facts.id}:${captureId}`,
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
       WHERE t.id IS NULL AND NOT EXISTS (
         SELECT 1 FROM payment_returns p
         WHERE p.provider = ?2 AND p.payment_id = j.value ->> 'captureId')`,
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
      return (finding.refundedMinor ?? row.refunded_minor + 1) > row.refunded_minor
        ? 'refunded at provider only'
        : null
    case 'mismatch':
      return isPaidHere ? kindOfMismatch(finding.what) : null
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
      return isPaidHere ? 'paid here only' : null
  }
}

function kindOfMismatch(what: string): ReportItemKind {
  if (what === 'amount' || what === 'currency') return `wrong ${what}`
  return what === 'payee' ? 'wrong payee' : 'paid here only'
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
