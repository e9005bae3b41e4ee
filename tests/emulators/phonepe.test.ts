import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import phonepe from '../../emulators/phonepe/phonepe.ts'

// The emulator runs here in process; its callbacks go over the wire to a shop that only listens.

const mail: { headers: IncomingHttpHeaders; body: string }[] = []
const shop = createServer((request, response) => {
  void text(request).then((body) => {
    mail.push({ headers: request.headers, body })
    response.end()
  })
})
beforeAll(() => new Promise<void>((done) => shop.listen(0, '127.0.0.1', done)))
afterAll(() => void shop.close())

const env = {
  PHONEPE_CLIENT_ID: 'id',
  PHONEPE_CLIENT_SECRET: 'secret',
  PHONEPE_MERCHANT_ID: 'M1',
  PHONEPE_WEBHOOK_USERNAME: 'webhook_user',
  PHONEPE_WEBHOOK_PASSWORD: 'Passw0rd1',
}
const afterwards: Promise<unknown>[] = []
const context = {
  waitUntil: (work: Promise<unknown>) => void afterwards.push(work),
  passThroughOnException: () => undefined,
  props: {},
}
const send = async (path: string, init: RequestInit = {}, vars: object = env) =>
  await phonepe.request(path, init, vars, context)

type Told = {
  access_token: string
  expires_at: number
  event: string
  payload: object
  orderId: string
  state: string
  amount: number
  expireAt: number
  redirectUrl: string
  code: string
  paymentDetails: { state: string }[]
  refundId: string
  totals: object
  orders: object[]
}
const told = (json: string) => JSON.parse(json) as Told

/** The callbacks that arrived, once all were sent. */
async function arrived() {
  await Promise.all(afterwards.splice(0))
  return mail.map(({ body }) => told(body).event)
}

let bearer = ''
const sandbox = '/apis/pg-sandbox'
async function api(path: string, body?: object) {
  const answer = await send(path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `O-Bearer ${bearer}`, 'content-type': 'application/json' },
  })
  return { status: answer.status, body: told(await answer.text()) }
}
const control = async (path: string, body: object) =>
  await send(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const fault = async (name: string, more: object = {}) => {
  expect((await control('/faults', { name, ...more })).status).toBe(200)
}
const books = async () => told(await (await send('/books.json')).text())

async function logIn(more: Record<string, string> = {}, at = '/apis/identity-manager') {
  const answer = await send(`${at}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: 'id', client_secret: 'secret', client_version: '1' },
      ...{ grant_type: 'client_credentials', ...more },
    }),
  })
  const body = told(await answer.text())
  bearer = body.access_token
  return { status: answer.status, body }
}

const redirectUrl = 'http://127.0.0.1:8787/phonepe/return?tx=1&s=a%20b'
const asked = (more: object = {}) => ({
  merchantOrderId: 'txn-1',
  amount: 49900,
  paymentFlow: { type: 'PG_CHECKOUT', message: 'A month', merchantUrls: { redirectUrl } },
  ...more,
})
const pay = (more?: object) => api(`${sandbox}/checkout/v2/pay`, asked(more))
const look = async (query = '', id = 'txn-1') =>
  (await api(`${sandbox}/checkout/v2/order/${id}/status${query}`)).body
const visit = (link: string, headers: Record<string, string> = {}, vars: object = env) =>
  send(link, { headers: { referer: 'http://127.0.0.1:8787/', ...headers } }, vars)
const choose = (link: string, choice: string) =>
  send('/transact/pay', {
    method: 'POST',
    body: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '', choice }),
  })
async function paid(choice = 'succeed', more?: object) {
  const { body } = await pay(more)
  return { link: body.redirectUrl, answer: await choose(body.redirectUrl, choice) }
}
const refund = (more: object = {}) =>
  api(`${sandbox}/payments/v2/refund`, {
    merchantRefundId: 'refund-1',
    originalMerchantOrderId: 'txn-1',
    amount: 10000,
    ...more,
  })
const lookAtRefund = async (id = 'refund-1') =>
  (await api(`${sandbox}/payments/v2/refund/${id}/status`)).body

beforeEach(async () => {
  await Promise.all(afterwards.splice(0))
  await send('/reset', { method: 'POST' })
  const { port } = shop.address() as AddressInfo
  await control('/webhooks', { url: `http://127.0.0.1:${port}/callback` })
  mail.length = 0
  await logIn()
})

describe('tokens', () => {
  it('answers an O-Bearer token with its expiry in seconds', async () => {
    const { status, body } = await logIn()
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'O-Bearer', encrypted_access_token: bearer })
    expect(body.expires_at - Date.now() / 1000).toBeCloseTo(3600, -1)
  })
  it('answers below the sandbox’s path as well', async () => {
    expect((await logIn({}, sandbox)).status).toBe(200)
  })
  it.each([
    [{ client_secret: 'wrong' }, 401],
    [{ client_version: '9' }, 401],
    [{ grant_type: 'password' }, 400],
  ])('refuses %o', async (more, status) => {
    expect((await logIn(more)).status).toBe(status)
  })
  it('refuses an expired token', async () => {
    await control('/clock', { advanceMs: 3601_000 })
    expect(await pay()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })
  it('expired-token answers 401 until a new token is requested', async () => {
    await fault('expired-token')
    expect([(await pay()).status, (await pay()).status]).toEqual([401, 401])
    await logIn()
    expect((await pay()).status).toBe(200)
  })
})

