import * as v from 'valibot'
import { declineReasons, maxDeclineNote, paymentStatuses, refundStatuses } from '../payment.ts'
import { printableText } from '../printable-text.ts'
import { requestBody } from './bodies.ts'
import { gstStateCodes } from '../gst-states.ts'
import { amountMinor, currency, day, locale, time, userSource } from './fields.ts'

// Quotes, checkouts and payments. Amounts are whole minor units of `currency`.

/** The id of a payment provider. The product API's registry lists the providers. */
export const providerId = v.pipe(
  v.string('provider must be a string'),
  v.regex(/^[a-z0-9-]{1,40}$/, 'provider must be the id of a provider'),
)

/** A checkbox of a form, or a JSON boolean. */
const checkbox = v.optional(
  v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false', 'on', '1', '0', ''])]),
    v.transform((given) => given === true || given === 'true' || given === 'on' || given === '1'),
  ),
  false,
)

const orderEntries = {
  plan: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,100}$/, 'plan must be the slug of a plan')),
  coupon: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(40))), null),
    v.transform((code) => (code === '' ? null : code)),
  ),
  useCredit: checkbox,
}

export const quoteRequest = requestBody({ ...orderEntries, currency })

/** An order of a plan. A repeated `checkoutKey` means the same order. */
export const checkoutRequest = requestBody({
  ...orderEntries,
  checkoutKey: v.pipe(v.string(), v.uuid('checkoutKey must be a UUID')),
  locale: v.optional(locale),
  /** The payer's state, as the place of supply, by its GST code; '': none was chosen. Absent: the
   *  state of the member's last order. */
  payerState: v.optional(
    v.nullable(v.picklist([...gstStateCodes, ''], 'payerState must be the GST code of a state')),
    null,
  ),
  user_source: userSource,
  /** Sent from inside the app, where payments are not allowed. */
  inApp: checkbox,
  /** The member confirmed a second purchase right after the first. */
  again: checkbox,
  /** A path of the site to which the payer returns. */
  returnTo: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(300),
        v.regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'returnTo must be a path'),
      ),
    ),
    null,
  ),
})

/** An order that names its provider. */
export const orderRequest = requestBody({
  ...checkoutRequest.entries,
  provider: providerId,
})

export const transactionId = v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/))

/** A link for an existing order. Without `tx`: for a new order (orderRequest). */
export const handoffRequest = requestBody({ tx: v.optional(transactionId) })

export const refundRequest = requestBody({
  reason: v.optional(
    // It is printed in the operator's list, whose lines it must not forge.
    v.pipe(v.string(), v.transform(printableText), v.maxLength(1000)),
    '',
  ),
})

export const referralRequest = requestBody({
  code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
})

/** A line of a bill; discounts are below zero. */
export const billLine = v.object({
  kind: v.picklist(['price', 'coupon', 'upgrade', 'credit']),
  label: v.optional(v.string()),
  amountMinor,
})

export const providerAvailability = v.object({
  provider: providerId,
  currency,
  available: v.boolean(),
  /** The names of its required settings that are absent. */
  missing: v.array(v.string()),
})

/** The providers in the order in which they are offered. */
export const providerList = v.object({
  data: v.array(providerAvailability),
  /** The refund period that pages promise to payers. */
  meta: v.object({ refundDays: v.number() }),
})

const couponError = v.picklist([
  ...(['unknown', 'not-yet', 'over', 'used-up', 'used', 'other-plan', 'other-currency'] as const),
])

const texts = v.record(v.string(), v.string())

export const quote = v.object({
  plan: v.object({ slug: v.string(), days: v.number(), name: texts }),
  currency,
  lines: v.array(billLine),
  totalMinor: amountMinor,
  endsAt: time,
  /** What the member has of the plan already; `endsAt`: until when. `later`: the renewals of a
   *  replaced plan, which are moved behind the new plan. */
  owned: v.nullable(
    v.object({
      kind: v.picklist(['renewal', 'covered', 'upgrade']),
      plan: v.object({ slug: v.string(), name: texts }),
      endsAt: time,
      later: v.nullable(v.object({ startsAt: time, endsAt: time })),
    }),
  ),
  coupon: v.nullable(
    v.union([
      v.object({ code: v.string(), ok: v.literal(true) }),
      v.object({ code: v.string(), ok: v.literal(false), reason: couponError }),
    ]),
  ),
  /** The GST in the price; null if none is charged, or if it does not depend on the payer's state.
   *  `payerState`: that of the member's last order, by its GST code. */
  tax: v.nullable(v.object({ percent: v.number(), payerState: v.nullable(v.string()) })),
})

const taxDocumentKind = v.picklist(['invoice', 'credit-note'])

