import type { Locale } from './locale.ts'
import type { Money } from './money.ts'

export const providers = ['phonepe', 'paypal'] as const
export type Provider = (typeof providers)[number]

/** What they are called, in every language. */
export const providerNames: Record<Provider, string> = { phonepe: 'PhonePe', paypal: 'PayPal' }
/** By what else a payer knows that way. */
export const wayNames: Record<Provider, string> = { phonepe: 'PhonePe / UPI', paypal: 'PayPal' }

/** Through whom one can pay now, and in which currency. */
export type WayToPay = { provider: Provider; currency: string }

/** One row of a bill. Coupons and credit take away, whatever sign they come with. */
export type BillLine = { kind: 'price' | 'coupon' | 'credit'; label: string | null; amount: Money }

/** A plan's price today, for this reader, with what takes away from it. Times are ISO. */
export type Quote = {
  lines: readonly BillLine[]
  total: Money
  endsAt: string
  coupon: { code: string; isTaken: boolean } | null
}

export const paymentStatuses = [
  'created',
  'waiting',
  'checking',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'review',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const refundStatuses = ['requested', 'approved', 'sent', 'done', 'declined'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** One attempt to pay. Who only holds its signed address sees it without `lines` and what follows from it (subscription,
 *  refund, receipt); `isOwn`: it is the reader's. `account`: a hint by which its owner knows it. `redirectUrl`: the
 *  provider's page, as long as it can be paid there. Times are ISO. */
export type Payment = {
  id: string
  isOwn: boolean
  locale: Locale | null
  status: PaymentStatus
  provider: Provider
  plan: { slug: string; names: Partial<Record<Locale, string>> }
  amount: Money
  lines: readonly BillLine[]
  reference: string | null
  failure: string | null
  createdAt: string
  paidAt: string | null
  expiresAt: string | null
  subscription: { startsAt: string; endsAt: string } | null
  refund: { status: RefundStatus } | null
  refundableUntil: string | null
  account: string | null
  receiptNumber: string | null
  redirectUrl: string | null
  nextCheckMs: number | null
  /** Where the payer was when it began: a path of this site. */
  returnTo: string | null
}

/** Money may still be on its way: another payment for the same thing could be one too many. */
export const isUndecided = ({ status }: Pick<Payment, 'status'>) =>
  status === 'waiting' || status === 'checking' || status === 'pending'

/** Nothing was taken and nothing is on its way. */
export const mayPayAgain = ({ status }: Pick<Payment, 'status'>) =>
  status === 'created' || status === 'failed' || status === 'cancelled' || status === 'expired'

/** Whether a page about it has to look again. What was left can still be paid on the provider's page, in another tab. */
export const mayChange = ({
  status,
  refund,
  redirectUrl,
}: Pick<Payment, 'status' | 'refund' | 'redirectUrl'>) =>
  status === 'created' ||
  isUndecided({ status }) ||
  (status === 'cancelled' && redirectUrl !== null) ||
  (status === 'paid' && refund !== null && /^(requested|approved|sent)$/.test(refund.status))

/** Where providers send payers back, and what the product API calls it. */
export const returnPaths: Readonly<Record<string, string>> = {
  '/paypal/success': '/api/payment-transactions/paypal/success',
  '/paypal/cancel': '/api/payment-transactions/paypal/cancel',
  '/phonepe/return': '/api/payment-transactions/phonepe/return',
}

export const webhookPaths: Readonly<Record<string, string>> = {
  '/paypal/webhook': '/api/payment-transactions/paypal/webhook',
  '/phonepe/webhook': '/api/payment-transactions/phonepe/webhook',
}

/** Whether a payer comes back here from a provider, whatever cookies they still have. */
export const isReturn = (path: string) => path in returnPaths

/** The status page of a payment. `signature` opens it to whoever holds the address. */
export const paymentPath = (id: string) => `/payment/${id}`
export const signedQuery = (signature: string | null) =>
  signature === null ? '' : `?s=${encodeURIComponent(signature)}`

/** Whether an address is one of a provider's: 'https://*.phonepe.com' stands for every host below it. */
export function isOfProvider(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, host } = new URL(address)
  return origins.some((allowed) => {
    const [, below] = /^https:\/\/\*(\..+)$/.exec(allowed) ?? []
    return below === undefined ? origin === allowed : protocol === 'https:' && host.endsWith(below)
  })
}
