import * as v from 'valibot'
import { decimalOf, minorOf, type DecimalMoney } from '../../money.ts'
import { isUnclear, summaryOf, type ProviderAnswer } from '../provider-request.ts'
import type { RefundFinding, RefundOrder, RefundTarget } from '../provider.ts'
import { issuesOf, requestPayPal } from './api.ts'
import { requestOrder } from './capture.ts'
import { findingIn } from './orders.ts'
import type { PayPalContext } from './settings.ts'

const money = v.object({ currency_code: v.string(), value: v.string() })
const refundAnswer = v.object({
  id: v.string(),
  status: v.string(),
  invoice_id: v.optional(v.string()),
  amount: v.optional(money),
  seller_payable_breakdown: v.optional(v.object({ total_refunded_amount: v.optional(money) })),
})

/** Refunds a capture, completely or partly. */
export async function sendRefund(
  context: PayPalContext,
  row: RefundTarget,
  refund: RefundOrder,
): Promise<RefundFinding> {
  const answer = await requestPayPal(context, {
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(row.provider_capture_id ?? '')}/refund`,
    key: refund.key,
    body: JSON.stringify({
      amount: decimalOf(refund.amountMinor, row.currency),
      custom_id: row.id,
      invoice_id: refund.key,
    }),
  })
  // 409 PREVIOUS_REQUEST_IN_PROGRESS: an earlier call with this key is being processed.
  if (isUnclear(answer)) return { kind: 'unknown', because: summaryOf(answer) }
  return answer.kind === 'answer' && answer.status < 300
    ? refundFindingIn(answer, row)
    : { kind: 'failed', because: issuesOf(answer)[0] ?? summaryOf(answer) }
}

/** Fetches a refund by PayPal's id; without one, finds it in its order by our key, which is the
 *  refund's invoice id. */
export async function fetchRefund(
  context: PayPalContext,
  row: RefundTarget,
  refund: RefundOrder,
): Promise<RefundFinding> {
  if (refund.providerId !== null) {
    const answer = await requestPayPal(context, {
      method: 'GET',
      path: `/v2/payments/refunds/${encodeURIComponent(refund.providerId)}`,
      deadlineMs: 4000,
    })
    return refundFindingIn(answer, row)
  }
  const answer = await requestOrder(context, row)
  if (answer.kind === 'no-answer' || answer.status !== 200)
    return { kind: 'unknown', because: summaryOf(answer) }
  const listed = refundsIn(answer.body)
  const ours = listed.find(({ invoice_id }) => invoice_id === refund.key)
  if (ours) return refundFindingOf(ours, row)
  const finding = findingIn(answer.body, row, context.settings)
  if (finding.kind === 'paid') return { kind: 'none' }
  if (finding.kind !== 'refunded') return { kind: 'unknown', because: finding.kind }
  if (finding.refundedMinor === row.amount_minor)
    return {
      kind: 'done',
      providerId: null,
      amountMinor: refund.amountMinor,
      totalMinor: row.amount_minor,
    }
  // Other refunds are listed and this one is not. Where none is listed, it may be the part.
  return listed.length > 0 ? { kind: 'none' } : { kind: 'unknown', because: 'partly refunded' }
}

const orderRefunds = v.object({
  purchase_units: v.array(
    v.object({
      payments: v.optional(v.object({ refunds: v.optional(v.array(refundAnswer), []) })),
    }),
  ),
})

function refundsIn(order: unknown) {
  const parsed = v.safeParse(orderRefunds, order)
  return parsed.success ? (parsed.output.purchase_units[0]?.payments?.refunds ?? []) : []
}

function refundFindingIn(answer: ProviderAnswer, row: RefundTarget): RefundFinding {
  if (answer.kind === 'no-answer') return { kind: 'unknown', because: answer.because }
  const parsed = v.safeParse(refundAnswer, answer.body)
  if (!parsed.success) return { kind: 'unknown', because: summaryOf(answer) }
  return refundFindingOf(parsed.output, row)
}

function refundFindingOf(
  refund: v.InferOutput<typeof refundAnswer>,
  row: RefundTarget,
): RefundFinding {
  const { id: providerId, status, amount, invoice_id: key, seller_payable_breakdown } = refund
  if (status === 'PENDING') return { kind: 'sent', providerId }
  if (status !== 'COMPLETED') return { kind: 'failed', because: status }
  const total = seller_payable_breakdown?.total_refunded_amount
  const minorOfOurs = (given: DecimalMoney | undefined) =>
    given?.currency_code === row.currency ? minorOf(given) : null
  return {
    kind: 'done',
    providerId,
    ...(key !== undefined && { key }),
    amountMinor: minorOfOurs(amount),
    totalMinor: minorOfOurs(total),
  }
}