describe('an order', () => {
  it('is PENDING and has a page, below both base paths', async () => {
    const { status, body } = await pay({ expireAfter: 600 })
    expect([status, body.state]).toEqual([200, 'PENDING'])
    expect(body.orderId).toMatch(/^OMO\d+$/)
    expect(body.redirectUrl).toMatch(/^http:\/\/localhost\/transact\/pay\?token=/)
    expect(body.expireAt - Date.now()).toBeCloseTo(600_000, -4)
    const live = await api('/apis/pg/checkout/v2/pay', asked({ merchantOrderId: 'txn-2' }))
    expect(live.status).toBe(200)
  })
  it.each([
    [{ merchantOrderId: 'a/b' }],
    [{ merchantOrderId: 'x'.repeat(64) }],
    [{ amount: 99 }],
    [{ amount: 499.5 }],
    [{ amount: '49900' }],
    [{ expireAfter: 299 }],
    [{ expireAfter: 3601 }],
    [{ callbackUrl: 'http://127.0.0.1/' }],
    [{ metaInfo: { udf16: 'x' } }],
    [{ metaInfo: { udf11: 'x'.repeat(51) } }],
    [{ paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: {} } }],
    [{ paymentFlow: { type: 'PG', merchantUrls: { redirectUrl } } }],
  ])('is refused with %o', async (more) => {
    expect(await pay(more)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect((await books()).orders).toEqual([])
  })
  it('is created once under the merchant’s id', async () => {
    await pay()
    expect((await pay()).status).toBe(409)
  })
  it('answers 404 to an unknown id', async () => {
    expect((await api(`${sandbox}/checkout/v2/order/none/status`)).status).toBe(404)
  })
  it('fails at its expiry and sends a callback', async () => {
    await pay({ expireAfter: 300 })
    await control('/clock', { advanceMs: 299_000 })
    expect((await look()).state).toBe('PENDING')
    await control('/clock', { advanceMs: 1000 })
    expect(await look()).toMatchObject({ state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED' })
    expect(await arrived()).toEqual(['checkout.order.failed'])
  })
  it('expires at once by the fault expired-order', async () => {
    const { body } = await pay()
    await fault('expired-order', { order: 'txn-1' })
    expect((await look()).state).toBe('FAILED')
    expect(await (await visit(body.redirectUrl)).text()).toContain('Order is FAILED')
  })
  it('outlives its expiry while the bank is pending and can still be paid', async () => {
    await paid('pending', { expireAfter: 300 })
    await control('/clock', { advanceMs: 600_000 })
    expect((await look()).state).toBe('PENDING')
    await control('/settle', { id: 'txn-1' })
    expect((await look()).state).toBe('COMPLETED')
  })
})

describe('the page', () => {
  it('says that it is an emulator, and the amount, in a form without script', async () => {
    const html = await (await visit((await pay()).body.redirectUrl)).text()
    expect(html).toContain('This is an emulator of PhonePe')
    expect(html).toContain('<h1>Pay ₹499.00</h1>')
    expect(html).toMatch(/<form method="post" action="\/transact\/pay"/)
    expect(html).not.toContain('<script')
  })
  it('redirects back by GET to exactly the merchant’s address, without the outcome', async () => {
    const { answer } = await paid()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, redirectUrl])
  })
  it('is blocked without a Referer, from another site and inside an app', async () => {
    const { redirectUrl: link } = (await pay()).body
    const registered = { ...env, PHONEPE_SITE_ORIGIN: 'https://shop.test' }
    const inApp = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; wv) Version/4.0 Chrome/140' }
    expect((await send(link)).status).toBe(403)
    expect((await visit(link, {}, registered)).status).toBe(403)
    expect((await visit(link, { referer: 'https://shop.test/' }, registered)).status).toBe(200)
    expect((await visit(link, inApp)).status).toBe(403)
    expect((await send(link, {}, { ...env, PHONEPE_SITE_ORIGIN: '*' })).status).toBe(200)
  })
  it('refuses to pay a paid or pending order again', async () => {
    const first = await paid()
    await choose(first.link, 'succeed')
    const second = await paid('pending', { merchantOrderId: 'txn-2' })
    await choose(second.link, 'succeed')
    expect((await books()).orders).toMatchObject([
      { payments: [{ state: 'COMPLETED' }] },
      { payments: [{ state: 'PENDING' }], capturedMinor: 0, pendingMinor: 49900 },
    ])
  })
})

