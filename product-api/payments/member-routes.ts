import { Hono, type Context } from 'hono'
import { handoffRequest, quoteRequest, refundRequest } from '../../domain/contracts/payments.ts'
import type { ApiEnv } from '../env.ts'
import { noStore, requireMember } from '../identity/authentication.ts'
import { clientInfo } from '../client-info.ts'
import { enforceRateLimit } from '../identity/rate-limits.ts'
import { validation } from '../strapi/errors.ts'
import { parseFields, readBody, readFields } from '../strapi/request-body.ts'
import { attemptFor } from './checkout/attempt.ts'
import { createHandoff } from './checkout/handoffs.ts'
import { notInApp, orderFrom } from './checkout/order-form.ts'
import { quoteFor } from './checkout/price.ts'
import { providerUnavailable, startOrder } from './checkout/start-order.ts'
import { leavePayment } from './ledger/apply-finding.ts'
import type { Transaction } from './ledger/transactions.ts'
import type { PaymentContext } from './payment-context.ts'
import { ownView } from './payment-view.ts'
import type { PaymentProviderDefinition } from './providers/provider.ts'
import { requestRefund } from './refunds/refund-requests.ts'
import { documentViews } from './tax/document-view.ts'
import { needsPayerState, storedPayerState } from './tax/payer-state.ts'
import { documentsOf } from './tax/tax-documents.ts'
import { ownTransaction, settledInTime, siteOrigin, type ContextOf } from './route-context.ts'

/** Quotes, checkouts, and members' own payments. */
export function memberRoutes(
  contextOf: ContextOf,
  definitions: readonly PaymentProviderDefinition[],
) {
  const routes = new Hono<ApiEnv>()
  routes.use(noStore)
  routes.get('/providers', (c) => listProviders(c, contextOf(c)))
  routes.post('/quote', (c) => quote(c, contextOf(c)))
  for (const { facts } of definitions)
    routes.post(`/${facts.id}/checkout`, (c) => checkout(c, contextOf(c), facts.id))
  routes.post('/', (c) => beginAttempt(c, contextOf(c)))
  routes.post('/handoff', (c) => handOff(c, contextOf(c)))
  routes.get('/', (c) => listPayments(c, contextOf(c)))
  routes.get('/:id/tax-documents', (c) => listDocuments(c, contextOf(c), c.req.param('id')))
  routes.post('/:id/refund', (c) => refund(c, contextOf(c), c.req.param('id')))
  routes.post('/:id/cancel', (c) => cancel(c, contextOf(c), c.req.param('id')))
  return routes
}

/** `meta`: the refund period that pages promise to payers. */
function listProviders(c: Context<ApiEnv>, { providers, settings }: PaymentContext) {
  return c.json({
    data: providers.map(({ facts, currency, missingSettings }) => ({
      provider: facts.id,
      currency,
      available: missingSettings.length === 0,
      missing: missingSettings,
    })),
    meta: { refundDays: settings.REFUND_DAYS },
  })
}

async function quote(c: Context<ApiEnv>, context: PaymentContext) {
  const request = await readBody(c, quoteRequest, { isDataAllowed: true })
  if (request.coupon !== null) await enforceRateLimit(c, 'coupon')
  const userId = c.get('user')?.id ?? null
  const found = await quoteFor(context.db, { ...request, userId }, context.now())
  if (!found) throw validation('This plan is not sold in this currency')
  const { lines, totalMinor, endsAt, coupon, plan } = found
  const { currency } = request
  const tax = needsPayerState(context.settings, currency)
    ? {
        percent: context.settings.TAX_PERCENT,
        payerState: userId === null ? null : await storedPayerState(context.db, userId),
      }
    : null
  const { slug, days, name } = plan
  return c.json({
    data: {
      plan: { slug, days, name },
      currency,
      lines,
      totalMinor,
      endsAt,
      coupon,
      tax,
    },
  })
}

async function checkout(c: Context<ApiEnv>, context: PaymentContext, provider: string) {
  const { order, inApp } = await readMembersOrder(c, context, { provider })
  if (inApp && context.settings.IN_APP_CHECKOUT !== 'allow') throw notInApp(context.settings)
  const attempt = await attemptFor(context, order, (row) => ownView(context, row))
  const { row, isNew } = await startOrder(context, attempt, siteOrigin(c, context))
  const view = await ownView(context, row)
  if (couldNotStart(row)) throw providerUnavailable(view)
  return c.json(
    {
      data: view,
      links: view.redirectUrl === null ? [] : [{ rel: 'payer-action', href: view.redirectUrl }],
    },
    isNew && row.state === 'redirected' ? 201 : 200,
  )
}

