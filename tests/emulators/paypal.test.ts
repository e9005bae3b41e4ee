import { createVerify, X509Certificate } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { crc32 as emulatorCrc32 } from '../../emulators/paypal/crc32.ts'
import paypal from '../../emulators/paypal/paypal.ts'

// The emulator runs in this process; its webhooks are sent over HTTP to a server of this test.

type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string }
const receivedWebhooks: ReceivedWebhook[] = []
let merchantStatus = 200
let merchantDelayMs = 0
const merchantServer = createServer((request, response) => {
  void text(request).then((body) => {
    const delayMs = merchantDelayMs
    merchantDelayMs = 0
    setTimeout(() => {
      receivedWebhooks.push({ headers: request.headers, body })
      response.writeHead(merchantStatus, { location: '/elsewhere' }).end()
    }, delayMs)
  })
})
beforeAll(() => new Promise<void>((resolve) => merchantServer.listen(0, '127.0.0.1', resolve)))
afterAll(() => void merchantServer.close())
const webhookUrl = () =>
  `http://127.0.0.1:${(merchantServer.address() as AddressInfo).port}/webhook`

const env = {
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WEBHOOK-7',
}
const backgroundWork: Promise<unknown>[] = []
const context = {
  waitUntil: (work: Promise<unknown>) => void backgroundWork.push(work),
  passThroughOnException: () => undefined,
  props: {},
}
const send = async (path: string, init: RequestInit = {}, vars: object = env) =>
  await paypal.request(path, init, vars, context)

/** The webhooks that arrived, once all were sent. */
async function receivedEventTypes() {
  await Promise.all(backgroundWork.splice(0))
  return receivedWebhooks.map(({ body }) => parseJson(body).event_type)
}

type Capture = { id: string; status: string; amount: object; status_details?: { reason: string } }
type ResponseBody = {
  id: string
  status: string
  access_token: string
  event_type: string
  error: string
  links: { href: string; rel: string }[]
  details?: { issue: string }[]
  purchase_units?: { payments?: { captures: [Capture] } }[]
  resource: { id: string; status: string }
  orders: object[]
  totals: object
}
const parseJson = (json: string) => JSON.parse(json) as ResponseBody

let bearer = ''
async function api(path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await send(path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...headers,
    },
  })
  return { status: answer.status, ...summary(parseJson(await answer.text())) }
}
const summary = (body: ResponseBody) => ({
  body,
  issue: body.details?.[0]?.issue,
  capture: body.purchase_units?.[0]?.payments?.captures[0],
})

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

async function requestToken(secret = 'secret', grant = 'client_credentials') {
  const answer = await send('/v1/oauth2/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`id:${secret}`)}` },
    body: new URLSearchParams({ grant_type: grant }),
  })
  const body = parseJson(await answer.text())
  bearer = body.access_token
  return { status: answer.status, body }
}

const usd = (value: string) => ({ currency_code: 'USD', value })
const purchase = (unit: object = {}, context: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: 'txn-1', amount: usd('9.99'), ...unit }],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: 'http://127.0.0.1:8787/paypal/success?tx=1&s=a%20b',
        cancel_url: 'http://127.0.0.1:8787/paypal/cancel?tx=1',
        ...context,
      },
    },
  },
})
const create = (body: object = purchase(), key: string = crypto.randomUUID()) =>
  api('/v2/checkout/orders', body, { 'paypal-request-id': key })
const capture = (id: string, key: string = crypto.randomUUID()) =>
  api(`/v2/checkout/orders/${id}/capture`, {}, { 'paypal-request-id': key })
const choose = (token: string, choice: string) =>
  send('/checkoutnow', { method: 'POST', body: new URLSearchParams({ token, choice }) })
async function approvedOrderId(body?: object, choice = 'approve') {
  const { id } = (await create(body)).body
  await choose(id, choice)
  return id
}
async function capturedOrder(body?: object) {
  const id = await approvedOrderId(body)
  return { id, captureId: (await capture(id)).capture?.id ?? '' }
}

