import type { Locale } from './locale.ts'
import type { Money } from './money.ts'
import { paymentProviders, type PaymentProviderFacts } from './payment-providers.ts'

/** The id of a payment provider (payment-providers.ts). */
export type ProviderId = string

export const providerIds: readonly ProviderId[] = paymentProviders.map(({ id }) => id)

/** The facts about a provider. Errors: throws for an unknown id. */
export function providerFacts(id: ProviderId): PaymentProviderFacts {
  const found = paymentProviders.find((provider) => provider.id === id)
  if (!found) throw new Error(`No payment provider ${id} is known`)
  return found
}

/** The provider's own name, the same in every language. */
export const providerName = (id: ProviderId) => providerFacts(id).name
/** The name under which payers look for this way to pay. */
export const paymentMethodName = (id: ProviderId) => providerFacts(id).methodName

/** An available provider and its currency. */
export type PaymentMethod = { provider: ProviderId; currency: string }

/** The available payment methods, and the promised refund period. refundDays: days after the
 *  payment in which a refund can be requested; null if the product API does not say. */
export type PaymentTerms = { methods: readonly PaymentMethod[]; refundDays: number | null }

/** The lifetime of a link from the Android app to the phone's browser. */
export const handoffMinutes = 10

/** One row of a bill. Coupons and credit reduce the price, whatever their sign. */
export type BillLine = {
  kind: 'price' | 'coupon' | 'upgrade' | 'credit'
  label: string | null
  amount: Money
}

/** What the reader has of a plan already: the same plan (renewal), another one that has all of it
 *  (covered), or one that it replaces (upgrade). endsAt: when that ends, ISO. later: the renewals
 *  of a replaced plan, which begin when the new plan ends. */
export type OwnedPlan = {
  kind: 'renewal' | 'covered' | 'upgrade'
  plan: { slug: string; names: Partial<Record<Locale, string>> }
  endsAt: string
  later: { startsAt: string; endsAt: string } | null
}

/** A plan's price today, for this reader, with its discounts. Times are ISO. `tax`: the GST in the
 *  price and the payer's state if it is known ('29'); null if no state is needed. */
export type Quote = {
  lines: readonly BillLine[]
  total: Money
  endsAt: string
  owned: OwnedPlan | null
  /** 'unchecked': the product API did not say; the order is begun with it. */
  coupon: { code: string; is: 'accepted' | 'refused' | 'unchecked' } | null
  tax: { percent: number; payerState: string | null } | null
}

/** A tax invoice or a credit note by its number: 'CN26-27/000007'. */
export type TaxDocumentName = { kind: 'invoice' | 'credit-note'; number: string }

/** A tax document as its page shows it. Its parts add up to `amount`. `placeOfSupply`: the GST code
 *  of a state, or '96'. `country`: of an export's destination, if it is known. `issuedOn`: the date
 *  in India. */
