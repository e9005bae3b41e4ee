import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiEnv } from '../../product-api/env.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { settle } from '../../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { createReport } from '../../product-api/payments/operator/report.ts'
import { registeredProviders } from '../../product-api/payments/providers/registry.ts'
import { reconcileDuePayments } from '../../product-api/payments/reconcile-due-payments.ts'
import { findOpenRequest } from '../../product-api/payments/refunds/refund-requests.ts'
import { sendRefund } from '../../product-api/payments/refunds/refunds.ts'
import { paymentRoutes } from '../../product-api/payments/routes.ts'
import { errorResponse } from '../../product-api/strapi/error-response.ts'
import { Refusal } from '../../product-api/strapi/errors.ts'
import { settings, siteHost } from '../emulators/identity.ts'
import {
  freshJwt,
  newMember,
  setUpPayments,
  advanceTime,
  rows,
  vaoPack,
  type AnswerBody,
} from '../emulators/payments.ts'
import { bankTransfer } from '../support/bank-transfer-provider/bank-transfer.ts'
import { markReceived } from '../support/bank-transfer-provider/bank-statement.ts'
import { database } from '../support/product-api.ts'

// A provider in a folder of its own and one line of registration: everything else is the product's.
const providers = [...registeredProviders, bankTransfer]

const api = new Hono<ApiEnv>()
api.route('/api', paymentRoutes(providers))
api.onError((error, c) => {
  if (error instanceof Refusal) return errorResponse(c, error)
  throw error
})

const background: Promise<unknown>[] = []
const executionContext = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException: () => undefined,
  props: {},
} as unknown as ExecutionContext

