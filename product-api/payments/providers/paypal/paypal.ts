import * as v from 'valibot'
import { moneyOf, minorOf } from '../../checkout/money.ts'
import type { Finding } from '../../ledger/state.ts'
import type { Provider, RefundFinding, RefundOrder, Returns, Started, Till } from '../provider.ts'
import type { Transaction } from '../../ledger/transactions.ts'
import { inShort, isOpenToDoubt, type Answer } from '../../wire.ts'
import { ask, issuesOf } from './api.ts'
import { findingIn, order } from './orders.ts'

/** PayPal, Orders v2: the payer approves there, then we take the money. */
export const paypal: Provider = {
  async start(till, row, returns) {
    const request = {
      method: 'POST',
      path: '/v2/checkout/orders',
      key: row.idem_create,
      body: JSON.stringify(orderFor(till, row, returns)),
      deadlineMs: 5000,
    } as const
    const answer = await ask(till, request)
    // A short outage: the same key makes no second order. One that was too slow has used up the payer's patience.
    const isWorthAnother =
      answer.kind === 'answer' ? isOpenToDoubt(answer) : answer.because === 'no connection'
    return startedBy(isWorthAnother ? await ask(till, request) : answer)
  },

  async look(till, row) {
    if (row.provider_order_id === null) return { kind: 'open', isTrying: false }
    const answer = await ask(till, {
      method: 'GET',
      path: `/v2/checkout/orders/${encodeURIComponent(row.provider_order_id)}`,
      deadlineMs: 4000,
    })
    if (answer.kind === 'silence') return { kind: 'unknown', because: answer.because }
    if (answer.status === 404) return { kind: 'gone' }
    if (answer.status !== 200) return { kind: 'unknown', because: inShort(answer) }
    return findingIn(answer.body, row, till.settings)
  },

  async capture(till, row) {
    const answer = await ask(till, {
      method: 'POST',
      path: `/v2/checkout/orders/${encodeURIComponent(row.provider_order_id ?? '')}/capture`,
      key: row.idem_capture,
    })
    if (answer.kind === 'answer' && (answer.status === 200 || answer.status === 201))
      return findingIn(answer.body, row, till.settings)
    return findingInRefusal(till, row, answer)
  },

  async refund(till, row, refund) {
    const answer = await ask(till, {
      method: 'POST',
      path: `/v2/payments/captures/${encodeURIComponent(row.provider_capture_id ?? '')}/refund`,
      key: refund.key,
      body: JSON.stringify({
        amount: moneyOf(refund.amountMinor, row.currency),
        custom_id: row.id,
        invoice_id: refund.key,
      }),
    })
    if (isOpenToDoubt(answer)) return { kind: 'unknown', because: inShort(answer) }
    return answer.kind === 'answer' && answer.status < 300
      ? refundIn(answer, row)
      : { kind: 'failed', because: issuesOf(answer)[0] ?? inShort(answer) }
  },

  lookAtRefund,
}

/** The order that we ask for: no address, pay at once, by what is paid at once. */
function orderFor({ settings }: Till, row: Transaction, returns: Returns) {
  const amount = moneyOf(row.amount_minor, row.currency)
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: row.id,
        invoice_id: row.id,
        description: planName(row).slice(0, 127),
        amount: { ...amount, breakdown: { item_total: amount } },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: settings.BRAND_NAME.slice(0, 127),
          locale: 'en-IN',
          landing_page: 'NO_PREFERENCE',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: returns.success,
          cancel_url: returns.cancel,
        },
      },
    },
  }
}

const planName = ({ plan }: Transaction) =>
  v.parse(
    v.object({ slug: v.string(), name: v.object({ en: v.optional(v.string()) }) }),
    JSON.parse(plan),
  ).name.en ?? 'Subscription'

