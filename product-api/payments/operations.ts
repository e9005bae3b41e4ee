import * as v from 'valibot'
import { okBody, pageBody } from '../../domain/contracts/bodies.ts'
import { userSubscription, selection } from '../../domain/contracts/content.ts'
import * as contracts from '../../domain/contracts/payments.ts'
import { paymentProviders, type PaymentProviderFacts } from '../../domain/payment-providers.ts'
import type { Operation, Operations, Parameter, RequestContent } from '../openapi/operation.ts'
import { listParameters } from '../openapi/parameters.ts'

const payments = '/api/payment-transactions'

const body = (schema: v.GenericSchema): RequestContent => ({
  schema,
  fields: 'in-body-or-data',
  isFormAllowed: true,
})
const ownPayment = (description: string) => ({
  description,
  schema: contracts.paymentData(contracts.ownPayment),
})
const id = {
  id: { description: 'The payment’s id.', schema: contracts.transactionId, isRequired: true },
} as const
const text = (description: string): Parameter => ({ description, schema: v.string() })
const notFound = 'The member has no such payment.'
const inApp = 'NotInApp: payments are made in the browser, not inside the app.'
const noSiteHost = 'The header x-site-host is missing.'
const conflict = 'UndecidedPayment or JustPaid; details.transaction is the other payment.'
const unavailable = 'ProviderUnavailable; details.transaction is the payment, if it was created.'

const signedPayment = {
  description: 'The payment. Only its owner gets all fields.',
  schema: contracts.paymentData(contracts.signedPayment),
}
const prefetch = { description: 'The request is a browser’s prefetch: no effect.', schema: null }

const returnTo = (
  provider: PaymentProviderFacts,
  { outcome }: PaymentProviderFacts['returns'][number],
  method: string,
): Operation => ({
  operationId: `${provider.id}-${outcome}-${method.toLowerCase()}`,
  summary: `The return URL of ${provider.name}: settles the payment with the provider.`,
  caller: 'signature',
  query: {
    tx: text('The payment’s id.'),
    s: text('The signature of the return URL.'),
    ...Object.fromEntries(
      provider.returnParameters.map((name) => [name, text(`A parameter of ${provider.name}.`)]),
    ),
  },
  answers: { 200: signedPayment, 204: prefetch },
  refusals: { 405: 'The settings allow only the method in the header Allow.' },
})

/** The calls that each provider has, under its own paths. */
const operationsOf = (provider: PaymentProviderFacts): Operations => ({
  [`POST ${payments}/${provider.id}/checkout` as const]: {
    operationId: `${provider.id}-checkout`,
    summary: `Starts a payment through ${provider.name}, or continues the same one.`,
    caller: 'member',
    body: body(contracts.checkoutRequest),
    answers: {
      200: { description: 'The payment existed already.', schema: contracts.checkoutBody },
      201: { description: 'The payment is started.', schema: contracts.checkoutBody },
    },
    refusals: { 403: inApp, 409: conflict, 503: unavailable },
    isRateLimited: true,
  } satisfies Operation,
  ...Object.fromEntries(
    provider.returns.flatMap((one) =>
      one.methods.map((method) => [
        `${method} ${payments}${one.path}`,
        returnTo(provider, one, method),
      ]),
    ),
  ),
  ...(provider.webhookPath !== null && {
    [`POST ${payments}${provider.webhookPath}` as const]: {
      operationId: `${provider.id}-webhook`,
      summary: `Webhook of ${provider.name}; payments are settled after the answer.`,
      caller: 'provider',
      body: {
        schema: v.record(v.string(), v.unknown()),
        fields: 'in-body',
        isFormAllowed: false,
        maxBytes: 262_144,
        isAnyTypeAllowed: true,
      },
      answers: { 200: { description: 'Accepted.', schema: okBody } },
      refusals: { 503: 'The signature cannot be checked now; repeat the webhook.' },
    } satisfies Operation,
  }),
})

