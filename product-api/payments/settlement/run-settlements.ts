import { alertOperator } from '../ledger/entries.ts'
import type { PaymentContext } from '../payment-context.ts'
import { bookSettledEntries } from './book-entries.ts'
import { addDays, dayOf } from './days.ts'
import { fetchDueSettlements, reportingProviders } from './fetch-settlements.ts'
import { reconcileDay } from './reconcile-day.ts'
import { isReconciled } from './settlement-text.ts'

/** The cron trigger, every minute: fetches the reports that are due, books what the ledger lacks,
 *  and reconciles each day once its report is there. The operator is alerted to a day that does not
 *  agree. Cost: one read while nothing is due. */
export async function runSettlements(context: PaymentContext) {
  if (!(await isWorkDue(context))) return
  const completed = await fetchDueSettlements(context)
  await bookSettledEntries(context)
  for (const { provider, day } of completed) {
    const reported = addDays(day, -provider.settlement.lagDays)
    const found = await reconcileDay(context, provider, reported)
    if (!isReconciled(found))
      alertOperator('settlement differs', { provider: provider.facts.id, day: reported })
  }
}

/** Whether a report is due, a line has to be booked, or a day has passed. */
async function isWorkDue(context: PaymentContext): Promise<boolean> {
  const now = context.now()
  const yesterdays = reportingProviders(context)
    .filter(({ settlement }) => settlement.canFetch)
    .map(({ facts, settlement }) => ({
      provider: facts.id,
      day: addDays(dayOf(settlement, now), -1),
    }))
  const row = await context.db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM settlement_days WHERE next_fetch_at <= ?1)
         OR EXISTS (SELECT 1 FROM settlement_entries WHERE next_booking_at <= ?1)
         OR EXISTS (
           SELECT 1 FROM json_each(?2) y
           WHERE NOT EXISTS (
               SELECT 1 FROM settlement_days d
               WHERE d.provider = y.value ->> 'provider' AND d.day = y.value ->> 'day')
             AND EXISTS (
               SELECT 1 FROM payment_transactions t
               WHERE t.provider = y.value ->> 'provider'
                 AND date(t.created_at) <= y.value ->> 'day')) AS is_due`,
    )
    .bind(now.toISOString(), JSON.stringify(yesterdays))
    .first<{ is_due: number }>()
  return row?.is_due === 1
}