describe('paying', () => {
  it('completes the order and sends a callback', async () => {
    await paid('succeed', { metaInfo: { udf1: 'plan-7' } })
    expect(await look()).toMatchObject({
      merchantOrderId: 'txn-1',
      state: 'COMPLETED',
      amount: 49900,
      currency: 'INR',
      metaInfo: { udf1: 'plan-7' },
      paymentDetails: [{ paymentMode: 'UPI_INTENT', state: 'COMPLETED', amount: 49900 }],
    })
    expect(await arrived()).toEqual(['checkout.order.completed'])
    expect(told(mail[0]!.body)).toMatchObject({
      type: 'CHECKOUT_ORDER_COMPLETED',
      payload: {
        ...{ merchantId: 'M1', merchantOrderId: 'txn-1', state: 'COMPLETED', amount: 49900 },
        metaInfo: { udf1: 'plan-7' },
      },
    })
  })
  it('completes by callback alone when the tab is closed', async () => {
    const { answer } = await paid('succeed-and-close')
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(await arrived()).toEqual(['checkout.order.completed'])
  })
  it('fails finally, with an error context in the status', async () => {
    await paid('fail')
    expect(await look('?errorContext=true')).toMatchObject({
      ...{ state: 'FAILED', errorCode: 'PAYMENT_ERROR' },
      errorContext: { source: 'CUSTOMER' },
    })
    expect(await look()).not.toHaveProperty('errorContext')
    expect(await arrived()).toEqual(['checkout.order.failed'])
  })
  it('leaves the order PENDING without a callback when the payer leaves', async () => {
    const { answer } = await paid('leave')
    expect(answer.headers.get('location')).toBe(redirectUrl)
    expect(await look()).toMatchObject({ state: 'PENDING', paymentDetails: [] })
    expect(await arrived()).toEqual([])
  })
  it.each(['the page', 'the fault'])('is declined by %s, then completes', async (by) => {
    if (by === 'the fault') await fault('decline')
    const { link, answer } = await paid(by === 'the page' ? 'decline' : 'succeed')
    expect(await answer.text()).toContain('The last try was declined')
    expect(await look()).toMatchObject({ state: 'PENDING', paymentDetails: [{ state: 'FAILED' }] })
    await choose(link, 'succeed')
    const { state, paymentDetails } = await look('?details=true')
    expect([state, paymentDetails.map((one) => one.state)]).toEqual([
      'COMPLETED',
      ['FAILED', 'COMPLETED'],
    ])
    expect((await look('?details=false')).paymentDetails).toHaveLength(1)
  })
  it('fails finally where the merchant forbids another attempt', async () => {
    const { answer } = await paid('decline', { disablePaymentRetry: true })
    expect(answer.status).toBe(303)
    expect((await look()).state).toBe('FAILED')
  })
  it.each(['completed', 'declined'] as const)(
    'is pending, and %s after two requests',
    async (then) => {
      await fault('pending', { statusCalls: 2, then })
      await paid()
      const states = [(await look()).state, (await look()).state, (await look()).state]
      const end = then === 'completed' ? 'COMPLETED' : 'FAILED'
      expect(states).toEqual(['PENDING', 'PENDING', end])
      expect(await arrived()).toEqual([`checkout.order.${end.toLowerCase()}`])
    },
  )
  it('completes a failed order late and keeps a paid one paid', async () => {
    await paid('fail')
    expect((await control('/settle', { id: 'txn-1' })).status).toBe(200)
    expect((await look()).state).toBe('COMPLETED')
    expect((await control('/settle', { id: 'txn-1', outcome: 'declined' })).status).toBe(409)
    expect((await books()).totals).toMatchObject({ INR: { capturedMinor: 49900 } })
  })
})