beforeEach(async () => {
  await Promise.all(backgroundWork.splice(0))
  await send('/reset', { method: 'POST' })
  await control('/webhooks', { url: webhookUrl() })
  receivedWebhooks.length = 0
  merchantStatus = 200
  merchantDelayMs = 0
  await requestToken()
})

describe('tokens', () => {
  it('answers a bearer token for nine hours', async () => {
    expect((await requestToken()).body).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 })
  })
  it('refuses a wrong secret as invalid client', async () => {
    expect(await requestToken('wrong')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })
  it('refuses another grant type', async () => {
    expect((await requestToken('secret', 'password')).body.error).toBe('unsupported_grant_type')
  })
  it('refuses an expired token', async () => {
    const { id } = (await create()).body
    await control('/clock', { advanceMs: 32_399_000 })
    expect((await api(`/v2/checkout/orders/${id}`)).status).toBe(404)
    await control('/clock', { advanceMs: 1000 })
    expect(await api(`/v2/checkout/orders/${id}`)).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    })
  })
  it('expired-token answers 401 until a new token is requested', async () => {
    await activateFault('expired-token')
    expect((await create()).status).toBe(401)
    expect((await create()).status).toBe(401)
    await requestToken()
    expect((await create()).status).toBe(201)
  })
  it('refuses a call without a token in PayPal’s error shape', async () => {
    const answer = await send('/v2/checkout/orders/1')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ name: 'AUTHENTICATION_FAILURE' })
  })
})

describe('an order', () => {
  it('answers PAYER_ACTION_REQUIRED with the payer’s link', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body.status).toBe('PAYER_ACTION_REQUIRED')
    const link = body.links.find(({ rel }) => rel === 'payer-action')
    expect(link?.href).toBe(`http://localhost/checkoutnow?token=${body.id}`)
    expect(body.purchase_units?.[0]).toMatchObject({ custom_id: 'txn-1', amount: usd('9.99') })
  })
  it('answers CREATED and an approve link to the deprecated request', async () => {
    const { payment_source: _, ...rest } = purchase()
    const { body } = await create({ ...rest, application_context: {} })
    expect(body.status).toBe('CREATED')
    expect(body.links.map(({ rel }) => rel)).toContain('approve')
  })
  it('answers in short unless the whole representation is preferred', async () => {
    const headers = { prefer: 'return=minimal', 'paypal-request-id': 'k' }
    const { body } = await api('/v2/checkout/orders', purchase(), headers)
    expect(Object.keys(body)).toEqual(['id', 'status', 'links'])
  })
  it('is created once for a request id and returned with 200 on a repeat', async () => {
    const [first, second] = [await create(purchase(), 'key'), await create(purchase(), 'key')]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.id).toBe(first.body.id)
    expect((await storedOrders()).orders).toHaveLength(1)
  })
  it('is refused without a request id or with another content type', async () => {
    expect((await api('/v2/checkout/orders', purchase())).issue).toBe('PAYPAL_REQUEST_ID_REQUIRED')
    const plain = { 'content-type': 'text/plain' }
    expect((await api('/v2/checkout/orders', purchase(), plain)).status).toBe(415)
  })
  it.each([
    [{ amount: { currency_code: 'INR', value: '9' } }, 422, 'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY'],
    [{ amount: { currency_code: 'XXX', value: '9' } }, 400, 'INVALID_CURRENCY_CODE'],
    [{ amount: { currency_code: 'JPY', value: '9.5' } }, 422, 'DECIMALS_NOT_SUPPORTED'],
    [{ amount: usd('9.999') }, 422, 'DECIMAL_PRECISION'],
    [{ amount: usd('0.00') }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [{ amount: usd('nine') }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [{ amount: { ...usd('9'), breakdown: { item_total: usd('8') } } }, 422, 'AMOUNT_MISMATCH'],
    [{ amount: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ custom_id: 'x'.repeat(128) }, 400, 'INVALID_STRING_MAX_LENGTH'],
  ])('is refused with %o: %i %s', async (unit, status, issue) => {
    expect(await create(purchase(unit))).toMatchObject({ status, issue })
    expect((await storedOrders()).orders).toEqual([])
  })
  it('expires after three hours without a capture', async () => {
    const id = await approvedOrderId()
    await control('/clock', { advanceMs: 3 * 3600_000 })
    expect(await capture(id)).toMatchObject({ status: 404, issue: 'INVALID_RESOURCE_ID' })
  })
  it('expires at once by the fault expired-order, this one only', async () => {
    const [one, other] = [await approvedOrderId(), await approvedOrderId()]
    await activateFault('expired-order', { order: one })
    expect((await api(`/v2/checkout/orders/${other}`)).status).toBe(200)
    expect((await api(`/v2/checkout/orders/${one}`)).issue).toBe('INVALID_RESOURCE_ID')
    expect((await send(`/checkoutnow?token=${one}`)).status).toBe(404)
  })
})