/** Whether the provider has created no order that can be paid. */
const couldNotStart = ({ state, failure, redirect_url }: Transaction) =>
  (state === 'created' && redirect_url === null) ||
  (state === 'failed' &&
    (failure === 'not-started' || failure === 'refused') &&
    redirect_url === null)

/** Stores an attempt without creating its order at the provider yet. */
async function beginAttempt(c: Context<ApiEnv>, context: PaymentContext) {
  const { order } = await readMembersOrder(c, context)
  const row = await attemptFor(context, order, (one) => ownView(context, one))
  return c.json({ data: await ownView(context, row) }, row.state_version === 0 ? 201 : 200)
}

/** Answers the token of a link with which the app opens the payment in the phone's browser. */
async function handOff(c: Context<ApiEnv>, context: PaymentContext) {
  const { user } = requireMember(c)
  if (context.settings.IN_APP_CHECKOUT === 'refuse') throw notInApp(context.settings)
  const fields = await readFields(c, { isDataAllowed: true })
  const { tx } = parseFields(fields, handoffRequest)
  const row =
    tx === undefined
      ? await attemptFor(context, (await readMembersOrder(c, context, { fields })).order, (one) =>
          ownView(context, one),
        )
      : await ownTransaction(c, context, tx)
  if (row.user_id !== user.id) throw validation('This payment is not yours')
  const token = await createHandoff(context, row)
  return c.json({ data: { token, id: row.id } }, 201)
}

async function listPayments(c: Context<ApiEnv>, context: PaymentContext) {
  const { user } = requireMember(c)
  const [page, pageSize] = [
    paginationOf(c, 'page', 1, 10_000),
    paginationOf(c, 'pageSize', 25, 100),
  ]
  const [rows, count] = await context.db.batch([
    context.db
      .prepare(
        `SELECT * FROM payment_transactions WHERE user_id = ?
         ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      )
      .bind(user.id, pageSize, (page - 1) * pageSize),
    context.db
      .prepare('SELECT count(*) AS total FROM payment_transactions WHERE user_id = ?')
      .bind(user.id),
  ])
  const total = (count?.results[0] as { total: number } | undefined)?.total ?? 0
  const data = await Promise.all(
    ((rows?.results ?? []) as Transaction[]).map((row) => ownView(context, row)),
  )
  return c.json({
    data,
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
  })
}

const paginationOf = (c: Context<ApiEnv>, name: string, fallback: number, max: number) => {
  const given = c.req.query(`pagination[${name}]`) ?? ''
  return /^[1-9]\d{0,4}$/.test(given) ? Math.min(max, Number.parseInt(given, 10)) : fallback
}

/** The tax invoice and credit notes of the member's payment. */
async function listDocuments(c: Context<ApiEnv>, context: PaymentContext, id: string) {
  requireMember(c)
  const row = await ownTransaction(c, context, id)
  return c.json({ data: documentViews(await documentsOf(context.db, row.id)) })
}

async function refund(c: Context<ApiEnv>, context: PaymentContext, id: string) {
  requireMember(c)
  const { reason } = await readBody(c, refundRequest, { isDataAllowed: true })
  const row = await ownTransaction(c, context, id)
  await requestRefund(context, row, reason)
  return c.json({ data: await ownView(context, row) }, 201)
}

/** Cancels the member's payment. If it turns out to be paid, the money is given back. */
async function cancel(c: Context<ApiEnv>, context: PaymentContext, id: string) {
  requireMember(c)
  const row = await ownTransaction(c, context, id)
  const left = await leavePayment(context, row.id, 'member')
  const current = await settledInTime(c, context, left, 'member')
  return c.json({ data: await ownView(context, current) })
}

/** `provider`: from the path, if it names one. `fields`: of a body that was already read. */
async function readMembersOrder(
  c: Context<ApiEnv>,
  context: PaymentContext,
  given: { provider?: string; fields?: Record<string, unknown> } = {},
) {
  const { user } = requireMember(c)
  await enforceRateLimit(c, 'checkout', String(user.id))
  const fields = given.fields ?? (await readFields(c, { isDataAllowed: true }))
  return orderFrom(fields, context, {
    userId: user.id,
    locale: clientInfo(c).locale,
    provider: given.provider,
  })
}
