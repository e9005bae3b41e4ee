import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetTokens } from '../../product-api/payments/providers/access-tokens.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { paypalSettingEntries } from '../../product-api/payments/providers/paypal/settings.ts'
import { phonepeSettingEntries } from '../../product-api/payments/providers/phonepe/settings.ts'
import { parseSettings } from '../../product-api/payments/setting-schemas.ts'
import { sharedSettingEntries } from '../../product-api/payments/settings.ts'
import {
  beginPayment,
  bothProviders,
  expectPaidOnce,
  completePayment,
  ownerView,
} from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import {
  interceptProviderCalls,
  finishBackgroundWork,
  call,
  checkout,
  chooseAtProvider,
  returnToSite,
  freshJwt,
  newMember,
  setUpPayments,
  advanceTime,
  paymentsPath,
  rows,
  runCron,
} from '../emulators/payments.ts'
import { approvalChoice } from '../support/payment-emulators.ts'

// What is settled by settings: what the providers leave open, and what an operator may want
// otherwise.

beforeEach(() => setUpPayments())

/** What goes over the wire to the providers from now on. */
function watched() {
  const calls: { method: string; url: URL; body: string; authorization: string | null }[] = []
  interceptProviderCalls(async (request, pass) => {
    calls.push({
      method: request.method,
      url: new URL(request.url),
      body: new TextDecoder().decode(await request.clone().arrayBuffer()),
      authorization: request.headers.get('authorization'),
    })
    return pass()
  })
  return calls
}

describe('credentials', () => {
  it('hide a provider that lacks settings and name those', async () => {
    Object.assign(settings, {
      PAYPAL_CLIENT_SECRET: '',
      PAYPAL_WEBHOOK_ID: '',
      PHONEPE_WEBHOOK_PASSWORD: '',
    })
    const { status, body } = await call('GET', paymentsPath('/providers'))
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        provider: 'paypal',
        currency: 'USD',
        available: false,
        missing: ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
      },
      {
        provider: 'phonepe',
        currency: 'INR',
        available: false,
        missing: ['PHONEPE_WEBHOOK_PASSWORD'],
      },
    ])
    const { jwt } = await newMember()
    for (const provider of bothProviders) {
      const refused = await checkout(jwt, provider)
      expect([refused.status, refused.body.error.name]).toEqual([503, 'ProviderUnavailable'])
    }
    expect(
      await rows('SELECT id FROM payment_transactions WHERE user_id = (SELECT max(id) FROM users)'),
    ).toEqual([])
  })

  it('log once at the start which providers are hidden and why', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    configurePayments({ PAYMENT_SECRETS: 'a-payment-secret-of-the-tests-4444444' })
    configurePayments({ PAYMENT_SECRETS: 'a-payment-secret-of-the-tests-4444444' })
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual([
      {
        ...{ at: 'settings', hidden: 'paypal' },
        missing: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
      },
      {
        ...{ at: 'settings', hidden: 'phonepe' },
        missing: [
          ...['PHONEPE_CLIENT_ID', 'PHONEPE_CLIENT_SECRET'],
          ...['PHONEPE_WEBHOOK_USERNAME', 'PHONEPE_WEBHOOK_PASSWORD'],
        ],
      },
    ])
    warn.mockRestore()
  })

  it('are all that production needs: every other setting has a default', () => {
    const entries = { ...sharedSettingEntries, ...paypalSettingEntries, ...phonepeSettingEntries }
    expect(parseSettings(entries, {})).toMatchObject({
      ok: true,
      value: {
        PAYPAL_API_URL: 'https://api-m.paypal.com',
        PHONEPE_API_URL: 'https://api.phonepe.com/apis/pg',
        PHONEPE_TOKEN_URL: 'https://api.phonepe.com/apis/identity-manager',
        PAYPAL_CURRENCY: 'USD',
        PAYPAL_WEBHOOK_VERIFICATION: 'online',
        PHONEPE_WEBHOOK_AUTH: 'sha',
        PAYPAL_APPROVAL_HOURS: 3,
        PHONEPE_EXPIRE_SECONDS: 1200,
        PHONEPE_RETURN_METHOD: 'both',
        IN_APP_CHECKOUT: 'handoff',
        REFUND_DAYS: 7,
      },
    })
  })

  it('name every setting that is wrong in one error', () => {
    const wrong = {
      PAYPAL_API_URL: 'paypal',
      PAYPAL_CURRENCY: 'INR',
      PHONEPE_EXPIRE_SECONDS: '299',
      IN_APP_CHECKOUT: 'maybe',
      PAYMENT_SECRETS: 'short',
      PHONEPE_CHECK_SECONDS: '3 x',
      PHONEPE_SETTLEMENT_URL: 'https://reports.example/today.csv',
      REFERRAL_CREDIT: 'INR:0.5',
    }
    for (const name of Object.keys(wrong)) expect(() => configurePayments(wrong)).toThrow(name)
    expect(() => configurePayments({ PAYPAL_CURRENCY: 'XYZ' })).toThrow('PAYPAL_CURRENCY')
  })

  it('PAYPAL_CURRENCY sends a currency without decimals as whole units', async () => {
    settings.PAYPAL_CURRENCY = 'JPY'
    const plan = await rows<{ id: number }>(
      `SELECT id FROM subscription_plans WHERE slug = 'ap-teachers'`,
    )
    await rows(
      'INSERT INTO plan_prices (plan_id, currency, amount_minor) VALUES (?, ?, ?)',
      plan[0]!.id,
      'JPY',
      1050,
    )
    const calls = watched()
    const { link, tx, user } = await beginPayment('paypal', { plan: 'ap-teachers' })
    const order = calls.find(({ url }) => url.pathname === '/v2/checkout/orders')
    expect(order?.body).toContain('"amount":{"currency_code":"JPY","value":"1050",')
    await chooseAtProvider('paypal', link, 'approve')
    await finishBackgroundWork()
    await expectPaidOnce({ user, tx }, 'paypal')
  })

  it('PAYPAL_MERCHANT_ID flags an order whose payee is somebody else', async () => {
    settings.PAYPAL_MERCHANT_ID = 'SOMEBODYELSE1'
    const payment = await completePayment('paypal')
    expect(payment.back.body.data.status).toBe('review')
    settings.PAYPAL_MERCHANT_ID = 'EMULATEDSHOP1'
    const { tx, user } = await completePayment('paypal')
    await expectPaidOnce({ user, tx }, 'paypal')
  })
})

