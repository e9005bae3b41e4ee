import { amountText } from '../money.ts'
import { isExplained, type Reconciliation } from './reconcile-day.ts'

/** A reconciliation as lines of text: every difference with the provider's id and the amount. */
export function settlementText({
  provider,
  day,
  isComplete,
  sums,
  differences,
  payouts,
}: Reconciliation): string {
  const sumLines = sums.map(
    (one) =>
      `${provider} ${day} ${one.currency}: ` +
      `provider ${amountText(one.providerMinor, one.currency)}, ` +
      `books ${amountText(one.booksMinor, one.currency)}, ` +
      `fees ${amountText(one.feeMinor + one.feeTaxMinor, one.currency)}, ` +
      `net ${amountText(one.netMinor, one.currency)}`,
  )
  const payoutLines = payouts.map(
    ({ reference, settledOn, currency, netMinor }) =>
      `  to the bank ${settledOn ?? ''} as ${reference}: ${amountText(netMinor, currency)}`,
  )
  const differenceLines = differences.map(
    (one) =>
      `${isExplained(one) ? '·' : '✗'} ${one.kind}: ${one.transaction ?? ''} ` +
      `${one.providerId ?? ''} ${amountText(one.minor, one.currency)} (${one.detail})`,
  )
  const unexplained = sums
    .filter(({ unexplainedMinor }) => unexplainedMinor !== 0)
    .map(
      ({ unexplainedMinor, currency }) =>
        `✗ unexplained: ${amountText(unexplainedMinor, currency)}; ` +
        'the ledger differs from the rows',
    )
  return [
    ...(sums.length === 0 ? [`${provider} ${day}: nothing on either side`] : sumLines),
    ...payoutLines,
    ...differenceLines,
    ...unexplained,
    ...(isComplete ? [] : [`  The report of ${provider} for ${day} is not complete yet.`]),
  ].join('\n')
}

/** Whether both sides agree. */
export const isReconciled = ({ sums, differences }: Reconciliation) =>
  differences.every(isExplained) && sums.every(({ unexplainedMinor }) => unexplainedMinor === 0)
