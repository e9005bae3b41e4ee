import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { Api } from '../env.ts'
import { member, neverKept } from '../identity/bearer.ts'
import { countAttempt } from '../identity/limits.ts'
import { readBody } from '../identity/request-body.ts'
import {
  apply,
  attemptFor,
  providerUnavailable,
  started,
  type Order,
} from './checkout/checkout.ts'
import { ownTransaction, settledInTime, siteOrigin, tillOf } from './operator/desk.ts'
import { handOff } from './checkout/handoffs.ts'
import { mustLeaveApp, orderFields, orderOf } from './checkout/order-form.ts'
import { quoteFor } from './checkout/price.ts'
import { askForRefund } from './refunds/refund-requests.ts'
import { currencyOf, missingFor, providerNames, type ProviderName } from './settings.ts'
import { ownView } from './show.ts'
import { ulid, type Transaction } from './ledger/transactions.ts'
import { validation } from '../strapi/errors.ts'

/** Plans are paid for here: quotes, checkouts, and what a member may do with their own payments. */
export const payments = new Hono<Api>()
payments.use(neverKept)

payments.get('/providers', (c) => {
  const { settings } = tillOf(c)
  return c.json({
    data: providerNames.map((provider) => {
      const missing = missingFor(provider, settings)
      return {
        provider,
        currency: currencyOf(provider, settings),
        available: missing.length === 0,
        missing,
      }
    }),
  })
})

payments.post('/quote', async (c) => {
  const { plan, currency, coupon, useCredit } = await readBody(
    c,
    { ...orderFields, currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) },
    { inData: true },
  )
  if (coupon !== null) await countAttempt(c, 'coupon')
  const userId = c.get('user')?.id ?? null
  const till = tillOf(c)
  const quote = await quoteFor(till.db, { plan, currency, coupon, useCredit, userId }, till.now())
  if (!quote) throw validation('This plan is not sold in this currency')
  const { lines, totalMinor, endsAt, plan: offer } = quote
  const { slug, days, name } = offer
  return c.json({
    data: { plan: { slug, days, name }, currency, lines, totalMinor, endsAt, coupon: quote.coupon },
  })
})

payments.post('/paypal/checkout', (c) => checkout(c, 'paypal'))
payments.post('/phonepe/checkout', (c) => checkout(c, 'phonepe'))

async function checkout(c: Context<Api>, provider: ProviderName) {
  const till = tillOf(c)
  const { order, inApp } = await readOrder(c, provider)
  if (inApp && till.settings.IN_APP_CHECKOUT !== 'allow') throw mustLeaveApp(till.settings)
  const attempt = await attemptFor(till, order, (row) => ownView(till, row))
  const { row, isNew } = await started(till, attempt, siteOrigin(c, till))
  const view = await ownView(till, row)
  if (couldNotStart(row)) throw providerUnavailable(view)
  return c.json(
    {
      data: view,
      links: view.redirectUrl === null ? [] : [{ rel: 'payer-action', href: view.redirectUrl }],
    },
    isNew && row.state === 'redirected' ? 201 : 200,
  )
}

/** The attempt stands, and says so; the provider never made an order of it that could be paid. */
const couldNotStart = ({ state, failure, redirect_url }: Transaction) =>
  (state === 'created' && redirect_url === null) ||
  (state === 'failed' &&
    (failure === 'not-started' || failure === 'refused') &&
    redirect_url === null)

/** Enters an attempt without sending it to the provider yet. */
payments.post('/', async (c) => {
  const till = tillOf(c)
  const { order } = await readOrder(c)
  const row = await attemptFor(till, order, (one) => ownView(till, one))
  return c.json({ data: await ownView(till, row) }, row.state_version === 0 ? 201 : 200)
})

/** In the app: a link's token that opens the payment in the phone's browser. */
payments.post('/handoff', async (c) => {
  const till = tillOf(c)
  const { user } = member(c)
  if (till.settings.IN_APP_CHECKOUT === 'refuse') throw mustLeaveApp(till.settings)
  const { tx } = await readBody(c, { tx: v.optional(ulid) }, { inData: true })
  const row =
    tx === undefined
      ? await attemptFor(till, (await readOrder(c)).order, (one) => ownView(till, one))
      : await ownTransaction(c, till, tx)
  if (row.user_id !== user.id) throw validation('This payment is not yours')
  return c.json({ data: { token: await handOff(till, row), id: row.id } }, 201)
})

payments.get('/', async (c) => {
  const till = tillOf(c)
  const { user } = member(c)
  const [page, pageSize] = [number(c, 'page', 1, 10_000), number(c, 'pageSize', 25, 100)]
  const [rows, count] = await till.db.batch([
    till.db
      .prepare(
        'SELECT * FROM payment_transactions WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
      )
      .bind(user.id, pageSize, (page - 1) * pageSize),
    till.db
      .prepare('SELECT count(*) AS total FROM payment_transactions WHERE user_id = ?')
      .bind(user.id),
  ])
  const total = (count?.results[0] as { total: number } | undefined)?.total ?? 0
  const data = await Promise.all(
    ((rows?.results ?? []) as Transaction[]).map((row) => ownView(till, row)),
  )
  return c.json({
    data,
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
  })
})

const number = (c: Context<Api>, name: string, otherwise: number, most: number) => {
  const given = c.req.query(`pagination[${name}]`) ?? ''
  return /^[1-9]\d{0,4}$/.test(given) ? Math.min(most, Number.parseInt(given, 10)) : otherwise
}

payments.post('/:id/refund', async (c) => {
  const till = tillOf(c)
  member(c)
  const { reason } = await readBody(
    c,
    { reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000)), '') },
    { inData: true },
  )
  const row = await ownTransaction(c, till, c.req.param('id'))
  await askForRefund(till, row, reason)
  return c.json({ data: await ownView(till, row) }, 201)
})

/** The member gives it up, unless the provider knows better. */
payments.post('/:id/cancel', async (c) => {
  const till = tillOf(c)
  member(c)
  const row = await ownTransaction(c, till, c.req.param('id'))
  const current = await settledInTime(c, till, row, 'member')
  const left = await apply(till, current.id, 'member', { kind: 'cancelled' })
  return c.json({ data: await ownView(till, left) })
})

async function readOrder(
  c: Context<Api>,
  provider?: ProviderName,
): Promise<{ order: Order; inApp: boolean }> {
  const { user } = member(c)
  await countAttempt(c, 'checkout', String(user.id))
  return orderOf(c, user.id, provider)
}