describe('refunds', () => {
  it('are PENDING, then accepted, then completed', async () => {
    await paid()
    const { body } = await refund()
    expect(body).toMatchObject({ state: 'PENDING', amount: 10000 })
    expect(body.refundId).toMatch(/^OMR\d+$/)
    expect(await lookAtRefund()).toMatchObject({
      ...{ merchantRefundId: 'refund-1', originalMerchantOrderId: 'txn-1' },
      ...{ refundId: body.refundId, state: 'COMPLETED', amount: 10000 },
    })
    expect((await arrived()).slice(1)).toEqual(['pg.refund.accepted', 'pg.refund.completed'])
    expect(told(mail[1]!.body).payload).toMatchObject({ state: 'CONFIRMED' })
    expect((await books()).totals).toEqual({ INR: { capturedMinor: 49900, refundedMinor: 10000 } })
  })
  it('may fail after CONFIRMED by refund-pending', async () => {
    await paid()
    await fault('refund-pending', { statusCalls: 1, then: 'declined' })
    await refund()
    const states = [(await lookAtRefund()).state, (await lookAtRefund()).state]
    expect(states).toEqual(['CONFIRMED', 'FAILED'])
    expect((await arrived()).slice(1)).toEqual(['pg.refund.accepted', 'pg.refund.failed'])
    expect((await books()).totals).toMatchObject({ INR: { refundedMinor: 0 } })
  })
  it('wait to be settled by refund-pending without a count', async () => {
    await paid()
    await fault('refund-pending')
    await refund()
    await lookAtRefund()
    expect((await lookAtRefund()).state).toBe('CONFIRMED')
    await control('/settle', { id: 'refund-1' })
    expect((await lookAtRefund()).state).toBe('COMPLETED')
    expect((await control('/settle', { id: 'refund-1', outcome: 'declined' })).status).toBe(409)
  })
  it('never exceed the payment, pending ones included', async () => {
    await paid()
    await fault('refund-pending')
    await refund({ amount: 40000 })
    expect((await refund({ merchantRefundId: 'refund-2' })).status).toBe(417)
    expect((await refund({ merchantRefundId: 'refund-3', amount: 9900 })).status).toBe(200)
  })
  it('need a paid order and an id of their own', async () => {
    await pay()
    expect((await refund()).status).toBe(417)
    await control('/settle', { id: 'txn-1' })
    expect((await refund()).status).toBe(200)
    expect((await refund()).status).toBe(409)
    expect((await refund({ originalMerchantOrderId: 'none' })).status).toBe(404)
    expect((await refund({ merchantRefundId: 'refund-2', amount: 99 })).status).toBe(400)
  })
})

