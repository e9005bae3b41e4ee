import { amountText } from '../money.ts'
import { isTolerable } from './report-checks.ts'
import type { Report } from './report.ts'

/** A report as lines of text. */
export function reportText({ totals, items, compared }: Report): string {
  const totalLines = totals.map(
    ({ provider, currency, payments, receivedMinor, refundedMinor }) =>
      `${provider} ${currency}: ${payments} payments, ` +
      `${amountText(receivedMinor, currency)} received, ` +
      `${amountText(refundedMinor, currency)} refunded`,
  )
  const itemLines = items.map(
    (item) =>
      `${isTolerable(item) ? '·' : '✗'} ${item.kind}: ` +
      `${item.transaction ?? ''} ${item.detail}`,
  )
  const errorCount = items.filter((item) => !isTolerable(item)).length
  return [
    ...(totalLines.length === 0 ? ['There are no payments.'] : totalLines),
    ...itemLines,
    `${compared} transactions compared with their providers; ` +
      `${errorCount} errors, ${items.length - errorCount} to look at.`,
  ].join('\n')
}
