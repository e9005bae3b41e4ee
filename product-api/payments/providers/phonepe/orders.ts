import * as v from 'valibot'
import type { Finding } from '../../ledger/state.ts'
import type { Transaction } from '../../ledger/transactions.ts'
import { isInconclusive, type ProviderAnswer } from '../provider-request.ts'
import type { CreatedOrder, ReturnUrls } from '../provider.ts'
import { errorCodeOf, isUnknownThere, requestPhonePe } from './api.ts'
import type { PhonePeContext } from './settings.ts'

// Unknown members are accepted, because PhonePe adds some without notice.

const createAnswer = v.object({
  orderId: v.optional(v.string()),
  redirectUrl: v.string(),
  expireAt: v.optional(v.number()),
})

/** Creates an order for the payer to pay at PhonePe. */
export async function createOrder(
  context: PhonePeContext,
  row: Transaction,
  urls: ReturnUrls,
): Promise<CreatedOrder> {
  const answer = await requestOrder(context, row, urls)
  if (!isInconclusive(answer)) return createdOrderIn(answer, row)
  // An id can be used once, so the call is repeated only if PhonePe certainly has no order.
  const found = await fetchOrder(context, row)
  return found.kind === 'gone'
    ? createdOrderIn(await requestOrder(context, row, urls), row)
    : { kind: 'unknown', because: errorCodeOf(answer) }
}

/** PhonePe refuses unknown and empty parameters. */
const requestOrder = (context: PhonePeContext, row: Transaction, urls: ReturnUrls) =>
  requestPhonePe(context, {
    method: 'POST',
    path: '/checkout/v2/pay',
    body: {
      merchantOrderId: row.id,
      amount: row.amount_minor,
      expireAfter: context.settings.PHONEPE_EXPIRE_SECONDS,
      paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: urls.success } },
    },
    deadlineMs: 5000,
  })

function createdOrderIn(answer: ProviderAnswer, row: Transaction): CreatedOrder {
  // 417, formerly 409: an earlier call has created the order, and the URL of its payment page was
  // lost with that answer.
  if (isInconclusive(answer) || (answer.kind === 'answer' && [409, 417].includes(answer.status)))
    return { kind: 'unknown', because: errorCodeOf(answer) }
  const parsed = answer.kind === 'answer' ? v.safeParse(createAnswer, answer.body) : null
  if (!parsed?.success || (answer.kind === 'answer' && answer.status >= 300))
    return { kind: 'refused', because: errorCodeOf(answer) }
  const { orderId = null, redirectUrl, expireAt } = parsed.output
  return {
    kind: 'started',
    orderId: row.id,
    reference: orderId,
    redirectUrl,
    expiresAt: expireAt === undefined ? null : new Date(expireAt),
  }
}

/** Fetches the state of an order. */
export async function fetchOrder(context: PhonePeContext, row: Transaction): Promise<Finding> {
  const answer = await requestPhonePe(context, {
    method: 'GET',
    path: `/checkout/v2/order/${encodeURIComponent(row.id)}/status?details=true`,
    deadlineMs: 4000,
  })
  if (answer.kind === 'no-answer') return { kind: 'unknown', because: answer.because }
  if (isUnknownThere(answer)) return { kind: 'gone' }
  if (answer.status !== 200) return { kind: 'unknown', because: errorCodeOf(answer) }
  return findingIn(answer.body, row)
}

const paymentAttempts = v.array(
  v.object({ transactionId: v.optional(v.string()), state: v.optional(v.string()) }),
)

const orderStatus = v.object({
  merchantOrderId: v.optional(v.string()),
  orderId: v.optional(v.string()),
  state: v.string(),
  amount: v.number(),
  currency: v.optional(v.string()),
  detailedErrorCode: v.optional(v.nullable(v.string())),
  paymentDetails: v.optional(v.nullable(paymentAttempts)),
})

/** The finding in an order's status. Only its root `state` counts: a failed payment attempt does
 *  not fail the order, and an errorCode beside COMPLETED means nothing. */
function findingIn(body: unknown, row: Transaction): Finding {
  const parsed = v.safeParse(orderStatus, body)
  if (!parsed.success) return { kind: 'unknown', because: 'unreadable status' }
  const { state, paymentDetails, detailedErrorCode, orderId } = parsed.output
  switch (state) {
    case 'PENDING':
      return findingOfPending(paymentDetails ?? null)
    case 'FAILED':
      return /TIME_?OUT|EXPIRED/.test(detailedErrorCode ?? '')
        ? { kind: 'gone' }
        : { kind: 'failed', failure: 'declined' }
    case 'COMPLETED': {
      const paid = paymentDetails?.find((attempt) => attempt.state === 'COMPLETED')
      const captureId = paid?.transactionId ?? orderId ?? row.id
      const mismatch = mismatchIn(parsed.output, row)
      if (mismatch === null) return { kind: 'paid', captureId, reference: orderId ?? null }
      const { amount: amountMinor, currency = row.currency } = parsed.output
      const received = { captureId, amountMinor, currency, refundedMinor: 0 }
      return { kind: 'mismatch', what: mismatch, received }
    }
  }
  return { kind: 'unknown', because: `order ${state}` }
}

/** Every undecided order is PENDING. Only its payment attempts, if they are listed, show whether
 *  the payer is paying now. */
function findingOfPending(attempts: v.InferOutput<typeof paymentAttempts> | null): Finding {
  if (attempts === null) return { kind: 'open', isTrying: true }
  return attempts.some(({ state }) => state === 'PENDING')
    ? { kind: 'pending', because: null }
    : { kind: 'open', isTrying: false }
}

/** The first member of a status that differs from the transaction; null if none does. */
function mismatchIn(
  { merchantOrderId, amount, currency }: v.InferOutput<typeof orderStatus>,
  row: Transaction,
): string | null {
  if (merchantOrderId !== undefined && merchantOrderId !== row.id) return 'order'
  if (currency !== undefined && currency !== row.currency) return 'currency'
  return amount === row.amount_minor ? null : 'amount'
}
