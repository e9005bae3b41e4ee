import * as v from 'valibot'
import { isLocale, locales, type Locale } from '../../domain/locale.ts'
import {
  paymentStatuses,
  providers,
  refundStatuses,
  type Payment,
  type Provider,
} from '../../domain/payment.ts'
import { ok, type Result } from '../../domain/result.ts'
import { isTransient, type ApiError } from './errors.ts'
import { parsed, type CallOwn } from './own-account.ts'
import { idEntries, idOf } from './strapi.ts'

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

/** A name in several languages, or in one that is not told. */
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
    // A state that we do not know is one in which nothing may be promised.
    status: v.fallback(v.picklist(paymentStatuses), 'checking'),
    provider: v.picklist(providers),
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

const one = v.pipe(
  v.object({ data: transaction }),
  v.transform(({ data }) => data),
)

/** A payment by its id. `signature` (of its status address) shows a part of it to anybody; the bearer all of it to its
 *  owner. The product API asks the provider where that is due. Errors: refused 404 to everybody else. */
export async function paymentById(
  call: CallOwn,
  id: string,
  signature: string | null,
): Promise<Result<Payment, ApiError>> {
  const query = new URLSearchParams({ id, ...(signature !== null && { s: signature }) })
  const path = `/api/payment-transactions/transaction/details?${query}`
  return parsed(await readTwice(call, path), one)
}

const soonMs = 3000

/** A read in the reader's name, asked once more where a connection broke. What took its time is not begun again. */
export async function readTwice(call: CallOwn, path: string): Promise<Result<unknown, ApiError>> {
  const startedAt = Date.now()
  const first = await call('GET', path)
  const isWorthAsking = !first.ok && isTransient(first.error) && Date.now() - startedAt < soonMs
  return isWorthAsking ? call('GET', path) : first
}

const many = v.object({ data: v.array(transaction) })

/** The reader's own payments, the latest first. */
export async function ownPayments(call: CallOwn): Promise<Result<Payment[], ApiError>> {
  const query = 'sort=createdAt:desc&pagination[pageSize]=25'
  const read = parsed(await readTwice(call, `/api/payment-transactions?${query}`), many)
  return read.ok ? ok(read.value.data) : read
}

const signedPayment = v.pipe(
  v.object({
    data: v.intersect([transaction, v.object({ statusSig: maybeText })]),
  }),
  v.transform(({ data }) => data),
)

/** What a provider's return is worth: the product API asks the provider, whatever the address says.
 *  -> the payment with the signature of its status page. Errors: refused 404 where the address was not ours. */
export async function returned(
  call: CallOwn,
  path: string,
  query: URLSearchParams,
): Promise<Result<Payment & { statusSig: string | null }, ApiError>> {
  return parsed(await readTwice(call, `${path}?${query}`), signedPayment)
}

/** A checkout that was begun: the payment, where it can be read, and the provider's page. Foreign product APIs
 *  answer in providers' own shapes. */
const address = v.pipe(v.string(), v.url())
const begun = v.object({
  redirectUrl: v.optional(address),
  approvalUrl: v.optional(address),
  url: v.optional(address),
  links: v.optional(v.array(v.object({ rel: v.string(), href: address }))),
  data: v.optional(
    v.object({
      redirectUrl: v.nullish(address),
      instrumentResponse: v.optional(v.object({ redirectInfo: v.object({ url: address }) })),
    }),
  ),
})
export type Begun = { payment: Payment | null; leadsTo: string | null }

export async function beginPayment(
  call: CallOwn,
  by: Provider,
  order: Order,
): Promise<Result<Begun, ApiError>> {
  const answer = await call('POST', `/api/payment-transactions/${by}/checkout`, order)
  if (!answer.ok) return answer
  const read = parsed(answer, begun)
  if (!read.ok) return read
  const { links = [], data, redirectUrl, approvalUrl, url } = read.value
  const link = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  const payment = v.safeParse(one, answer.value)
  return ok({
    payment: payment.success ? payment.output : null,
    leadsTo:
      data?.redirectUrl ??
      link ??
      data?.instrumentResponse?.redirectInfo.url ??
      redirectUrl ??
      approvalUrl ??
      url ??
      null,
  })
}

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

const handedOver = v.object({
  data: v.object({
    token: v.pipe(v.string(), v.regex(/^[\w.~-]{16,400}$/)),
    id: maybeText,
  }),
})

/** A link for one use that opens an order, or one begun already, in another browser. `id`: of the payment. */
export async function handOff(
  call: CallOwn,
  what: { tx: string } | (Order & { provider: Provider }),
): Promise<Result<{ token: string; id: string | null }, ApiError>> {
  const read = parsed(await call('POST', '/api/payment-transactions/handoff', what), handedOver)
  return read.ok ? ok(read.value.data) : read
}

/** Uses such a link up. Errors: refused 410 where it was used, or is too old. */
export async function openHandoff(call: CallOwn, token: string) {
  const path = `/api/payment-transactions/handoff/${encodeURIComponent(token)}`
  return parsed(await call('GET', path), signedPayment)
}

export const askRefund = (call: CallOwn, id: string, reason: string) =>
  call('POST', `/api/payment-transactions/${encodeURIComponent(id)}/refund`, { reason })

export const cancelPayment = (call: CallOwn, id: string) =>
  call('POST', `/api/payment-transactions/${encodeURIComponent(id)}/cancel`, {})

const refusal = v.object({
  error: v.object({
    name: v.string(),
    message: v.nullish(v.string(), ''),
    details: v.nullish(v.record(v.string(), v.unknown()), {}),
  }),
})

/** Why the product API refused, by its own name ('UndecidedPayment'), and the payment that stands in the way, if it
 *  names one. null: it did not refuse, or not in Strapi's shape. */
export function refusalOfPayment(
  error: ApiError,
): { name: string; message: string; payment: string | null } | null {
  if (error.kind !== 'refused') return null
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
