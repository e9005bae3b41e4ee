import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { PollingSchedule } from '../providers/provider.ts'
import { endedUnpaidStates, capturedStates, undecidedStates, type State } from './state.ts'
import { isLeased, type Transaction } from './transactions.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long after its expiry an unpaid order is checked again: banks may confirm late. */
const lateChecksMs = [1, 3, 6, 12, 24].map((hours) => hours * hourMs)
/** How long a pending payment is checked; afterwards only webhooks and the operator change it. */
const maxPendingMs = 30 * dayMs
/** How long a paid one is checked once a day, for refunds that no webhook reported, if its provider
 *  has no report. */
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

/** When a transaction's clock (clock/order-clock.ts) asks the provider next; null: never.
 *  `wasUnknown`: the last answer was inconclusive. */
export function nextCheckAt(
  context: Pick<PaymentContext, 'providers'>,
  row: Transaction,
  now: Date,
  wasUnknown = false,
): Date | null {
  const nowMs = now.getTime()
  const { polling, settlement } = providerOf(context, row)
  const times = [regularCheckMs(row, polling, settlement?.canFetch === true, nowMs)]
  if (mayChange(row.state)) {
    const isUnclear = undecidedStates.includes(row.state) || row.failure === 'unconfirmed'
    // The caller who wrote that the payer has left it may be cut off before it has asked.
    if (wasUnknown || row.failure === 'unconfirmed')
      times.push(nowMs + (isUnclear ? 2 * minuteMs : hourMs))
    times.push(reportedRefundCheckMs(row, nowMs))
  }
  const due = times.filter((atMs) => atMs !== null)
  return due.length === 0 ? null : new Date(Math.max(Math.min(...due), nowMs + secondMs))
}

/** When the provider is asked about a refund that a webhook has reported and that it has not
 *  confirmed, by the time since the newest report: one whose amounts never agree is not asked about
 *  every two minutes for weeks. null: there is none, or it is too old. */
function reportedRefundCheckMs(
  { reported_refunds, paid_at }: Transaction,
  nowMs: number,
): number | null {
  if (reported_refunds === '[]' || paid_at === null) return null
  if (nowMs >= Date.parse(paid_at) + 2 * maxPaidMs) return null
  const reports = JSON.parse(reported_refunds) as { at?: string }[]
  // Before it was paid, nothing could be given back. A row of before has no time of its report.
  const newestMs = Math.max(
    Date.parse(paid_at),
    ...reports.map(({ at }) => (at === undefined ? nowMs - hourMs : Date.parse(at))),
  )
  const ageMs = nowMs - newestMs
  return nowMs + (ageMs < hourMs ? 2 * minuteMs : ageMs < dayMs ? hourMs : dayMs)
}

const mayChange = (state: State) =>
  state !== 'refunded' && state !== 'reversed' && state !== 'review'

function regularCheckMs(
  row: Transaction,
  polling: PollingSchedule,
  hasReport: boolean,
  nowMs: number,
): number | null {
  const expiresMs = Date.parse(row.provider_expires_at)
  if (row.state === 'capturing')
    return row.lease_until === null ? nowMs + 15 * secondMs : Date.parse(row.lease_until)
  // The provider's report names every refund of a day, so paid payments are not asked about.
  if (row.state === 'paid' || row.state === 'partially_refunded')
    return hasReport ? null : dailyCheckMs(row.paid_at, maxPaidMs, nowMs)
  if (row.state === 'review' || capturedStates.includes(row.state)) return null
  // An approved order still has to be captured.
  if (row.state === 'approved') return nowMs + minuteMs
  if (row.state === 'pending') {
    const lateMs = polling.checksPendingAfterExpiry ? lateCheckMs(expiresMs, nowMs) : null
    return (
      scheduledCheckMs(row, polling, nowMs) ??
      lateMs ??
      dailyCheckMs(row.created_at, maxPendingMs, nowMs)
    )
  }
  // The provider has no order yet, so there is nothing to ask about.
  if (row.redirect_url === null && row.state === 'created') return Math.max(expiresMs, nowMs)
  if (endedUnpaidStates.includes(row.state)) {
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

/** The next check of the provider's own schedule; null if there are no more. */
function scheduledCheckMs(
  row: Transaction,
  { agesSec }: PollingSchedule,
  nowMs: number,
): number | null {
  const createdMs = Date.parse(row.created_at)
  const ageSec = agesSec.find((one) => createdMs + one * secondMs > nowMs)
  if (ageSec !== undefined) return createdMs + ageSec * secondMs
  // Ages in the settings replace the standard intervals.
  if (agesSec.length > 0 || nowMs >= Date.parse(row.provider_expires_at)) return null
  if (nowMs < createdMs + firstCheckMs) return createdMs + firstCheckMs
  return nowMs + intervalAt(nowMs - createdMs)
}

/** A day from now, plus up to an hour at random: spreads the checks of one evening's payments. */
function dailyCheckMs(from: string | null, forMs: number, nowMs: number): number | null {
  const nextMs = nowMs + dayMs + Math.floor(Math.random() * hourMs)
  return from !== null && nextMs <= Date.parse(from) + forMs ? nextMs : null
}

/** How often the provider is asked while a status page is open. */
export const watchedIntervalMs = (row: Transaction, now: Date): number =>
  intervalAt(now.getTime() - Date.parse(row.returned_at ?? row.created_at))

/** After how many ms a status page should reload; null: the status is final. */
export function pollAfterMs(row: Transaction, now: Date): number | null {
  if (!undecidedStates.includes(row.state) || row.state === 'created') return null
  return isLeased(row, now) ? 2 * secondMs : watchedIntervalMs(row, now)
}
