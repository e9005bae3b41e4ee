import * as v from 'valibot'
import type { Transaction } from '../../ledger/transactions.ts'
import { decimalOf, minorOf, type DecimalMoney } from '../../money.ts'
import { isInconclusive, summaryOf, type ProviderAnswer } from '../provider-request.ts'
import type { RefundFinding, RefundOrder } from '../provider.ts'
import { issuesOf, requestPayPal } from './api.ts'
import { fetchOrder } from './capture.ts'
import type { PayPalContext } from './settings.ts'

const money = v.object({ currency_code: v.string(), value: v.string() })
const refundAnswer = v.object({
  id: v.string(),
  status: v.string(),
  amount: v.optional(money),
  seller_payable_breakdown: v.optional(v.object({ total_refunded_amount: v.optional(money) })),
})

/** Refunds a capture, completely or partly. */
export async function sendRefund(
  context: PayPalContext,
  row: Transaction,
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
  if (isInconclusive(answer)) return { kind: 'unknown', because: summaryOf(answer) }
  return answer.kind === 'answer' && answer.status < 300
    ? refundFindingIn(answer, row)
    : { kind: 'failed', because: issuesOf(answer)[0] ?? summaryOf(answer) }
}

/** Fetches a refund by PayPal's id; without one, tells from the order whether it was completely
 *  refunded. */
export async function fetchRefund(
  context: PayPalContext,
  row: Transaction,
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
  const finding = await fetchOrder(context, row)
  if (finding.kind === 'paid') return { kind: 'none' }
  if (finding.kind !== 'refunded') return { kind: 'unknown', because: finding.kind }
  // A part may belong to another refund; its webhook will report it.
  return finding.refundedMinor === row.amount_minor
    ? {
        kind: 'done',
        providerId: null,
        amountMinor: refund.amountMinor,
        totalMinor: row.amount_minor,
      }
    : { kind: 'unknown', because: 'partly refunded' }
}

function refundFindingIn(answer: ProviderAnswer, row: Transaction): RefundFinding {
  if (answer.kind === 'no-answer') return { kind: 'unknown', because: answer.because }
  const parsed = v.safeParse(refundAnswer, answer.body)
  if (!parsed.success) return { kind: 'unknown', because: summaryOf(answer) }
  const { id: providerId, status, amount, seller_payable_breakdown } = parsed.output
  if (status === 'PENDING') return { kind: 'sent', providerId }
  if (status !== 'COMPLETED') return { kind: 'failed', because: status }
  const total = seller_payable_breakdown?.total_refunded_amount
  const minorOfOurs = (given: DecimalMoney | undefined) =>
    given?.currency_code === row.currency ? minorOf(given) : null
  return {
    kind: 'done',
    providerId,
    amountMinor: minorOfOurs(amount),
    totalMinor: minorOfOurs(total),
  }
}