describe('the page', () => {
  it('names the emulator and the amount and has a form that works without script', async () => {
    const { id } = (await create()).body
    const html = await (await send(`/checkoutnow?token=${id}`)).text()
    expect(html).toContain('This is an emulator of PayPal')
    expect(html).toContain('<h1>Pay 9.99 USD</h1>')
    expect(html).toMatch(/<form method="post" action="\/checkoutnow"/)
    expect(html).not.toContain('<script')
  })
  it('redirects back with token and PayerID and the merchant’s parameters unchanged', async () => {
    const { id } = (await create()).body
    const answer = await choose(id, 'approve')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(
      new RegExp(
        `^http://127.0.0.1:8787/paypal/success\\?tx=1&s=a%20b&token=${id}&PayerID=\\w{13}$`,
      ),
    )
    expect((await api(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED')
  })
  it('redirects to the cancel address and leaves the order unchanged', async () => {
    const { id } = (await create()).body
    const answer = await choose(id, 'cancel')
    expect(answer.headers.get('location')).toBe(
      `http://127.0.0.1:8787/paypal/cancel?tx=1&token=${id}`,
    )
    expect((await api(`/v2/checkout/orders/${id}`)).body.status).toBe('PAYER_ACTION_REQUIRED')
    await choose(id, 'approve')
    expect((await capture(id)).status).toBe(201)
  })
  it('sends CHECKOUT.ORDER.APPROVED alone when the tab is closed', async () => {
    const { id } = (await create()).body
    const answer = await choose(id, 'approve-and-close')
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(await receivedEventTypes()).toEqual(['CHECKOUT.ORDER.APPROVED'])
  })
  it('activates faults and redirects back', async () => {
    const body = new URLSearchParams({
      name: 'slow',
      next: '2',
      on: '',
      back: '/checkoutnow?token=1',
    })
    const answer = await send('/faults', { method: 'POST', body })
    expect(answer.headers.get('location')).toBe('/checkoutnow?token=1')
    expect(await (await send('/faults')).json()).toMatchObject({
      faults: [{ name: 'slow', next: 2 }],
    })
    await send('/faults', {
      method: 'POST',
      body: new URLSearchParams({ none: 'none', back: '/' }),
    })
    expect(await (await send('/faults')).json()).toEqual({ faults: [] })
  })
  it('lists orders for the developer and escapes what merchants send', async () => {
    await capturedOrder(purchase({ custom_id: '<b>x' }))
    const html = await (await send('/')).text()
    expect(html).toContain('&lt;b&gt;x')
    expect(html).toContain('href="/orders.json"')
  })
})

describe('capturing', () => {
  it('is refused before approval and succeeds later under the same key', async () => {
    const { id } = (await create()).body
    expect(await capture(id, 'key')).toMatchObject({ status: 422, issue: 'ORDER_NOT_APPROVED' })
    await choose(id, 'approve')
    expect((await capture(id, 'key')).status).toBe(201)
  })
  it('completes order and capture with the merchant’s id', async () => {
    const { status, body, capture: made } = await capture(await approvedOrderId())
    expect([status, body.status]).toEqual([201, 'COMPLETED'])
    expect(made).toMatchObject({
      status: 'COMPLETED',
      amount: usd('9.99'),
      custom_id: 'txn-1',
      final_capture: true,
    })
  })
  it('answers 200 with the same body under the same key, else ORDER_ALREADY_CAPTURED', async () => {
    const id = await approvedOrderId()
    const first = await capture(id, 'key')
    const again = await capture(id, 'key')
    expect([again.status, again.capture?.id]).toEqual([200, first.capture?.id])
    expect(await api(`/v2/checkout/orders/${id}/capture`, {})).toMatchObject({
      status: 422,
      issue: 'ORDER_ALREADY_CAPTURED',
    })
    expect((await storedOrders()).totals).toEqual({ USD: { capturedMinor: 999, refundedMinor: 0 } })
  })
  it('accepts a key for one order only and forgets it after six hours', async () => {
    const id = await approvedOrderId()
    await capture(id, 'key')
    expect((await capture(await approvedOrderId(), 'key')).issue).toBe('DUPLICATE_REQUEST_ID')
    await control('/clock', { advanceMs: 6 * 3600_000 })
    expect((await capture(id, 'key')).issue).toBe('ORDER_ALREADY_CAPTURED')
  })
  it('runs one of two concurrent captures under one key and answers 409 to the other', async () => {
    const id = await approvedOrderId()
    await activateFault('slow', { on: 'capture', forMs: 50 })
    const both = await Promise.all([capture(id, 'key'), capture(id, 'key')])
    expect(both.map(({ status }) => status)).toEqual([201, 409])
    expect(both[1].issue).toBe('PREVIOUS_REQUEST_IN_PROGRESS')
    expect((await capture(id, 'key')).status).toBe(200)
  })
  it('captures before the delayed response of timeout-after-success', async () => {
    const id = await approvedOrderId()
    await activateFault('timeout-after-success', { forMs: 3000 })
    let isAnswered = false
    const slow = capture(id, 'key').finally(() => (isAnswered = true))
    await vi.waitFor(async () =>
      expect((await storedOrders()).totals).toMatchObject({ USD: { capturedMinor: 999 } }),
    )
    expect((await capture(id, 'key')).status).toBe(200)
    expect(isAnswered).toBe(false)
    await slow
  })
  it.each(['the page', 'the fault'])(
    'is declined by %s, then succeeds with another card',
    async (by) => {
      const id = await approvedOrderId(purchase(), by === 'the page' ? 'decline' : 'approve')
      if (by === 'the fault') await activateFault('decline')
      const declined = await capture(id, 'first')
      expect(declined).toMatchObject({ status: 422, issue: 'INSTRUMENT_DECLINED' })
      const link = declined.body.links.find(({ rel }) => rel === 'redirect')
      expect(link?.href).toBe(`http://localhost/checkoutnow?token=${id}`)
      await choose(id, 'approve')
      expect((await capture(id, 'first')).issue).toBe('INSTRUMENT_DECLINED')
      expect((await capture(id, 'second')).status).toBe(201)
    },
  )
  it('is pending with a reason and completes after two requests', async () => {
    await activateFault('pending', { statusCalls: 2, reason: 'PENDING_REVIEW' })
    const { id, captureId } = await capturedOrder()
    expect((await storedOrders()).orders[0]).toMatchObject({ capturedMinor: 0, pendingMinor: 999 })
    const captures = [
      (await api(`/v2/checkout/orders/${id}`)).capture,
      (await api(`/v2/payments/captures/${captureId}`)).body,
      (await api(`/v2/checkout/orders/${id}`)).capture,
    ]
    expect(captures.map((one) => one?.status)).toEqual(['PENDING', 'PENDING', 'COMPLETED'])
    expect(captures[0]).toMatchObject({ status_details: { reason: 'PENDING_REVIEW' } })
    expect(await receivedEventTypes()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.COMPLETED',
    ])
  })
  it('stays pending for an e-cheque until it is denied', async () => {
    const id = await approvedOrderId(purchase(), 'approve-pending')
    expect((await capture(id)).capture?.status_details).toEqual({ reason: 'ECHECK' })
    expect((await control('/settle', { id: 'txn-1', outcome: 'declined' })).status).toBe(200)
    expect((await api(`/v2/checkout/orders/${id}`)).capture?.status).toBe('DECLINED')
    expect((await receivedEventTypes()).at(-1)).toBe('PAYMENT.CAPTURE.DENIED')
    expect((await control('/settle', { id })).status).toBe(409)
  })
  it('can be DECLINED in a COMPLETED order, by the page or the fault', async () => {
    const byPage = await capture(await approvedOrderId(purchase(), 'approve-refused'))
    await activateFault('capture-declined')
    const byFault = await capture(await approvedOrderId())
    for (const { body, capture: made } of [byPage, byFault])
      expect([body.status, made?.status]).toEqual(['COMPLETED', 'DECLINED'])
    expect((await storedOrders()).totals).toEqual({ USD: { capturedMinor: 0, refundedMinor: 0 } })
  })
  it('accepts an invoice id once', async () => {
    const invoice = purchase({ invoice_id: 'INV-1' })
    const [first, second] = [await approvedOrderId(invoice), await approvedOrderId(invoice)]
    await capture(first)
    expect((await capture(second)).issue).toBe('DUPLICATE_INVOICE_ID')
  })
  it('is refused with the issue that the fault names', async () => {
    await activateFault('refuse', { issue: 'PAYER_CANNOT_PAY' })
    expect((await capture(await approvedOrderId())).issue).toBe('PAYER_CANNOT_PAY')
  })
})

describe('refunds', () => {
  const refund = (id: string, body: object, key: string = crypto.randomUUID()) =>
    api(`/v2/payments/captures/${id}/refund`, body, { 'paypal-request-id': key })

  it('refund a part, then the rest, then fail', async () => {
    const { captureId } = await capturedOrder()
    const part = await refund(captureId, { amount: usd('4.00') })
    expect(part).toMatchObject({ status: 201, body: { status: 'COMPLETED', amount: usd('4.00') } })
    const captureStatus = async () => (await api(`/v2/payments/captures/${captureId}`)).body.status
    expect(await captureStatus()).toBe('PARTIALLY_REFUNDED')
    expect((await refund(captureId, {})).body).toMatchObject({ amount: usd('5.99') })
    expect(await captureStatus()).toBe('REFUNDED')
    expect((await refund(captureId, {})).issue).toBe('CAPTURE_FULLY_REFUNDED')
    expect((await storedOrders()).totals).toEqual({
      USD: { capturedMinor: 999, refundedMinor: 999 },
    })
    expect((await receivedEventTypes()).slice(-2)).toEqual(
      Array(2).fill('PAYMENT.CAPTURE.REFUNDED'),
    )
    expect((await api(`/v2/payments/refunds/${part.body.id}`)).body).toMatchObject({
      amount: usd('4.00'),
    })
  })
  it('are made once for a request id', async () => {
    const { captureId } = await capturedOrder()
    const [first, again] = [
      await refund(captureId, { amount: usd('1.00') }, 'key'),
      await refund(captureId, { amount: usd('1.00') }, 'key'),
    ]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.id).toBe(first.body.id)
    expect((await storedOrders()).totals).toMatchObject({ USD: { refundedMinor: 100 } })
  })
  it.each([
    [{ amount: usd('10.00') }, 'REFUND_AMOUNT_EXCEEDED'],
    [{ amount: { currency_code: 'EUR', value: '1' } }, 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
  ])('refuse %o: %s', async (body, issue) => {
    expect((await refund((await capturedOrder()).captureId, body)).issue).toBe(issue)
  })
  it('refuse a capture that is still pending', async () => {
    await activateFault('pending')
    expect((await refund((await capturedOrder()).captureId, {})).issue).toBe('PENDING_CAPTURE')
  })
})

describe('webhooks', () => {
  /** Verification as PayPal documents it, without the emulator's code. */
  async function verifiesOffline({ headers, body }: ReceivedWebhook, webhookId = 'WEBHOOK-7') {
    const header = (name: string) => String(headers[`paypal-${name}`])
    const url = new URL(header('cert-url'))
    const pem = await (await send(url.pathname)).text()
    const [certificate, root] = pem
      .split(/(?=-----BEGIN)/)
      .map((one) => new X509Certificate(one)) as [X509Certificate, X509Certificate]
    expect([certificate.checkIssued(root), certificate.verify(root.publicKey)]).toEqual([
      true,
      true,
    ])
    expect([root.verify(root.publicKey), root.ca, certificate.ca]).toEqual([true, true, false])
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())
    const [id, time] = [header('transmission-id'), header('transmission-time')]
    return createVerify('SHA256')
      .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
      .verify(certificate.publicKey, header('transmission-sig'), 'base64')
  }
  async function verifiesOnline({ headers, body }: ReceivedWebhook, webhookId = 'WEBHOOK-7') {
    const parts = [
      'auth-algo',
      'cert-url',
      'transmission-id',
      'transmission-sig',
      'transmission-time',
    ]
    const fields = parts.map((part) => [part.replace('-', '_'), headers[`paypal-${part}`]])
    const rest = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: webhookId })
    const answer = await send('/v1/notifications/verify-webhook-signature', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: `${rest.slice(0, -1)},"webhook_event": ${body} }`,
    })
    expect(answer.status).toBe(200)
    return (await answer.json<{ verification_status: string }>()).verification_status
  }
  const firstWebhook = async () => {
    await receivedEventTypes()
    return receivedWebhooks[0]!
  }

  it('report approval and capture with the ids of order, capture and merchant', async () => {
    const { id, captureId } = await capturedOrder()
    expect(await receivedEventTypes()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
    ])
    const [approval, payment] = receivedWebhooks.map(({ body }) => parseJson(body))
    expect(approval).toMatchObject({ resource: { id, status: 'APPROVED' } })
    expect(payment).toMatchObject({
      event_version: '1.0',
      resource_type: 'capture',
      resource: {
        id: captureId,
        status: 'COMPLETED',
        custom_id: 'txn-1',
        supplementary_data: { related_ids: { order_id: id } },
      },
    })
  })
  it('are sent one after another to a slow receiver', async () => {
    merchantDelayMs = 100
    await capturedOrder()
    expect(await receivedEventTypes()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
    ])
  })
  it('use an unsigned CRC32', () => {
    expect(emulatorCrc32(new TextEncoder().encode('123456789'))).toBe(3421780262)
  })
  it('verify offline by certificate and CRC for this webhook id only', async () => {
    await approvedOrderId()
    const genuine = await firstWebhook()
    expect(await verifiesOffline(genuine)).toBe(true)
    expect(await verifiesOffline(genuine, 'WEBHOOK-8')).toBe(false)
    expect(await verifiesOffline({ ...genuine, body: `${genuine.body} ` })).toBe(false)
  })
  it('verify online when the body is forwarded unchanged', async () => {
    await approvedOrderId()
    const genuine = await firstWebhook()
    expect(await verifiesOnline(genuine)).toBe('SUCCESS')
    expect(await verifiesOnline(genuine, 'WEBHOOK-8')).toBe('FAILURE')
    const otherKey = { ...genuine.headers, 'paypal-cert-url': 'http://localhost/certs/mine' }
    expect(await verifiesOnline({ ...genuine, headers: otherKey })).toBe('FAILURE')
    const rewritten = JSON.stringify(JSON.parse(genuine.body))
    expect(await verifiesOnline({ ...genuine, body: rewritten })).toBe('FAILURE')
  })
  it('name a certificate URL that the receiver can reach', async () => {
    const { id } = (await create()).body
    const body = new URLSearchParams({ token: id, choice: 'approve' })
    await send('http://paypal.test/checkoutnow', { method: 'POST', body })
    const { headers } = await firstWebhook()
    expect(headers['paypal-cert-url']).toMatch(/^http:\/\/localhost\/v1\/notifications\/certs\//)
  })
  it('fail both verifications with the fault webhook-forged', async () => {
    await activateFault('webhook-forged')
    await approvedOrderId()
    const forged = await firstWebhook()
    expect(await verifiesOffline(forged)).toBe(false)
    expect(await verifiesOnline(forged)).toBe('FAILURE')
  })
  it('lose one event with the fault webhook-lost until it is resent', async () => {
    await activateFault('webhook-lost', { on: 'PAYMENT.CAPTURE.COMPLETED' })
    await capturedOrder()
    expect(await receivedEventTypes()).toEqual(['CHECKOUT.ORDER.APPROVED'])
    expect(await (await control('/webhooks/resend', {})).json()).toEqual({ sent: 1 })
    expect(await receivedEventTypes()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
    ])
  })
  it('send the same event three times with the fault webhook-duplicate', async () => {
    await activateFault('webhook-duplicate', { times: 3 })
    await approvedOrderId()
    expect(await receivedEventTypes()).toHaveLength(3)
    expect(new Set(receivedWebhooks.map(({ body }) => parseJson(body).id)).size).toBe(1)
    for (const copy of receivedWebhooks) expect(await verifiesOffline(copy)).toBe(true)
  })
  it('arrive in reverse order with the fault webhook-reorder', async () => {
    await activateFault('webhook-reorder', { next: 2 })
    await capturedOrder()
    expect(await receivedEventTypes()).toEqual([
      'PAYMENT.CAPTURE.COMPLETED',
      'CHECKOUT.ORDER.APPROVED',
    ])
  })
  it('resend an old event by its id', async () => {
    await approvedOrderId()
    const { id } = parseJson((await firstWebhook()).body)
    await control('/clock', { advanceMs: 3600_000 })
    expect(await (await control('/webhooks/resend', { id })).json()).toEqual({ sent: 1 })
    expect(receivedWebhooks.map(({ body }) => parseJson(body).id)).toEqual([id, id])
  })
  it('record a failed delivery and can be resent', async () => {
    merchantStatus = 500
    await approvedOrderId()
    await receivedEventTypes()
    const log = await (await send('/webhooks.json')).json<{ webhooks: object[] }>()
    expect(log.webhooks).toMatchObject([{ state: 'sent', deliveries: [{ status: 500 }] }])
    expect(await (await control('/webhooks/resend', {})).json()).toEqual({ sent: 1 })
  })
  it.each(['http://localhost:1/', 'https://shop.example/', 'http://127.0.0.1.example/', 'x'])(
    'are never sent to %s',
    async (url) => {
      expect((await control('/webhooks', { url })).status).toBe(400)
    },
  )
  it('are never sent to another machine by a setting or a redirect', async () => {
    merchantStatus = 307
    await approvedOrderId()
    expect(await receivedEventTypes()).toHaveLength(1)
    await send('/reset', { method: 'POST' })
    await requestToken()
    const { id } = (await create()).body
    const outside = { ...env, PAYPAL_WEBHOOK_URL: 'https://shop.example/webhook' }
    const body = new URLSearchParams({ token: id, choice: 'approve' })
    await send('/checkoutnow', { method: 'POST', body }, outside)
    await receivedEventTypes()
    expect(await (await send('/webhooks.json')).json()).toMatchObject({
      webhooks: [{ state: 'no target', deliveries: [] }],
    })
  })
})

