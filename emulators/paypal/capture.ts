import { Hono, type Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { takeFault, type Fault } from '../payment-provider/faults.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { approvalUrl, orderAnswer } from './answers.ts'
import { store, emulator, findOpenOrder, type Order } from './store.ts'
import { captureNews } from './events.ts'
import { notFound, refusal } from './problems.ts'
import { badRequestId, keepReply, oneAtATime, replyTo, usedElsewhere } from './replies.ts'
import { originOf, type PayPal } from './settings.ts'

export const capture = new Hono<PayPal>()

capture.post(
  '/v2/checkout/orders/:id/capture',
  withLateAnswer(emulator, 'capture'),
  oneAtATime,
  withFaults(emulator, 'capture'),
  (c) => {
    const id = c.req.param('id')
    const key = c.req.header('paypal-request-id')
    const badKey = badRequestId(key)
    if (badKey) return badKey
    const order = findOpenOrder(id)
    if (!order) return notFound('order_id', id)
    const earlier = replyTo('capture', key)
    if (earlier && earlier.subject !== id) return usedElsewhere()
    if (earlier) return earlier.declined ? declined(c, order) : orderAnswer(c, order, 200)
    const refused = refusalOf(order)
    if (refused) return refusal(422, refused)
    if (order.fate === 'instrument declined' || takeFor(order, 'decline')) {
      order.fate = 'instrument declined'
      keepReply('capture', key, id, true)
      return declined(c, order)
    }
    captureOrder(c, order)
    keepReply('capture', key, id)
    return orderAnswer(c, order, 201)
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
  const refuse = takeFor(order, 'refuse')
  if (refuse) return { issue: refuse.issue ?? 'TRANSACTION_REFUSED' }
  if (isInvoiceTaken(order))
    return { issue: 'DUPLICATE_INVOICE_ID', description: 'Duplicate Invoice ID detected.' }
  return undefined
}

/** An invoice is paid once in a merchant's account; a declined capture does not use it up. */
const isInvoiceTaken = ({ id, invoiceId }: Order) =>
  invoiceId !== undefined &&
  [...store.orders.values()].some(
    (other) =>
      other.id !== id &&
      other.invoiceId === invoiceId &&
      other.capture &&
      other.capture.status !== 'DECLINED',
  )

const declined = (c: Context<PayPal>, { id }: Order) =>
  refusal(
    422,
    {
      issue: 'INSTRUMENT_DECLINED',
      description:
        'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
    },
    [{ href: approvalUrl(originOf(c), id), rel: 'redirect', method: 'GET' }],
  )

function captureOrder(c: Context<PayPal>, order: Order) {
  const now = nowMs(emulator)
  const pending = takeFor(order, 'pending')
  const isDeclined = order.fate === 'capture declined' || takeFor(order, 'capture-declined')
  const isPending = pending !== undefined || order.fate === 'pending'
  order.status = 'COMPLETED'
  order.capture = {
    id: randomId(17, 'paypal'),
    status: isDeclined ? 'DECLINED' : isPending ? 'PENDING' : 'COMPLETED',
    reason: !isDeclined && isPending ? reasonOf(order, pending) : undefined,
    statusCalls: pending?.statusCalls,
    then: pending?.then ?? 'completed',
    createdMs: now,
    updatedMs: now,
    refunds: [],
  }
  sendWebhooks(c, emulator, [captureNews(order, order.capture, now)])
}

/** A bank transfer that takes days, unless the merchant asked for immediate payment only; then a
 *  review. */
const reasonOf = ({ immediatePaymentOnly }: Order, pending: Fault | undefined) =>
  pending?.reason ?? (immediatePaymentOnly ? 'PENDING_REVIEW' : 'ECHECK')

const takeFor = (
  { id, customId }: Order,
  name: 'decline' | 'refuse' | 'pending' | 'capture-declined',
) => takeFault(emulator, name, 'capture', [id, customId])
