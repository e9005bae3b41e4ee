import { amountOf, decimalOf } from '../money.ts'
import { isTolerable } from './report-checks.ts'
import type { Report } from './report.ts'

/** A report as lines of text. */
export function reportText({ totals, remarks, compared }: Report): string {
  const totalLines = totals.map(
    ({ provider, currency, payments, receivedMinor, refundedMinor }) =>
      `${provider} ${currency}: ${payments} payments, ` +
      `${amountText(receivedMinor, currency)} came in, ` +
      `${amountText(refundedMinor, currency)} went back`,
  )
  const remarkLines = remarks.map(
    (remark) =>
      `${isTolerable(remark) ? '·' : '✗'} ${remark.kind}: ` +
      `${remark.transaction ?? ''} ${remark.detail}`,
  )
  const faults = remarks.filter((remark) => !isTolerable(remark)).length
  return [
    ...(totalLines.length === 0 ? ['No money has moved.'] : totalLines),
    ...remarkLines,
    `${compared} transactions compared with their providers; ` +
      `${faults} faults, ${remarks.length - faults} wait for somebody.`,
  ].join('\n')
}

const amountText = (minor: number, currency: string) =>
  `${decimalOf(amountOf(String(minor)) ?? 0, currency).value} ${currency}`
