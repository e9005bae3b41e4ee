import { alertOperator } from '../ledger/entries.ts'
import type { PaymentContext } from '../payment-context.ts'
import { bookSettledEntries } from './book-entries.ts'
import { addDays } from './days.ts'
import { fetchDueSettlements } from './fetch-settlements.ts'
import { reconcileDay } from './reconcile-day.ts'
import { isReconciled } from './settlement-text.ts'

/** The cron trigger, every minute: fetches the reports that are due, books what the ledger lacks,
 *  and reconciles each day once its report is there. The operator is alerted to a day that does not
 *  agree. Cost: two look-ups for each provider while nothing is due. */
export async function runSettlements(context: PaymentContext) {
  const completed = await fetchDueSettlements(context)
  await bookSettledEntries(context)
  for (const { provider, day } of completed) {
    const reported = addDays(day, -provider.settlement.lagDays)
    const found = await reconcileDay(context, provider, reported)
    if (!isReconciled(found))
      alertOperator('settlement differs', { provider: provider.facts.id, day: reported })
  }
}
