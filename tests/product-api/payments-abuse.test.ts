import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCounts } from '../../product-api/limits/counters.ts'
import { beginPayment, completePayment } from '../emulators/payment-flows.ts'
import {
  call,
  freshJwt,
  interceptProviderCalls,
  newMember,
  paymentsPath,
  rows,
  setUpPayments,
  vaoPack,
} from '../emulators/payments.ts'

beforeEach(() => setUpPayments())
beforeEach(forgetCounts)
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const quote = (address: string, coupon: string, jwt?: string) =>
  call('POST', paymentsPath('/quote'), {
    body: { data: { plan: vaoPack, currency: 'INR', coupon } },
    headers: { 'x-client-address': address },
    ...(jwt !== undefined && { jwt }),
  })

describe('coupons of many aspirants behind one address', () => {
  it('work however often a valid one was used there', async () => {
    const address = '203.0.113.7'
    for (let count = 0; count < 210; count += 1) {
      const { status, body } = await quote(address, 'ABHYASA10')
      expect([count, status, body.data.coupon]).toEqual([
        ...[count, 200],
        { code: 'ABHYASA10', ok: true },
      ])
    }
  })

  it('cannot be guessed; a member there still uses theirs', async () => {
    const address = '203.0.113.8'
    const statuses = []
    for (let count = 0; count < 205; count += 1)
      statuses.push((await quote(address, `GUESS${count}`)).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
    // A right guess looks like a wrong one.
    expect((await quote(address, 'ABHYASA10')).status).toBe(429)
    const { jwt } = await newMember()
    expect((await quote(address, 'ABHYASA10', jwt)).body.data.coupon).toMatchObject({ ok: true })
  })
})

describe('forged webhooks', () => {
  const headers = (more: object = {}) => ({
    ...{ 'content-type': 'application/json', 'x-client-address': '203.0.113.9' },
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://paypal.test/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': crypto.randomUUID(),
    'paypal-transmission-sig': 'A'.repeat(344),
    'paypal-transmission-time': new Date().toISOString(),
    ...more,
  })
  const event = (id: string) =>
    JSON.stringify({ id: `WH-${id}`, event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id } })
  const send = (id: string, more: object = {}) =>
    call('POST', paymentsPath('/paypal/webhook'), { body: event(id), headers: headers(more) })
  const countCalls = () => {
    const calls: string[] = []
    interceptProviderCalls((request, pass) => {
      calls.push(new URL(request.url).pathname)
      return pass()
    })
    return calls
  }

  it.each([
    { 'paypal-cert-url': 'https://evil.example/v1/notifications/certs/CERT-1' },
    { 'paypal-cert-url': 'https://paypal.test.evil.example/cert' },
    { 'paypal-transmission-time': '2020-01-01T00:00:00Z' },
    { 'paypal-transmission-time': '2099-01-01T00:00:00Z' },
    { 'paypal-transmission-sig': '' },
    { 'paypal-auth-algo': 'none' },
  ])('with %o cost no call of PayPal', async (more) => {
    const calls = countCalls()
    expect((await send('X', more)).status).toBe(401)
    expect(calls).toEqual([])
  })

  it('from one address cost a limited number of calls', async () => {
    const { tx } = await beginPayment('paypal')
    const calls = countCalls()
    const statuses = []
    for (let count = 0; count < 130; count += 1) statuses.push((await send(`${tx}${count}`)).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(9)
    expect(calls.filter((path) => path.endsWith('verify-webhook-signature')).length).toBeLessThan(
      122,
    )
    // Another sender, such as PayPal, is heard.
    expect((await send(tx, { 'x-client-address': '198.51.100.1' })).status).toBe(401)
  })
})

it('stores the reason of a refund as one line without control characters', async () => {
  const payment = await completePayment('phonepe')
  const reason = `late\r\n01JABC  approved  0.00 INR\u001B[2J\u0007\u202Edone ಕನ್ನಡ ಕ್‍ಷ`
  const answer = await call('POST', paymentsPath(`/${payment.tx}/refund`), {
    jwt: await freshJwt(payment.user),
    body: { reason },
  })
  expect(answer.status).toBe(201)
  expect(
    await rows('SELECT reason FROM refund_requests WHERE transaction_id = ?', payment.tx),
  ).toEqual([{ reason: 'late 01JABC  approved  0.00 INR[2J done ಕನ್ನಡ ಕ್‍ಷ' }])
})
