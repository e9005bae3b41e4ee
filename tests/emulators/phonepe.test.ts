import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import phonepe from '../../emulators/phonepe/phonepe.ts'

// The emulator runs in this process; its callbacks are sent over HTTP to a server of this test.

const receivedCallbacks: { headers: IncomingHttpHeaders; body: string }[] = []
const merchantServer = createServer((request, response) => {
  void text(request).then((body) => {
    receivedCallbacks.push({ headers: request.headers, body })
    response.end()
  })
})
beforeAll(() => new Promise<void>((resolve) => merchantServer.listen(0, '127.0.0.1', resolve)))
afterAll(() => void merchantServer.close())

const env = {
  PHONEPE_CLIENT_ID: 'id',
  PHONEPE_CLIENT_SECRET: 'secret',
  PHONEPE_MERCHANT_ID: 'M1',
  PHONEPE_WEBHOOK_USERNAME: 'webhook_user',
  PHONEPE_WEBHOOK_PASSWORD: 'Passw0rd1',
}
const backgroundWork: Promise<unknown>[] = []
const context = {
  waitUntil: (work: Promise<unknown>) => void backgroundWork.push(work),
  passThroughOnException: () => undefined,
  props: {},
}
const send = async (path: string, init: RequestInit = {}, vars: object = env) =>
  await phonepe.request(path, init, vars, context)

type ResponseBody = {
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
const parseJson = (json: string) => JSON.parse(json) as ResponseBody

/** The callbacks that arrived, once all were sent. */
async function receivedEvents() {
  await Promise.all(backgroundWork.splice(0))
  return receivedCallbacks.map(({ body }) => parseJson(body).event)
}

let bearer = ''
const sandbox = '/apis/pg-sandbox'
async function api(path: string, body?: object) {
  const answer = await send(path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `O-Bearer ${bearer}`, 'content-type': 'application/json' },
  })
  return { status: answer.status, body: parseJson(await answer.text()) }
}
const control = async (path: string, body: object) =>
  await send(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const activateFault = async (name: string, more: object = {}) => {
  expect((await control('/faults', { name, ...more })).status).toBe(200)
}
const storedOrders = async () => parseJson(await (await send('/orders.json')).text())

async function requestToken(more: Record<string, string> = {}, at = '/apis/identity-manager') {
  const answer = await send(`${at}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: 'id', client_secret: 'secret', client_version: '1' },
      ...{ grant_type: 'client_credentials', ...more },
    }),
  })
  const body = parseJson(await answer.text())
  bearer = body.access_token
  return { status: answer.status, body }
}

const redirectUrl = 'http://127.0.0.1:8787/phonepe/return?tx=1&s=a%20b'
const payBody = (more: object = {}) => ({
  merchantOrderId: 'txn-1',
  amount: 49900,
  paymentFlow: { type: 'PG_CHECKOUT', message: 'A month', merchantUrls: { redirectUrl } },
  ...more,
})
const pay = (more?: object) => api(`${sandbox}/checkout/v2/pay`, payBody(more))
const orderStatus = async (query = '', id = 'txn-1') =>
  (await api(`${sandbox}/checkout/v2/order/${id}/status${query}`)).body
const openPage = (link: string, headers: Record<string, string> = {}, vars: object = env) =>
  send(link, { headers: { referer: 'http://127.0.0.1:8787/', ...headers } }, vars)
const choose = (link: string, choice: string) =>
  send('/transact/pay', {
    method: 'POST',
    body: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '', choice }),
  })
async function payOrder(choice = 'succeed', more?: object) {
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
const refundStatus = async (id = 'refund-1') =>
  (await api(`${sandbox}/payments/v2/refund/${id}/status`)).body

beforeEach(async () => {
  await Promise.all(backgroundWork.splice(0))
  await send('/reset', { method: 'POST' })
  const { port } = merchantServer.address() as AddressInfo
  await control('/webhooks', { url: `http://127.0.0.1:${port}/callback` })
  receivedCallbacks.length = 0
  await requestToken()
})

describe('tokens', () => {
  it('answers an O-Bearer token with its expiry in seconds', async () => {
    const { status, body } = await requestToken()
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'O-Bearer', encrypted_access_token: bearer })
    expect(body.expires_at - Date.now() / 1000).toBeCloseTo(3600, -1)
  })
  it('answers below the sandbox’s path as well', async () => {
    expect((await requestToken({}, sandbox)).status).toBe(200)
  })
  it.each([
    [{ client_secret: 'wrong' }, 401],
    [{ client_version: '9' }, 401],
    [{ grant_type: 'password' }, 400],
  ])('refuses %o', async (more, status) => {
    expect((await requestToken(more)).status).toBe(status)
  })
  it('refuses an expired token', async () => {
    await control('/clock', { advanceMs: 3601_000 })
    expect(await pay()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })
  it('expired-token answers 401 until a new token is requested', async () => {
    await activateFault('expired-token')
    expect([(await pay()).status, (await pay()).status]).toEqual([401, 401])
    await requestToken()
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
    const live = await api('/apis/pg/checkout/v2/pay', payBody({ merchantOrderId: 'txn-2' }))
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
    expect((await storedOrders()).orders).toEqual([])
  })
  it('is created once under the merchant’s id', async () => {
    await pay()
    expect((await pay()).status).toBe(417)
  })
  it('answers 400 INVALID_MERCHANT_ORDER_ID to an unknown id', async () => {
    expect(await api(`${sandbox}/checkout/v2/order/none/status`)).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_MERCHANT_ORDER_ID' } },
    })
  })
  it('fails at its expiry and sends a callback', async () => {
    await pay({ expireAfter: 300 })
    await control('/clock', { advanceMs: 299_000 })
    expect((await orderStatus()).state).toBe('PENDING')
    await control('/clock', { advanceMs: 1000 })
    expect(await orderStatus()).toMatchObject({ state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED' })
    expect(await receivedEvents()).toEqual(['checkout.order.failed'])
  })
  it('expires at once by the fault expired-order', async () => {
    const { body } = await pay()
    await activateFault('expired-order', { order: 'txn-1' })
    expect((await orderStatus()).state).toBe('FAILED')
    expect(await (await openPage(body.redirectUrl)).text()).toContain('Order is FAILED')
  })
  it('stays PENDING past its expiry while the bank decides and can still complete', async () => {
    await payOrder('pending', { expireAfter: 300 })
    await control('/clock', { advanceMs: 600_000 })
    expect((await orderStatus()).state).toBe('PENDING')
    await control('/settle', { id: 'txn-1' })
    expect((await orderStatus()).state).toBe('COMPLETED')
  })
})