/** A tax invoice, or the credit note of a refund. The parts add up to `amountMinor`. */
export const taxDocument = v.object({
  kind: taxDocumentKind,
  /** '26-27/000123', 'CN26-27/000007'. */
  number: v.string(),
  /** The date in India. */
  issuedOn: day,
  /** Of a credit note: the invoice that it reduces. */
  invoice: v.nullable(v.object({ number: v.string(), issuedOn: day })),
  /** `lut`: the letter of undertaking for exports; '' if there is none. */
  seller: v.object({
    gstin: v.string(),
    name: v.string(),
    address: v.string(),
    sac: v.string(),
    lut: v.string(),
  }),
  plan: v.object({ slug: v.string(), days: v.number(), name: texts }),
  /** The GST code of a state; '96': another country. */
  placeOfSupply: v.string(),
  /** Of an export: the country of destination (ISO 3166-1 alpha-2), if it is known. */
  country: v.nullable(v.pipe(v.string(), v.length(2))),
  supply: v.picklist(['intra-state', 'inter-state', 'export', 'taxed-export']),
  percent: v.number(),
  currency,
  amountMinor,
  taxableMinor: amountMinor,
  cgstMinor: amountMinor,
  sgstMinor: amountMinor,
  igstMinor: amountMinor,
})

/** A payment, for anybody with its signature. */
export const neutralPayment = v.object({
  id: v.string(),
  documentId: v.string(),
  status: v.picklist(paymentStatuses),
  provider: providerId,
  plan: v.object({ slug: v.string(), name: texts }),
  currency,
  amountMinor,
  reference: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  locale,
  returnTo: v.nullable(v.string()),
  createdAt: time,
  updatedAt: time,
  paidAt: v.nullable(time),
  expiresAt: v.nullable(time),
  /** After how many ms its page should reload; null: the status is final. */
  nextCheckMs: v.nullable(v.number()),
  /** The provider's payment page, while it can be paid. */
  redirectUrl: v.nullable(v.string()),
  /** A hint by which the owner recognises the account. */
  account: v.nullable(v.string()),
  /** Days after the payment in which a refund can be requested. */
  refundDays: v.number(),
  /** Whether it has a tax invoice. False for a paid one: the seller was not registered for GST. */
  isTaxed: v.boolean(),
  /** The purchase that replaced its plan, and when it was paid. */
  replacedBy: v.nullable(v.object({ plan: v.object({ slug: v.string(), name: texts }), at: time })),
})

/** A payment, for its owner. */
export const ownPayment = v.object({
  ...neutralPayment.entries,
  state: v.string(),
  lines: v.array(billLine),
  couponCode: v.nullable(v.string()),
  refundedMinor: amountMinor,
  subscription: v.nullable(
    v.object({
      startsAt: time,
      endsAt: time,
      status: v.picklist(['active', 'cancelled', 'refunded']),
    }),
  ),
  refund: v.nullable(
    v.object({
      status: v.picklist(refundStatuses),
      amountMinor,
      /** Why it was declined. `note`: with 'other', in the payer's language. */
      declined: v.nullable(
        v.object({
          reason: v.picklist(declineReasons),
          note: v.pipe(v.string(), v.maxLength(maxDeclineNote)),
        }),
      ),
      createdAt: time,
      updatedAt: time,
    }),
  ),
  refundableUntil: v.nullable(time),
  receiptNumber: v.nullable(v.string()),
  /** Its invoice, then its credit notes. */
  taxDocuments: v.array(v.object({ kind: taxDocumentKind, number: v.string() })),
})

export const paymentData = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object({ data: schema })

/** A created payment with a link to the provider's page. */
export const checkoutBody = v.object({
  data: ownPayment,
  links: v.array(v.object({ rel: v.literal('payer-action'), href: v.string() })),
})

/** The signature with which anybody can open the payment's status page. */
const statusSig = v.string()
export const signedPayment = v.union([
  v.object({ ...ownPayment.entries, statusSig }),
  v.object({ ...neutralPayment.entries, statusSig }),
])

/** A one-time link that continues the payment in another browser. */
export const handoff = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w.~-]{16,400}$/)),
  id: v.string(),
})

const amountIn = v.object({ currency, amountMinor })
/** pendingMinor: what was earned and cannot be spent before the refund period is over. */
const balance = v.object({ ...amountIn.entries, pendingMinor: amountMinor })

/** A member's credit: its movements, the balances, and the referral code. */
export const referrals = v.object({
  data: v.array(
    v.object({
      id: v.number(),
      documentId: v.string(),
      kind: v.picklist(['redeemed', 'earned', 'spent', 'returned', 'withdrawn']),
      amountMinor,
      currency: v.nullable(currency),
      transactionId: v.nullable(v.string()),
      /** From when it can be spent; null: at once. */
      availableAt: v.nullable(time),
      createdAt: time,
    }),
  ),
  meta: v.object({
    code: v.pipe(v.string(), v.nonEmpty()),
    balances: v.array(balance),
    /** The credit for a referral, in each currency. */
    offers: v.array(amountIn),
  }),
})