describe('settings of provider behaviour', () => {
  it('PAYPAL_APPROVAL_HOURS sets after how long an unapproved order expires', async () => {
    for (const hours of [3, 6]) {
      settings.PAYPAL_APPROVAL_HOURS = String(hours)
      const payment = await beginPayment('paypal')
      expect(Date.parse(String(payment.view.expiresAt)) - Date.now()).toBe(hours * 3_600_000)
    }
    settings.PAYPAL_APPROVAL_HOURS = '6'
    const payment = await beginPayment('paypal')
    interceptProviderCalls(async (request, pass) => {
      const answer = await pass()
      // PayPal as the newest text has it: still there after five hours.
      if (answer.status !== 404) return answer
      return Response.json({ id: request.url.split('/').at(-1), status: 'PAYER_ACTION_REQUIRED' })
    })
    advanceTime(5 * 3600)
    await runCron()
    expect((await ownerView(payment)).status).toBe('waiting')
    advanceTime(3601)
    await runCron()
    expect((await ownerView(payment)).status).toBe('expired')
  })

  it('PHONEPE_EXPIRE_SECONDS is sent to PhonePe and sets our own expiry', async () => {
    settings.PHONEPE_EXPIRE_SECONDS = '300'
    const calls = watched()
    const payment = await beginPayment('phonepe')
    expect(calls.find(({ url }) => url.pathname.endsWith('/pay'))?.body).toContain(
      '"expireAfter":300',
    )
    advanceTime(301)
    await runCron()
    expect((await ownerView(payment)).status).toBe('expired')
  })

  it.each([
    ['both', 200, 200],
    ['get', 200, 405],
    ['post', 405, 200],
  ])('PHONEPE_RETURN_METHOD %s answers GET with %i and POST with %i', async (method, get, post) => {
    settings.PHONEPE_RETURN_METHOD = method
    const { address } = await completePayment('phonepe')
    const path = paymentsPath(new URL(address).pathname + new URL(address).search)
    expect((await call('GET', path)).status).toBe(get)
    expect((await call('POST', path)).status).toBe(post)
  })

  it.each(['hex', 'base64'])(
    'PHONEPE_WEBHOOK_AUTH hmac accepts an HMAC of the body in %s in the named header',
    async (how) => {
      Object.assign(settings, {
        PHONEPE_WEBHOOK_AUTH: 'hmac',
        PHONEPE_WEBHOOK_HMAC_HEADER: 'X-Whatever-Signature',
        PHONEPE_WEBHOOK_HMAC_SECRET: 'secret-of-the-dashboard',
      })
      const payment = await beginPayment('phonepe')
      const body = JSON.stringify({
        event: 'checkout.order.completed',
        payload: { merchantOrderId: payment.tx },
      })
      const key = await crypto.subtle.importKey(
        'raw',
        new TextEncoder().encode('secret-of-the-dashboard'),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      )
      const mac = new Uint8Array(
        await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(body)),
      )
      const signature =
        how === 'hex'
          ? [...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('')
          : btoa(String.fromCharCode(...mac))
      const send = (sent: string, headers: Record<string, string>) =>
        call('POST', paymentsPath('/phonepe/webhook'), { body: sent, headers })
      expect((await send(body, { 'x-whatever-signature': signature })).status).toBe(200)
      expect((await send(`${body} `, { 'x-whatever-signature': signature })).status).toBe(401)
      expect((await send(body, { 'x-whatever-signature': signature.slice(1) })).status).toBe(401)
      expect(
        (
          await send(body, {
            authorization: '28c123af9e2e3d2a87bba4ec93384d1e6e785a64f070c3e9f11033595752f067',
          })
        ).status,
      ).toBe(401)
      settings.PHONEPE_WEBHOOK_HMAC_SECRET = ''
      expect((await send(body, { 'x-whatever-signature': signature })).status).toBe(401)
      expect((await call('GET', paymentsPath('/providers'))).body.data[1]).toMatchObject({
        missing: ['PHONEPE_WEBHOOK_HMAC_SECRET'],
      })
    },
  )

  it('IN_APP_CHECKOUT allows handoff links, payments inside the app, or neither', async () => {
    const { jwt } = await newMember()
    const handoff = (form: object) =>
      call('POST', paymentsPath('/handoff'), {
        jwt,
        body: {
          plan: 'karnataka-all',
          checkoutKey: crypto.randomUUID(),
          provider: 'phonepe',
          ...form,
        },
      })
    expect((await checkout(jwt, 'phonepe', { inApp: true })).body.error.name).toBe('NotInApp')
    expect((await handoff({})).status).toBe(201)
    settings.IN_APP_CHECKOUT = 'refuse'
    expect((await checkout(jwt, 'phonepe', { inApp: 'true' })).status).toBe(403)
    const refused = await handoff({})
    expect([refused.status, refused.body.error.details]).toEqual([403, { checkout: 'refuse' }])
    settings.IN_APP_CHECKOUT = 'allow'
    expect((await checkout(jwt, 'phonepe', { inApp: true })).status).toBe(201)
  })

  it('REFUND_DAYS limits refund requests and is told to pages', async () => {
    settings.REFUND_DAYS = '2'
    const payment = await completePayment('phonepe')
    expect((await call('GET', paymentsPath('/providers'))).body.meta).toEqual({ refundDays: 2 })
    expect((await ownerView(payment)).refundDays).toBe(2)
    advanceTime(2 * 86_400 + 1)
    const { status, body } = await call('POST', paymentsPath(`/${payment.tx}/refund`), {
      jwt: await freshJwt(payment.user),
      body: {},
    })
    expect([status, body.error.name]).toEqual([400, 'RefundTooLate'])
  })

  it('PAYPAL_CHECK_SECONDS and PHONEPE_CHECK_SECONDS set when the cron trigger asks', async () => {
    Object.assign(settings, { PAYPAL_CHECK_SECONDS: '5 50', PHONEPE_CHECK_SECONDS: '7 70' })
    for (const [provider, first, second] of [
      ['paypal', 5, 50],
      ['phonepe', 7, 70],
    ] as const) {
      const payment = await beginPayment(provider)
      const dueIn = async () => {
        const [row] = await rows<{ next_check_at: string }>(
          'SELECT next_check_at FROM payment_transactions WHERE id = ?',
          payment.tx,
        )
        return (Date.parse(row!.next_check_at) - Date.parse(String(payment.view.createdAt))) / 1000
      }
      expect(await dueIn()).toBe(first)
      advanceTime(first)
      await runCron()
      expect(await dueIn()).toBe(second)
    }
  })

  it('default to PhonePe’s schedule: 22 s, then 3, 6, 10, 30, 60 s until expiry', async () => {
    const payment = await beginPayment('phonepe')
    const ages: number[] = []
    for (;;) {
      const [row] = await rows<{ next_check_at: string; state: string }>(
        'SELECT next_check_at, state FROM payment_transactions WHERE id = ?',
        payment.tx,
      )
      if (row?.state !== 'redirected') break
      const age = Math.round(
        (Date.parse(row.next_check_at) - Date.parse(String(payment.view.createdAt))) / 1000,
      )
      ages.push(age)
      advanceTime(Math.max(1, (Date.parse(row.next_check_at) - Date.now()) / 1000))
      await runCron()
    }
    const steps = ages.map((age, index) => age - (ages[index - 1] ?? 0))
    expect(steps[0]).toBe(22)
    const every = (seconds: number) => steps.filter((step) => step === seconds).length
    expect([every(3), every(6), every(10), every(30)].map((count) => count > 1)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(every(60)).toBeGreaterThan(14)
    expect(ages.at(-1)).toBe(1200)
  })
})

describe('access tokens', () => {
  it.each(bothProviders)(
    'are used by every isolate until they nearly expire and stored encrypted (%s)',
    async (provider) => {
      const calls = watched()
      const asked = () => calls.filter(({ url }) => url.pathname.includes('oauth')).length
      await rows('DELETE FROM provider_tokens')
      forgetTokens()
      await completePayment(provider)
      expect(asked()).toBe(1)
      forgetTokens()
      await completePayment(provider)
      expect(asked()).toBe(1)
      const [kept] = await rows<{ sealed: string; key: string }>('SELECT * FROM provider_tokens')
      const token = calls
        .find(({ authorization }) => /bearer/i.test(authorization ?? ''))!
        .authorization!.split(' ')[1]!
      expect(JSON.stringify(kept)).not.toContain(token.slice(0, 12))
      expect(kept?.key).not.toContain('secret')
      advanceTime(provider === 'phonepe' ? 3600 - 239 : 32_400 - 299)
      await completePayment(provider)
      expect(asked()).toBe(2)
    },
  )

  it('are requested from PhonePe’s own token host, with client version and O-Bearer', async () => {
    Object.assign(settings, {
      PHONEPE_CLIENT_VERSION: '1',
      PHONEPE_TOKEN_URL: 'https://phonepe.test/apis/identity-manager/',
    })
    await rows('DELETE FROM provider_tokens')
    forgetTokens()
    const calls = watched()
    await beginPayment('phonepe')
    expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /apis/identity-manager/v1/oauth/token',
      'POST /apis/pg/checkout/v2/pay',
    ])
    expect(new URLSearchParams(calls[0]!.body).get('client_version')).toBe('1')
    expect(calls[1]!.authorization).toMatch(/^O-Bearer /)
  })

  it('are used until they expire when no new one can be had', async () => {
    const first = await completePayment('paypal')
    advanceTime(32_400 - 200)
    await rows('DELETE FROM limit_counters')
    interceptProviderCalls(async (request, pass) =>
      request.url.includes('oauth') ? Response.json({}, { status: 503 }) : pass(),
    )
    const payment = await beginPayment('paypal')
    expect(payment.answer.status).toBe(201)
    expect(first.tx).not.toBe(payment.tx)
  })
})

