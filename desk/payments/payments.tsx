import { minorOfText } from '../ui/typed-amount.ts'
import type { FormFields } from '../../http/request-body.ts'
import { runStatements } from '../../product-api/database.ts'
import { declinedForOf } from '../../product-api/payments/refunds/declined-requests.ts'
import { auditStatement } from '../audit/audit-log.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { deskSettings } from '../settings.ts'
import { redirectDone } from '../ui/done.ts'
import { messagePage } from '../ui/message-page.tsx'
import { orderPage, type OrderShown } from './order-page.tsx'
import { mayAsk, orderById } from './orders.ts'
import { declineRequest } from './declined-request.ts'
import { paymentsPage } from './payments-page.tsx'
import { decideRefund, proposalById, proposeRefund } from './refund-proposals.ts'

const cashiers = ['cashier', 'owner'] as const
const order = '/payments/:order{[0-9A-Z]{26}}'
const proposal = '/refunds/:id{\\d{1,12}}'

export const paymentRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/payments', roles: cashiers, handle: (c) => paymentsPage(c, null) },
  { method: 'GET', path: order, roles: cashiers, handle: (c) => show(c, {}) },
  { method: 'POST', path: `${order}/ask`, roles: cashiers, handle: askProvider },
  { method: 'POST', path: `${order}/refund`, roles: cashiers, handle: refund },
  { method: 'POST', path: `${order}/decline`, roles: cashiers, handle: decline },
  {
    method: 'POST',
    path: `${proposal}/approve`,
    roles: cashiers,
    handle: (c, form) => decide(c, 'approved', form),
  },
  {
    method: 'POST',
    path: `${proposal}/decline`,
    roles: cashiers,
    handle: (c, form) => decide(c, 'declined', form),
  },
]

const orderOf = (c: DeskContext) => orderById(c.env.DB, c.req.param('order') ?? '')

async function show(c: DeskContext, shown: OrderShown) {
  const found = await orderOf(c)
  return found ? orderPage(c, found, shown) : messagePage(c, 404, 'not_found')
}

/** How long an order has been due that the product API's cron trigger asks about, or whose clock it
 *  tells, in its next run. */
const lateMs = 10 * 60_000

/** Makes the order due, so that the product API, which has the provider's credentials, asks within
 *  a minute. */
async function askProvider(c: DeskContext) {
  const found = await orderOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  if (!mayAsk(found)) return show(c, {})
  const now = c.get('now')
  await runStatements(c.env.DB, [
    {
      text: 'UPDATE payment_transactions SET next_check_at = ? WHERE id = ?',
      values: [new Date(now.getTime() - lateMs).toISOString(), found.id],
    },
    auditStatement(
      { operator: operatorOf(c), action: 'provider_asked', subject: `order ${found.id}` },
      now,
    ),
  ])
  return show(c, { done: 'provider_is_asked' })
}

async function refund(c: DeskContext, form: FormFields) {
  const found = await orderOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  const typed = { amount: form.amount ?? '', reason: form.reason ?? '' }
  const amountMinor = minorOfText(typed.amount, found.currency)
  if (amountMinor === null) return show(c, { typed, problem: 'invalid-amount' })
  const reason = typed.reason.replace(/\s+/g, ' ').trim().slice(0, 300)
  if (reason === '') return show(c, { typed, problem: 'reason_needed' })
  const aloneMinor = deskSettings(c.env).refundAloneMinor[found.currency] ?? 0
  const proposed = { amountMinor, reason, aloneMinor, despiteDispute: isDespiteDispute(form) }
  const outcome = await proposeRefund(c.env.DB, found, proposed, operatorOf(c), c.get('now'))
  if (outcome === 'waits') return show(c, { done: 'refund_waits' })
  if (outcome === 'queued') return show(c, { done: 'refund_queued' })
  return show(c, { typed, problem: outcome })
}

/** Declines what the payer asked for; the payer reads why. */
async function decline(c: DeskContext, form: FormFields) {
  const found = await orderOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  const typed = { reason: form.reason ?? '', note: form.note ?? '' }
  const declined = declinedForOf(typed.reason, typed.note)
  if (!declined) return show(c, { declining: typed })
  const isDone = await declineRequest(c.env.DB, found.id, declined, operatorOf(c), c.get('now'))
  return show(c, isDone ? { done: 'request_declined' } : { problem: 'decided' })
}

/** The box that an operator ticks to refund a payment that its payer disputes. */
const isDespiteDispute = (form: FormFields) => form.despite_dispute === '1'

async function decide(c: DeskContext, state: 'approved' | 'declined', form: FormFields) {
  const found = await proposalById(c.env.DB, Number(c.req.param('id')))
  if (!found) return messagePage(c, 409, 'decided_already')
  const decision = { state, despiteDispute: isDespiteDispute(form) }
  const outcome = await decideRefund(c.env.DB, found, decision, operatorOf(c), c.get('now'))
  if (outcome === 'own') return paymentsPage(c, 'refund_own')
  if (outcome === 'decided') return messagePage(c, 409, 'decided_already')
  const done = state === 'approved' ? 'refund_queued' : 'done_declined'
  if (outcome === 'done') return redirectDone(c, `/payments/${found.transactionId}`, done)
  const order = await orderById(c.env.DB, found.transactionId)
  return order ? orderPage(c, order, { problem: outcome }) : messagePage(c, 404, 'not_found')
}