/** Calls about payments, subscriptions and referrals. */
export const paymentOperations: Operations = {
  [`GET ${payments}/providers` as const]: {
    operationId: 'paymentProviders',
    summary: 'The payment providers, and whether each is configured.',
    caller: 'anyone',
    answers: {
      200: {
        description: 'The providers.',
        schema: contracts.providerList,
      },
    },
  },
  [`POST ${payments}/quote` as const]: {
    operationId: 'quote',
    summary: 'The price of a plan for the caller at this moment.',
    caller: 'anyone',
    body: body(contracts.quoteRequest),
    answers: {
      200: { description: 'The quote.', schema: contracts.paymentData(contracts.quote) },
    },
    isRateLimited: true,
  },
  [`POST ${payments}` as const]: {
    operationId: 'createPayment',
    summary: 'Stores an order without sending it to the provider yet.',
    caller: 'member',
    body: body(contracts.orderRequest),
    answers: {
      200: ownPayment('The order existed already.'),
      201: ownPayment('The order is stored.'),
    },
    refusals: { 409: conflict, 503: unavailable },
    isRateLimited: true,
  },
  [`GET ${payments}` as const]: {
    operationId: 'ownPayments',
    summary: 'The member’s payments, the latest first.',
    caller: 'member',
    query: { pagination: listParameters.pagination! },
    answers: { 200: { description: 'A page.', schema: pageBody(contracts.ownPayment) } },
  },
  [`POST ${payments}/handoff` as const]: {
    operationId: 'createHandoff',
    summary: 'A one-time link that continues an order or a payment in another browser.',
    caller: 'member',
    body: body(v.union([v.object({ tx: contracts.transactionId }), contracts.orderRequest])),
    answers: {
      201: { description: 'The link’s token.', schema: contracts.paymentData(contracts.handoff) },
    },
    refusals: { 403: inApp, 404: notFound, 409: conflict, 503: unavailable },
    isRateLimited: true,
  },
  [`GET ${payments}/handoff/{token}` as const]: {
    operationId: 'useHandoff',
    summary: 'Uses a one-time link: the payment that it continues.',
    caller: 'signature',
    path: { token: { description: 'The link’s token.', schema: v.string(), isRequired: true } },
    answers: { 200: signedPayment, 204: prefetch },
    refusals: {
      400: noSiteHost,
      410: 'HandoffUsed: the link was used before, or has expired.',
      503: unavailable,
    },
  },
  [`GET ${payments}/transaction/details` as const]: {
    operationId: 'paymentDetails',
    summary: 'The state of a payment. Only its owner gets all fields.',
    caller: 'signature',
    query: {
      id: text('The payment’s id.'),
      transactionId: text('The same as `id`.'),
      tx: text('The same as `id`.'),
      s: text('The signature of its status page.'),
    },
    answers: {
      200: {
        description: 'The payment.',
        schema: contracts.paymentData(v.union([contracts.ownPayment, contracts.neutralPayment])),
      },
      204: prefetch,
    },
  },
  [`GET ${payments}/{id}/tax-documents` as const]: {
    operationId: 'taxDocuments',
    summary: 'The tax invoice of a payment and the credit notes of its refunds.',
    caller: 'member',
    path: id,
    answers: {
      200: {
        description: 'The documents, in the order of their issue.',
        schema: contracts.paymentData(v.array(contracts.taxDocument)),
      },
    },
    refusals: { 404: notFound },
  },
  [`POST ${payments}/{id}/refund` as const]: {
    operationId: 'requestRefund',
    summary: 'Requests a refund; a repeated request has no further effect.',
    caller: 'member',
    path: id,
    body: body(contracts.refundRequest),
    answers: { 201: ownPayment('The payment with its request.') },
    refusals: { 400: 'RefundTooLate, or NotRefundable with details.because.', 404: notFound },
  },
  [`POST ${payments}/{id}/cancel` as const]: {
    operationId: 'cancelPayment',
    summary: 'Cancels a payment, unless the provider says that it is paid.',
    caller: 'member',
    path: id,
    answers: { 200: ownPayment('The updated payment.') },
    refusals: { 404: notFound },
  },
  'GET /api/user-subscriptions': {
    operationId: 'ownSubscriptions',
    summary: 'The member’s subscriptions, the one that ends last first.',
    caller: 'member',
    hasListQuery: true,
    answers: { 200: { description: 'A page.', schema: pageBody(selection(userSubscription)) } },
  },
  'GET /api/referral-transactions': {
    operationId: 'ownReferrals',
    summary: 'The member’s credit and referral code.',
    caller: 'member',
    answers: { 200: { description: 'Credit and code.', schema: contracts.referrals } },
  },
  'POST /api/referral-transactions': {
    operationId: 'redeemReferral',
    summary: 'Redeems a friend’s referral code, once, before the first payment.',
    caller: 'member',
    body: body(contracts.referralRequest),
    answers: { 201: { description: 'Credit and code.', schema: contracts.referrals } },
    isRateLimited: true,
  },
  // After the fixed paths, which a provider's id must not equal.
  ...Object.fromEntries(paymentProviders.flatMap((one) => Object.entries(operationsOf(one)))),
}
