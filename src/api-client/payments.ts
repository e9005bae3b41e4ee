import * as v from 'valibot'
import { isLocale, locales, type Locale } from '../../domain/locale.ts'
import {
  checkoutApiPath,
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

/** Whole minor units; anything with a fraction is unreadable, not rounded. */
export const minorUnits = v.pipe(v.number(), v.safeInteger())

export const billLine = v.object({
  kind: v.picklist(['price', 'coupon', 'credit']),
  label: v.nullish(v.string(), null),
  amountMinor: minorUnits,
})

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no time'),
)
const maybeTime = v.nullish(time, null)
const maybeText = v.nullish(v.string(), null)

/** A name in several languages, or in one that is not named. */
const names = v.pipe(
  v.nullish(v.union([v.string(), v.record(v.string(), v.string())]), {}),
  v.transform((given): Partial<Record<Locale, string>> =>
    typeof given === 'string'
      ? { en: given }
      : Object.fromEntries(Object.entries(given).filter(([locale]) => isLocale(locale))),
  ),
)

const transaction = v.pipe(
  v.object({
    ...idEntries,
    // Of an unknown status nothing may be promised.
    status: v.fallback(v.picklist(paymentStatuses), 'checking'),
    provider: v.picklist(providerIds),
    plan: v.object({ slug: v.string(), name: names }),
    currency: v.pipe(v.string(), v.length(3)),
    amountMinor: minorUnits,
    lines: v.optional(v.array(billLine)),
    reference: maybeText,
    failure: maybeText,
    locale: v.fallback(v.nullable(v.picklist(locales)), null),
    createdAt: time,
    paidAt: maybeTime,
    expiresAt: maybeTime,
    subscription: v.nullish(v.object({ startsAt: time, endsAt: time }), null),
    refund: v.nullish(v.object({ status: v.picklist(refundStatuses) }), null),
    refundableUntil: maybeTime,
    refundDays: v.nullish(v.number(), null),
    account: v.optional(v.nullable(v.string())),
    receiptNumber: maybeText,
    redirectUrl: maybeText,
    nextCheckMs: v.nullish(v.number(), null),
    returnTo: maybeText,
  }),
  v.transform((row): Payment => {
    const { id, documentId, plan, currency, amountMinor, lines, account, ...facts } = row
    return {
      ...facts,
      id: idOf({ id, documentId }),
      // A product API that hides nothing shows payments to their owners alone.
      isOwn: lines !== undefined || account === undefined,
      account: account ?? null,
      plan: { slug: plan.slug, names: plan.name },
      amount: { currency, amountMinor },
      lines: (lines ?? []).map(({ amountMinor, ...line }) => ({
        ...line,
        amount: { currency, amountMinor },
      })),
    }
  }),
)

/** A payment by its id. `signature` (of its status address) shows a part of it to anybody; the
 *  bearer all of it to its owner. The product API asks the provider where that is due. Errors:
 *  http-error 404 to everybody else. */
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

const signedPayment = dataOf(v.intersect([transaction, v.object({ statusSig: maybeText })]))

/** The payment that a return's address means, with the signature of its status page: the product
 *  API asks the provider, whatever the address says. `path`: of the site. Errors: http-error 404
 *  where the address was not ours. */
export async function returnedPayment(
  api: ApiClient,
  path: string,
  query: URLSearchParams,
): Promise<Result<Payment & { statusSig: string | null }, ApiError>> {
  return api.call('GET', `${paymentApiPath(path)}?${query}`, signedPayment, { isRepeatable: true })
}

const address = v.pipe(v.string(), v.url())

/** A checkout that was begun: the payment, where it can be read, and the provider's page. Foreign
 *  product APIs answer in providers' own shapes. */
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

/** What is ordered. `checkoutKey`: the same key is the same order, however often it comes. */
export type Order = {
  plan: string
  checkoutKey: string
  coupon?: string
  useCredit: boolean
  locale: Locale
  inApp: boolean
  returnTo: string
}

const handoff = dataOf(
  v.object({ token: v.pipe(v.string(), v.regex(/^[\w.~-]{16,400}$/)), id: maybeText }),
)

/** Creates a link for one use that opens an order, or a payment that exists, in another browser.
 *  `id`: of the payment. */
export async function createHandoff(
  api: ApiClient,
  order: { tx: string } | (Order & { provider: ProviderId }),
): Promise<Result<{ token: string; id: string | null }, ApiError>> {
  return api.call('POST', '/api/payment-transactions/handoff', handoff, { body: order })
}

/** Uses such a link up. Errors: http-error 410 where it was used, or is too old. */
export async function useHandoff(api: ApiClient, token: string) {
  const path = `/api/payment-transactions/handoff/${encodeURIComponent(token)}`
  return api.call('GET', path, signedPayment)
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

/** Why the product API refused, by its own name ('UndecidedPayment'), and the payment that blocks
 *  the new one, if it names one. null: it did not refuse, or not in Strapi's shape. */
export function paymentRefusal(
  error: ApiError,
): { name: string; message: string; payment: string | null } | null {
  if (error.kind !== 'http-error') return null
  const read = v.safeParse(refusal, error.data)
  if (!read.success) return null
  const { name, message, details } = read.output.error
  return { name, message, payment: paymentIn(details.transaction) }
}

function paymentIn(details: unknown): string | null {
  if (typeof details === 'string') return details
  const read = v.safeParse(v.object(idEntries), details)
  return read.success ? idOf(read.output) : null
}
