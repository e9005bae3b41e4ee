import type { Locale } from './locale.ts'
import type { Money } from './money.ts'
import { paymentProviders, type PaymentProviderFacts } from './payment-providers.ts'

/** The id of a payment provider (payment-providers.ts). */
export type ProviderId = string

export const providerIds: readonly ProviderId[] = paymentProviders.map(({ id }) => id)

/** What the site knows of a provider. Errors: throws for an id that no schema has let through. */
export function providerFacts(id: ProviderId): PaymentProviderFacts {
  const found = paymentProviders.find((provider) => provider.id === id)
  if (!found) throw new Error(`No payment provider ${id} is known`)
  return found
}

/** What a provider is called, in every language. */
export const providerName = (id: ProviderId) => providerFacts(id).name
/** The name under which payers look for this way to pay. */
export const paymentMethodName = (id: ProviderId) => providerFacts(id).methodName

/** A provider through which one can pay now, and its currency. */
export type PaymentMethod = { provider: ProviderId; currency: string }

/** How one can pay, and what pages promise about it. `refundDays`: days after the payment in which
 *  its money can be asked back; null where the product API does not say. */
export type PaymentTerms = { methods: readonly PaymentMethod[]; refundDays: number | null }

/** How long a link out of the app can be used. */
export const handoffMinutes = 10

/** One row of a bill. Coupons and credit reduce the price, whatever sign they come with. */
export type BillLine = { kind: 'price' | 'coupon' | 'credit'; label: string | null; amount: Money }

/** A plan's price today, for this reader, with its discounts. Times are ISO. */
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

/** One attempt to pay. Whoever only holds its signed address sees it without `lines` and what
 *  follows from it (subscription, refund, receipt); `isOwn`: it is the reader's. `account`: a hint
 *  by which its owner recognises it. `redirectUrl`: the provider's page, as long as it can be paid
 *  there. `refundDays`: the rule for refunds, where the product API says it. Times are ISO. */
export type Payment = {
  id: string
  isOwn: boolean
  locale: Locale | null
  status: PaymentStatus
  provider: ProviderId
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
  refundDays: number | null
  account: string | null
  receiptNumber: string | null
  redirectUrl: string | null
  nextCheckMs: number | null
  /** Where the payer was when it began: a path of this site. */
  returnTo: string | null
}

/** Money may still arrive: another payment for the same plan could be one too many. */
export const isUndecided = ({ status }: Pick<Payment, 'status'>) =>
  status === 'waiting' || status === 'checking' || status === 'pending'

/** Nothing was taken and nothing can still arrive. */
export const mayPayAgain = ({ status }: Pick<Payment, 'status'>) =>
  status === 'created' || status === 'failed' || status === 'cancelled' || status === 'expired'

/** Whether its page has to check again. A cancelled one can still be paid on the provider's page,
 *  in another tab. */
export const mayChange = ({
  status,
  refund,
  redirectUrl,
}: Pick<Payment, 'status' | 'refund' | 'redirectUrl'>) =>
  status === 'created' ||
  isUndecided({ status }) ||
  (status === 'cancelled' && redirectUrl !== null) ||
  (status === 'paid' && refund !== null && /^(requested|approved|sent)$/.test(refund.status))

const paymentsPath = '/api/payment-transactions'

/** The product API's path for a provider's path of the site. */
export const paymentApiPath = (path: string) => paymentsPath + path

/** The product API's path by which a payment through a provider begins. */
export const checkoutApiPath = (provider: ProviderId) => `${paymentsPath}/${provider}/checkout`

const returnPaths = new Set(
  paymentProviders.flatMap(({ returns }) => returns.map(({ path }) => path)),
)

/** Whether a payer comes back here from a provider, whatever cookies they still have. */
export const isReturn = (path: string) => returnPaths.has(path)

/** The status page of a payment. `signature` lets whoever holds the address see it. */
export const paymentPath = (id: string) => `/payment/${id}`
export const signedQuery = (signature: string | null) =>
  signature === null ? '' : `?s=${encodeURIComponent(signature)}`

/** Whether an address is one of a provider's: 'https://*.example.org' stands for every host below
 *  example.org. */
export function isOfProvider(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, host } = new URL(address)
  return origins.some((allowed) => {
    const [, parent] = /^https:\/\/\*(\..+)$/.exec(allowed) ?? []
    return parent === undefined
      ? origin === allowed
      : protocol === 'https:' && host.endsWith(parent)
  })
}
