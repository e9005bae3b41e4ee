import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { PollingSchedule } from '../providers/provider.ts'
import { ended, proven, undecided, type State } from './state.ts'
import { isLeased, type Transaction } from './transactions.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long after its expiry an order that ended without money is still asked about: banks confirm
 *  late. */
const lateChecksMs = [1, 3, 6, 12, 24].map((hours) => hours * hourMs)
/** How long a pending payment is asked about; afterwards only webhooks and people change it. */
const maxPendingMs = 30 * dayMs
/** How long a paid one is asked about once a day, for a refund that no webhook reported. */
const maxPaidMs = 30 * dayMs
export const leaseMs = 60 * secondMs

/** The intervals of checks by age of the payment, for all providers. One provider requires them
 *  before a merchant goes live, with the first check 20 to 25 seconds after the start. */
const standardIntervals = [
  { untilAgeMs: 50 * secondMs, everyMs: 3 * secondMs },
  { untilAgeMs: 110 * secondMs, everyMs: 6 * secondMs },
  { untilAgeMs: 170 * secondMs, everyMs: 10 * secondMs },
  { untilAgeMs: 230 * secondMs, everyMs: 30 * secondMs },
]
const firstCheckMs = 22 * secondMs

const intervalAt = (ageMs: number) =>
  standardIntervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? minuteMs

/** When the provider has to be asked about a transaction next, whether or not anybody watches;
 *  null: never. `wasUnknown`: it was asked just now and nothing was learnt. */
export function nextCheckAt(
  context: Pick<PaymentContext, 'providers'>,
  row: Transaction,
  now: Date,
  wasUnknown = false,
): Date | null {
  const nowMs = now.getTime()
  const soonMs = nowMs + (undecided.includes(row.state) ? 2 * minuteMs : hourMs)
  const regularMs = regularCheckMs(row, providerOf(context, row).polling, nowMs)
  const atMs =
    wasUnknown && mayChange(row.state) ? Math.min(regularMs ?? soonMs, soonMs) : regularMs
  return atMs === null ? null : new Date(Math.max(atMs, nowMs + secondMs))
}

const mayChange = (state: State) =>
  state !== 'refunded' && state !== 'reversed' && state !== 'review'

function regularCheckMs(row: Transaction, polling: PollingSchedule, nowMs: number): number | null {
  const expiresMs = Date.parse(row.provider_expires_at)
  if (row.state === 'capturing')
    return row.lease_until === null ? nowMs + 15 * secondMs : Date.parse(row.lease_until)
  if (row.state === 'paid' || row.state === 'partially_refunded')
    return dailyCheckMs(row.paid_at, maxPaidMs, nowMs)
  if (row.state === 'review' || proven.includes(row.state)) return null
  // An approved order is money that waits to be captured.
  if (row.state === 'approved') return nowMs + minuteMs
  if (row.state === 'pending') {
    const lateMs = polling.checksPendingAfterExpiry ? lateCheckMs(expiresMs, nowMs) : null
    return (
      scheduledCheckMs(row, polling, nowMs) ??
      lateMs ??
      dailyCheckMs(row.created_at, maxPendingMs, nowMs)
    )
  }
  // The provider has no order to be asked about.
  if (row.redirect_url === null && row.state === 'created') return Math.max(expiresMs, nowMs)
  if (ended.includes(row.state)) {
    const scheduledMs = row.state === 'cancelled' ? scheduledCheckMs(row, polling, nowMs) : null
    return scheduledMs ?? lateCheckMs(expiresMs, nowMs)
  }
  // created, redirected: at its expiry at the latest.
  const scheduledMs = scheduledCheckMs(row, polling, nowMs)
  if (nowMs >= expiresMs) return scheduledMs ?? nowMs + minuteMs
  return scheduledMs === null ? expiresMs : Math.min(scheduledMs, expiresMs)
}

/** The next of the late checks, counted from the order's expiry. */
function lateCheckMs(expiresMs: number, nowMs: number): number | null {
  const lateMs = lateChecksMs.find((one) => expiresMs + one > nowMs)
  return lateMs === undefined ? null : expiresMs + lateMs
}

/** The next check of the provider's schedule after this moment; null when it is over. */
function scheduledCheckMs(
  row: Transaction,
  { agesSec }: PollingSchedule,
  nowMs: number,
): number | null {
  const createdMs = Date.parse(row.created_at)
  const ageSec = agesSec.find((one) => createdMs + one * secondMs > nowMs)
  if (ageSec !== undefined) return createdMs + ageSec * secondMs
  // Where ages are given, these are all.
  if (agesSec.length > 0 || nowMs >= Date.parse(row.provider_expires_at)) return null
  if (nowMs < createdMs + firstCheckMs) return createdMs + firstCheckMs
  return nowMs + intervalAt(nowMs - createdMs)
}

/** A day from now and up to an hour more, so that the rows of one evening spread over time. */
function dailyCheckMs(from: string | null, forMs: number, nowMs: number): number | null {
  const nextMs = nowMs + dayMs + Math.floor(Math.random() * hourMs)
  return from !== null && nextMs <= Date.parse(from) + forMs ? nextMs : null
}

/** How often the provider is asked while the payment's page is watched. */
export const watchedIntervalMs = (row: Transaction, now: Date): number =>
  intervalAt(now.getTime() - Date.parse(row.returned_at ?? row.created_at))

/** After how long its page should ask again; null: nothing more is to come. */
export function pollAfterMs(row: Transaction, now: Date): number | null {
  if (!undecided.includes(row.state) || row.state === 'created') return null
  return isLeased(row, now) ? 2 * secondMs : watchedIntervalMs(row, now)
}
