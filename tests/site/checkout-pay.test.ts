import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, capturedLog, origin, productApiAnswers, type Wire } from '../support/site.ts'
import { requestsTo, cookiesOf, newBrowser, signIn, type Browser } from '../support/reader.ts'
import { orderAddress, paymentRow, planRow, refusal, shopWire, txId } from '../support/payments.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const pack = '/en/village-administrative-officer-pack'
const inApp = {
  headers: {
    'user-agent': 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/150.0 Mobile Safari/537.36',
  },
}
const started =
  (row: Record<string, unknown> = {}) =>
  () =>
    Response.json(
      { data: paymentRow(row), links: [{ rel: 'payer-action', href: orderAddress }] },
      { status: 201 },
    )
const phonepe = '/api/payment-transactions/phonepe/checkout'
const paypal = '/api/payment-transactions/paypal/checkout'

const member = (wire: Wire = {}) =>
  signIn({ wire: { [phonepe]: started(), ...shopWire(wire), ...wire } })

/** The hidden fields of the payment form, as a browser sends them. */
async function formOn(browser: Browser, path: string, init = {}) {
  const html = await (await browser.go(path, init)).text()
  const [, form = ''] = /<form class="pay"[^>]*>(.*?)<\/form>/s.exec(html) ?? []
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

async function pay(browser: Browser, path = pack, init: Parameters<Browser['go']>[1] = {}) {
  return browser.post(path.split('?')[0]!, await formOn(browser, path, init), init)
}

describe('paying as a visitor', () => {
  it('redirects to sign in and returns to the same choice', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(shopWire())
    const fields = await formOn(browser, `${pack}?by=paypal&coupon=SAVE10`)
    expect(fields.key).toBeUndefined()
    const response = await browser.post(pack, fields)
    expect(response.status).toBe(303)
    const to = new URL(response.headers.get('location')!)
    expect([to.pathname, to.searchParams.get('error')]).toEqual(['/en/login', 'SessionRequired'])
    expect(to.searchParams.get('callbackUrl')).toBe(
      `${origin()}${pack}?plan=village-administrative-officer-pack&by=paypal&coupon=SAVE10`,
    )
    expect(requestsTo(seen, paypal)).toEqual([])
  })
})

