import * as v from 'valibot'
import type { Finding } from '../../ledger/state.ts'
import type { Transaction } from '../../ledger/transactions.ts'
import { isInconclusive, type ProviderAnswer } from '../provider-request.ts'
import type { CreatedOrder, ReturnUrls } from '../provider.ts'
import { errorCodeOf, isUnknownThere, requestPhonePe } from './api.ts'
import type { PhonePeContext } from './settings.ts'

// Unknown members are accepted: PhonePe adds some without notice.

const createAnswer = v.object({
  orderId: v.optional(v.string()),
  redirectUrl: v.string(),
  expireAt: v.optional(v.number()),
})

/** Creates the order that the payer then pays at PhonePe. */
export async function createOrder(
  context: PhonePeContext,
  row: Transaction,
  urls: ReturnUrls,
): Promise<CreatedOrder> {
  const answer = await requestOrder(context, row, urls)
  if (!isInconclusive(answer)) return createdOrderIn(answer, row)
  // One id has one order. The call is repeated only where there certainly is none.
  const found = await fetchOrder(context, row)
  return found.kind === 'gone'
    ? createdOrderIn(await requestOrder(context, row, urls), row)
    : { kind: 'unknown', because: errorCodeOf(answer) }
}

/** Sends no parameter beyond PhonePe's own and none that is empty: it refuses both. */
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
  // 409: a call of ours that was thought lost has made the order after all. Where it is paid was
  // lost with that call's answer.
  if (isInconclusive(answer) || (answer.kind === 'answer' && answer.status === 409))
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

/** Asks PhonePe what became of an order. */
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

/** What an order's status says. Only its root `state` decides: a failed payment attempt is not a
 *  failed order, and an errorCode beside COMPLETED means nothing. */
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
      const mismatch = mismatchIn(parsed.output, row)
      if (mismatch !== null) return { kind: 'mismatch', what: mismatch }
      const paid = paymentDetails?.find((attempt) => attempt.state === 'COMPLETED')
      return {
        kind: 'paid',
        captureId: paid?.transactionId ?? orderId ?? row.id,
        reference: orderId ?? null,
      }
    }
  }
  return { kind: 'unknown', because: `order ${state}` }
}

/** Every order that is not decided is PENDING. Whether anybody is paying it now, only the payment
 *  attempts tell, where they are listed. */
function findingOfPending(attempts: v.InferOutput<typeof paymentAttempts> | null): Finding {
  if (attempts === null) return { kind: 'open', isTrying: true }
  return attempts.some(({ state }) => state === 'PENDING')
    ? { kind: 'pending', because: null }
    : { kind: 'open', isTrying: false }
}

/** The member of a status that differs from what we ordered; null where none does. */
function mismatchIn(
  { merchantOrderId, amount, currency }: v.InferOutput<typeof orderStatus>,
  row: Transaction,
): string | null {
  if (merchantOrderId !== undefined && merchantOrderId !== row.id) return 'order'
  if (currency !== undefined && currency !== row.currency) return 'currency'
  return amount === row.amount_minor ? null : 'amount'
}
