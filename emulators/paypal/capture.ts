import { Hono, type Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/active-faults.ts'
import type { Fault } from '../payment-provider/faults.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { approvalUrl, orderResponse } from './answers.ts'
import { store, emulator, findOpenOrder } from './store.ts'
import { feeOf, type Order } from './order.ts'
import { captureEvent } from './events.ts'
import { notFound, refusal } from './problems.ts'
import {
  invalidRequestId,
  storeReply,
  rejectConcurrentRequests,
  findReply,
  duplicateRequestId,
} from './replies.ts'
import { originOf, type PayPalEnv } from './settings.ts'

export const captureRoutes = new Hono<PayPalEnv>()

captureRoutes.post(
  '/v2/checkout/orders/:id/capture',
  withLateAnswer(emulator, 'capture'),
  rejectConcurrentRequests,
  withFaults(emulator, 'capture'),
  (c) => {
    const id = c.req.param('id')
    const key = c.req.header('paypal-request-id')
    const refusedKey = invalidRequestId(key)
    if (refusedKey) return refusedKey
    const order = findOpenOrder(id)
    if (!order) return notFound('order_id', id)
    const earlier = findReply('capture', key)
    if (earlier && earlier.subject !== id) return duplicateRequestId()
    if (earlier)
      return earlier.isDeclined ? declinedResponse(c, order) : orderResponse(c, order, 200)
    const refused = refusalOf(order)
    if (refused) return refusal(422, refused)
    if (order.captureOutcome === 'instrument declined' || takeOrderFault(order, 'decline')) {
      order.captureOutcome = 'instrument declined'
      storeReply('capture', key, id, true)
      return declinedResponse(c, order)
    }
    captureOrder(c, order)
    storeReply('capture', key, id)
    return orderResponse(c, order, 201)
  },
)

function refusalOf(order: Order) {
  if (order.capture)
    return {
      issue: 'ORDER_ALREADY_CAPTURED',
      description:
        'Order already captured. If ‘intent=CAPTURE’ only one capture per order is allowed.',
    }
  if (order.status !== 'APPROVED')
    return {
      issue: 'ORDER_NOT_APPROVED',
      description: 'Payer has not yet approved the Order for payment.',
    }
  const refuse = takeOrderFault(order, 'refuse')
  if (refuse) return { issue: refuse.issue ?? 'TRANSACTION_REFUSED' }
  if (isInvoiceTaken(order))
    return { issue: 'DUPLICATE_INVOICE_ID', description: 'Duplicate Invoice ID detected.' }
  return undefined
}

/** PayPal accepts one payment per invoice id of a merchant; declined captures do not count. */
const isInvoiceTaken = ({ id, invoiceId }: Order) =>
  invoiceId !== undefined &&
  [...store.orders.values()].some(
    (other) =>
      other.id !== id &&
      other.invoiceId === invoiceId &&
      other.capture &&
      other.capture.status !== 'DECLINED',
  )

const declinedResponse = (c: Context<PayPalEnv>, { id }: Order) =>
  refusal(
    422,
    {
      issue: 'INSTRUMENT_DECLINED',
      description:
        'The instrument presented was either declined by the processor or bank, or it can’t be ' +
        'used for this payment.',
    },
    [{ href: approvalUrl(originOf(c), id), rel: 'redirect', method: 'GET' }],
  )

function captureOrder(c: Context<PayPalEnv>, order: Order) {
  const now = nowMs(emulator)
  const pending = takeOrderFault(order, 'pending')
  const isDeclined =
    order.captureOutcome === 'capture declined' || takeOrderFault(order, 'capture-declined')
  const isPending = pending !== undefined || order.captureOutcome === 'pending'
  order.status = 'COMPLETED'
  order.capture = {
    id: randomId(17, 'paypal'),
    status: isDeclined ? 'DECLINED' : isPending ? 'PENDING' : 'COMPLETED',
    reason: !isDeclined && isPending ? pendingReason(order, pending) : undefined,
    statusCalls: pending?.statusCalls,
    then: pending?.then ?? 'completed',
    createdMs: now,
    updatedMs: now,
    refunds: [],
    feeMinor: feeOf(order.amountMinor),
    reversals: [],
    disputes: [],
  }
  sendWebhooks(c, emulator, [captureEvent(order, order.capture, now)])
}

/** Where the merchant accepts immediate payments only, an e-cheque is no possible reason. */
const pendingReason = ({ immediatePaymentOnly }: Order, pending: Fault | undefined) =>
  pending?.reason ?? (immediatePaymentOnly ? 'PENDING_REVIEW' : 'ECHECK')

const takeOrderFault = (
  { id, customId }: Order,
  name: 'decline' | 'refuse' | 'pending' | 'capture-declined',
) => takeFault(emulator, name, 'capture', [id, customId])