describe('faults', () => {
  it('unavailable makes the next two calls fail without effect', async () => {
    const id = await approvedOrderId()
    await activateFault('unavailable', { next: 2, status: 500, on: 'capture' })
    expect([(await capture(id)).status, (await capture(id)).status]).toEqual([500, 500])
    expect((await storedOrders()).totals).toMatchObject({ USD: { capturedMinor: 0 } })
    expect((await capture(id)).status).toBe(201)
  })
  it('slow delays the answer and its effect', async () => {
    await activateFault('slow', { forMs: 60 })
    const started = Date.now()
    await create()
    expect(Date.now() - started).toBeGreaterThanOrEqual(55)
  })
  it('wrong-amount and wrong-currency change the answer, not the stored order', async () => {
    const id = await approvedOrderId()
    await activateFault('wrong-amount')
    expect((await capture(id)).capture?.amount).toEqual(usd('10.99'))
    await activateFault('wrong-currency')
    const orderAmount = async () => (await api(`/v2/checkout/orders/${id}`)).capture?.amount
    expect(await orderAmount()).toEqual({ currency_code: 'EUR', value: '9.99' })
    expect(await orderAmount()).toEqual(usd('9.99'))
    expect((await storedOrders()).totals).toMatchObject({ USD: { capturedMinor: 999 } })
  })
  it.each([
    { name: 'unknown' },
    { name: 'refund-pending' },
    { name: 'slow', on: 'unknown' },
    { name: 'pending', on: 'status' },
  ])('rejects %o', async (body) => {
    expect((await control('/faults', body)).status).toBe(400)
  })
})

