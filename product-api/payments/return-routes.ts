import { Hono, type Context } from 'hono'
import type { Api } from '../env.ts'
import { bearer, neverKept } from '../identity/bearer.ts'
import { apply, providerUnavailable, started } from './checkout/checkout.ts'
import {
  isOwner,
  perhapsBearer,
  settledInTime,
  siteOrigin,
  tillOf,
  viewFor,
} from './operator/desk.ts'
import { giveBack, takeOver } from './checkout/handoffs.ts'
import { watchedEveryMs } from './polling-schedule.ts'
import type { ProviderName } from './settings.ts'
import { neutralView } from './show.ts'
import { isReturn, isStatus, statusSignature } from './signatures.ts'
import { undecided, type Finding } from './ledger/state.ts'
import type { Till } from './providers/provider.ts'
import { transactionBy, type Transaction } from './ledger/transactions.ts'
import { notFound, Refusal } from '../strapi/errors.ts'

/** Where payers come back to, and where they see what became of their money: by what their address proves, not by who they are. */
export const paymentReturns = new Hono<Api>()
paymentReturns.use(neverKept)

// A browser that looks ahead, or only asks for headers, is not a payer who comes back.
paymentReturns.use(async (c, next) => {
  const isLookingAhead = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')
  if (c.req.method === 'HEAD' || isLookingAhead) return c.body(null, 204)
  await next()
})

paymentReturns.get('/paypal/success', perhapsBearer, (c) => comeBack(c, 'paypal', 'paid'))
paymentReturns.get('/paypal/cancel', perhapsBearer, (c) => comeBack(c, 'paypal', 'cancelled'))
paymentReturns.on(['GET', 'POST'], '/phonepe/return', perhapsBearer, (c) => {
  const { PHONEPE_RETURN_METHOD: method } = tillOf(c).settings
  if (method !== 'both' && method !== c.req.method.toLowerCase())
    throw new Refusal(405, 'MethodNotAllowedError', 'Method Not Allowed', {})
  return comeBack(c, 'phonepe', 'paid')
})

async function comeBack(c: Context<Api>, provider: ProviderName, as: 'paid' | 'cancelled') {
  const till = tillOf(c)
  const { row, mayLook } = await returned(c, till, provider)
  await remember(till, row)
  const settled = await settledInTime(c, till, row, 'return')
  const wish = wishOf(as, settled)
  const current = wish === null ? settled : await apply(till, row.id, 'return', wish)
  if (!mayLook) throw notFound()
  return c.json({
    data: {
      ...(await viewFor(c, till, current)),
      statusSig: await statusSignature(till.settings, row.id, till.now()),
    },
  })
}

/** What a return says that the provider did not: that the payer gave it up, or took it up again while nobody could be asked. Neither
 *  is proof of anything; an order that was taken up again is asked about until it is decided. */
function wishOf(
  as: 'paid' | 'cancelled',
  { state, failure, last_error }: Transaction,
): Finding | null {
  if (as === 'cancelled') return state === 'redirected' ? { kind: 'cancelled' } : null
  const isLeftOpen = state === 'cancelled' && failure === 'cancelled' && last_error !== null
  return isLeftOpen ? { kind: 'resumed' } : null
}

/** The attempt that an address means. A foreign client brings PayPal's token alone: then the attempt is settled for its owner, and
 *  shown to nobody else. Errors: Refusal 404 for whatever does not fit together; nothing is changed then. */
async function returned(
  c: Context<Api>,
  till: Till,
  provider: ProviderName,
): Promise<{ row: Transaction; mayLook: boolean }> {
  const { tx, s, token } = c.req.query()
  if (s === undefined && tx === undefined && provider === 'paypal' && token !== undefined) {
    const row = await transactionBy(till.db, 'provider_order_id', token)
    if (row?.provider !== provider) throw notFound()
    return { row, mayLook: isOwner(c, row) }
  }
  const row = await transactionBy(till.db, 'id', tx ?? '')
  const isOurs =
    row?.provider === provider &&
    (await isReturn(till.settings, row, s ?? '', till.now())) &&
    // Or one's own cheap paid order would pass for another one.
    (provider === 'phonepe' || token === row.provider_order_id)
  if (!isOurs) throw notFound()
  return { row, mayLook: true }
}

const remember = (till: Till, { id }: Transaction) =>
  till.db
    .prepare('UPDATE payment_transactions SET returned_at = ? WHERE id = ? AND returned_at IS NULL')
    .bind(till.now().toISOString(), id)
    .run()

/** What became of a transaction: all of it for its owner, the neutral part for whoever holds a signature. */
paymentReturns.get('/transaction/details', async (c, next) =>
  c.req.query('s') === undefined ? bearer(c, next) : perhapsBearer(c, next),
)
paymentReturns.get('/transaction/details', async (c) => {
  const till = tillOf(c)
  const { id, transactionId, tx, s } = c.req.query()
  const row = await transactionBy(till.db, 'id', id ?? transactionId ?? tx ?? '')
  if (!row) throw notFound()
  if (!isOwner(c, row) && !(await isStatus(till.settings, row.id, s ?? '', till.now())))
    throw notFound()
  const current = (await isDue(till, row)) ? await settledInTime(c, till, row, 'page') : row
  return c.json({ data: await viewFor(c, till, current) })
})

/** Whether the provider is to be asked for this look, of however many at once: the ladder says how often. */
async function isDue(till: Till, row: Transaction): Promise<boolean> {
  if (!undecided.includes(row.state)) return false
  const now = till.now()
  const before = new Date(now.getTime() - watchedEveryMs(row, now) + 500).toISOString()
  const claimed = await till.db
    .prepare(
      `UPDATE payment_transactions SET last_checked_at = ?2
       WHERE id = ?1 AND (last_checked_at IS NULL OR last_checked_at <= ?3) RETURNING id`,
    )
    .bind(row.id, now.toISOString(), before)
    .first()
  return claimed !== null
}

/** Opens a payment outside the app. */
paymentReturns.get('/handoff/:token', perhapsBearer, async (c) => {
  const till = tillOf(c)
  const token = c.req.param('token')
  const origin = siteOrigin(c, till)
  const taken = await takeOver(till, token)
  if (taken === null) throw notFound()
  if (taken === 'over')
    throw new Refusal(410, 'HandoffUsed', 'This link has been used or its time is over', {})
  const { row } = await started(till, taken, origin)
  const view = await neutralView(till, row)
  if (row.state === 'created') {
    await giveBack(till, token)
    throw providerUnavailable(view)
  }
  return c.json({
    data: { ...view, statusSig: await statusSignature(till.settings, row.id, till.now()) },
  })
})
