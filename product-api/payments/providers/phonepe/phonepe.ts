import * as v from 'valibot'
import type { Finding } from '../../ledger/state.ts'
import type { Provider, RefundFinding, RefundOrder, Returns, Started, Till } from '../provider.ts'
import type { Transaction } from '../../ledger/transactions.ts'
import { isOpenToDoubt, type Answer } from '../../wire.ts'
import { ask, wordOf } from './api.ts'
import { findingIn } from './orders.ts'

const payAnswer = v.object({
  orderId: v.optional(v.string()),
  redirectUrl: v.string(),
  expireAt: v.optional(v.number()),
})

/** PhonePe, Standard Checkout v2: it takes the money itself; we ask whether it has. */
export const phonepe: Provider = {
  async start(till, row, returns) {
    const answer = await pay(till, row, returns)
    if (!isOpenToDoubt(answer)) return startedBy(answer, row)
    // Under one id there is one order. Only where there is certainly none, the call is made again.
    const found = await phonepe.look(till, row)
    return found.kind === 'gone'
      ? startedBy(await pay(till, row, returns), row)
      : { kind: 'unknown', because: wordOf(answer) }
  },

  async look(till, row) {
    const answer = await ask(till, {
      method: 'GET',
      path: `/checkout/v2/order/${encodeURIComponent(row.id)}/status?details=true`,
      deadlineMs: 4000,
    })
    if (answer.kind === 'silence') return { kind: 'unknown', because: answer.because }
    if (isUnknownThere(answer)) return { kind: 'gone' }
    if (answer.status !== 200) return { kind: 'unknown', because: wordOf(answer) }
    return findingIn(answer.body, row)
  },

  /** There is nothing to take: it came by itself. */
  capture: (till, row): Promise<Finding> => phonepe.look(till, row),

  async refund(till, row, refund) {
    const answer = await ask(till, {
      method: 'POST',
      path: '/payments/v2/refund',
      body: {
        merchantRefundId: refund.key,
        originalMerchantOrderId: row.id,
        amount: refund.amountMinor,
      },
    })
    if (isOpenToDoubt(answer)) return { kind: 'unknown', because: wordOf(answer) }
    if (answer.kind === 'answer' && answer.status < 300) return refundIn(answer)
    // The id was used before: an answer of ours was lost.
    return answer.kind === 'answer' && answer.status === 409
      ? { kind: 'sent', providerId: null }
      : { kind: 'failed', because: wordOf(answer) }
  },

  async lookAtRefund(till, _row, refund: RefundOrder) {
    const answer = await ask(till, {
      method: 'GET',
      path: `/payments/v2/refund/${encodeURIComponent(refund.key)}/status`,
      deadlineMs: 4000,
    })
    return isUnknownThere(answer) ? { kind: 'none' } : refundIn(answer)
  },
}

/** 404 is also what wrong keys and a wrong address are answered with: that says nothing about the order. */
const isUnknownThere = (answer: Answer) =>
  answer.kind === 'answer' &&
  answer.status === 404 &&
  !/KEY_NOT_CONFIGURED|mapping/i.test(JSON.stringify(answer.body))

/** No parameter beyond PhonePe's own, and none that is empty: it refuses both. */
const pay = (till: Till, row: Transaction, returns: Returns) =>
  ask(till, {
    method: 'POST',
    path: '/checkout/v2/pay',
    body: {
      merchantOrderId: row.id,
      amount: row.amount_minor,
      expireAfter: till.settings.PHONEPE_EXPIRE_SECONDS,
      paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: returns.success } },
    },
    deadlineMs: 5000,
  })

function startedBy(answer: Answer, row: Transaction): Started {
  // 409: a call of ours that was thought lost has made the order after all; where it is paid was lost with it.
  if (isOpenToDoubt(answer) || (answer.kind === 'answer' && answer.status === 409))
    return { kind: 'unknown', because: wordOf(answer) }
  const read = answer.kind === 'answer' ? v.safeParse(payAnswer, answer.body) : null
  if (!read?.success || (answer.kind === 'answer' && answer.status >= 300))
    return { kind: 'refused', because: wordOf(answer) }
  const { orderId = null, redirectUrl, expireAt } = read.output
  return {
    kind: 'started',
    orderId: row.id,
    reference: orderId,
    redirectUrl,
    expiresAt: expireAt === undefined ? null : new Date(expireAt),
  }
}

const refundAnswer = v.object({
  refundId: v.optional(v.string()),
  state: v.string(),
  amount: v.optional(v.pipe(v.number(), v.safeInteger())),
})

function refundIn(answer: Answer): RefundFinding {
  if (answer.kind === 'silence') return { kind: 'unknown', because: answer.because }
  const read = v.safeParse(refundAnswer, answer.body)
  if (!read.success) return { kind: 'unknown', because: wordOf(answer) }
  const { refundId: providerId = null, state, amount: amountMinor = null } = read.output
  switch (state) {
    case 'COMPLETED':
      return { kind: 'done', providerId, amountMinor, totalMinor: null }
    case 'FAILED':
      return { kind: 'failed', because: 'FAILED' }
    // CONFIRMED is not the end either.
    case 'PENDING':
    case 'CONFIRMED':
      return { kind: 'sent', providerId }
  }
  return { kind: 'unknown', because: `refund ${state}` }
}
