import type { Context } from 'hono'
import { moneyOf } from './money.ts'
import { refundedMinor, type Capture, type Order, type Refund } from './order.ts'
import { originOf, type PayPalEnv } from './settings.ts'

// PayPal's JSON of orders, captures and refunds, the same in responses and in webhooks.

const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const link = (href: string, rel: string, method = 'GET') => ({ href, rel, method })

/** The URL where the payer approves the order. */
export const approvalUrl = (origin: string, id: string) => `${origin}/checkoutnow?token=${id}`

function orderLinks(order: Order, origin: string) {
  const self = `${origin}/v2/checkout/orders/${order.id}`
  if (order.status === 'COMPLETED') return [link(self, 'self')]
  const rel = order.usesApplicationContext ? 'approve' : 'payer-action'
  return [
    link(self, 'self'),
    link(approvalUrl(origin, order.id), rel),
    link(`${self}/capture`, 'capture', 'POST'),
  ]
}

/** An order in the representation that the Prefer header asks for. */
export function orderResponse(c: Context<PayPalEnv>, order: Order, status: 200 | 201) {
  const isFullBodyPreferred = c.req.header('prefer')?.includes('return=representation')
  return c.json((isFullBodyPreferred ? orderBody : minimalOrder)(order, originOf(c)), status)
}

/** Prefer: return=minimal, PayPal's default. */
const minimalOrder = (order: Order, origin: string) => ({
  id: order.id,
  status: order.status,
  links: orderLinks(order, origin),
})

/** Prefer: return=representation, GET, and the resource of order webhooks. */
export function orderBody(order: Order, origin: string) {
  const { capture } = order
  const payer = order.payerId && {
    email_address: 'buyer@example.com',
    payer_id: order.payerId,
    name: { given_name: 'Test', surname: 'Buyer' },
    ...(order.payerCountry !== '' && { address: { country_code: order.payerCountry } }),
  }
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    create_time: iso(order.createdMs),
    ...(payer && {
      payer,
      payment_source: {
        paypal: {
          email_address: payer.email_address,
          account_id: payer.payer_id,
          ...(payer.address && { address: payer.address }),
        },
      },
    }),
    purchase_units: [
      {
        reference_id: order.referenceId,
        amount: moneyOf(order.amountMinor, order.currency),
        payee: { email_address: 'shop@example.com', merchant_id: 'EMULATEDSHOP1' },
        ...ids(order),
        ...(order.description && { description: order.description }),
        ...(capture && { payments: paymentsBody(order, capture, origin) }),
      },
    ],
    links: orderLinks(order, origin),
  }
}

const paymentsBody = (order: Order, capture: Capture, origin: string) => ({
  captures: [captureBody(order, capture, origin)],
  ...(capture.refunds.length > 0 && {
    refunds: capture.refunds.map((refund) => refundBody(order, capture, refund, origin)),
  }),
})

/** GET /v2/payments/captures/{id}, the capture within an order, and the resource of capture
 *  webhooks. */
export function captureBody(order: Order, capture: Capture, origin: string) {
  const self = `${origin}/v2/payments/captures/${capture.id}`
  const amount = moneyOf(order.amountMinor, order.currency)
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason && { status_details: { reason: capture.reason } }),
    amount,
    final_capture: true,
    ...ids(order),
    ...(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture.status) && {
      seller_receivable_breakdown: {
        gross_amount: amount,
        paypal_fee: moneyOf(capture.feeMinor, order.currency),
        net_amount: moneyOf(order.amountMinor - capture.feeMinor, order.currency),
      },
    }),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: iso(capture.createdMs),
    update_time: iso(capture.updatedMs),
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${origin}/v2/checkout/orders/${order.id}`, 'up'),
    ],
  }
}

/** The response to a refund, and the resource of PAYMENT.CAPTURE.REFUNDED. */
export function refundBody(order: Order, capture: Capture, refund: Refund, origin: string) {
  const amount = moneyOf(refund.amountMinor, order.currency)
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount,
    ...(refund.note && { note_to_payer: refund.note }),
    ...ids({
      customId: refund.customId ?? order.customId,
      invoiceId: refund.invoiceId ?? order.invoiceId,
    }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: moneyOf(0, order.currency),
      net_amount: amount,
      total_refunded_amount: moneyOf(refundedMinor(capture), order.currency),
    },
    create_time: iso(refund.createdMs),
    update_time: iso(refund.createdMs),
    links: [
      link(`${origin}/v2/payments/refunds/${refund.id}`, 'self'),
      link(`${origin}/v2/payments/captures/${capture.id}`, 'up'),
    ],
  }
}

const ids = ({ customId, invoiceId }: Pick<Order, 'customId' | 'invoiceId'>) => ({
  ...(customId && { custom_id: customId }),
  ...(invoiceId && { invoice_id: invoiceId }),
})
