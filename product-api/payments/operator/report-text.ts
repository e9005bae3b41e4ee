import { amountText } from '../money.ts'
import { subjectOf } from './acknowledgements.ts'
import { commandFor } from './discrepancies.ts'
import { isTolerable, type ReportItem } from './report-checks.ts'
import type { Report } from './report.ts'

/** A report as lines of text: each discrepancy with the command that mends it. `isRemote`: the
 *  report is of the deployed database, and its commands too. */
export function reportText({ totals, items, compared }: Report, { isRemote = false } = {}): string {
  const totalLines = totals.map(
    ({ provider, currency, payments, receivedMinor, refundedMinor }) =>
      `${provider} ${currency}: ${payments} payments, ` +
      `${amountText(receivedMinor, currency)} received, ` +
      `${amountText(refundedMinor, currency)} refunded`,
  )
  const itemLines = items.map(
    (item) =>
      `${isTolerable(item) ? '·' : '✗'} ${item.kind}: ` +
      `${item.transaction ?? item.subject ?? ''} ${item.detail}\n` +
      `    ${commandIn(commandOf(item), isRemote)}`,
  )
  const errorCount = items.filter((item) => !isTolerable(item)).length
  return [
    ...(totalLines.length === 0 ? ['There are no payments.'] : totalLines),
    ...itemLines,
    `${compared} transactions compared with their providers; ` +
      `${errorCount} errors, ${items.length - errorCount} to look at.`,
  ].join('\n')
}

const commandIn = (command: string, isRemote: boolean) =>
  isRemote ? `${command}${command.includes(' -- ') ? '' : ' --'} --remote` : command

/** The command that mends an item. */
export const commandOf = (item: ReportItem) => commandFor(item.kind, subjectOf(item), item.detail)
