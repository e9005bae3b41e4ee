import { configurePayments } from '../product-api/payments/configure-payments.ts'
import { clocksOfProvider, simulatePaymentsDay, type PaymentsDay } from './payments-day.ts'
import type { ProviderDay } from './payments-record.ts'

const lakh: PaymentsDay = {
  orders: { phonepe: 95_000, paypal: 5000 },
  ...{ peak: null, outage: null, paidBefore: null },
  ...{ clocks: clocksOfProvider, seed: 20261128 },
}
const peak = { provider: 'phonepe', orders: 5000, fromHour: 10, minutes: 10 }

/** The days of docs/scale.md. */
export const paymentsDays: Readonly<Record<string, PaymentsDay>> = {
  'a lakh orders': lakh,
  'and 5,000 more in ten minutes': { ...lakh, peak },
  'and PhonePe down for 20 minutes meanwhile': {
    ...{ ...lakh, peak },
    outage: { provider: 'phonepe', fromHour: 10.1, minutes: 20 },
  },
  'no report of PhonePe: looks at paid orders': {
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
    ...['day', 'provider', 'orders', 'looks for an order', 'behind: p50', 'p99', 'most'],
    ...['calls a minute: most', 'lost webhook, behind the schedule: most', 'alarms for an order'],
  ]
  const rows = Object.entries(paymentsDays).flatMap(([name, day]) =>
    [...simulatePaymentsDay(day, providers)].map(([provider, result]) => [
      ...[name, provider],
      ...rowOf(result),
    ]),
  )
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function rowOf(result: ProviderDay): string[] {
  const { orders, looks, alarms, delaysMs, lostDelaysMs, callsByMinute, outageDelaysMs } = result
  const lostMost = lostDelaysMs.at(-1)
  return [
    orders.toLocaleString('en-IN'),
    (looks / orders).toFixed(1),
    seconds(quantile(delaysMs, 0.5)),
    seconds(quantile(delaysMs, 0.99)),
    `${seconds(quantile(delaysMs, 1))}${
      outageDelaysMs.length > 0 ? `; outage ${seconds(quantile(outageDelaysMs, 1))}` : ''
    }`,
    String(callsByMinute.reduce((most, calls) => Math.max(most, calls), 0)),
    lostMost === undefined ? '' : seconds(lostMost),
    (alarms / orders).toFixed(1),
  ]
}

/** Of sorted values; 0 without any. */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