async function call(method: string, path: string, options: { jwt?: string; body?: object } = {}) {
  const { jwt, body } = options
  const request = new Request(`http://product-api/api/payment-transactions${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-client-address': crypto.randomUUID(),
      'x-site-host': siteHost,
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await api.fetch(request, env, executionContext)
  await Promise.all(background.splice(0))
  return { status: answer.status, body: await answer.json<AnswerBody>() }
}

const operatorContext = (): PaymentContext => ({
  ...configurePayments(settings, providers),
  db: database(),
  now: () => new Date(),
})

const pressPay = (jwt: string) =>
  call('POST', '/bank-transfer/checkout', {
    jwt,
    body: { data: { plan: vaoPack, checkoutKey: crypto.randomUUID(), locale: 'en' } },
  })

/** A member who has pressed "Pay" and chosen the bank transfer. */
async function begin() {
  const { id: user, jwt } = await newMember()
  const { status, body } = await pressPay(jwt)
  return { user, jwt, status, links: body.links, view: body.data, id: body.data.id }
}

async function beginAndPay() {
  const begun = await begin()
  markReceived(begun.id, `UTR-${begun.id}`, begun.view.amountMinor)
  await settle(operatorContext(), begun.id, 'operator')
  return begun
}

const ledgerKinds = async (id: string) =>
  (
    await rows<{ kind: string }>(
      'SELECT kind FROM payment_events WHERE transaction_id = ? ORDER BY id',
      id,
    )
  ).map(({ kind }) => kind)

const subscriptionsOf = (id: string) =>
  rows('SELECT status FROM user_subscriptions WHERE transaction_id = ?', id)

beforeEach(() => setUpPayments({ BANK_ACCOUNT: 'ABHY0000001' }))

describe('a bank transfer that the operator marks as paid', () => {
  it('is listed with its currency, and hidden while its setting is missing', async () => {
    const listed = { provider: 'bank-transfer', currency: 'INR' }
    expect((await call('GET', '/providers')).body.data).toContainEqual({
      ...listed,
      available: true,
      missing: [],
    })
    settings.BANK_ACCOUNT = ''
    expect((await call('GET', '/providers')).body.data).toContainEqual({
      ...listed,
      available: false,
      missing: ['BANK_ACCOUNT'],
    })
    const { jwt } = await newMember()
    expect((await pressPay(jwt)).status).toBe(503)
  })

  it('leads to the bank and waits there until the transfer arrives', async () => {
    const { status, links, view, jwt, id } = await begin()
    expect(status).toBe(201)
    const address = new URL(links[0]?.href ?? '')
    expect(address.origin).toBe('https://bank.test')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      account: 'ABHY0000001',
      purpose: id,
    })
    expect(view).toMatchObject({
      provider: 'bank-transfer',
      status: 'waiting',
      currency: 'INR',
      amountMinor: 29_900,
    })
    const details = await call('GET', `/transaction/details?id=${id}`, { jwt })
    expect(details.body.data).toMatchObject({ id, status: 'waiting', nextCheckMs: 3000 })
  })

  it('comes back by its own return path, which decides nothing by itself', async () => {
    const { links, jwt } = await begin()
    const back = new URL(new URL(links[0]?.href ?? '').searchParams.get('back') ?? '')
    expect(back.pathname).toBe('/bank-transfer/return')
    const returned = await call('GET', back.pathname + back.search, { jwt })
    expect(returned.body.data).toMatchObject({ status: 'waiting', provider: 'bank-transfer' })
    const forged = back.search.replace(/s=./, 's=!')
    expect((await call('GET', back.pathname + forged, { jwt })).status).toBe(404)
  })

  it('gives one subscription and one ledger entry however often it is settled', async () => {
    const { user, id } = await beginAndPay()
    await Promise.all([
      settle(operatorContext(), id, 'operator'),
      settle(operatorContext(), id, 'webhook'),
      reconcileDuePayments(operatorContext()),
    ])
    expect(await subscriptionsOf(id)).toEqual([{ status: 'active' }])
    expect(await ledgerKinds(id)).toEqual(['created', 'started', 'captured'])
    const details = await call('GET', `/transaction/details?id=${id}`, {
      jwt: await freshJwt(user),
    })
    expect(details.body.data).toMatchObject({ status: 'paid', reference: `UTR-${id}` })
    expect(details.body.data.receiptNumber).toMatch(/^AB-\d{4}-\d{6}$/)
  })

  it('is found by the cron trigger at the ages of its own polling schedule', async () => {
    const { id, view } = await begin()
    markReceived(id, `UTR-${id}`, view.amountMinor)
    advanceTime(1800)
    await reconcileDuePayments(operatorContext())
    expect(await subscriptionsOf(id)).toEqual([])
    advanceTime(1801)
    await reconcileDuePayments(operatorContext())
    expect(await subscriptionsOf(id)).toEqual([{ status: 'active' }])
  })

  it('is flagged for review when another amount arrives', async () => {
    const { id, view } = await begin()
    markReceived(id, `UTR-${id}`, view.amountMinor - 1)
    expect((await settle(operatorContext(), id, 'operator'))?.state).toBe('review')
    expect(await subscriptionsOf(id)).toEqual([])
  })

  it('can be cancelled by the member, and is given back if the money arrives later', async () => {
    const { jwt, id, view } = await begin()
    const cancelled = await call('POST', `/${id}/cancel`, { jwt, body: {} })
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', state: 'cancelled' })
    markReceived(id, `UTR-${id}`, view.amountMinor)
    const settled = await settle(operatorContext(), id, 'operator')
    expect(settled).toMatchObject({ state: 'paid', failure: 'cancelled' })
    await reconcileDuePayments(operatorContext())
    expect(await subscriptionsOf(id)).toEqual([{ status: 'refunded' }])
    expect(await findOpenRequest(database(), id)).toBeNull()
  })

  it('is refunded once at the member’s request, and the subscription ends', async () => {
    const { jwt, id } = await beginAndPay()
    expect((await call('POST', `/${id}/refund`, { jwt, body: { reason: 'x' } })).status).toBe(201)
    const request = await findOpenRequest(database(), id)
    const sent = await sendRefund(operatorContext(), request?.id ?? '')
    expect(sent?.status).toBe('done')
    expect(await sendRefund(operatorContext(), request?.id ?? '')).toBeNull()
    expect(await subscriptionsOf(id)).toEqual([{ status: 'refunded' }])
    expect(
      await rows(
        'SELECT sum(amount_minor) AS minor FROM payment_events WHERE transaction_id = ?',
        id,
      ),
    ).toEqual([{ minor: 0 }])
  })

  it('agrees with the report of the accounts', async () => {
    const since = new Date()
    const { id } = await beginAndPay()
    const { items } = await createReport(operatorContext(), since)
    expect(items.filter(({ transaction }) => transaction === id)).toEqual([])
  })

  it('is no path of a product API that has not registered it', async () => {
    const { jwt } = await newMember()
    const unregistered = new Hono<ApiEnv>().route('/api', paymentRoutes())
    const answer = await unregistered.fetch(
      new Request('http://product-api/api/payment-transactions/bank-transfer/checkout', {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}` },
      }),
      env,
      executionContext,
    )
    expect(answer.status).toBe(404)
  })
})
