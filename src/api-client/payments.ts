import * as v from 'valibot'
import { authoritativeLocale, isLocale, locales, type Locale } from '../../domain/locale.ts'
import {
  checkoutApiPath,
  declineReasons,
  paymentApiPath,
  paymentStatuses,
  providerIds,
  refundStatuses,
  type Payment,
  type ProviderId,
} from '../../domain/payment.ts'
import type { Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { dataOf, idEntries, idOf } from './strapi.ts'

/** An amount in minor units. A fraction is an invalid response and never rounded. */
export const minorUnits = v.pipe(v.number(), v.safeInteger())

export const billLine = v.object({
  kind: v.picklist(['price', 'coupon', 'upgrade', 'credit']),
  label: v.nullish(v.string(), null),
  amountMinor: minorUnits,
})

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no time'),
)
const timeOrNull = v.nullish(time, null)
const textOrNull = v.nullish(v.string(), null)

/** A name by language. A plain string is taken for the authoritative language. */
export const names = v.pipe(
  v.nullish(v.union([v.string(), v.record(v.string(), v.string())]), {}),
  v.transform((given): Partial<Record<Locale, string>> =>
    typeof given === 'string'
      ? { [authoritativeLocale]: given }
      : Object.fromEntries(Object.entries(given).filter(([locale]) => isLocale(locale))),
  ),
)

export const taxDocumentName = v.object({
  kind: v.picklist(['invoice', 'credit-note']),
  number: v.pipe(v.string(), v.regex(/^[\w-]+\/\d+$/)),
})

/** An unknown reason is none: the payer then reads that it was declined by the rule. */
const declined = v.fallback(
  v.nullish(v.object({ reason: v.picklist(declineReasons), note: v.string() }), null),
  null,
)

const transaction = v.pipe(
  v.object({
    ...idEntries,
    // An unknown status must not promise anything: 'checking' asks the payer to wait.
    status: v.fallback(v.picklist(paymentStatuses), 'checking'),
    provider: v.picklist(providerIds),
    plan: v.object({ slug: v.string(), name: names }),
    currency: v.pipe(v.string(), v.length(3)),
    amountMinor: minorUnits,
    lines: v.optional(v.array(billLine)),
    reference: textOrNull,
    failure: textOrNull,
    locale: v.fallback(v.nullable(v.picklist(locales)), null),
    createdAt: time,
    paidAt: timeOrNull,
    expiresAt: timeOrNull,
    subscription: v.nullish(v.object({ startsAt: time, endsAt: time }), null),
    replacedBy: v.nullish(
      v.object({ plan: v.object({ slug: v.string(), name: names }), at: time }),
      null,
    ),
    refundedMinor: v.optional(minorUnits, 0),
    refund: v.nullish(v.object({ status: v.picklist(refundStatuses), declined }), null),
    refundableUntil: timeOrNull,
    refundDays: v.nullish(v.number(), null),
    account: v.optional(v.nullable(v.string())),
    receiptNumber: textOrNull,
    isTaxed: v.nullish(v.boolean(), null),
    taxDocuments: v.optional(v.array(taxDocumentName), []),
    redirectUrl: textOrNull,
    nextCheckMs: v.nullish(v.number(), null),
    returnTo: textOrNull,
  }),
  v.transform((row): Payment => {
    const { id, documentId, plan, currency, amountMinor, refundedMinor, lines, ...more } = row
    const { account, replacedBy, ...facts } = more
    return {
      ...facts,
      id: idOf({ id, documentId }),
      // A product API that masks no fields returns payments to their owners only.
      isOwn: lines !== undefined || account === undefined,
      account: account ?? null,
      plan: { slug: plan.slug, names: plan.name },
      replacedBy: replacedBy && {
        plan: { slug: replacedBy.plan.slug, names: replacedBy.plan.name },
        at: replacedBy.at,
      },
      amount: { currency, amountMinor },
      refunded: { currency, amountMinor: refundedMinor },
      lines: (lines ?? []).map(({ amountMinor, ...line }) => ({
        ...line,
        amount: { currency, amountMinor },
      })),
    }
  }),
)

/** A payment by its id. Its owner gets all fields; whoever has the `signature` of its status page
 *  gets some. The product API first polls the provider if that is due. Errors: http-error 404 for
 *  everybody else. */
export async function paymentById(
  api: ApiClient,
  id: string,
  signature: string | null,
): Promise<Result<Payment, ApiError>> {
  const query = new URLSearchParams({ id, ...(signature !== null && { s: signature }) })
  const path = `/api/payment-transactions/transaction/details?${query}`
  return api.call('GET', path, dataOf(transaction), { isRepeatable: true })
}

/** The reader's own payments, the latest first. */
export async function ownPayments(api: ApiClient): Promise<Result<Payment[], ApiError>> {
  const query = 'sort=createdAt:desc&pagination[pageSize]=25'
  const path = `/api/payment-transactions?${query}`
  return api.call('GET', path, dataOf(v.array(transaction)), { isRepeatable: true })
}

