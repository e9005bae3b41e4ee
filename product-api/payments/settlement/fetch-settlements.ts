import { failed, ok, type Result } from '../../../domain/result.ts'
import { alertOperator } from '../ledger/entries.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { SettlementReport } from '../providers/settlement-report.ts'
import { addDays, dayOf, readyAt } from './days.ts'
import { storeSettlementPage } from './store-entries.ts'

/** A run of the cron trigger makes at most so many calls; the next run continues. */
const maxRequests = 10
/** A day of one command: 500 lines a call. */
const maxRequestsOfCommand = 2000
/** How far back reports are fetched after an outage. Providers keep them for longer. */
const maxDaysBack = 120
/** A day is fetched again after this time, for payments that were pending on it. */
const secondPassMs = 7 * 86_400_000
const passCount = 2
const retryMs = 3_600_000
/** A run that fetches a day holds it for so long. */
const leaseMs = 120_000

export type ReportingProvider = PaymentProvider & { settlement: SettlementReport }

/** The configured providers that have a report. */
export const reportingProviders = ({ providers }: PaymentContext): ReportingProvider[] =>
  providers.filter(
    (one): one is ReportingProvider => one.settlement !== null && one.missingSettings.length === 0,
  )

/** For the cron trigger, every minute: fetches the days whose reports are complete, oldest first,
 *  each twice, a week apart. Returns the days that were completed. Cost: one look-up for each
 *  provider; at most 10 calls, one for each 500 lines. */
export async function fetchDueSettlements(context: PaymentContext) {
  const completed: { provider: ReportingProvider; day: string }[] = []
  let requests = maxRequests
  for (const provider of reportingProviders(context)) {
    if (!provider.settlement.canFetch) continue
    await insertDueDays(context, provider)
    while (requests > 0) {
      const day = await claimDueDay(context, provider)
      if (day === null) break
      const fetched = await fetchDay(context, provider, day, requests)
      if (!fetched.ok) {
        alertOperator('settlement report', { provider: provider.facts.id, because: fetched.error })
        break
      }
      requests -= fetched.value.requests
      if (fetched.value.isComplete) completed.push({ provider, day })
    }
  }
  return completed
}

/** Fetches the report of a day now, for a command. Errors: a sentence with the reason. */
export async function fetchSettlementDay(
  context: PaymentContext,
  provider: ReportingProvider,
  day: string,
): Promise<Result<{ requests: number }, string>> {
  await context.db
    .prepare(
      `INSERT INTO settlement_days (provider, day) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET cursor = NULL`,
    )
    .bind(provider.facts.id, day)
    .run()
  const fetched = await fetchDay(context, provider, day, maxRequestsOfCommand)
  if (!fetched.ok) return fetched
  return fetched.value.isComplete
    ? ok(fetched.value)
    : failed(`The report of ${day} has more than ${maxRequestsOfCommand} pages`)
}

/** Inserts the days since the provider's first payment whose reports are complete by now. */
async function insertDueDays(
  { db, now }: PaymentContext,
  { facts, settlement }: ReportingProvider,
) {
  const today = dayOf(settlement, now())
  await db
    .prepare(
      `WITH RECURSIVE days (day) AS (
         SELECT max(?3, coalesce(
           (SELECT date(max(day), '+1 day') FROM settlement_days WHERE provider = ?1),
           (SELECT date(min(created_at)) FROM payment_transactions WHERE provider = ?1)))
         UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < ?2)
       INSERT INTO settlement_days (provider, day, next_fetch_at)
       SELECT ?1, day, strftime('%Y-%m-%dT%H:%M:%fZ', day, ?4) FROM days
       WHERE day <= ?2 ON CONFLICT DO NOTHING`,
    )
    .bind(
      facts.id,
      addDays(today, -1),
      addDays(today, -maxDaysBack),
      `+${1440 - settlement.utcOffsetMinutes + settlement.readyAfterMinutes} minutes`,
    )
    .run()
}

async function claimDueDay(
  { db, now }: PaymentContext,
  { facts }: ReportingProvider,
): Promise<string | null> {
  const row = await db
    .prepare(
      `UPDATE settlement_days SET next_fetch_at = ?3
       WHERE provider = ?1 AND day = (
         SELECT day FROM settlement_days WHERE provider = ?1 AND next_fetch_at <= ?2
         ORDER BY day LIMIT 1)
       RETURNING day`,
    )
    .bind(facts.id, now().toISOString(), new Date(now().getTime() + leaseMs).toISOString())
    .first<{ day: string }>()
  return row?.day ?? null
}

/** Fetches pages of a day, from where the last fetch ended. Memory: one page. */
async function fetchDay(
  context: PaymentContext,
  provider: ReportingProvider,
  day: string,
  requestsLeft: number,
): Promise<Result<{ requests: number; isComplete: boolean }, string>> {
  const { settlement, facts } = provider
  let cursor = await cursorOf(context, facts.id, day)
  for (let requests = 1; requests <= requestsLeft; requests += 1) {
    const page = await settlement.fetchPage(context, day, cursor)
    if (!page.ok) {
      await recordError(context, facts.id, day, page.error)
      return page
    }
    await storeSettlementPage(context, facts.id, day, page.value)
    cursor = page.value.nextCursor
    if (cursor === null) {
      await completeDay(context, provider, day)
      return ok({ requests, isComplete: true })
    }
  }
  return ok({ requests: requestsLeft, isComplete: false })
}

const cursorOf = async ({ db }: PaymentContext, provider: string, day: string) =>
  (
    await db
      .prepare('SELECT cursor FROM settlement_days WHERE provider = ? AND day = ?')
      .bind(provider, day)
      .first<{ cursor: string | null }>()
  )?.cursor ?? null

/** A report that is read before it is complete at the provider is due again. */
function completeDay(
  { db, now }: PaymentContext,
  { facts, settlement }: ReportingProvider,
  day: string,
) {
  const at = now()
  const ready = readyAt(settlement, day)
  const isFinal = at >= ready
  return db
    .prepare(
      `UPDATE settlement_days
       SET state = iif(?4, 'fetched', state), cursor = NULL, error = NULL, fetched_at = ?3,
         passes = passes + ?4,
         next_fetch_at = CASE WHEN NOT ?4 THEN ?5 WHEN passes + 1 >= ?7 THEN NULL ELSE ?6 END
       WHERE provider = ?1 AND day = ?2`,
    )
    .bind(
      facts.id,
      day,
      at.toISOString(),
      isFinal ? 1 : 0,
      ready.toISOString(),
      new Date(at.getTime() + secondPassMs).toISOString(),
      passCount,
    )
    .run()
}

const recordError = ({ db, now }: PaymentContext, provider: string, day: string, error: string) =>
  db
    .prepare(
      `UPDATE settlement_days SET error = ?3, next_fetch_at = ?4, requests = requests + 1
       WHERE provider = ?1 AND day = ?2`,
    )
    .bind(provider, day, error.slice(0, 200), new Date(now().getTime() + retryMs).toISOString())
    .run()
