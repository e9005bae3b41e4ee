import { failed, ok, type Result } from '../../../domain/result.ts'
import type { PaymentContext } from '../payment-context.ts'
import { bookSettledEntries } from './book-entries.ts'
import { addDays, dayOf, isDay } from './days.ts'
import {
  fetchSettlementDay,
  reportingProviders,
  type ReportingProvider,
} from './fetch-settlements.ts'
import { reconcileDay, type Reconciliation } from './reconcile-day.ts'
import { storeSettlementPage } from './store-entries.ts'

/** A day that was settled by a command. `errors`: a sentence for each report that was not
 *  fetched. */
export type SettledDay = { reconciliations: Reconciliation[]; errors: string[] }

/** For the operator: fetches the reports that contain the payments of a day, books what the ledger
 *  lacks, and reconciles the day with every provider. Errors: a sentence for an invalid day. Cost:
 *  one call for each 500 lines, and the calls of `bookSettledEntries`. */
export async function settleDay(
  context: PaymentContext,
  day: string,
): Promise<Result<SettledDay, string>> {
  if (!isDay(day)) return failed(`"${day}" is not a day such as 2026-11-22.`)
  const errors: string[] = []
  const providers = reportingProviders(context)
  for (const provider of providers) {
    const { settlement } = provider
    if (!settlement.canFetch) continue
    const today = dayOf(settlement, context.now())
    for (let lag = 0; lag <= settlement.lagDays; lag += 1) {
      const reportDay = addDays(day, lag)
      if (reportDay > today) continue
      const fetched = await fetchSettlementDay(context, provider, reportDay)
      if (!fetched.ok) errors.push(fetched.error)
    }
  }
  await bookSettledEntries(context)
  const reconciliations: Reconciliation[] = []
  for (const provider of providers) reconciliations.push(await reconcileDay(context, provider, day))
  return ok({ reconciliations, errors })
}

/** Stores a report that the operator has as a file, and books what the ledger lacks. Returns the
 *  number of lines. Errors: a sentence. */
export async function importSettlementFile(
  context: PaymentContext,
  providerId: string,
  text: string,
): Promise<Result<number, string>> {
  const provider = reportingProviders(context).find(({ facts }) => facts.id === providerId)
  const parseFile = provider?.settlement.parseFile
  if (!provider || !parseFile) return failed(`There is no report of "${providerId}" as a file.`)
  let lines = 0
  for (let offset: number | null = 0; offset !== null;) {
    const page = parseFile(text, offset)
    if (!page.ok) return page
    const { entries, nextCursor } = page.value
    const days = [...new Set(entries.map(({ settledOn, occurredOn }) => settledOn ?? occurredOn))]
    for (const day of days) {
      const ofDay = entries.filter((one) => (one.settledOn ?? one.occurredOn) === day)
      await storeSettlementPage(context, providerId, day, { entries: ofDay, nextCursor: null })
    }
    await markFetched(context, provider, days)
    lines += entries.length
    offset = nextCursor === null ? null : Number(nextCursor)
  }
  await bookSettledEntries(context)
  return ok(lines)
}

const markFetched = (
  { db, now }: PaymentContext,
  { facts }: ReportingProvider,
  days: readonly string[],
) =>
  db
    .prepare(
      `INSERT INTO settlement_days (provider, day, state, passes, fetched_at)
       SELECT ?1, value, 'fetched', 1, ?3 FROM json_each(?2) WHERE true
       ON CONFLICT DO UPDATE SET state = 'fetched', fetched_at = ?3, error = NULL,
         next_fetch_at = NULL`,
    )
    .bind(facts.id, JSON.stringify(days), now().toISOString())
    .run()