const paymentWithSignature = dataOf(v.intersect([transaction, v.object({ statusSig: textOrNull })]))

/** The payment that belongs to a provider's redirect back to the site, with the signature of its
 *  status page. The product API asks the provider for the outcome and does not trust the address.
 *  `path`: the site's return path. Errors: http-error 404 if the address was not made by us. */
export async function returnedPayment(
  api: ApiClient,
  path: string,
  query: URLSearchParams,
): Promise<Result<Payment & { statusSig: string | null }, ApiError>> {
  return api.call('GET', `${paymentApiPath(path)}?${query}`, paymentWithSignature, {
    isRepeatable: true,
  })
}

const address = v.pipe(v.string(), v.url())

/** The payment of a new checkout, and the provider's page. Third-party product APIs answer in the
 *  providers' own formats, which contain no payment. */
const checkout = v.pipe(
  v.object({
    redirectUrl: v.optional(address),
    approvalUrl: v.optional(address),
    url: v.optional(address),
    links: v.optional(v.array(v.object({ rel: v.string(), href: address })), []),
    data: v.optional(
      v.looseObject({
        redirectUrl: v.nullish(address),
        instrumentResponse: v.optional(v.object({ redirectInfo: v.object({ url: address }) })),
      }),
    ),
  }),
  v.transform(({ links, data, redirectUrl, approvalUrl, url }) => {
    const link = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
    const payment = v.safeParse(transaction, data)
    return {
      payment: payment.success ? payment.output : null,
      providerUrl:
        data?.redirectUrl ??
        link ??
        data?.instrumentResponse?.redirectInfo.url ??
        redirectUrl ??
        approvalUrl ??
        url ??
        null,
    }
  }),
)
export type Checkout = { payment: Payment | null; providerUrl: string | null }

export const beginPayment = (
  api: ApiClient,
  provider: ProviderId,
  order: Order,
): Promise<Result<Checkout, ApiError>> =>
  api.call('POST', checkoutApiPath(provider), checkout, { body: order })

/** An order. `checkoutKey`: idempotency key. `returnTo`: path of the page to return to after
 *  paying. `payerState`: by its GST code, '' if none was chosen; absent if the form did
 *  not ask. */
export type Order = {
  plan: string
  checkoutKey: string
  coupon?: string
  useCredit: boolean
  locale: Locale
  inApp: boolean
  returnTo: string
  payerState?: string
  user_source?: string
}

const handoff = dataOf(
  v.object({ token: v.pipe(v.string(), v.regex(/^[\w.~-]{16,400}$/)), id: textOrNull }),
)

/** Creates a single-use token that continues an order or an existing payment (`tx`) in another
 *  browser. `id`: of the payment. */
export async function createHandoff(
  api: ApiClient,
  order: { tx: string } | (Order & { provider: ProviderId }),
): Promise<Result<{ token: string; id: string | null }, ApiError>> {
  return api.call('POST', '/api/payment-transactions/handoff', handoff, { body: order })
}

/** Redeems a handoff token, which works once. Errors: http-error 410 if it was used before or has
 *  expired. */
export async function redeemHandoff(api: ApiClient, token: string) {
  const path = `/api/payment-transactions/handoff/${encodeURIComponent(token)}`
  return api.call('GET', path, paymentWithSignature, { isRepeatable: false })
}

export const requestRefund = (api: ApiClient, id: string, reason: string) =>
  api.call('POST', `/api/payment-transactions/${encodeURIComponent(id)}/refund`, anyAnswer, {
    body: { reason },
  })

export const cancelPayment = (api: ApiClient, id: string) =>
  api.call('POST', `/api/payment-transactions/${encodeURIComponent(id)}/cancel`, anyAnswer, {
    body: {},
  })

const refusal = v.object({
  error: v.object({
    name: v.string(),
    message: v.nullish(v.string(), ''),
    details: v.nullish(v.record(v.string(), v.unknown()), {}),
  }),
})

/** The error name of a refusal ('UndecidedPayment', 'NotRefundable' with its reason `because`) and
 *  the id of the payment that blocks a new one. null for other errors, and for bodies that are not
 *  in Strapi's error format. */
export function paymentRefusal(
  error: ApiError,
): { name: string; message: string; because: string | null; payment: string | null } | null {
  if (error.kind !== 'http-error') return null
  const parsed = v.safeParse(refusal, error.data)
  if (!parsed.success) return null
  const { name, message, details } = parsed.output.error
  const because = typeof details.because === 'string' ? details.because : null
  return { name, message, because, payment: paymentIdOf(details.transaction) }
}

function paymentIdOf(transaction: unknown): string | null {
  if (typeof transaction === 'string') return transaction
  const parsed = v.safeParse(v.object(idEntries), transaction)
  return parsed.success ? idOf(parsed.output) : null
}