describe('the page', () => {
  it('names the emulator and the amount and has a form that works without script', async () => {
    const html = await (await openPage((await pay()).body.redirectUrl)).text()
    expect(html).toContain('This is an emulator of PhonePe')
    expect(html).toContain('<h1>Pay ₹499.00</h1>')
    expect(html).toMatch(/<form method="post" action="\/transact\/pay"/)
    expect(html).not.toContain('<script')
  })
  it('redirects back by GET to exactly the merchant’s address, without the outcome', async () => {
    const { answer } = await payOrder()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, redirectUrl])
  })
  it('is blocked without a Referer, from another site and inside an app', async () => {
    const { redirectUrl: link } = (await pay()).body
    const registered = { ...env, PHONEPE_SITE_ORIGIN: 'https://shop.test' }
    const inApp = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; wv) Version/4.0 Chrome/140' }
    expect((await send(link)).status).toBe(403)
    expect((await openPage(link, {}, registered)).status).toBe(403)
    expect((await openPage(link, { referer: 'https://shop.test/' }, registered)).status).toBe(200)
    expect((await openPage(link, inApp)).status).toBe(403)
    expect((await send(link, {}, { ...env, PHONEPE_SITE_ORIGIN: '*' })).status).toBe(200)
  })
  it('can open by checkout.js only, or by its URL only', async () => {
    const { body } = await pay()
    const url = new URL(body.redirectUrl)
    const opened = async (launch: string, query: string) =>
      (
        await send(
          url.pathname + url.search + query,
          {},
          { PHONEPE_LAUNCH: launch, PHONEPE_SITE_ORIGIN: '*' },
        )
      ).status
    expect([await opened('script', ''), await opened('script', '&launch=script')]).toEqual([
      ...[403, 200],
    ])
    expect([await opened('redirect', ''), await opened('redirect', '&launch=iframe')]).toEqual([
      ...[200, 403],
    ])
    const script = await send('/web/bundle/checkout.js')
    expect(await script.text()).toContain('window.PhonePeCheckout')
  })

  it('rejects a second payment of a paid or pending order', async () => {
    const first = await payOrder()
    await choose(first.link, 'succeed')
    const second = await payOrder('pending', { merchantOrderId: 'txn-2' })
    await choose(second.link, 'succeed')
    expect((await storedOrders()).orders).toMatchObject([
      { payments: [{ state: 'COMPLETED' }] },
      { payments: [{ state: 'PENDING' }], capturedMinor: 0, pendingMinor: 49900 },
    ])
  })
})