export type TaxDocument = TaxDocumentName & {
  issuedOn: string
  invoice: { number: string; issuedOn: string } | null
  seller: { gstin: string; name: string; address: string; sac: string; lut: string }
  plan: { slug: string; days: number; names: Partial<Record<Locale, string>> }
  placeOfSupply: string
  country: string | null
  supply: 'intra-state' | 'inter-state' | 'export' | 'taxed-export'
  percent: number
  amount: Money
  taxable: Money
  cgst: Money
  sgst: Money
  igst: Money
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

/** Why a request for a refund was declined.
 *  - test: a premium test of the plan was started after the payment.
 *  - disputed: the payer disputes the payment at the provider, which decides.
 *  - returned: the money was given back already.
 *  - fixed: what the payer wrote about was put right.
 *  - withdrawn: the payer took the request back.
 *  - other: what the cashier wrote. */
export const declineReasons = [
  ...(['test', 'disputed', 'returned', 'fixed', 'withdrawn', 'other'] as const),
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** Why a request was declined. `note`: with 'other', in the payer's language; else ''. */
export type DeclinedFor = { reason: DeclineReason; note: string }

export const maxDeclineNote = 300

/** A payment. A reader with only its signed URL sees it without lines, subscription, refund and
 *  receipt. isOwn: it is the reader's. account: a hint by which its owner recognises the account.
 *  replacedBy: the purchase that replaced its plan. refunded: the part that was given back.
 *  redirectUrl: the provider's page, while it can be paid there. refundDays: the refund period, if
 *  the product API says it. Times are ISO 8601. */
export type Payment = {
  id: string
  isOwn: boolean
  locale: Locale | null
  status: PaymentStatus
  provider: ProviderId
  plan: { slug: string; names: Partial<Record<Locale, string>> }
  amount: Money
  refunded: Money
  lines: readonly BillLine[]
  reference: string | null
  failure: string | null
  createdAt: string
  paidAt: string | null
  expiresAt: string | null
  subscription: { startsAt: string; endsAt: string } | null
  replacedBy: { plan: Payment['plan']; at: string } | null
  /** `declined`: null for any other status, and where no reason was given. */
  refund: { status: RefundStatus; declined: DeclinedFor | null } | null
  refundableUntil: string | null
  refundDays: number | null
  account: string | null
  receiptNumber: string | null
  /** Whether it has a tax invoice; null if the product API does not say. */
  isTaxed: boolean | null
  /** Its invoice, then its credit notes; empty for everybody but the payer. */
  taxDocuments: readonly TaxDocumentName[]
  redirectUrl: string | null
  nextCheckMs: number | null
  /** The path of the site from which the payer came. */
  returnTo: string | null
}

/** Whether money may still arrive, so that another payment for the same plan could be a
 *  duplicate. */
export const isUndecided = ({ status }: Pick<Payment, 'status'>) =>
  status === 'waiting' || status === 'checking' || status === 'pending'

/** Whether nothing was paid and nothing can still arrive, neither here nor by an order that has
 *  superseded it. */
export const mayPayAgain = ({ status, failure }: Pick<Payment, 'status' | 'failure'>) =>
  failure !== 'superseded' &&
  failure !== 'erased' &&
  (status === 'created' || status === 'failed' || status === 'cancelled' || status === 'expired')

/** Whether a part of the payment was given back, and the rest was not. */
export const isPartlyRefunded = ({ status, refunded }: Pick<Payment, 'status' | 'refunded'>) =>
  status === 'paid' && refunded.amountMinor > 0

/** Whether the payment's page has to poll. A cancelled payment can still be paid on the provider's
 *  page in another tab. */
export const mayChange = ({
  status,
  failure,
  refund,
  redirectUrl,
}: Pick<Payment, 'status' | 'failure' | 'refund' | 'redirectUrl'>) =>
  status === 'created' ||
  isUndecided({ status }) ||
  (status === 'cancelled' && (redirectUrl !== null || failure === 'unconfirmed')) ||
  (status === 'paid' && refund !== null && /^(requested|approved|sent)$/.test(refund.status))

const paymentsPath = '/api/payment-transactions'

/** The product API's path for a provider's path of the site. */
export const paymentApiPath = (path: string) => paymentsPath + path

/** The product API's path that begins a payment through a provider. */
export const checkoutApiPath = (provider: ProviderId) => `${paymentsPath}/${provider}/checkout`

const returnPaths = new Set(
  paymentProviders.flatMap(({ returns }) => returns.map(({ path }) => path)),
)

/** Whether a path is a return URL of a provider. Payers arrive there with or without cookies. */
export const isProviderReturn = (path: string) => returnPaths.has(path)

/** The status page of a payment. A signature in its query permits access without a session. */
export const paymentPath = (id: string) => `/payment/${id}`
export const signedQuery = (signature: string | null) =>
  signature === null ? '' : `?s=${encodeURIComponent(signature)}`

/** The page of a tax document, visible to the payer only. In a path the number's slash is a hyphen:
 *  'CN26-27/000007' -> '/payment/…/credit-note/CN26-27-000007'. */
export const taxDocumentPath = (id: string, { kind, number }: TaxDocumentName) =>
  `${paymentPath(id)}/${kind}/${number.replace('/', '-')}`

/** Whether a URL has one of a provider's origins; 'https://*.example.org' matches every host below
 *  example.org. */
export function isProviderAddress(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, host } = new URL(address)
  return origins.some((allowed) => {
    const [, parent] = /^https:\/\/\*(\..+)$/.exec(allowed) ?? []
    return parent === undefined
      ? origin === allowed
      : protocol === 'https:' && host.endsWith(parent)
  })
}
