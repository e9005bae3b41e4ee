import { failed, ok, type Result } from '../../../../domain/result.ts'
import type { ListedPayment } from '../provider.ts'
import type { SettlementReport } from '../settlement-report.ts'
import { decimalOf } from '../../money.ts'
import type { PayPalContext } from './settings.ts'
import { fetchTransactions } from './transactions.ts'

const dayMs = 86_400_000
/** PayPal rejects a longer range in one call. */
const maxRangeMs = 31 * dayMs
const maxPages = 400

/** Lists the payments that the account received since then. Cost: one call for each 500 movements
 *  and each 31 days. Errors: a sentence with the reason; the app needs the "Transaction Search"
 *  permission. */
export async function listPayPalPayments(
  context: PayPalContext,
  since: Date,
): Promise<Result<ListedPayment[], string>> {
  const listed: ListedPayment[] = []
  const untilMs = context.now().getTime() + 1000
  for (let fromMs = since.getTime(); fromMs < untilMs; fromMs += maxRangeMs) {
    const range = { fromMs, untilMs: Math.min(untilMs, fromMs + maxRangeMs) }
    let cursor: string | null = null
    for (let page = 1; page === 1 || cursor !== null; page += 1) {
      if (page > maxPages) return failed(`PayPal lists more than ${maxPages} pages`)
      const fetched = await fetchTransactions(context, range, cursor)
      if (!fetched.ok) return fetched
      for (const { kind, status, providerId, ourId, amountMinor, currency } of fetched.value
        .entries)
        if (kind === 'payment' && status === 'done')
          listed.push({
            captureId: providerId,
            ourId,
            amount: `${decimalOf(amountMinor, currency).value} ${currency}`,
          })
      cursor = fetched.value.nextCursor
    }
  }
  return ok(listed)
}

/** PayPal's days are in UTC. Movements appear within three hours (PayPal, "Transaction Search"). */
export const settlementOfPayPal = (
  withSettings: (context: Pick<PayPalContext, 'db' | 'now'>) => PayPalContext,
): SettlementReport => ({
  utcOffsetMinutes: 0,
  readyAfterMinutes: 240,
  lagDays: 0,
  missingAfterDays: 3,
  canFetch: true,
  parseFile: null,
  fetchPage: (context, day, cursor) => {
    const fromMs = Date.parse(`${day}T00:00:00Z`)
    return fetchTransactions(withSettings(context), { fromMs, untilMs: fromMs + dayMs }, cursor)
  },
})