describe('paying as a member', () => {
  it('redirects to the provider after sending everything that the order needs', async () => {
    const { browser, seen, tokens } = await member()
    const response = await pay(browser, '/en/karnataka/vao-paper-1/subscription/checkout')
    expect([response.status, response.headers.get('location')]).toEqual([303, orderAddress])
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    const [order] = requestsTo(seen, phonepe)
    expect(order!.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    expect(order!.headers.get('x-site-host')).toBe(new URL(origin()).host)
    expect(await order!.json()).toEqual({
      plan: 'village-administrative-officer-pack',
      checkoutKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      useCredit: true,
      locale: 'en',
      inApp: false,
      returnTo: '/en/vao-paper-1',
    })
  })

  it('sends the same order for a double click, a reload and the Back button', async () => {
    const { browser, seen } = await member()
    const fields = await formOn(browser, pack)
    for (let click = 0; click < 3; click++) await browser.post(pack, fields)
    const keys = await Promise.all(
      requestsTo(seen, phonepe).map(
        async (one) => (await one.json<{ checkoutKey: string }>()).checkoutKey,
      ),
    )
    expect(keys).toHaveLength(3)
    expect(new Set(keys)).toEqual(new Set([fields.key]))
  })

  it('sends another key from another page: a second purchase is another order', async () => {
    const { browser } = await member()
    const [one, other] = [await formOn(browser, pack), await formOn(browser, pack)]
    expect(one.key).not.toBe(other.key)
  })

  it('shows the form with a key first when the page was rendered before signing in', async () => {
    const { browser, seen } = await member()
    const { key: _key, ...fields } = await formOn(browser, pack)
    const response = await browser.post(pack, fields)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${origin()}${pack}?plan=village-administrative-officer-pack&by=phonepe`,
    ])
    expect(requestsTo(seen, phonepe)).toEqual([])
  })

  it('sends coupon and credit as they were shown', async () => {
    const { browser, seen } = await member()
    await pay(browser, `${pack}?coupon=SAVE10&credit=no`)
    expect(await requestsTo(seen, phonepe)[0]!.json()).toMatchObject({
      coupon: 'SAVE10',
      useCredit: false,
    })
  })

  it('shows a changed price before it is paid', async () => {
    const { browser } = await member({ [phonepe]: started({ amountMinor: 39900 }) })
    const response = await pay(browser)
    expect(response.headers.get('location')).toBe(`${origin()}/en/payment/${txId}?note=price`)
  })

  it.each([
    ['https://evil.example/pay', 'another host'],
    ['http://mercury.phonepe.com/pay', 'no TLS'],
    ['https://mercury.phonepe.com.evil.example/', 'a host that looks like it'],
    ['javascript:alert(1)', 'a script'],
  ])('does not redirect to %s (%s) and explains it', async (href) => {
    const { browser } = await member({
      [phonepe]: () => Response.json({ data: paymentRow({ redirectUrl: href }) }),
    })
    const response = await pay(browser)
    const html = await response.text()
    expect([response.status, response.headers.get('location')]).toEqual([502, null])
    expect(html).toContain('We stopped this payment')
    expect(html).not.toContain('evil.example')
    expect(capturedLog()).toContain('refusedAddress')
  })

  it.each([
    [
      'links of PayPal',
      {
        links: [
          { rel: 'self', href: 'https://api-m.paypal.com/x' },
          { rel: 'approve', href: 'https://www.paypal.com/checkoutnow?token=1' },
        ],
      },
      'https://www.paypal.com/checkoutnow?token=1',
    ],
    [
      'an approvalUrl',
      { approvalUrl: 'https://www.paypal.com/checkoutnow?token=2' },
      'https://www.paypal.com/checkoutnow?token=2',
    ],
    [
      'a url',
      { url: 'https://www.sandbox.paypal.com/checkoutnow?token=3' },
      'https://www.sandbox.paypal.com/checkoutnow?token=3',
    ],
    [
      "PhonePe's own shape",
      { data: { instrumentResponse: { redirectInfo: { url: orderAddress } } } },
      orderAddress,
    ],
  ])(
    'accepts the redirect of a third-party product API that returns %s',
    async (_, body, address) => {
      const { browser } = await member({ [paypal]: () => Response.json(body) })
      const response = await pay(browser, `${pack}?by=paypal`)
      expect([response.status, response.headers.get('location')]).toEqual([303, address])
    },
  )

  it('rejects a form from another origin', async () => {
    const { browser, seen } = await member()
    const fields = await formOn(browser, pack)
    const response = await browser.post(pack, fields, {
      headers: { origin: 'https://evil.example' },
    })
    expect(response.status).toBe(403)
    expect(requestsTo(seen, phonepe)).toEqual([])
  })
})

describe('a payment page that opens by the script of its provider', () => {
  const settings = { PAYMENT_LAUNCH: 'iframe', PAYMENT_SCRIPTS: 'phonepe-staging' }
  const wire = { '/api/payment-transactions/transaction/details': { data: paymentRow() } }

  it('is the page of the payment, with a link and a redirect without script', async () => {
    const { browser } = await member(wire)
    const response = await pay(browser, pack, { settings })
    const launch = `${origin()}/en/payment/${txId}?launch=1`
    expect([response.status, response.headers.get('location')]).toEqual([303, launch])
    const page = await browser.go(`/en/payment/${txId}?launch=1`, { settings })
    const html = await page.text()
    expect(html).toContain('<provider-launch object="PhonePeCheckout" mode="iframe"')
    expect(html).toContain(`after="/en/payment/${txId}"`)
    expect(html).toContain('src="https://mercury-stg.phonepe.com/web/bundle/checkout.js"')
    expect(html).toContain(`<a class="btn wide" href="${orderAddress}"`)
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="0;url=https:/)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/frame-src https:\/\/\*\.phonepe\.com/)
  })

  it('is not used by a provider without such a script, nor by default', async () => {
    for (const [by, given] of [
      ['paypal', settings],
      ['phonepe', { PAYMENT_LAUNCH: 'iframe', PAYMENT_SCRIPTS: 'paypal' }],
      ['phonepe', { PAYMENT_SCRIPTS: 'phonepe' }],
    ] as const) {
      const { browser } = await member({
        [paypal]: started({ provider: 'paypal', currency: 'USD', amountMinor: 499 }),
      })
      const response = await pay(browser, `${pack}?by=${by}`, { settings: given })
      expect([by, response.headers.get('location')]).toEqual([by, orderAddress])
    }
  })

  it('opens nothing of another origin and nothing that is paid', async () => {
    for (const row of [{ redirectUrl: 'https://evil.example/pay' }, { redirectUrl: null }]) {
      const { browser } = await member({
        '/api/payment-transactions/transaction/details': { data: paymentRow(row) },
      })
      const html = await (await browser.go(`/en/payment/${txId}?launch=1`, { settings })).text()
      expect(html).not.toContain('<provider-launch')
    }
  })
})

describe('a payment that could not start', () => {
  const payWithError = async (answer: Wire[string], path = pack) => {
    const { browser, seen } = await member({ [phonepe]: answer })
    const fields = await formOn(browser, path)
    const response = await browser.post(pack, fields)
    return { browser, seen, fields, response, html: await response.text() }
  }
  const sentencesOf = {
    en: /is not answering now/,
    kn: /ಈಗ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ/,
    te: /ఇప్పుడు స్పందించడం లేదు/,
  }

  it.each(['kn', 'en', 'te'] as const)(
    'is explained in %s when the provider is down',
    async (locale) => {
      const { browser } = await member({ [phonepe]: () => refusal(503, 'ProviderUnavailable') })
      const path = locale === 'kn' ? pack.slice(3) : pack.replace('/en', `/${locale}`)
      const response = await pay(browser, path)
      expect(response.status).toBe(503)
      expect(await response.text()).toMatch(sentencesOf[locale])
    },
  )

  it('shows the form again with the same key, coupon and provider', async () => {
    const { html, fields } = await payWithError(
      () => refusal(503, 'ProviderUnavailable'),
      `${pack}?coupon=SAVE10`,
    )
    expect(html).toContain(`name="key" value="${fields.key}"`)
    expect(html).toContain('type="hidden" name="coupon" value="SAVE10"')
    expect(html).toContain('role="alert"')
  })

  it('is explained when the product API does not answer', async () => {
    const { html, response } = await payWithError(() => Promise.reject(new TypeError('no network')))
    expect(response.status).toBe(503)
    expect(html).toContain('The payment could not begin. No money was taken')
  })

  it('shows an earlier payment that is still pending', async () => {
    const details = { transaction: paymentRow({ status: 'pending' }) }
    const { response } = await payWithError(() => refusal(409, 'UndecidedPayment', details))
    expect(response.headers.get('location')).toBe(`${origin()}/en/payment/${txId}?note=unfinished`)
  })

  it('shows the payment that was just made for the plan', async () => {
    const { response } = await payWithError(() =>
      refusal(409, 'JustPaid', { transaction: paymentRow({ status: 'paid' }) }),
    )
    expect(response.headers.get('location')).toBe(`${origin()}/en/payment/${txId}?note=just-paid`)
  })

  it('is explained when the member has the plan already', async () => {
    const { response, html } = await payWithError(() => refusal(409, 'PremiumAlready'))
    expect(response.status).toBe(409)
    expect(html).toContain('You have this plan already')
    expect(html).toContain('href="/en/account"')
  })

  it('shows the current bill when a coupon became invalid', async () => {
    const { response, html } = await payWithError(() => refusal(400, 'ValidationError'))
    expect(response.status).toBe(422)
    expect(html).toContain('role="alert"')
  })

  it('asks to sign in again and returns when the session is over', async () => {
    const { response } = await payWithError(() => refusal(401, 'UnauthorizedError'))
    expect(response.headers.get('location')).toMatch(/\/en\/login\?error=SessionRequired/)
  })

  it('shows the plans on sale when the plan is no longer sold', async () => {
    const { browser, seen } = await member()
    const fields = await formOn(browser, pack)
    const response = await browser.post(pack, { ...fields, plan: 'gone' })
    expect(response.status).toBe(303)
    expect(requestsTo(seen, phonepe)).toEqual([])
  })
})

describe('paying inside the app', () => {
  const handoff = '/api/payment-transactions/handoff'
  const token = 'tx.0123456789abcdef.signature-of-ours'

  it('links to the browser by a single-use address', async () => {
    const { browser, seen } = await member({ [handoff]: { data: { token, id: txId } } })
    const response = await pay(browser, pack, inApp)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain(`href="${origin()}/en/payment/handoff/${token}"`)
    expect(html).toContain('scheme=https;action=android.intent.action.VIEW')
    expect(html).toContain(`href="/en/payment/${txId}"`)
    expect(requestsTo(seen, phonepe)).toEqual([])
    expect(await requestsTo(seen, handoff)[0]!.json()).toMatchObject({
      plan: 'village-administrative-officer-pack',
      provider: 'phonepe',
      inApp: true,
    })
  })

  it('shows no link to the refund, cancellation and payment policies', async () => {
    const { browser } = await member()
    const html = await (await browser.go(pack, inApp)).text()
    expect(html).toContain('Pay ₹299')
    expect(html).not.toMatch(/refundpolicy|cancellationpolicy|paymentpolicy/)
  })

  it('sells nothing with "refuse", neither by page nor by endpoint', async () => {
    const settings = { IN_APP_CHECKOUT: 'refuse' }
    const { browser, seen } = await member()
    const fields = await formOn(browser, pack)
    const page = await browser.go(pack, { ...inApp, settings })
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.not.stringMatching(/₹|method="post"/),
    ])
    const posted = await browser.post(pack, fields, { ...inApp, settings })
    expect(posted.status).toBe(403)
    expect(await posted.text()).toContain('This page is not available in the app')
    expect(requestsTo(seen, phonepe)).toEqual([])
  })

  it('pays as in a browser with "allow", with inApp in the order', async () => {
    const settings = { IN_APP_CHECKOUT: 'allow' }
    const { browser, seen } = await member()
    const fields = await formOn(browser, pack)
    const response = await browser.post(pack, fields, { ...inApp, settings })
    expect(response.headers.get('location')).toBe(orderAddress)
    expect(await requestsTo(seen, phonepe)[0]!.json()).toMatchObject({ inApp: true })
  })

  it('shows a refusal of the product API', async () => {
    const { browser } = await member({ [handoff]: () => refusal(403, 'NotInApp') })
    const response = await pay(browser, pack, inApp)
    expect(response.status).toBe(403)
  })

  it.each(['handoff', 'refuse'])(
    'with %j starts no payment by a request that bypasses the page',
    async (setting) => {
      const { browser, seen } = await member()
      const call = (settings: object) =>
        browser.go(phonepe, { method: 'POST', body: '{}', ...inApp, settings: { ...settings } })
      const refused = await call({ IN_APP_CHECKOUT: setting })
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { error: { name: 'NotInApp' } },
      ])
      expect(requestsTo(seen, phonepe)).toEqual([])
      expect((await call({ IN_APP_CHECKOUT: 'allow' })).status).toBe(201)
    },
  )
})

describe('the single-use address out of the app', () => {
  const link = '/en/payment/handoff/tx.0123456789abcdef.signature-of-ours'
  const redeemApi = '/api/payment-transactions/handoff/'
  const answer = () => Response.json({ data: { ...paymentRow(), statusSig: 'sig' } })

  it('is redeemed by the button, not by the page, and redirects to the provider', async () => {
    const seen = productApiAnswers({ [redeemApi]: answer })
    const browser = newBrowser()
    const page = await browser.go(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Go on to pay')])
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(seen).toEqual([])
    const response = await browser.post(link)
    expect([response.status, response.headers.get('location')]).toEqual([303, orderAddress])
    expect(seen[0]!.headers.get('authorization')).toBeNull()
    expect(cookiesOf(response)).toHaveProperty('__Host-from-app')
  })

  it('is not redeemed inside the app, and explains how to open the browser', async () => {
    const seen = productApiAnswers({ [redeemApi]: answer })
    const browser = newBrowser()
    for (const response of [await browser.go(link, inApp), await browser.post(link, {}, inApp)])
      expect(await response.text()).toContain('intent://')
    expect(seen).toEqual([])
  })

  it('goes on in a browser that still has the cookie of the web view', async () => {
    productApiAnswers({ [redeemApi]: answer })
    const browser = newBrowser(new Map([['__Host-webview', 'true']]))
    expect(await (await browser.go(link)).text()).toContain('Go on to pay')
    const response = await browser.post(link)
    expect([response.status, response.headers.get('location')]).toEqual([303, orderAddress])
  })

  it('is in no line of the log, whatever happens', async () => {
    for (const wire of [
      { [redeemApi]: answer },
      { [redeemApi]: () => refusal(400, 'ValidationError') },
      { [redeemApi]: () => refusal(500, 'InternalServerError') },
      { [redeemApi]: () => new Response('<html>', { status: 200 }) },
    ]) {
      productApiAnswers(wire)
      const browser = newBrowser()
      await (await browser.go(link)).text()
      await (await browser.post(link)).text()
    }
    expect(capturedLog().length).toBeGreaterThan(0)
    expect(JSON.stringify(capturedLog())).not.toContain('0123456789abcdef')
  })

  it('explains that it works only once', async () => {
    productApiAnswers({ [redeemApi]: () => refusal(410, 'HandoffUsed') })
    const response = await newBrowser().post(link)
    expect([response.status, await response.text()]).toEqual([
      410,
      expect.stringContaining('This link has expired'),
    ])
  })

  it('shows the payment that was already made with it', async () => {
    productApiAnswers({
      [redeemApi]: () =>
        Response.json({
          data: { ...paymentRow({ status: 'paid', redirectUrl: null }), statusSig: 'sig' },
        }),
    })
    const response = await newBrowser().post(link)
    expect(response.headers.get('location')).toBe(`${origin()}/en/payment/${txId}?s=sig`)
  })
})

it('keeps the page of the pack when the slug of its plan changes', async () => {
  const wire = shopWire()
  wire['/api/subscription-plans'] = { data: [planRow({ slug: 'vao-pack-2' })] }
  productApiAnswers(wire)
  expect(await newBrowser().read(pack)).toContain('name="plan" value="vao-pack-2"')
})
