import { configurePayments } from '../product-api/payments/configure-payments.ts'
import { clocksOfProvider, simulatePaymentsDay, type PaymentsDay } from './payments-day.ts'
import type { ProviderDay } from './payments-record.ts'

const lakh: PaymentsDay = {
  orders: { phonepe: 95_000, paypal: 5000 },
  ...{ peak: null, outage: null, paidBefore: null, callMs: 250 },
  ...{ clocks: clocksOfProvider, seed: 20261128 },
}
const peak = { provider: 'phonepe', orders: 5000, fromHour: 10, minutes: 10 }

/** The days of docs/scale.md. */
export const paymentsDays: Readonly<Record<string, PaymentsDay>> = {
  'a lakh orders': lakh,
  '5,000 more in ten minutes': { ...lakh, peak },
  'these, a second for each answer': { ...lakh, peak, callMs: 1000 },
  'these, PhonePe down for 20 minutes': {
    ...{ ...lakh, peak },
    outage: { provider: 'phonepe', fromHour: 10.1, minutes: 20 },
  },
  'PhonePe without report: 15.6 lakh looks at paid orders': {
    ...lakh,
    paidBefore: { provider: 'phonepe', orders: 1_560_000 },
  },
}

/** The providers with their default schedules, and with reports of settlement. */
export const simulatedProviders = () =>
  configurePayments({ PHONEPE_SETTLEMENT_URL: 'https://reports.test/{day}.csv' }).providers

/** How punctual looks are on each of the days, as a table. Cost: about a minute. */
export function paymentsDaysTable(): string {
  const providers = simulatedProviders()
  const head = [
    ...['day', 'provider', 'orders', 'looks, alarms for an order', 'behind: p50, p99, most'],
    ...['most calls a minute', 'lost webhook, behind: p99, most', 'after the payment: p50, most'],
  ]
  const rows = Object.entries(paymentsDays).flatMap(([name, day]) =>
    [...simulatePaymentsDay(day, providers)].map(([provider, result]) => [
      ...[name, provider],
      ...rowOf(result),
    ]),
  )
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function rowOf(day: ProviderDay): string[] {
  const behind = spreadOf(day.delaysMs, [0.5, 0.99, 1])
  const outage =
    day.outageDelaysMs.length > 0 ? `; outage ${spreadOf(day.outageDelaysMs, [0.5, 1])}` : ''
  return [
    day.orders.toLocaleString('en-IN'),
    `${(day.looks / day.orders).toFixed(1)}, ${(day.alarms / day.orders).toFixed(1)}`,
    `${behind}${outage}`,
    maximum(day.callsByMinute).toLocaleString('en-IN'),
    spreadOf(day.lostDelaysMs, [0.99, 1]),
    spreadOf(day.lostNoticedMs, [0.5, 1]),
  ]
}

const maximum = (values: Float64Array) => values.reduce((most, value) => Math.max(most, value), 0)

const spreadOf = (sorted: Float64Array, shares: readonly number[]) =>
  shares.map((share) => seconds(quantile(sorted, share))).join(', ')

/** Of sorted values; 0 without any. */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
