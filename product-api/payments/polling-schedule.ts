import type { PaymentSettings } from './settings.ts'
import { ended, proven, undecided, type State } from './ledger/state.ts'
import { isLeased, type Transaction } from './ledger/transactions.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long after its time an order that ended without money is still asked about: banks say yes late. */
const lateMs = [1, 3, 6, 12, 24].map((hours) => hours * hour)
/** How long a payment that does not arrive is asked about; afterwards only webhooks and people are. */
const pendingMs = 30 * day
/** How long a payment that arrived is asked about once a day: whether it was given back without our hearing of it. */
const deepMs = 30 * day
export const leaseMs = 60 * second

type Ages = { until: number; every: number }[]

/** PhonePe's own ladder, which it looks at before it lets a merchant go live. It begins 20 to 25 seconds after the start. */
const phonepeAges: Ages = [
  { until: 50 * second, every: 3 * second },
  { until: 110 * second, every: 6 * second },
  { until: 170 * second, every: 10 * second },
  { until: 230 * second, every: 30 * second },
]
const phonepeFirstMs = 22 * second

/** When a transaction has to be asked about next, whether or not anybody watches; null: never. `wasSilent`: the provider was asked
 *  just now and nothing was learnt. */
export function nextCheckAt(
  row: Transaction,
  settings: PaymentSettings,
  now: Date,
  wasSilent = false,
): Date | null {
  const soon = now.getTime() + (undecided.includes(row.state) ? 2 * minute : hour)
  const regular = untilNext(row, settings, now.getTime())
  const at = wasSilent && mayChange(row.state) ? Math.min(regular ?? soon, soon) : regular
  return at === null ? null : new Date(Math.max(at, now.getTime() + second))
}

const mayChange = (state: State) =>
  state !== 'refunded' && state !== 'reversed' && state !== 'review'

function untilNext(row: Transaction, settings: PaymentSettings, nowMs: number): number | null {
  const expiresMs = Date.parse(row.provider_expires_at)
  if (row.state === 'capturing')
    return row.lease_until === null ? nowMs + 15 * second : Date.parse(row.lease_until)
  if (row.state === 'paid' || row.state === 'partially_refunded')
    return daily(row.paid_at, deepMs, nowMs)
  if (row.state === 'review' || proven.includes(row.state)) return null
  // What was approved is money that waits to be taken.
  if (row.state === 'approved') return nowMs + minute
  if (row.state === 'pending') {
    const late = row.provider === 'phonepe' ? lateAfter(expiresMs, nowMs) : null
    return rungAfter(row, settings, nowMs) ?? late ?? daily(row.created_at, pendingMs, nowMs)
  }
  // The provider has no order to be asked about.
  if (row.redirect_url === null && row.state === 'created') return Math.max(expiresMs, nowMs)
  if (ended.includes(row.state)) {
    const rung = row.state === 'cancelled' ? rungAfter(row, settings, nowMs) : null
    return rung ?? lateAfter(expiresMs, nowMs)
  }
  // created, redirected: at the latest when its time is over.
  const rung = rungAfter(row, settings, nowMs)
  if (nowMs >= expiresMs) return rung ?? nowMs + minute
  return rung === null ? expiresMs : Math.min(rung, expiresMs)
}

/** The next of the late looks, counted from the end of the order's own time. */
function lateAfter(expiresMs: number, nowMs: number): number | null {
  const late = lateMs.find((one) => expiresMs + one > nowMs)
  return late === undefined ? null : expiresMs + late
}

/** The next step of the provider's ladder after this moment; null when it is over. */
function rungAfter(row: Transaction, settings: PaymentSettings, nowMs: number): number | null {
  const createdMs = Date.parse(row.created_at)
  const ages =
    row.provider === 'paypal' ? settings.PAYPAL_CHECK_SECONDS : settings.PHONEPE_CHECK_SECONDS
  const age = ages.find((one) => createdMs + one * second > nowMs)
  if (age !== undefined) return createdMs + age * second
  // Where the operator gives ages, these are all.
  if (ages.length > 0 || nowMs >= Date.parse(row.provider_expires_at)) return null
  if (nowMs < createdMs + phonepeFirstMs) return createdMs + phonepeFirstMs
  return nowMs + (phonepeAges.find(({ until }) => nowMs < createdMs + until)?.every ?? minute)
}

/** Once a day, an hour more or less, so that the rows of one evening do not meet again every evening. */
function daily(from: string | null, forMs: number, nowMs: number): number | null {
  const next = nowMs + day + Math.floor(Math.random() * hour)
  return from !== null && next <= Date.parse(from) + forMs ? next : null
}

/** How often it is asked about while somebody looks at its page. */
export function watchedEveryMs(row: Transaction, now: Date): number {
  const sinceMs = now.getTime() - Date.parse(row.returned_at ?? row.created_at)
  return phonepeAges.find(({ until }) => sinceMs < until)?.every ?? minute
}

/** After how long its page should ask again; null: there is nothing more to come. */
export function pollAfterMs(row: Transaction, now: Date): number | null {
  if (!undecided.includes(row.state) || row.state === 'created') return null
  return isLeased(row, now) ? 2 * second : watchedEveryMs(row, now)
}
