import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../env.ts'
import { authenticate, noStore } from '../identity/authentication.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import { releaseHandoff, useHandoff } from './checkout/handoffs.ts'
import { providerUnavailable, startOrder } from './checkout/start-order.ts'
import { applyFinding, leavePayment } from './ledger/apply-finding.ts'
import { watchedIntervalMs } from './ledger/polling-schedule.ts'
import { undecidedStates } from './ledger/state.ts'
import { isResumable, transactionBy, type Transaction } from './ledger/transactions.ts'
import { providerOf, type PaymentContext } from './payment-context.ts'
import { neutralView } from './payment-view.ts'
import type { PaymentProvider, PaymentProviderDefinition } from './providers/provider.ts'
import {
  authenticateIfPossible,
  isOwner,
  settledInTime,
  siteOrigin,
  viewFor,
  type ContextOf,
} from './route-context.ts'
import { isReturnSignature, isStatusSignature, statusSignature } from './signatures.ts'

/** Return URLs, the status of a payment, and handoff links. A signature in the URL authorises the
 *  caller, who may not be signed in. */
export function returnRoutes(
  contextOf: ContextOf,
  definitions: readonly PaymentProviderDefinition[],
) {
  const routes = new Hono<ApiEnv>()
  routes.use(noStore)

  for (const { facts } of definitions)
    for (const { path, methods, outcome } of facts.returns)
      routes.on([...methods], path, ignorePrefetch, authenticateIfPossible, (c) => {
        const context = contextOf(c)
        return answerReturn(c, context, providerOf(context, { provider: facts.id }), outcome)
      })

  routes.get('/transaction/details', ignorePrefetch, (c, next) =>
    c.req.query('s') === undefined ? authenticate(c, next) : authenticateIfPossible(c, next),
  )
  routes.get('/transaction/details', (c) => showTransaction(c, contextOf(c)))
  routes.get('/handoff/:token', ignorePrefetch, authenticateIfPossible, (c) =>
    openHandoff(c, contextOf(c), c.req.param('token')),
  )
  return routes
}

/** Prefetches and HEAD requests must not change a payment: the payer has not returned. */
const ignorePrefetch: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const isPrefetch = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')
  if (c.req.method === 'HEAD' || isPrefetch) return c.body(null, 204)
  await next()
}

async function answerReturn(
  c: Context<ApiEnv>,
  context: PaymentContext,
  provider: PaymentProvider,
  outcome: 'paid' | 'cancelled',
) {
  if (!provider.returnMethods.includes(c.req.method))
    throw new Refusal(405, 'MethodNotAllowedError', 'Method Not Allowed', {})
  const { row, isVisible } = await returnedTransaction(c, context, provider)
  await markReturned(context, row)
  const current =
    outcome === 'paid'
      ? await resumedIfUnchecked(context, await settledInTime(c, context, row, 'return'))
      : await settledInTime(c, context, await leavePayment(context, row.id, 'return'), 'member')
  if (!isVisible) throw notFound()
  return c.json({
    data: {
      ...(await viewFor(c, context, current)),
      statusSig: await statusSignature(context.settings, row.id, context.now()),
    },
  })
}

/** A payer who returns from the provider has resumed a payment that they had left. If the provider
 *  could not be asked, the payment is polled until it is decided. */
const resumedIfUnchecked = (context: PaymentContext, row: Transaction): Promise<Transaction> =>
  isResumable(row) && row.last_error !== null
    ? applyFinding(context, row.id, 'return', { kind: 'resumed' })
    : Promise.resolve(row)

/** The transaction of a return URL. A client of another site may send only the provider's order id:
 *  then the transaction is settled, but visible to its owner only. Errors: Refusal 404 if the
 *  signature or the provider's parameters do not match; nothing is changed then. */
async function returnedTransaction(
  c: Context<ApiEnv>,
  context: PaymentContext,
  provider: PaymentProvider,
): Promise<{ row: Transaction; isVisible: boolean }> {
  const query = c.req.query()
  const { tx, s } = query
  const isUnsigned = s === undefined && tx === undefined
  const orderId = isUnsigned ? provider.orderIdInReturn(query) : null
  if (orderId !== null) {
    const row = await transactionBy(context.db, 'provider_order_id', orderId)
    if (row?.provider !== provider.facts.id) throw notFound()
    return { row, isVisible: isOwner(c, row) }
  }
  const row = await transactionBy(context.db, 'id', tx ?? '')
  const isOurs =
    row?.provider === provider.facts.id &&
    (await isReturnSignature(context.settings, row, s ?? '', context.now())) &&
    provider.isReturnOf(row, query)
  if (!isOurs) throw notFound()
  return { row, isVisible: true }
}

const markReturned = (context: PaymentContext, { id }: Transaction) =>
  context.db
    .prepare('UPDATE payment_transactions SET returned_at = ? WHERE id = ? AND returned_at IS NULL')
    .bind(context.now().toISOString(), id)
    .run()

/** Answers the state of a transaction to its owner, or to a caller with its status signature. */
async function showTransaction(c: Context<ApiEnv>, context: PaymentContext) {
  const { id, transactionId, tx, s } = c.req.query()
  const row = await transactionBy(context.db, 'id', id ?? transactionId ?? tx ?? '')
  if (!row) throw notFound()
  const isVisible =
    isOwner(c, row) || (await isStatusSignature(context.settings, row.id, s ?? '', context.now()))
  if (!isVisible) throw notFound()
  const current = (await claimCheck(context, row))
    ? await settledInTime(c, context, row, 'page')
    : row
  return c.json({ data: await viewFor(c, context, current) })
}

/** Claims the right to ask the provider for an open status page, so that any number of open pages
 *  ask no more often than `watchedIntervalMs`. */
async function claimCheck(context: PaymentContext, row: Transaction): Promise<boolean> {
  if (!undecidedStates.includes(row.state) && row.failure !== 'unconfirmed') return false
  const now = context.now()
  const before = new Date(now.getTime() - watchedIntervalMs(row, now) + 500).toISOString()
  const claimed = await context.db
    .prepare(
      `UPDATE payment_transactions SET last_checked_at = ?2
       WHERE id = ?1 AND (last_checked_at IS NULL OR last_checked_at <= ?3) RETURNING id`,
    )
    .bind(row.id, now.toISOString(), before)
    .first()
  return claimed !== null
}

/** Continues a payment outside the app. */
async function openHandoff(c: Context<ApiEnv>, context: PaymentContext, token: string) {
  const origin = siteOrigin(c, context)
  const found = await useHandoff(context, token)
  if (found === null) throw notFound()
  if (found === 'expired')
    throw new Refusal(410, 'HandoffUsed', 'This link has been used or has expired', {})
  const { row } = await startOrder(context, found, origin)
  const view = await neutralView(context, row)
  if (row.state === 'created') {
    await releaseHandoff(context, token)
    throw providerUnavailable(view)
  }
  return c.json({
    data: {
      ...view,
      statusSig: await statusSignature(context.settings, row.id, context.now()),
    },
  })
}
