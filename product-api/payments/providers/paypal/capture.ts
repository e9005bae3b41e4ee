import type { Finding } from '../../ledger/state.ts'
import type { Transaction } from '../../ledger/transactions.ts'
import { summaryOf, type ProviderAnswer } from '../provider-request.ts'
import { issuesOf, requestPayPal } from './api.ts'
import { findingIn } from './orders.ts'
import type { PayPalContext } from './settings.ts'

/** Fetches the state of an order. */
export async function fetchOrder(context: PayPalContext, row: Transaction): Promise<Finding> {
  if (row.provider_order_id === null) return { kind: 'open', isTrying: false }
  const answer = await requestOrder(context, row)
  if (answer.kind === 'no-answer') return { kind: 'unknown', because: answer.because }
  if (answer.status === 404) return { kind: 'gone' }
  if (answer.status !== 200) return { kind: 'unknown', because: summaryOf(answer) }
  return findingIn(answer.body, row, context.settings)
}

export const requestOrder = (
  context: PayPalContext,
  { provider_order_id }: Pick<Transaction, 'provider_order_id'>,
) =>
  requestPayPal(context, {
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(provider_order_id ?? '')}`,
    deadlineMs: 4000,
  })

/** Captures an order that the payer has approved. */
export async function captureOrder(context: PayPalContext, row: Transaction): Promise<Finding> {
  const answer = await requestPayPal(context, {
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(row.provider_order_id ?? '')}/capture`,
    key: row.idem_capture,
  })
  if (answer.kind === 'answer' && (answer.status === 200 || answer.status === 201))
    return findingIn(answer.body, row, context.settings)
  return findingInRefusal(context, row, answer)
}

/** Error codes after which a retry would fail too. */
const finalIssues = [
  ...['TRANSACTION_REFUSED', 'PAYEE_BLOCKED_TRANSACTION', 'TRANSACTION_BLOCKED_BY_PAYEE'],
  ...['COMPLIANCE_VIOLATION', 'PAYER_ACCOUNT_RESTRICTED', 'PAYER_ACCOUNT_LOCKED_OR_CLOSED'],
  ...['PAYER_CANNOT_PAY', 'TRANSACTION_LIMIT_EXCEEDED', 'TRANSACTION_RECEIVING_LIMIT_EXCEEDED'],
  ...['DOMESTIC_TRANSACTION_REQUIRED'],
]

/** The finding in a failed capture. Only a definite refusal ends the payment; if the order was
 *  captured before, it is fetched. */
async function findingInRefusal(
  context: PayPalContext,
  row: Transaction,
  answer: ProviderAnswer,
): Promise<Finding> {
  const issues = issuesOf(answer)
  const has = (...known: string[]) => issues.some((issue) => known.includes(issue))
  if (has('ORDER_ALREADY_CAPTURED')) return fetchOrder(context, row)
  if (has('INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'))
    return { kind: 'declined' }
  if (has('ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED')) return { kind: 'open', isTrying: false }
  if (has('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED')) return { kind: 'failed', failure: 'declined' }
  if (has('DUPLICATE_INVOICE_ID')) return { kind: 'mismatch', what: 'invoice' }
  if (has(...finalIssues)) return { kind: 'failed', failure: 'refused' }
  if (answer.kind === 'answer' && answer.status === 404) return { kind: 'gone' }
  return { kind: 'unknown', because: issues[0] ?? summaryOf(answer) }
}