describe('paying', () => {
  it('completes the order and sends a callback', async () => {
    await payOrder('succeed', { metaInfo: { udf1: 'plan-7' } })
    expect(await orderStatus()).toMatchObject({
      merchantOrderId: 'txn-1',
      state: 'COMPLETED',
      amount: 49900,
      currency: 'INR',
      metaInfo: { udf1: 'plan-7' },
      paymentDetails: [{ paymentMode: 'UPI_INTENT', state: 'COMPLETED', amount: 49900 }],
    })
    expect(await receivedEvents()).toEqual(['checkout.order.completed'])
    expect(parseJson(receivedCallbacks[0]!.body)).toMatchObject({
      type: 'CHECKOUT_ORDER_COMPLETED',
      payload: {
        ...{ merchantId: 'M1', merchantOrderId: 'txn-1', state: 'COMPLETED', amount: 49900 },
        metaInfo: { udf1: 'plan-7' },
      },
    })
  })
  it('sends the callback without a redirect when the tab is closed', async () => {
    const { answer } = await payOrder('succeed-and-close')
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(await receivedEvents()).toEqual(['checkout.order.completed'])
  })
  it('fails finally, with an error context in the status', async () => {
    await payOrder('fail')
    expect(await orderStatus('?errorContext=true')).toMatchObject({
      ...{ state: 'FAILED', errorCode: 'PAYMENT_ERROR' },
      errorContext: { source: 'CUSTOMER' },
    })
    expect(await orderStatus()).not.toHaveProperty('errorContext')
    expect(await receivedEvents()).toEqual(['checkout.order.failed'])
  })
  it('leaves the order PENDING without a callback when the payer leaves', async () => {
    const { answer } = await payOrder('leave')
    expect(answer.headers.get('location')).toBe(redirectUrl)
    expect(await orderStatus()).toMatchObject({ state: 'PENDING', paymentDetails: [] })
    expect(await receivedEvents()).toEqual([])
  })
  it.each(['the page', 'the fault'])('is declined by %s, then completes', async (by) => {
    if (by === 'the fault') await activateFault('decline')
    const { link, answer } = await payOrder(by === 'the page' ? 'decline' : 'succeed')
    expect(await answer.text()).toContain('The last attempt was declined')
    expect(await orderStatus()).toMatchObject({
      state: 'PENDING',
      paymentDetails: [{ state: 'FAILED' }],
    })
    await choose(link, 'succeed')
    const { state, paymentDetails } = await orderStatus('?details=true')
    expect([state, paymentDetails.map((one) => one.state)]).toEqual([
      'COMPLETED',
      ['FAILED', 'COMPLETED'],
    ])
    expect((await orderStatus('?details=false')).paymentDetails).toHaveLength(1)
  })
  it('fails finally where the merchant forbids another attempt', async () => {
    const { answer } = await payOrder('decline', { disablePaymentRetry: true })
    expect(answer.status).toBe(303)
    expect((await orderStatus()).state).toBe('FAILED')
  })
  it.each(['completed', 'declined'] as const)(
    'is pending, then %s after two status calls',
    async (then) => {
      await activateFault('pending', { statusCalls: 2, then })
      await payOrder()
      const states = [
        (await orderStatus()).state,
        (await orderStatus()).state,
        (await orderStatus()).state,
      ]
      const end = then === 'completed' ? 'COMPLETED' : 'FAILED'
      expect(states).toEqual(['PENDING', 'PENDING', end])
      expect(await receivedEvents()).toEqual([`checkout.order.${end.toLowerCase()}`])
    },
  )
  it('can complete a failed order later but not decline a completed one', async () => {
    await payOrder('fail')
    expect((await control('/settle', { id: 'txn-1' })).status).toBe(200)
    expect((await orderStatus()).state).toBe('COMPLETED')
    expect((await control('/settle', { id: 'txn-1', outcome: 'declined' })).status).toBe(409)
    expect((await storedOrders()).totals).toMatchObject({ INR: { capturedMinor: 49900 } })
  })
})

