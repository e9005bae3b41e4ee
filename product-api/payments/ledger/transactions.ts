import * as v from 'valibot'
import type { Database } from '../../database.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Failure, TransactionSnapshot, State } from './state.ts'

/** A row of `payment_transactions`. Times are ISO 8601, amounts minor units of `currency`. */
export type Transaction = {
  id: string
  user_id: number | null
  plan_id: number
  plan: string
  lines: string
  amount_minor: number
  currency: string
  exponent: 0 | 2
  coupon_code: string | null
  credit_minor: number
  locale: Locale
  return_to: string | null
  user_source: string
  provider: string
  checkout_key: string | null
  provider_order_id: string | null
  provider_reference: string | null
  provider_capture_id: string | null
  redirect_url: string | null
  provider_expires_at: string
  state: State
  failure: Failure | null
  state_version: number
  written_by: string | null
  idem_create: string
  idem_capture: string
  return_nonce: string
  returned_at: string | null
  lease_until: string | null
  last_checked_at: string | null
  next_check_at: string | null
  last_error: string | null
  refunded_minor: number
  receipt_year: number | null
  receipt_n: number | null
  paid_at: string | null
  /** When the payer left it; null while they want it. */
  left_at: string | null
  /** Whether it holds the use of its coupon and its credit (limits.ts). */
  is_reserved: 0 | 1
  /** The payer's state by its GST code; null if the tax did not depend on it. */
  payer_state: string | null
  /** The payer's country, as the provider said at the capture; null if it said none. */
  payer_country: string | null
  /** JSON: refunds that webhooks have reported (refunds/reported-refunds.ts). */
  reported_refunds: string
  /** The payment of the plan that this one replaces, and the credit for its unused days. */
  upgrade_from: string | null
  upgrade_minor: number
  /** Until when that plan ran before. */
  upgrade_until: string | null
  created_at: string
  updated_at: string
}

const offerSchema = v.object({
  slug: v.string(),
  days: v.number(),
  name: v.record(v.string(), v.string()),
})
const linesSchema = v.array(
  v.object({
    kind: v.picklist(['price', 'coupon', 'upgrade', 'credit']),
    label: v.optional(v.string()),
    amountMinor: v.pipe(v.number(), v.safeInteger()),
  }),
)

/** The plan as it was when the attempt began. */
export type Offer = v.InferOutput<typeof offerSchema>
/** A summand of the total: the price, or a discount, which is below zero. */
export type Line = v.InferOutput<typeof linesSchema>[number]

export const offerOf = ({ plan }: Pick<Transaction, 'plan'>): Offer =>
  v.parse(offerSchema, JSON.parse(plan))
export const linesOf = (row: Transaction): Line[] => v.parse(linesSchema, JSON.parse(row.lines))

export const transactionBy = (
  db: Database,
  key: 'id' | 'provider_order_id' | 'provider_capture_id',
  value: string,
): Promise<Transaction | null> =>
  db
    .prepare(`SELECT * FROM payment_transactions WHERE ${key} = ? LIMIT 1`)
    .bind(value)
    .first<Transaction>()

/** The parts of a row on which the state machine depends. */
export const snapshotOf = (row: Transaction, now: Date): TransactionSnapshot => ({
  state: row.state,
  failure: row.failure,
  amountMinor: row.amount_minor,
  refundedMinor: row.refunded_minor,
  isStarted: row.redirect_url !== null,
  isExpired: row.provider_expires_at <= now.toISOString(),
  hasReturned: row.returned_at !== null,
  isLeft: row.left_at !== null,
})

export const isLeased = ({ lease_until }: Transaction, now: Date) =>
  lease_until !== null && lease_until > now.toISOString()

/** Whether the payer can resume a payment that they left: the provider has said since that it was
 *  not approved, and the account was not erased. */
export const isResumable = ({ state, failure, user_id }: Transaction) =>
  state === 'cancelled' && failure === 'cancelled' && user_id !== null

/** Whether the provider still accepts a payment for it. */
export const isPayable = (row: Transaction, now: Date) =>
  row.redirect_url !== null &&
  (row.state === 'redirected' || isResumable(row)) &&
  row.provider_expires_at > now.toISOString()

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID: 26 letters and digits, sortable by time, with 80 random bits. */
export function newUlid(now: Date): string {
  const bits = BigInt(now.getTime()) << 80n
  const random = crypto
    .getRandomValues(new Uint8Array(10))
    .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let rest = bits | random
  let letters = ''
  for (let index = 0; index < 26; index += 1) {
    letters = (crockford[Number(rest & 31n)] ?? '') + letters
    rest >>= 5n
  }
  return letters
}

/** The id of a transaction in a URL or a header. */
export const ulid = v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'is not an id'))

/** The idempotency key of a transaction's first capture; after a decline it has another one. */
export const firstCaptureKey = (id: string) => `${id}-capture`