describe('GET /orders.json', () => {
  it('lists every order with amounts in minor units', async () => {
    await capturedOrder(purchase({ amount: { currency_code: 'JPY', value: '500' } }))
    await create(purchase({ custom_id: 'txn-2' }))
    expect(await storedOrders()).toMatchObject({
      provider: 'paypal',
      orders: [
        {
          reference: 'txn-1',
          state: 'COMPLETED',
          currency: 'JPY',
          exponent: 0,
          orderedMinor: 500,
          capturedMinor: 500,
          refundedMinor: 0,
          payments: [{ state: 'COMPLETED', amountMinor: 500 }],
        },
        { reference: 'txn-2', state: 'PAYER_ACTION_REQUIRED', orderedMinor: 999, capturedMinor: 0 },
      ],
      totals: { JPY: { capturedMinor: 500 }, USD: { capturedMinor: 0 } },
    })
  })
  it('is empty after a reset', async () => {
    await capturedOrder()
    await send('/reset', { method: 'POST' })
    expect(await storedOrders()).toEqual({ provider: 'paypal', orders: [], totals: {} })
  })
  it('is refused for a host other than localhost', async () => {
    expect((await send('https://paypal.shop.example/orders.json')).status).toBe(403)
  })
})

describe('transaction reports', () => {
  it('list payments and refunds with the merchant’s ids for at most 31 days', async () => {
    const { captureId } = await capturedOrder()
    await api(`/v2/payments/captures/${captureId}/refund`, { amount: usd('4.00') })
    const day = 86_400_000
    const list = async (days: number) => {
      const [from, until] = [Date.now() - days * day, Date.now() + 1000]
      const query = new URLSearchParams({
        start_date: new Date(from).toISOString(),
        end_date: new Date(until).toISOString(),
      }).toString()
      return api(`/v1/reporting/transactions?${query}`)
    }
    expect((await list(30)).body).toMatchObject({
      transaction_details: [
        {
          transaction_info: {
            ...{ transaction_id: captureId, transaction_status: 'S', custom_field: 'txn-1' },
            ...{ transaction_event_code: 'T0006', transaction_amount: usd('9.99') },
          },
        },
        { transaction_info: { transaction_event_code: 'T1107', transaction_amount: usd('-4.00') } },
      ],
      total_pages: 1,
    })
    expect((await list(32)).status).toBe(400)
  })
})
