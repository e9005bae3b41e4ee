import { randomId } from '../payment-provider/ids.ts'
import type { WebhookEvent } from '../payment-provider/webhook-event.ts'
import { captureBody, orderBody, refundBody } from './answers.ts'
import { moneyOf } from './money.ts'
import {
  refundedMinor,
  reversedMinor,
  type Capture,
  type Dispute,
  type Order,
  type Refund,
  type Reversal,
} from './order.ts'

/** CHECKOUT.ORDER.APPROVED: the merchant should capture the order, even where the payer has not
 *  returned. */
export const approvedEvent = (order: Order, atMs: number) =>
  webhookEvent(
    order,
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    orderBody(order, order.origin),
    atMs,
  )

const captureEventTypes = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
} as const

/** The event for the capture's current status. */
export const captureEvent = (order: Order, capture: Capture, atMs: number) =>
  webhookEvent(
    order,
    captureEventTypes[capture.status],
    'capture',
    captureBody(order, capture, order.origin),
    atMs,
  )

/** PAYMENT.CAPTURE.REFUNDED, for full and partial refunds. */
export const refundEvent = (order: Order, capture: Capture, refund: Refund, atMs: number) =>
  webhookEvent(
    order,
    'PAYMENT.CAPTURE.REFUNDED',
    'refund',
    refundBody(order, capture, refund, order.origin),
    atMs,
  )

/** PAYMENT.CAPTURE.REVERSED: its resource is a refund with the reversed amount. */
export function reversalEvent(order: Order, capture: Capture, reversal: Reversal): WebhookEvent {
  const amount = moneyOf(reversal.amountMinor, order.currency)
  const at = new Date(reversal.createdMs).toISOString()
  return webhookEvent(
    order,
    'PAYMENT.CAPTURE.REVERSED',
    'refund',
    {
      id: reversal.id,
      amount,
      note_to_payer: 'Payment reversed',
      seller_payable_breakdown: {
        gross_amount: amount,
        paypal_fee: moneyOf(0, order.currency),
        net_amount: amount,
        total_refunded_amount: moneyOf(
          refundedMinor(capture) + reversedMinor(capture),
          order.currency,
        ),
      },
      status: 'COMPLETED',
      ...(order.customId && { custom_id: order.customId }),
      create_time: at,
      update_time: at,
      links: [
        { href: `${order.origin}/v2/payments/refunds/${reversal.id}`, rel: 'self', method: 'GET' },
        { href: `${order.origin}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' },
      ],
    },
    reversal.createdMs,
  )
}

/** CUSTOMER.DISPUTE.CREATED or .RESOLVED. */
export function disputeEvent(
  order: Order,
  capture: Capture,
  dispute: Dispute,
  outcome: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | null,
): WebhookEvent {
  const amount = moneyOf(dispute.amountMinor, order.currency)
  const atMs = dispute.closedMs ?? dispute.openedMs
  return webhookEvent(
    order,
    `CUSTOMER.DISPUTE.${outcome === null ? 'CREATED' : 'RESOLVED'}`,
    'dispute',
    {
      dispute_id: dispute.id,
      create_time: new Date(dispute.openedMs).toISOString(),
      update_time: new Date(atMs).toISOString(),
      disputed_transactions: [
        {
          seller_transaction_id: capture.id,
          ...(order.customId && { custom: order.customId }),
          gross_amount: amount,
          seller: { merchant_id: 'EMULATEDSHOP1' },
        },
      ],
      reason: 'UNAUTHORISED',
      status: outcome === null ? 'OPEN' : 'RESOLVED',
      dispute_amount: amount,
      ...(outcome !== null && { dispute_outcome: { outcome_code: outcome } }),
      dispute_life_cycle_stage: dispute.stage,
      links: [],
    },
    atMs,
  )
}

/** CHECKOUT.PAYMENT-APPROVAL.REVERSED: the approval has lapsed, because nobody captured it. */
export const approvalReversedEvent = (order: Order, atMs: number) =>
  webhookEvent(
    order,
    'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    'checkout-order',
    {
      order_id: order.id,
      purchase_units: [
        { reference_id: order.referenceId, ...(order.customId && { custom_id: order.customId }) },
      ],
      payment_source: { paypal: {} },
    },
    atMs,
  )

function webhookEvent(
  order: Order,
  event: string,
  resourceType: string,
  resource: object,
  atMs: number,
): WebhookEvent {
  const id = `WH-${randomId(17, 'paypal')}-${randomId(17, 'paypal')}`
  const self = `${order.origin}/v1/notifications/webhooks-events/${id}`
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date(atMs).toISOString(),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: event,
    summary: `${event} (emulator)`,
    resource,
    links: [{ href: self, rel: 'self', method: 'GET' }],
  })
  return {
    event,
    body: escapeSlashes(body),
    orders: [order.id, order.customId],
    origin: order.origin,
  }
}

/** Signatures cover the exact bytes of the body. With escaped slashes, a merchant that verifies
 *  JSON which it has parsed and serialized again fails here, as it would at PayPal. */
const escapeSlashes = (json: string) => json.replaceAll('/', '\\/')
