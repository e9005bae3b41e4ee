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
const own = (description: string) => ({
  description,
  schema: contracts.paymentData(contracts.ownPayment),
})
const id = {
  id: { description: 'The payment.', schema: contracts.transactionId, isRequired: true },
} as const
const text = (description: string): Parameter => ({ description, schema: v.string() })
const notOwn = 'The member has no such payment.'
const inApp = 'NotInApp: payments are not made inside the app.'
const undecided = 'UndecidedPayment or JustPaid, with the other payment in details.transaction.'
const unavailable = 'ProviderUnavailable; details.transaction is the payment, if it was begun.'

const signedPayment = {
  description: 'The payment: whole to its owner, else its neutral part.',
  schema: contracts.paymentData(contracts.signedPayment),
}
const lookAhead = { description: 'A browser looks ahead; nothing happens.', schema: null }

const returnTo = (
  provider: PaymentProviderFacts,
  { outcome }: PaymentProviderFacts['returns'][number],
  method: string,
): Operation => ({
  operationId: `${provider.id}-${outcome}-${method.toLowerCase()}`,
  summary: `Where ${provider.name} sends payers back to; the provider is asked what is true.`,
  caller: 'signature',
  query: {
    tx: text('The payment.'),
    s: text('The signature of the return address.'),
    ...Object.fromEntries(
      provider.returnParameters.map((name) => [name, text(`Of ${provider.name}.`)]),
    ),
  },
  answers: { 200: signedPayment, 204: lookAhead },
  refusals: { 405: 'The settings allow another method alone (header Allow).' },
})

/** What differs by provider only in its paths. */
const operationsOf = (provider: PaymentProviderFacts): Operations => ({
  [`POST ${payments}/${provider.id}/checkout` as const]: {
    operationId: `${provider.id}-checkout`,
    summary: `Begins a payment through ${provider.name}, or goes on with the same one.`,
    caller: 'member',
    body: body(contracts.checkoutRequest),
    answers: {
      200: { description: 'It was begun before.', schema: contracts.checkoutBody },
      201: { description: 'It is begun.', schema: contracts.checkoutBody },
    },
    refusals: { 403: inApp, 409: undecided, 503: unavailable },
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
      summary: `Events of ${provider.name}; what follows from them is done after the answer.`,
      caller: 'provider',
      body: {
        schema: v.record(v.string(), v.unknown()),
        fields: 'in-body',
        isFormAllowed: false,
        maxBytes: 262_144,
        isAnyTypeTaken: true,
      },
      answers: { 200: { description: 'Accepted.', schema: okBody } },
      refusals: { 503: 'The signature cannot be checked now; send it again.' },
    } satisfies Operation,
  }),
})

/** Plans are paid for here. */
export const paymentOperations: Operations = {
  [`GET ${payments}/providers` as const]: {
    operationId: 'paymentProviders',
    summary: 'The providers, and whether each can be used.',
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
    summary: 'What a plan costs the caller now.',
    caller: 'anyone',
    body: body(contracts.quoteRequest),
    answers: {
      200: { description: 'The quote.', schema: contracts.paymentData(contracts.quote) },
    },
    isRateLimited: true,
  },
  [`POST ${payments}` as const]: {
    operationId: 'createPayment',
    summary: 'Enters an order without sending it to the provider yet.',
    caller: 'member',
    body: body(contracts.orderRequest),
    answers: { 200: own('It was entered before.'), 201: own('It is entered.') },
    refusals: { 409: undecided, 503: unavailable },
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
    summary: 'A link for one use that opens an order, or a payment begun, in another browser.',
    caller: 'member',
    body: body(v.union([v.object({ tx: contracts.transactionId }), contracts.orderRequest])),
    answers: {
      201: { description: 'The link’s token.', schema: contracts.paymentData(contracts.handoff) },
    },
    refusals: { 403: inApp, 404: notOwn, 409: undecided, 503: unavailable },
    isRateLimited: true,
  },
  [`GET ${payments}/handoff/{token}` as const]: {
    operationId: 'useHandoff',
    summary: 'Uses such a link up: the payment that it opens.',
    caller: 'signature',
    path: { token: { description: 'The link’s token.', schema: v.string(), isRequired: true } },
    answers: { 200: signedPayment, 204: lookAhead },
    refusals: { 410: 'HandoffUsed: used before, or too old.', 503: unavailable },
  },
  [`GET ${payments}/transaction/details` as const]: {
    operationId: 'paymentDetails',
    summary: 'What became of a payment: all of it for its owner, else its neutral part.',
    caller: 'signature',
    query: {
      id: text('The payment.'),
      transactionId: text('Another name of `id`.'),
      tx: text('Another name of `id`.'),
      s: text('The signature of its status page.'),
    },
    answers: {
      200: {
        description: 'The payment.',
        schema: contracts.paymentData(v.union([contracts.ownPayment, contracts.neutralPayment])),
      },
      204: lookAhead,
    },
  },
  [`POST ${payments}/{id}/refund` as const]: {
    operationId: 'requestRefund',
    summary: 'Asks for the money back; asking twice is asking once.',
    caller: 'member',
    path: id,
    body: body(contracts.refundRequest),
    answers: { 201: own('The payment with its request.') },
    refusals: { 400: 'NotRefundable or RefundTooLate.', 404: notOwn },
  },
  [`POST ${payments}/{id}/cancel` as const]: {
    operationId: 'cancelPayment',
    summary: 'The member gives a payment up, unless the provider knows better.',
    caller: 'member',
    path: id,
    answers: { 200: own('The payment afterwards.') },
    refusals: { 404: notOwn },
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
    summary: 'The member’s credit and code for friends.',
    caller: 'member',
    answers: { 200: { description: 'Credit.', schema: contracts.referrals } },
  },
  'POST /api/referral-transactions': {
    operationId: 'redeemReferral',
    summary: 'Names the friend by whose code the member came: once, before the first payment.',
    caller: 'member',
    body: body(contracts.referralRequest),
    answers: { 201: { description: 'Credit.', schema: contracts.referrals } },
    isRateLimited: true,
  },
  // After the fixed paths, whose names a provider's id must not take.
  ...Object.assign({}, ...paymentProviders.map(operationsOf)),
}
