import type { PaymentContext } from '../payment-context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { SettlementKind, SettlementReport } from '../providers/settlement-report.ts'
import { addDays, rangeOfDay } from './days.ts'

/** The sums of a day in one currency, in minor units: what payers paid less what they got back, by
 *  the provider's lines and by the ledger, and what the provider kept. */
export type DaySums = {
  currency: string
  providerMinor: number
  booksMinor: number
  feeMinor: number
  feeTaxMinor: number
  netMinor: number
  /** What the named differences do not explain; zero if every unit is named. */
  unexplainedMinor: number
}

/** A difference. `minor`: by how much the provider's sum exceeds the ledger's because of it. */
export type DayDifference = {
  kind: DayDifferenceKind
  transaction: string | null
  /** The provider's id of the movement; null if it has none. */
  providerId: string | null
  currency: string
  minor: number
  detail: string
}

export type DayDifferenceKind =
  | 'only at the provider'
  | 'only in the books'
  | 'different amount'
  | 'different currency'
  /** Both sides have it, on different days: a difference of time only. */
  | 'booked on another day'
  /** A movement that is no payment, refund or reversal, such as a hold or a charge. */
  | 'other movement'

export type Reconciliation = {
  provider: string
  day: string
  /** Whether the provider's report for the day has been fetched completely. */
  isComplete: boolean
  sums: DaySums[]
  differences: DayDifference[]
  /** Transfers to the bank that contain lines of the day. */
  payouts: { reference: string; settledOn: string | null; currency: string; netMinor: number }[]
}

/** Differences of time, and movements that need no partner. */
export const isExplained = ({ kind }: DayDifference) =>
  kind === 'booked on another day' || kind === 'other movement'

type Movement = {
  side: 'both' | 'provider' | 'books'
  kind: SettlementKind
  transaction_id: string | null
  provider_id: string | null
  currency: string
  /** Of the provider's line and of the books; null on the side that does not have it. */
  line_minor: number | null
  booked_minor: number | null
  booked_currency: string | null
  line_on: string | null
  booked_at: string | null
  /** Whether the line is a payment that was returned, or its return. */
  is_returned: number
}

/** Compares a day of a provider's report with the books, movement by movement and in sums. Changes
 *  nothing. Cost: four reads. */
export async function reconcileDay(
  context: PaymentContext,
  provider: PaymentProvider & { settlement: SettlementReport },
  day: string,
): Promise<Reconciliation> {
  const { facts, settlement } = provider
  const range = rangeOfDay(settlement, day)
  const [from, until] = [range.from.toISOString(), range.until.toISOString()]
  const [movements, lines, ledger, payouts, report] = await context.db.batch([
    context.db.prepare(movementsSql).bind(facts.id, day, from, until),
    context.db.prepare(lineSumsSql).bind(facts.id, day),
    context.db.prepare(ledgerSumsSql).bind(facts.id, from, until),
    context.db.prepare(payoutsSql).bind(facts.id, day),
    context.db.prepare(isFetchedSql).bind(facts.id, addDays(day, settlement.lagDays)),
  ])
  const differences = rowsOf<Movement>(movements).flatMap((movement) =>
    differencesOf(movement, day, from, until),
  )
  return {
    provider: facts.id,
    day,
    isComplete: (report?.results.length ?? 0) > 0,
    sums: sumsOf(rowsOf<LineSums>(lines), rowsOf<LedgerSum>(ledger), differences),
    differences,
    payouts: rowsOf<Reconciliation['payouts'][number]>(payouts),
  }
}

const rowsOf = <Row>(answer: { results: unknown[] } | undefined) => (answer?.results ?? []) as Row[]

/** ?1 provider, ?2 day, ?3 and ?4 its beginning and end. The lines of the day with their partners,
 *  and the bookings of the day with theirs, on whatever day those are. */
const movementsSql = `
  WITH booked AS (
    SELECT t.id AS transaction_id, 'payment' AS kind, t.provider_capture_id AS provider_id,
      t.amount_minor AS minor, t.currency, t.paid_at AS at
    FROM payment_transactions t WHERE t.provider = ?1 AND t.paid_at IS NOT NULL
    UNION ALL
    SELECT r.transaction_id, 'refund', r.provider_refund_id, -r.amount_minor, t.currency,
      r.updated_at
    FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
    WHERE t.provider = ?1 AND r.status = 'done'),
  lines AS (
    SELECT *, iif(kind = 'reversal', 'refund', kind) AS booked_kind
    FROM settlement_entries WHERE provider = ?1 AND status = 'done'),
  pairs AS (
    SELECT l.kind, l.booked_kind, coalesce(l.transaction_id, b.transaction_id) AS transaction_id,
      l.provider_id, l.currency, l.amount_minor AS line_minor, b.minor AS booked_minor,
      b.currency AS booked_currency, l.occurred_on AS line_on, b.at AS booked_at,
      EXISTS (
        SELECT 1 FROM payment_returns p
        WHERE p.provider = ?1 AND p.status = 'done'
          AND (p.payment_id = l.payment_id OR p.id = l.refund_key)) AS is_returned
    FROM lines l LEFT JOIN booked b
      ON b.kind = l.booked_kind AND b.provider_id = l.provider_id
        AND b.transaction_id = l.transaction_id
    WHERE l.occurred_on = ?2 OR (b.at >= ?3 AND b.at < ?4))
  SELECT iif(booked_at IS NULL, 'provider', 'both') AS side, kind, transaction_id, provider_id,
    currency, line_minor, booked_minor, booked_currency, line_on, booked_at, is_returned
  FROM pairs
  UNION ALL
  SELECT 'books', b.kind, b.transaction_id, b.provider_id, b.currency, NULL, b.minor, b.currency,
    NULL, b.at, 0
  FROM booked b
  WHERE b.at >= ?3 AND b.at < ?4 AND NOT EXISTS (
    SELECT 1 FROM lines l
    WHERE l.booked_kind = b.kind AND l.provider_id = b.provider_id
      AND l.transaction_id = b.transaction_id)
  ORDER BY transaction_id, kind`

