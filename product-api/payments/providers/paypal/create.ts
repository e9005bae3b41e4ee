import * as v from 'valibot'
import { authoritativeLocale } from '../../../../domain/locale.ts'
import { offerOf, type Transaction } from '../../ledger/transactions.ts'
import { decimalOf } from '../../money.ts'
import { isInconclusive, summaryOf, type ProviderAnswer } from '../provider-request.ts'
import type { CreatedOrder, ReturnUrls } from '../provider.ts'
import { issuesOf, requestPayPal } from './api.ts'
import { orderSchema } from './orders.ts'
import type { PayPalContext } from './settings.ts'

/** PayPal's limit for descriptions and brand names. */
const maxTextLength = 127

/** Creates an order for the payer to approve. */
export async function createOrder(
  context: PayPalContext,
  row: Transaction,
  urls: ReturnUrls,
): Promise<CreatedOrder> {
  const request = {
    method: 'POST',
    path: '/v2/checkout/orders',
    key: row.idem_create,
    body: JSON.stringify(orderFor(context, row, urls)),
    deadlineMs: 5000,
  } as const
  const answer = await requestPayPal(context, request)
  // Retried after a short outage: the same key creates no second order. Not after a timeout: the
  // payer has already waited 5 s.
  const isWorthRepeating =
    answer.kind === 'answer' ? isInconclusive(answer) : answer.because === 'no connection'
  return createdOrderIn(isWorthRepeating ? await requestPayPal(context, request) : answer)
}

/** Requires no shipping address, and only funding that pays immediately. */
function orderFor({ settings }: PayPalContext, row: Transaction, urls: ReturnUrls) {
  const amount = decimalOf(row.amount_minor, row.currency)
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: row.id,
        invoice_id: row.id,
        description: descriptionOf(row),
        amount: { ...amount, breakdown: { item_total: amount } },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: settings.BRAND_NAME.slice(0, maxTextLength),
          locale: 'en-IN',
          landing_page: 'NO_PREFERENCE',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: urls.success,
          cancel_url: urls.cancel,
        },
      },
    },
  }
}

/** English, as PayPal's pages are. */
const descriptionOf = (row: Transaction) =>
  (offerOf(row).name[authoritativeLocale] ?? 'Subscription').slice(0, maxTextLength)

function createdOrderIn(answer: ProviderAnswer): CreatedOrder {
  // 409: an earlier call with the same key is in progress.
  if (answer.kind === 'no-answer' || isInconclusive(answer) || answer.status === 409)
    return { kind: 'unknown', because: summaryOf(answer) }
  const parsed = v.safeParse(orderSchema, answer.body)
  if (answer.status >= 300 || !parsed.success)
    return { kind: 'refused', because: issuesOf(answer)[0] ?? summaryOf(answer) }
  // The link's rel depends on how the order was created.
  const link = parsed.output.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  if (!link) return { kind: 'refused', because: 'no link for the payer' }
  const { id: orderId } = parsed.output
  return { kind: 'started', orderId, reference: null, redirectUrl: link.href, expiresAt: null }
}
