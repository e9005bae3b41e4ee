import * as v from 'valibot'
import { isUnclear, type ProviderAnswer } from '../provider-request.ts'
import type { RefundFinding, RefundOrder, RefundTarget } from '../provider.ts'
import { errorCodeOf, isUnknownThere, requestPhonePe } from './api.ts'
import type { PhonePeContext } from './settings.ts'

/** Refunds an order, completely or partly. */
export async function sendRefund(
  context: PhonePeContext,
  row: RefundTarget,
  refund: RefundOrder,
): Promise<RefundFinding> {
  const answer = await requestPhonePe(context, {
    method: 'POST',
    path: '/payments/v2/refund',
    body: {
      merchantRefundId: refund.key,
      originalMerchantOrderId: row.id,
      amount: refund.amountMinor,
    },
  })
  // 409 too: an earlier call has sent this refund, and its answer was lost.
  if (isUnclear(answer)) return { kind: 'unknown', because: errorCodeOf(answer) }
  return answer.kind === 'answer' && answer.status < 300
    ? refundFindingIn(answer)
    : { kind: 'failed', because: errorCodeOf(answer) }
}

/** Fetches a refund by its key. */
export async function fetchRefund(
  context: PhonePeContext,
  refund: RefundOrder,
): Promise<RefundFinding> {
  const answer = await requestPhonePe(context, {
    method: 'GET',
    path: `/payments/v2/refund/${encodeURIComponent(refund.key)}/status`,
    deadlineMs: 4000,
  })
  return isUnknownThere(answer) ? { kind: 'none' } : refundFindingIn(answer)
}

const refundAnswer = v.object({
  refundId: v.optional(v.string()),
  state: v.string(),
  amount: v.optional(v.pipe(v.number(), v.safeInteger())),
})

function refundFindingIn(answer: ProviderAnswer): RefundFinding {
  if (answer.kind === 'no-answer') return { kind: 'unknown', because: answer.because }
  const parsed = v.safeParse(refundAnswer, answer.body)
  if (!parsed.success) return { kind: 'unknown', because: errorCodeOf(answer) }
  const { refundId: providerId = null, state, amount: amountMinor = null } = parsed.output
  switch (state) {
    case 'COMPLETED':
      return { kind: 'done', providerId, amountMinor, totalMinor: null }
    case 'FAILED':
      return { kind: 'failed', because: 'FAILED' }
    // CONFIRMED is not final.
    case 'PENDING':
    case 'CONFIRMED':
      return { kind: 'sent', providerId }
  }
  return { kind: 'unknown', because: `refund ${state}` }
}
