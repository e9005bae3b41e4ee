import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureLog,
  neverAnswers,
  origin,
  productApiAnswers,
  visit,
  type Wire,
} from '../support/site.ts'
import { requestsTo, freshTokens, newBrowser, sessionCookie, signIn } from '../support/reader.ts'
import { neutralRow, paymentRow, refusal, txId } from '../support/payments.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const api = '/api/payment-transactions'
const query = `?tx=${txId}&s=signature-of-ours`
const returns = [
  [`/paypal/success${query}&token=ORDER1&PayerID=PAYER1`, `${api}/paypal/success`],
  [`/paypal/cancel${query}&token=ORDER1`, `${api}/paypal/cancel`],
  [`/phonepe/return${query}`, `${api}/phonepe/return`],
] as const

const answer = (row: Record<string, unknown> = {}) => ({
  data: { ...neutralRow(row), statusSig: 'status-signature', returnTo: '/en/vao-paper-1' },
})
const everyReturn = (body: Wire[string]): Wire =>
  Object.fromEntries(returns.map(([, path]) => [path, body]))

describe.each(returns)('%s', (address, path) => {
  it("redirects without a cookie to the payment in the payer's language", async () => {
    const seen = productApiAnswers(everyReturn(answer()))
    const response = await visit(address)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${origin()}/en/payment/${txId}?s=status-signature`,
    ])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(seen).toHaveLength(1)
    const url = new URL(seen[0]!.url)
    expect(url.pathname + url.search).toBe(path + address.slice(address.indexOf('?')))
  })

  it('needs no session, and neither reads, renews nor writes one', async () => {
    const { browser, seen } = await signIn({
      tokens: freshTokens({ endsInSec: -10 }),
      wire: everyReturn(answer()),
    })
    const response = await browser.go(address, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(response.status).toBe(303)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(requestsTo(seen, '/api/token/refresh')).toEqual([])
    expect(requestsTo(seen, path)[0]!.headers.get('authorization')).toBeNull()
  })

  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
  ])('ignores a prefetch (%s: %s)', async (name, value) => {
    const seen = productApiAnswers(everyReturn(answer()))
    const response = await visit(address, { headers: { [name]: value } })
    expect([response.status, seen]).toEqual([204, []])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('ignores HEAD', async () => {
    const seen = productApiAnswers(everyReturn(answer()))
    expect((await visit(address, { method: 'HEAD' })).status).toBe(204)
    expect(seen).toEqual([])
  })

  it('handles a form POST of the provider like GET, without touching the session', async () => {
    const { browser, seen } = await signIn({ wire: everyReturn(answer()) })
    const before = browser.jar.get(sessionCookie)
    const response = await browser.post(
      address,
      { code: 'PAYMENT_SUCCESS', amount: '1', tx: 'another' },
      { headers: { origin: 'https://mercury.phonepe.com', 'sec-fetch-site': 'cross-site' } },
    )
    expect([response.status, response.headers.get('location')]).toEqual([303, origin() + address])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(browser.jar.get(sessionCookie)).toBe(before)
    expect(requestsTo(seen, path)).toEqual([])
  })

  it('answers 404 without details for a forged signature', async () => {
    productApiAnswers(everyReturn(() => refusal(404, 'NotFoundError')))
    const response = await visit(address)
    const html = await response.text()
    expect(response.status).toBe(404)
    expect(html).toMatch(/ಈ ಪಾವತಿ ಸಿಗಲಿಲ್ಲ/)
    expect(html).not.toContain(txId.slice(0, 12) + '</')
  })

  it.each([
    ['unreachable', () => Promise.reject(new TypeError('no network'))],
    ['failing', () => refusal(500, 'InternalServerError')],
    ['cut off', () => new Response('{"data":')],
  ] as const)('shows a page that reloads itself while the product API is %s', async (_, body) => {
    productApiAnswers(everyReturn(body))
    const response = await visit(address)
    const html = await response.text()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
    expect(html).toContain('<meta http-equiv="refresh" content="10"')
    expect(html).toContain('ಮತ್ತೆ ಪಾವತಿಸಬೇಡಿ')
    expect(html).toContain(txId)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('a return to a product API without signatures', () => {
  it("calls the specification's path with the reader's bearer token", async () => {
    const { browser, seen, tokens } = await signIn({ wire: everyReturn({ data: paymentRow() }) })
    const response = await browser.go('/paypal/success?token=ORDER1&PayerID=P1&x=dropped')
    expect(response.headers.get('location')).toBe(`${origin()}/en/payment/${txId}`)
    const [request] = requestsTo(seen, `${api}/paypal/success`)
    expect(new URL(request!.url).search).toBe('?token=ORDER1&PayerID=P1')
    expect(request!.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
  })
})

it('responds to a return in time when the product API hangs', { timeout: 20_000 }, async () => {
  productApiAnswers(everyReturn(neverAnswers))
  expect((await visit(returns[0][0])).status).toBe(503)
})

describe('webhooks', () => {
  const body = '{"event":"checkout.order.completed",  "payload":{"state":"COMPLETED"},"ಕ":1}'
  const send = (path: string, headers: Record<string, string>, content: BodyInit = body) =>
    visit(path, {
      method: 'POST',
      body: content,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it.each([
    [
      '/paypal/webhook',
      {
        'paypal-transmission-id': 'T1',
        'paypal-transmission-sig': 'abc=',
        'paypal-cert-url': 'https://api.paypal.com/c',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-transmission-time': '2026-11-21T05:00:00Z',
      },
    ],
    ['/phonepe/webhook', { authorization: '28c123af', 'x-any-signature': 'hmac' }],
  ])('to %s are forwarded byte for byte with their signature headers', async (path, proof) => {
    const seen = productApiAnswers({ [api]: () => Response.json({ ok: true }) })
    const response = await send(path, {
      ...proof,
      cookie: 'a=b',
      'x-client-address': 'forged',
      'x-forwarded-for': 'forged',
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(new URL(seen[0]!.url).pathname).toBe(api + path)
    expect(await seen[0]!.text()).toBe(body)
    const sent = Object.fromEntries(seen[0]!.headers)
    expect(sent).toMatchObject({ ...proof, 'content-type': 'application/json' })
    expect(sent).not.toHaveProperty('cookie')
    expect(JSON.stringify(sent)).not.toContain('forged')
  })

  it.each([401, 400, 503, 200])('return the status %i of the product API', async (status) => {
    productApiAnswers({ [api]: () => new Response('secret detail', { status }) })
    const response = await send('/phonepe/webhook', {})
    expect([response.status, await response.text()]).toEqual([status, ''])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('ask for redelivery while the product API is down', async () => {
    productApiAnswers({ [api]: () => Promise.reject(new TypeError('no network')) })
    expect((await send('/paypal/webhook', {})).status).toBe(503)
  })

  it('are rejected unread above the size limit', async () => {
    const seen = productApiAnswers({})
    expect((await send('/paypal/webhook', {}, 'x'.repeat(262_145))).status).toBe(413)
    expect(seen).toEqual([])
  })

  it('are not served as pages', async () => {
    productApiAnswers({})
    expect((await visit('/paypal/webhook')).status).toBe(404)
  })

  it('leave a session in the same browser alone', async () => {
    const { browser } = await signIn({ wire: { [api]: () => Response.json({ ok: true }) } })
    const response = await browser.go('/paypal/webhook', { method: 'POST', body: '{}' })
    expect(response.status).toBe(200)
  })
})

it('rejects every other form POST from another origin', async () => {
  productApiAnswers({})
  for (const path of [
    `/payment/${txId}/cancel`,
    '/payment/handoff/0123456789abcdef',
    '/account/referral',
  ])
    expect(
      (await newBrowser().post(path, {}, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403)
})
