import { Hono, type Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { asText, asWholeNumber, requestFields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { approvalReversedEvent, disputeEvent, refundEvent, reversalEvent } from './events.ts'
import { addRefund } from './payments.ts'
import type { Capture, Dispute, Order } from './order.ts'
import { refundedMinor, reversedMinor } from './order.ts'
import type { PayPalEnv } from './settings.ts'
import { emulator, store } from './store.ts'

// What happens to a payment without a call of the merchant's API. Control routes, which PayPal
// lacks; `id` is the order's, the capture's or the merchant's.

export const afterPaymentRoutes = new Hono<PayPalEnv>()

/** A refund on PayPal's own pages. */
afterPaymentRoutes.post('/dashboard-refund', (c) =>
  withCapture(c, (order, capture, amountMinor) => {
    const refund = addRefund(capture, amountMinor, order.amountMinor, {})
    sendWebhooks(c, emulator, [refundEvent(order, capture, refund, refund.createdMs)])
    return refund.id
  }),
)

/** PayPal or a bank takes money back. */
afterPaymentRoutes.post('/reverse', (c) =>
  withCapture(c, (order, capture, amountMinor) => {
    const reversal = { id: randomId(17, 'paypal'), amountMinor, createdMs: nowMs(emulator) }
    capture.reversals.push(reversal)
    sendWebhooks(c, emulator, [reversalEvent(order, capture, reversal)])
    return reversal.id
  }),
)

/** The payer opens a dispute, a chargeback or with `{"stage": "INQUIRY"}` an inquiry; the money is
 *  held. The second call resolves it for the seller, or for the payer with `{"outcome": "buyer"}`,
 *  and then the money is taken back. */
afterPaymentRoutes.post('/dispute', (c) =>
  withCapture(c, (order, capture, amountMinor, fields) => {
    const open = capture.disputes.find(({ closedMs }) => closedMs === undefined)
    if (!open) {
      const id = `PP-R-${randomId(9, 'paypal')}`
      const stage: Dispute['stage'] = fields.stage === 'INQUIRY' ? 'INQUIRY' : 'CHARGEBACK'
      const dispute = { id, stage, amountMinor, openedMs: nowMs(emulator), closedMs: undefined }
      capture.disputes.push(dispute)
      sendWebhooks(c, emulator, [disputeEvent(order, capture, dispute, null)])
      return id
    }
    open.closedMs = nowMs(emulator)
    const isBuyers = fields.outcome === 'buyer'
    const outcome = isBuyers ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
    const events = [disputeEvent(order, capture, open, outcome)]
    if (isBuyers) {
      const reversal = {
        id: randomId(17, 'paypal'),
        // A part may have been taken back since it was opened.
        amountMinor: Math.min(open.amountMinor, leftMinor(order, capture)),
        createdMs: open.closedMs,
      }
      capture.reversals.push(reversal)
      events.push(reversalEvent(order, capture, reversal))
    }
    sendWebhooks(c, emulator, events)
    return open.id
  }),
)

/** An approval lapses, because the merchant has not captured it. */
afterPaymentRoutes.post('/lapse', async (c) => {
  const id = asText((await requestFields(c)).id) ?? ''
  const order = [...store.orders.values()].find((one) => [one.id, one.customId].includes(id))
  if (order?.status !== 'APPROVED') return c.json({ error: 'No approved order has this id.' }, 409)
  order.status = order.usesApplicationContext ? 'CREATED' : 'PAYER_ACTION_REQUIRED'
  sendWebhooks(c, emulator, [approvalReversedEvent(order, nowMs(emulator))])
  return c.json({ id: order.id })
})

const leftMinor = ({ amountMinor }: Order, capture: Capture) =>
  amountMinor - refundedMinor(capture) - reversedMinor(capture)

/** Does something to a captured payment. `amountMinor`: of the request, else all that is left. */
async function withCapture(
  c: Context<PayPalEnv>,
  work: (
    order: Order,
    capture: Capture,
    amountMinor: number,
    fields: Record<string, unknown>,
  ) => string,
) {
  const fields = await requestFields(c)
  const id = asText(fields.id) ?? ''
  const order = [...store.orders.values()].find((one) =>
    [one.id, one.customId, one.capture?.id].includes(id),
  )
  if (!order?.capture) return c.json({ error: 'No captured payment has this id.' }, 409)
  const { capture } = order
  const amountMinor = asWholeNumber(fields.amountMinor) ?? leftMinor(order, capture)
  return c.json({ id: work(order, capture, amountMinor, fields) })
}