describe('refunds', () => {
  it('are PENDING, then accepted, then completed', async () => {
    await payOrder()
    const { body } = await refund()
    expect(body).toMatchObject({ state: 'PENDING', amount: 10000 })
    expect(body.refundId).toMatch(/^OMR\d+$/)
    expect(await refundStatus()).toMatchObject({
      ...{ merchantRefundId: 'refund-1', originalMerchantOrderId: 'txn-1' },
      ...{ refundId: body.refundId, state: 'COMPLETED', amount: 10000 },
    })
    expect((await receivedEvents()).slice(1)).toEqual(['pg.refund.accepted', 'pg.refund.completed'])
    expect(parseJson(receivedCallbacks[1]!.body).payload).toMatchObject({ state: 'CONFIRMED' })
    expect((await storedOrders()).totals).toEqual({
      INR: { capturedMinor: 49900, refundedMinor: 10000 },
    })
  })
  it('can fail after CONFIRMED with the fault refund-pending', async () => {
    await payOrder()
    await activateFault('refund-pending', { statusCalls: 1, then: 'declined' })
    await refund()
    const states = [(await refundStatus()).state, (await refundStatus()).state]
    expect(states).toEqual(['CONFIRMED', 'FAILED'])
    expect((await receivedEvents()).slice(1)).toEqual(['pg.refund.accepted', 'pg.refund.failed'])
    expect((await storedOrders()).totals).toMatchObject({ INR: { refundedMinor: 0 } })
  })
  it('stay CONFIRMED until POST /settle with the fault refund-pending', async () => {
    await payOrder()
    await activateFault('refund-pending')
    await refund()
    await refundStatus()
    expect((await refundStatus()).state).toBe('CONFIRMED')
    await control('/settle', { id: 'refund-1' })
    expect((await refundStatus()).state).toBe('COMPLETED')
    expect((await control('/settle', { id: 'refund-1', outcome: 'declined' })).status).toBe(409)
  })
  it('never exceed the payment in sum, pending ones included', async () => {
    await payOrder()
    await activateFault('refund-pending')
    await refund({ amount: 40000 })
    expect((await refund({ merchantRefundId: 'refund-2' })).status).toBe(417)
    expect((await refund({ merchantRefundId: 'refund-3', amount: 9900 })).status).toBe(200)
  })
  it('need a paid order and an unused id', async () => {
    await pay()
    expect((await refund()).status).toBe(417)
    await control('/settle', { id: 'txn-1' })
    expect((await refund()).status).toBe(200)
    expect((await refund()).status).toBe(409)
    expect((await refund({ originalMerchantOrderId: 'none' })).status).toBe(400)
    expect((await refund({ merchantRefundId: 'refund-2', amount: 99 })).status).toBe(400)
  })
})