describe('time', () => {
  it.each(bothProviders)(
    'is limited for a return, and the work continues in the background (%s)',
    async (provider) => {
      Object.assign(settings, { RETURN_BUDGET_MS: '60', PROVIDER_DEADLINE_MS: '2000' })
      const payment = await beginPayment(provider)
      const address = await chooseAtProvider(provider, payment.link, approvalChoice(provider))
      interceptProviderCalls(async (_request, pass) => {
        await new Promise((done) => setTimeout(done, 150))
        return pass()
      })
      await returnToSite(address!)
      await finishBackgroundWork()
      await expectPaidOnce(payment, provider)
    },
  )

  it('passes by the polling schedule for a watched page', async () => {
    const payment = await beginPayment('phonepe')
    const calls = watched()
    advanceTime(10)
    await Promise.all(Array.from({ length: 6 }, () => ownerView(payment)))
    expect(calls.filter(({ url }) => url.pathname.includes('/status'))).toHaveLength(1)
    expect((await ownerView(payment)).nextCheckMs).toBe(3000)
    advanceTime(3)
    await ownerView(payment)
    expect(calls.filter(({ url }) => url.pathname.includes('/status'))).toHaveLength(2)
    advanceTime(300)
    expect((await ownerView(payment)).nextCheckMs).toBe(60_000)
  })
})