const lineSumsSql = `
  SELECT currency, sum(iif(kind = 'payout', 0, amount_minor)) AS amountMinor,
    sum(fee_minor) AS feeMinor, sum(fee_tax_minor) AS feeTaxMinor
  FROM settlement_entries WHERE provider = ?1 AND occurred_on = ?2 AND status = 'done'
  GROUP BY currency`

/** From the ledger, not from the rows that the movements above come from. */
const ledgerSumsSql = `
  SELECT currency, sum(amount_minor) AS minor FROM payment_events
  WHERE provider = ?1 AND at >= ?2 AND at < ?3 AND amount_minor <> 0 GROUP BY currency`

const payoutsSql = `
  SELECT bank_reference AS reference, max(settled_on) AS settledOn, currency,
    sum(net_minor) AS netMinor
  FROM settlement_entries
  WHERE provider = ?1 AND occurred_on = ?2 AND kind <> 'payout' AND bank_reference IS NOT NULL
  GROUP BY bank_reference, currency ORDER BY reference`

const isFetchedSql = `
  SELECT 1 FROM settlement_days WHERE provider = ?1 AND day = ?2 AND state = 'fetched'`

function differencesOf(one: Movement, day: string, from: string, until: string): DayDifference[] {
  const { side, kind, line_minor, booked_minor, booked_at, currency } = one
  const isLineToday = one.line_on === day
  const isBookedToday = booked_at !== null && booked_at >= from && booked_at < until
  const difference = (
    name: DayDifferenceKind,
    minor: number,
    detail: string,
    of = currency,
  ): DayDifference => ({
    kind: name,
    transaction: one.transaction_id,
    providerId: one.provider_id,
    currency: of,
    minor,
    detail,
  })
  if (side === 'books') return [difference('only in the books', -(booked_minor ?? 0), kind)]
  if (!['payment', 'refund', 'reversal'].includes(kind))
    // A transfer to the bank moves money that is counted already.
    return kind === 'payout' ? [] : [difference('other movement', line_minor ?? 0, kind)]
  if (one.is_returned && side === 'provider')
    return [difference('other movement', line_minor ?? 0, `${kind}, returned`)]
  if (side === 'provider') return [difference('only at the provider', line_minor ?? 0, kind)]
  const [lineMinor, bookedMinor] = [
    isLineToday ? (line_minor ?? 0) : 0,
    isBookedToday ? (booked_minor ?? 0) : 0,
  ]
  if (one.booked_currency !== currency)
    return [
      ...(isLineToday ? [difference('different currency', lineMinor, kind)] : []),
      ...(isBookedToday
        ? [difference('different currency', -bookedMinor, kind, one.booked_currency ?? '')]
        : []),
    ]
  const amountDifference = (line_minor ?? 0) - (booked_minor ?? 0)
  const found: DayDifference[] = []
  if (isLineToday && amountDifference !== 0)
    found.push(difference('different amount', amountDifference, kind))
  if (isLineToday && !isBookedToday)
    found.push(difference('booked on another day', booked_minor ?? 0, `${kind}, ${booked_at}`))
  if (!isLineToday && isBookedToday)
    found.push(difference('booked on another day', -bookedMinor, `${kind}, ${one.line_on}`))
  return found
}

type LineSums = { currency: string; amountMinor: number; feeMinor: number; feeTaxMinor: number }
type LedgerSum = { currency: string; minor: number }

function sumsOf(
  lines: readonly LineSums[],
  ledger: readonly LedgerSum[],
  differences: readonly DayDifference[],
): DaySums[] {
  const currencies = new Set([...lines, ...ledger, ...differences].map(({ currency }) => currency))
  return [...currencies].sort().map((currency) => {
    const line = lines.find((one) => one.currency === currency)
    const providerMinor = line?.amountMinor ?? 0
    const booksMinor = ledger.find((one) => one.currency === currency)?.minor ?? 0
    const namedMinor = differences.reduce(
      (sum, one) => (one.currency === currency ? sum + one.minor : sum),
      0,
    )
    const [feeMinor, feeTaxMinor] = [line?.feeMinor ?? 0, line?.feeTaxMinor ?? 0]
    return {
      ...{ currency, providerMinor, booksMinor, feeMinor, feeTaxMinor },
      netMinor: providerMinor + feeMinor + feeTaxMinor,
      unexplainedMinor: providerMinor - booksMinor - namedMinor,
    }
  })
}