describe('callbacks', () => {
  it('carry the bare SHA256(username:password)', async () => {
    await paid()
    await arrived()
    const ours = createHash('sha256').update('webhook_user:Passw0rd1').digest('hex')
    expect(mail[0]!.headers.authorization).toBe(ours)
    expect(ours).toBe('28c123af9e2e3d2a87bba4ec93384d1e6e785a64f070c3e9f11033595752f067')
  })
  it('carry another digest by webhook-forged', async () => {
    await fault('webhook-forged')
    await paid()
    await arrived()
    expect(mail[0]!.headers.authorization).toMatch(/^(?!28c123af)[0-9a-f]{64}$/)
  })
  it('are lost, duplicated and reordered by their faults', async () => {
    await fault('webhook-lost', { on: 'checkout.order.completed' })
    await fault('webhook-reorder', { on: 'pg.refund.accepted' })
    await fault('webhook-duplicate', { on: 'pg.refund.completed' })
    await paid()
    await refund()
    expect(await arrived()).toEqual([
      'pg.refund.accepted',
      'pg.refund.completed',
      'pg.refund.completed',
    ])
    await fault('webhook-reorder', { next: 2 })
    await refund({ merchantRefundId: 'refund-2' })
    expect((await arrived()).slice(3)).toEqual(['pg.refund.completed', 'pg.refund.accepted'])
  })
  it('never follow a setting to another machine', async () => {
    await send('/reset', { method: 'POST' })
    await logIn()
    const { redirectUrl: link } = (await pay()).body
    const body = new URLSearchParams({ token: new URL(link).searchParams.get('token')! })
    body.set('choice', 'succeed')
    const outside = { ...env, PHONEPE_WEBHOOK_URL: 'https://shop.example/callback' }
    await send('/transact/pay', { method: 'POST', body }, outside)
    await arrived()
    expect(await (await send('/webhooks.json')).json()).toMatchObject({
      letters: [{ fate: 'no target', deliveries: [] }],
    })
  })
})

describe('faults', () => {
  it('unavailable answers 5xx to the next two calls without effect', async () => {
    await fault('unavailable', { next: 2, on: 'create' })
    expect([(await pay()).status, (await pay()).status]).toEqual([503, 503])
    expect((await books()).orders).toEqual([])
    expect((await pay()).status).toBe(200)
  })
  it('timeout-after-success creates the order before the late answer', async () => {
    await fault('timeout-after-success', { forMs: 3000 })
    let isAnswered = false
    const slow = pay().finally(() => (isAnswered = true))
    await vi.waitFor(async () => expect((await look()).state).toBe('PENDING'))
    expect((await pay()).status).toBe(409)
    expect(isAnswered).toBe(false)
    await slow
  })
  it('slow delays the answer and its effect', async () => {
    await fault('slow', { forMs: 60, on: 'status' })
    await pay()
    const started = Date.now()
    await look()
    expect(Date.now() - started).toBeGreaterThanOrEqual(55)
  })
  it('wrong-amount and wrong-currency change the answer, not the stored order', async () => {
    await paid()
    await fault('wrong-amount')
    expect((await look()).amount).toBe(50000)
    await fault('wrong-currency')
    expect(await look()).toMatchObject({ amount: 49900, currency: 'USD' })
    expect(await look()).toMatchObject({ amount: 49900, currency: 'INR' })
    expect((await books()).totals).toMatchObject({ INR: { capturedMinor: 49900 } })
  })
})

describe('books.json', () => {
  it('lists every order with amounts in paise', async () => {
    await paid()
    await refund()
    await pay({ merchantOrderId: 'txn-2' })
    expect(await books()).toMatchObject({
      provider: 'phonepe',
      orders: [
        {
          ...{ reference: 'txn-1', state: 'COMPLETED', currency: 'INR', exponent: 2 },
          ...{ orderedMinor: 49900, capturedMinor: 49900, refundedMinor: 10000 },
        },
        { reference: 'txn-2', state: 'PENDING', capturedMinor: 0, pendingMinor: 0 },
      ],
    })
  })
  it('settles an order by the developer’s page', async () => {
    await paid('pending')
    expect(await (await send('/')).text()).toContain('aria-label="Complete OMO')
    const { orderId } = await look()
    const body = new URLSearchParams({ id: orderId, outcome: 'completed', back: '/' })
    const answer = await send('/settle', { method: 'POST', body })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect((await look()).state).toBe('COMPLETED')
  })
  it('is empty after a reset and served on this machine only', async () => {
    await paid()
    await send('/reset', { method: 'POST' })
    expect(await books()).toEqual({ provider: 'phonepe', orders: [], totals: {} })
    expect((await send('https://phonepe.shop.example/books.json')).status).toBe(403)
  })
})