describe('callbacks', () => {
  it('have SHA256(username:password) as authorization', async () => {
    await payOrder()
    await receivedEvents()
    const digest = createHash('sha256').update('webhook_user:Passw0rd1').digest('hex')
    expect(receivedCallbacks[0]!.headers.authorization).toBe(digest)
    expect(digest).toBe('28c123af9e2e3d2a87bba4ec93384d1e6e785a64f070c3e9f11033595752f067')
  })
  it('have another digest with the fault webhook-forged', async () => {
    await activateFault('webhook-forged')
    await payOrder()
    await receivedEvents()
    expect(receivedCallbacks[0]!.headers.authorization).toMatch(/^(?!28c123af)[0-9a-f]{64}$/)
  })
  it('are lost, duplicated and reordered by the faults', async () => {
    await activateFault('webhook-lost', { on: 'checkout.order.completed' })
    await activateFault('webhook-reorder', { on: 'pg.refund.accepted' })
    await activateFault('webhook-duplicate', { on: 'pg.refund.completed' })
    await payOrder()
    await refund()
    expect(await receivedEvents()).toEqual([
      'pg.refund.accepted',
      'pg.refund.completed',
      'pg.refund.completed',
    ])
    await activateFault('webhook-reorder', { next: 2 })
    await refund({ merchantRefundId: 'refund-2' })
    expect((await receivedEvents()).slice(3)).toEqual(['pg.refund.completed', 'pg.refund.accepted'])
  })
  it('are never sent to another machine by a setting', async () => {
    await send('/reset', { method: 'POST' })
    await requestToken()
    const { redirectUrl: link } = (await pay()).body
    const body = new URLSearchParams({ token: new URL(link).searchParams.get('token')! })
    body.set('choice', 'succeed')
    const outside = { ...env, PHONEPE_WEBHOOK_URL: 'https://shop.example/callback' }
    await send('/transact/pay', { method: 'POST', body }, outside)
    await receivedEvents()
    expect(await (await send('/webhooks.json')).json()).toMatchObject({
      webhooks: [{ state: 'no target', deliveries: [] }],
    })
  })
})

describe('faults', () => {
  it('unavailable answers 5xx to the next two calls without effect', async () => {
    await activateFault('unavailable', { next: 2, on: 'create' })
    expect([(await pay()).status, (await pay()).status]).toEqual([503, 503])
    expect((await storedOrders()).orders).toEqual([])
    expect((await pay()).status).toBe(200)
  })
  it('timeout-after-success creates the order before the delayed response', async () => {
    await activateFault('timeout-after-success', { forMs: 3000 })
    let isAnswered = false
    const slow = pay().finally(() => (isAnswered = true))
    await vi.waitFor(async () => expect((await orderStatus()).state).toBe('PENDING'))
    expect((await pay()).status).toBe(417)
    expect(isAnswered).toBe(false)
    await slow
  })
  it('slow delays the answer and its effect', async () => {
    await activateFault('slow', { forMs: 60, on: 'status' })
    await pay()
    const started = Date.now()
    await orderStatus()
    expect(Date.now() - started).toBeGreaterThanOrEqual(55)
  })
  it('wrong-amount and wrong-currency change the answer, not the stored order', async () => {
    await payOrder()
    await activateFault('wrong-amount')
    expect((await orderStatus()).amount).toBe(50000)
    await activateFault('wrong-currency')
    expect(await orderStatus()).toMatchObject({ amount: 49900, currency: 'USD' })
    expect(await orderStatus()).toMatchObject({ amount: 49900, currency: 'INR' })
    expect((await storedOrders()).totals).toMatchObject({ INR: { capturedMinor: 49900 } })
  })
})

describe('GET /orders.json', () => {
  it('lists every order with amounts in paise', async () => {
    await payOrder()
    await refund()
    await pay({ merchantOrderId: 'txn-2' })
    expect(await storedOrders()).toMatchObject({
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
  it('has a start page that can complete a pending order', async () => {
    await payOrder('pending')
    expect(await (await send('/')).text()).toContain('aria-label="Complete OMO')
    const { orderId } = await orderStatus()
    const body = new URLSearchParams({ id: orderId, outcome: 'completed', back: '/' })
    const answer = await send('/settle', { method: 'POST', body })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect((await orderStatus()).state).toBe('COMPLETED')
  })
  it('is empty after a reset and refused for a host other than localhost', async () => {
    await payOrder()
    await send('/reset', { method: 'POST' })
    expect(await storedOrders()).toEqual({ provider: 'phonepe', orders: [], totals: {} })
    expect((await send('https://phonepe.shop.example/orders.json')).status).toBe(403)
  })
})
