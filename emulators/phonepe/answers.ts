import type { Context } from 'hono'
import type { Attempt, Order, Refund } from './order.ts'
import { merchantAccount, type PhonePeEnv } from './settings.ts'

// PhonePe's JSON of orders and refunds, the same in responses and in callbacks.

/** The body of GET …/status. `details`: includes every attempt, otherwise only the latest. */
export function orderBody(order: Order, options: { details: boolean; errorContext: boolean }) {
  const attempts = options.details ? order.attempts : order.attempts.slice(-1)
  return {
    orderId: order.orderId,
    state: order.state,
    amount: order.amountMinor,
    currency: 'INR',
    payableAmount: order.amountMinor,
    feeAmount: 0,
    expireAt: order.expireAtMs,
    ...(Object.keys(order.metaInfo).length > 0 && { metaInfo: order.metaInfo }),
    ...order.failure,
    ...(options.errorContext && order.failure && { errorContext: errorContextOf(order) }),
    paymentDetails: attempts.map((attempt) => attemptBody(order, attempt)),
  }
}

const errorContextOf = ({ failure }: Order) => ({
  ...failure,
  source: 'CUSTOMER',
  stage: 'PRE_AUTHENTICATION',
  description: 'Payment couldn’t be completed due to issues related to customer or their bank.',
})

function attemptBody(order: Order, { transactionId, atMs, state, failure }: Attempt) {
  const rail = {
    type: 'UPI',
    utr: transactionId.slice(-12),
    upiTransactionId: `EMU${transactionId}`,
    vpa: 'buyer@emulator',
  }
  const instrument = {
    type: 'ACCOUNT',
    maskedAccountNumber: 'XXXXXXX20000',
    accountType: 'SAVINGS',
  }
  return {
    transactionId,
    paymentMode: 'UPI_INTENT',
    timestamp: atMs,
    amount: order.amountMinor,
    currency: 'INR',
    state,
    ...failure,
    ...(state === 'COMPLETED' && {
      rail,
      instrument,
      splitInstruments: [{ rail, instrument, amount: order.amountMinor }],
    }),
  }
}

/** GET …/refund/{id}/status, and the payload of refund callbacks. */
export const refundBody = (c: Context<PhonePeEnv>, refund: Refund) => ({
  merchantId: merchantAccount(c).merchantId,
  merchantRefundId: refund.merchantRefundId,
  originalMerchantOrderId: refund.originalMerchantOrderId,
  refundId: refund.refundId,
  amount: refund.amountMinor,
  currency: 'INR',
  state: refund.state,
  timestamp: refund.atMs,
  ...(refund.state === 'FAILED' && refundFailure),
  paymentDetails: [
    {
      transactionId: refund.refundId,
      paymentMode: 'UPI_INTENT',
      timestamp: refund.atMs,
      amount: refund.amountMinor,
      state: refund.state,
      ...(refund.state === 'FAILED' && refundFailure),
    },
  ],
})

const refundFailure = { errorCode: 'PAYMENT_ERROR', detailedErrorCode: 'REFUND_FAILED' }
