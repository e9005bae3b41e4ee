import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetTokens } from '../../product-api/payments/providers/access-tokens.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { paypalSettingEntries } from '../../product-api/payments/providers/paypal/settings.ts'
import { phonepeSettingEntries } from '../../product-api/payments/providers/phonepe/settings.ts'
import { parseSettings } from '../../product-api/payments/setting-schemas.ts'
import { sharedSettingEntries } from '../../product-api/payments/settings.ts'
import { begun, both, expectPaidOnce, paid, paying, shown } from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import {
  bendWire,
  calm,
  call,
  checkout,
  choose,
  comeBack,
  freshJwt,
  newMember,
  openShop,
  passTime,
  pay,
  rows,
  strike,
} from '../emulators/payments.ts'

// What is settled by settings: what the providers leave open, and what an operator may want otherwise.

beforeEach(() => openShop())

/** What goes over the wire to the providers from now on. */
function watched() {
  const calls: { method: string; url: URL; body: string; authorization: string | null }[] = []
  bendWire(async (request, pass) => {
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
  it('a provider without them is hidden, and says which settings are missing', async () => {
    Object.assign(settings, {
      PAYPAL_CLIENT_SECRET: '',
      PAYPAL_WEBHOOK_ID: '',
      PHONEPE_WEBHOOK_PASSWORD: '',
    })
    const { status, body } = await call('GET', pay('/providers'))
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
    for (const provider of both) {
      const refused = await checkout(jwt, provider)
      expect([refused.status, refused.body.error.name]).toEqual([503, 'ProviderUnavailable'])
    }
    expect(
      await rows('SELECT id FROM payment_transactions WHERE user_id = (SELECT max(id) FROM users)'),
    ).toEqual([])
  })

  it('a start says once in the log what is hidden and why', () => {
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

  it('production needs nothing but credentials: the addresses are the providers’ own', () => {
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

  it('settings that are wrong are named, all of them', () => {
    const wrong = {
      PAYPAL_API_URL: 'paypal',
      PAYPAL_CURRENCY: 'INR',
      PHONEPE_EXPIRE_SECONDS: '299',
      IN_APP_CHECKOUT: 'maybe',
      PAYMENT_SECRETS: 'short',
      PHONEPE_CHECK_SECONDS: '3 x',
      REFERRAL_CREDIT: 'INR:0.5',
    }
    for (const name of Object.keys(wrong)) expect(() => configurePayments(wrong)).toThrow(name)
    expect(() => configurePayments({ PAYPAL_CURRENCY: 'XYZ' })).toThrow('PAYPAL_CURRENCY')
  })

  it('PAYPAL_CURRENCY: a currency without decimals is sent as such', async () => {
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
    const { link, tx, user } = await begun('paypal', { plan: 'ap-teachers' })
    const order = calls.find(({ url }) => url.pathname === '/v2/checkout/orders')
    expect(order?.body).toContain('"amount":{"currency_code":"JPY","value":"1050",')
    await choose('paypal', link, 'approve')
    await calm()
    await expectPaidOnce({ user, tx }, 'paypal')
  })

  it('PAYPAL_MERCHANT_ID: an order whose money goes to somebody else is flagged', async () => {
    settings.PAYPAL_MERCHANT_ID = 'SOMEBODYELSE1'
    const story = await paid('paypal')
    expect(story.back.body.data.status).toBe('review')
    settings.PAYPAL_MERCHANT_ID = 'EMULATEDSHOP1'
    const { tx, user } = await paid('paypal')
    await expectPaidOnce({ user, tx }, 'paypal')
  })
})

describe('what the notes leave open', () => {
  it('PAYPAL_APPROVAL_HOURS: 3 or 6 hours until an order that nobody approved is over', async () => {
    for (const hours of [3, 6]) {
      settings.PAYPAL_APPROVAL_HOURS = String(hours)
      const story = await begun('paypal')
      expect(Date.parse(String(story.view.expiresAt)) - Date.now()).toBe(hours * 3_600_000)
    }
    settings.PAYPAL_APPROVAL_HOURS = '6'
    const story = await begun('paypal')
    bendWire(async (request, pass) => {
      const answer = await pass()
      // PayPal as the newest text has it: still there after five hours.
      if (answer.status !== 404) return answer
      return Response.json({ id: request.url.split('/').at(-1), status: 'PAYER_ACTION_REQUIRED' })
    })
    passTime(5 * 3600)
    await strike()
    expect((await shown(story)).status).toBe('waiting')
    passTime(3601)
    await strike()
    expect((await shown(story)).status).toBe('expired')
  })

  it('PHONEPE_EXPIRE_SECONDS: is asked of PhonePe, and our own clock follows', async () => {
    settings.PHONEPE_EXPIRE_SECONDS = '300'
    const calls = watched()
    const story = await begun('phonepe')
    expect(calls.find(({ url }) => url.pathname.endsWith('/pay'))?.body).toContain(
      '"expireAfter":300',
    )
    passTime(301)
    await strike()
    expect((await shown(story)).status).toBe('expired')
  })

  it.each([
    ['both', 200, 200],
    ['get', 200, 405],
    ['post', 405, 200],
  ])('PHONEPE_RETURN_METHOD %s: GET %i, POST %i', async (method, get, post) => {
    settings.PHONEPE_RETURN_METHOD = method
    const { address } = await paid('phonepe')
    const path = pay(new URL(address).pathname + new URL(address).search)
    expect((await call('GET', path)).status).toBe(get)
    expect((await call('POST', path)).status).toBe(post)
  })

  it.each(['hex', 'base64'])(
    'PHONEPE_WEBHOOK_AUTH hmac: a named header with an HMAC of the body in %s',
    async (how) => {
      Object.assign(settings, {
        PHONEPE_WEBHOOK_AUTH: 'hmac',
        PHONEPE_WEBHOOK_HMAC_HEADER: 'X-Whatever-Signature',
        PHONEPE_WEBHOOK_HMAC_SECRET: 'secret-of-the-dashboard',
      })
      const story = await begun('phonepe')
      const body = JSON.stringify({
        event: 'checkout.order.completed',
        payload: { merchantOrderId: story.tx },
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
        call('POST', pay('/phonepe/webhook'), { body: sent, headers })
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
      expect((await call('GET', pay('/providers'))).body.data[1]).toMatchObject({
        missing: ['PHONEPE_WEBHOOK_HMAC_SECRET'],
      })
    },
  )

  it('IN_APP_CHECKOUT: handoff hands over, allow lets pay inside, refuse does neither', async () => {
    const { jwt } = await newMember()
    const handoff = (form: object) =>
      call('POST', pay('/handoff'), {
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

  it('REFUND_DAYS: so long a payer may ask for the money back', async () => {
    settings.REFUND_DAYS = '2'
    const story = await paid('phonepe')
    expect((await call('GET', pay('/providers'))).body.meta).toEqual({ refundDays: 2 })
    expect((await shown(story)).refundDays).toBe(2)
    passTime(2 * 86_400 + 1)
    const { status, body } = await call('POST', pay(`/${story.tx}/refund`), {
      jwt: await freshJwt(story.user),
      body: {},
    })
    expect([status, body.error.name]).toEqual([400, 'RefundTooLate'])
  })

  it('PAYPAL_CHECK_SECONDS and PHONEPE_CHECK_SECONDS: when the clock asks', async () => {
    Object.assign(settings, { PAYPAL_CHECK_SECONDS: '5 50', PHONEPE_CHECK_SECONDS: '7 70' })
    for (const [provider, first, second] of [
      ['paypal', 5, 50],
      ['phonepe', 7, 70],
    ] as const) {
      const story = await begun(provider)
      const dueIn = async () => {
        const [row] = await rows<{ next_check_at: string }>(
          'SELECT next_check_at FROM payment_transactions WHERE id = ?',
          story.tx,
        )
        return (Date.parse(row!.next_check_at) - Date.parse(String(story.view.createdAt))) / 1000
      }
      expect(await dueIn()).toBe(first)
      passTime(first)
      await strike()
      expect(await dueIn()).toBe(second)
    }
  })

  it('without ages PhonePe’s own ladder holds: 22 s, then every 3, 6, 10, 30 s, every minute, to the end', async () => {
    const story = await begun('phonepe')
    const ages: number[] = []
    for (;;) {
      const [row] = await rows<{ next_check_at: string; state: string }>(
        'SELECT next_check_at, state FROM payment_transactions WHERE id = ?',
        story.tx,
      )
      if (row?.state !== 'redirected') break
      const age = Math.round(
        (Date.parse(row.next_check_at) - Date.parse(String(story.view.createdAt))) / 1000,
      )
      ages.push(age)
      passTime(Math.max(1, (Date.parse(row.next_check_at) - Date.now()) / 1000))
      await strike()
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
  it.each(both)(
    '%s: one is used until it nearly ends, by every isolate, and lies sealed in the database',
    async (provider) => {
      const calls = watched()
      const asked = () => calls.filter(({ url }) => url.pathname.includes('oauth')).length
      await rows('DELETE FROM provider_tokens')
      forgetTokens()
      await paid(provider)
      expect(asked()).toBe(1)
      forgetTokens()
      await paid(provider)
      expect(asked()).toBe(1)
      const [kept] = await rows<{ sealed: string; key: string }>('SELECT * FROM provider_tokens')
      const token = calls
        .find(({ authorization }) => /bearer/i.test(authorization ?? ''))!
        .authorization!.split(' ')[1]!
      expect(JSON.stringify(kept)).not.toContain(token.slice(0, 12))
      expect(kept?.key).not.toContain('secret')
      passTime(provider === 'phonepe' ? 3600 - 239 : 32_400 - 299)
      await paid(provider)
      expect(asked()).toBe(2)
    },
  )

  it('of PhonePe comes from another host than its payments, with client version and O-Bearer', async () => {
    Object.assign(settings, {
      PHONEPE_CLIENT_VERSION: '1',
      PHONEPE_TOKEN_URL: 'https://phonepe.test/apis/identity-manager/',
    })
    await rows('DELETE FROM provider_tokens')
    forgetTokens()
    const calls = watched()
    await begun('phonepe')
    expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /apis/identity-manager/v1/oauth/token',
      'POST /apis/pg/checkout/v2/pay',
    ])
    expect(new URLSearchParams(calls[0]!.body).get('client_version')).toBe('1')
    expect(calls[1]!.authorization).toMatch(/^O-Bearer /)
  })

  it('while no new one is to be had, the old one serves to its end', async () => {
    const first = await paid('paypal')
    passTime(32_400 - 200)
    await rows('DELETE FROM rate_limits')
    bendWire(async (request, pass) =>
      request.url.includes('oauth') ? Response.json({}, { status: 503 }) : pass(),
    )
    const story = await begun('paypal')
    expect(story.answer.status).toBe(201)
    expect(first.tx).not.toBe(story.tx)
  })
})

describe('time', () => {
  it.each(both)(
    '%s: a return is answered in good time, and the work goes on behind it',
    async (provider) => {
      Object.assign(settings, { RETURN_BUDGET_MS: '60', PROVIDER_DEADLINE_MS: '2000' })
      const story = await begun(provider)
      const address = await choose(
        provider,
        story.link,
        provider === 'paypal' ? 'approve' : paying.phonepe,
      )
      bendWire(async (_request, pass) => {
        await new Promise((done) => setTimeout(done, 150))
        return pass()
      })
      await comeBack(address!)
      await calm()
      await expectPaidOnce(story, provider)
    },
  )

  it('a page that is watched asks the provider no more often than the ladder', async () => {
    const story = await begun('phonepe')
    const calls = watched()
    passTime(10)
    await Promise.all(Array.from({ length: 6 }, () => shown(story)))
    expect(calls.filter(({ url }) => url.pathname.includes('/status'))).toHaveLength(1)
    expect((await shown(story)).nextCheckMs).toBe(3000)
    passTime(3)
    await shown(story)
    expect(calls.filter(({ url }) => url.pathname.includes('/status'))).toHaveLength(2)
    passTime(300)
    expect((await shown(story)).nextCheckMs).toBe(60_000)
  })
})