function startedBy(answer: Answer): Started {
  if (answer.kind === 'silence' || isOpenToDoubt(answer))
    return { kind: 'unknown', because: inShort(answer) }
  const read = v.safeParse(order, answer.body)
  // Never built by hand; which of the two it is depends on how the order was asked for.
  const link = read.success
    ? read.output.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
    : undefined
  if (answer.status >= 300 || !read.success)
    return { kind: 'refused', because: issuesOf(answer)[0] ?? inShort(answer) }
  if (!link) return { kind: 'refused', because: 'no link for the payer' }
  const { id: orderId } = read.output
  return { kind: 'started', orderId, reference: null, redirectUrl: link.href, expiresAt: null }
}

const final = [
  ...['TRANSACTION_REFUSED', 'PAYEE_BLOCKED_TRANSACTION', 'TRANSACTION_BLOCKED_BY_PAYEE'],
  ...['COMPLIANCE_VIOLATION', 'PAYER_ACCOUNT_RESTRICTED', 'PAYER_ACCOUNT_LOCKED_OR_CLOSED'],
  ...['PAYER_CANNOT_PAY', 'TRANSACTION_LIMIT_EXCEEDED', 'TRANSACTION_RECEIVING_LIMIT_EXCEEDED'],
  ...['DOMESTIC_TRANSACTION_REQUIRED'],
]

/** What a capture that was not done means. Only a definite no ends anything; where there is doubt, the order itself is asked. */
async function findingInRefusal(till: Till, row: Transaction, answer: Answer): Promise<Finding> {
  const issues = issuesOf(answer)
  const says = (...known: string[]) => issues.some((issue) => known.includes(issue))
  if (says('ORDER_ALREADY_CAPTURED')) return paypal.look(till, row)
  if (says('INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'))
    return { kind: 'declined' }
  if (says('ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED')) return { kind: 'open', isTrying: false }
  if (says('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'))
    return { kind: 'failed', failure: 'declined' }
  if (says('DUPLICATE_INVOICE_ID')) return { kind: 'mismatch', what: 'invoice' }
  if (says(...final)) return { kind: 'failed', failure: 'refused' }
  if (answer.kind === 'answer' && answer.status === 404) return { kind: 'gone' }
  return { kind: 'unknown', because: issues[0] ?? inShort(answer) }
}

const refundAnswer = v.object({
  id: v.string(),
  status: v.string(),
  amount: v.optional(v.object({ currency_code: v.string(), value: v.string() })),
  seller_payable_breakdown: v.optional(
    v.object({
      total_refunded_amount: v.optional(v.object({ currency_code: v.string(), value: v.string() })),
    }),
  ),
})

/** Looks at a refund by PayPal's id of it; without one, whether the capture has been given back whole. */
async function lookAtRefund(
  till: Till,
  row: Transaction,
  refund: RefundOrder,
): Promise<RefundFinding> {
  if (refund.providerId !== null) {
    const answer = await ask(till, {
      method: 'GET',
      path: `/v2/payments/refunds/${encodeURIComponent(refund.providerId)}`,
      deadlineMs: 4000,
    })
    return refundIn(answer, row)
  }
  const finding = await paypal.look(till, row)
  if (finding.kind === 'paid') return { kind: 'none' }
  if (finding.kind !== 'refunded') return { kind: 'unknown', because: finding.kind }
  // A part could be another refund's; its webhook will say.
  return finding.refundedMinor === row.amount_minor
    ? {
        kind: 'done',
        providerId: null,
        amountMinor: refund.amountMinor,
        totalMinor: row.amount_minor,
      }
    : { kind: 'unknown', because: 'partly refunded' }
}

function refundIn(answer: Answer, row: Transaction): RefundFinding {
  if (answer.kind === 'silence') return { kind: 'unknown', because: answer.because }
  const read = v.safeParse(refundAnswer, answer.body)
  if (!read.success) return { kind: 'unknown', because: inShort(answer) }
  const { id: providerId, status, amount, seller_payable_breakdown } = read.output
  if (status === 'PENDING') return { kind: 'sent', providerId }
  if (status !== 'COMPLETED') return { kind: 'failed', because: status }
  const total = seller_payable_breakdown?.total_refunded_amount
  const ours = (money: typeof amount) =>
    money?.currency_code === row.currency ? minorOf(money) : null
  return { kind: 'done', providerId, amountMinor: ours(amount), totalMinor: ours(total) }
}
