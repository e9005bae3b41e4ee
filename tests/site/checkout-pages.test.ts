import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureLog,
  capturedLog,
  neverAnswers,
  origin,
  productApiAnswers,
  read,
  visit,
} from '../support/site.ts'
import { requestsTo, signIn } from '../support/reader.ts'
import { planRow, refusal, shopWire } from '../support/payments.ts'

beforeEach(() => {
  captureLog()
  vi.useFakeTimers({ now: new Date('2026-11-21T05:00:00.000Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pack = '/en/village-administrative-officer-pack'
const allPlans = '/en/subscription/checkout'
const vaoCheckout = '/en/karnataka/vao-paper-1/subscription/checkout'
const textOf = (html: string) =>
  html.replace(/<style.*?<\/style>|<[^>]+>/gs, ' ').replace(/\s+/g, ' ')
const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? ''

describe('the checkout before signing in', () => {
  it('shows the price, the contents, the end date and the refund rule on one page', async () => {
    productApiAnswers(shopWire())
    const { status, html } = await read(pack)
    const text = textOf(html)
    expect(status).toBe(200)
    expect(text).toContain('VAO pack – 120 days')
    expect(text).toContain('To pay ₹299')
    expect(text).toContain('Valid until 21 March 2027 if you pay today.')
    expect(text).toContain('There is no automatic renewal')
    expect(text).toContain('Within 7 days of payment, if you have not started any premium test')
    expect(text).toMatch(/VAO Paper 1 2 premium tests/)
    expect(text).toContain('Pay ₹299')
    expect(html).toContain('href="/en/refundpolicy"')
    expect(html).toMatch(/data-wait="".*Don&#x27;t refresh the screen while loading\.\.\./)
  })

  it('shows the papers that the plan opens, each with a link to its page', async () => {
    productApiAnswers(shopWire())
    const { html } = await read(pack)
    const [, listed = ''] = /<ul class="plan-papers">([^]*?)<\/ul>/.exec(html) ?? []
    const papers = listed.match(/href="\/en\/karnataka\/vao-paper-1\/[a-z0-9-]+"/g)
    expect(papers).toHaveLength(2)
  })

  it('lists the plans of an exam, the narrowest first, with a link to the others', async () => {
    productApiAnswers(shopWire())
    const { html } = await read(vaoCheckout)
    const shown = [...html.matchAll(/<a href="[^"]*\?plan=([\w-]+)"[^>]*?(aria-current="true")?>/g)]
    expect(shown.slice(0, 2).map(([, slug, current]) => [slug, current !== undefined])).toEqual([
      ['village-administrative-officer-pack', true],
      ['karnataka-all', false],
    ])
    const other = textOf((await read(`${vaoCheckout}?plan=karnataka-all`)).html)
    expect(other).toContain('Pay ₹1,23,456.50')
  })

  it.each([
    [allPlans, ['VAO pack', 'All Karnataka exams']],
    ['/en/karnataka/subscription/checkout', ['VAO pack', 'All Karnataka exams']],
    ['/en/anything/subscription/checkout', ['VAO pack', 'All Karnataka exams']],
    ['/en/karnataka/sda-fda/subscription/checkout', ['All Karnataka exams']],
    ['/en/subscription/checkout/karnataka-all', ['All Karnataka exams']],
  ])('at %s offers %j', async (path, names) => {
    productApiAnswers(shopWire())
    const text = textOf((await read(path)).html)
    for (const name of names) expect(text).toContain(name)
  })

  it.each(['/en/subscription/checkout/karnataka-all', '/en/karnataka-all/subscription/checkout'])(
    'at %s shows the bill of the plan in the address',
    async (path) => {
      productApiAnswers(shopWire())
      expect(textOf((await read(path)).html)).toContain('Pay ₹1,23,456.50')
    },
  )

  it('does not offer a plan that has no price any more', async () => {
    const wire = shopWire()
    wire['/api/subscription-plans'] = {
      data: [planRow(), planRow({ documentId: 'plan-9', slug: 'gone', name: 'Gone', prices: [] })],
    }
    productApiAnswers(wire)
    expect(textOf((await read(allPlans)).html)).not.toContain('Gone')
  })

  it('groups amounts by lakh in every language', async () => {
    productApiAnswers(shopWire())
    for (const start of ['', '/en', '/te']) {
      const { html } = await read(`${start}/subscription/checkout?plan=karnataka-all`)
      expect(textOf(html)).toContain('₹1,23,456.50')
    }
  })

  it('bills in rupees for PhonePe and in dollars for PayPal', async () => {
    const seen = productApiAnswers(shopWire())
    const { html } = await read(`${pack}?by=paypal`)
    expect(textOf(html)).toContain('Pay US$4.99')
    expect(html).toContain('name="by" value="paypal"')
    const [quote] = requestsTo(seen, '/api/payment-transactions/quote')
    expect(await quote!.json()).toMatchObject({ currency: 'USD' })
  })

  it('offers only providers that are configured', async () => {
    const provider = (name: string, available: boolean) => ({
      provider: name,
      currency: name === 'paypal' ? 'USD' : 'INR',
      available,
      missing: [],
    })
    const wire = shopWire()
    wire['/api/payment-transactions/providers'] = {
      data: [provider('phonepe', false), provider('paypal', true)],
    }
    productApiAnswers(wire)
    const one = await read(pack)
    expect(one.html).not.toContain('PhonePe / UPI')
    expect(textOf(one.html)).toContain('Pay US$4.99')
  })

  it('has no button and says why where no provider is configured', async () => {
    const wire = shopWire()
    wire['/api/payment-transactions/providers'] = { data: [] }
    productApiAnswers(wire)
    const { html } = await read(pack)
    expect(textOf(html)).toContain('Payments are not open at present.')
    expect(html).not.toContain('method="post"')
  })
})

describe('the bill', () => {
  it('has a form for a coupon and shows the deduction', async () => {
    productApiAnswers(shopWire())
    const { html } = await read(`${pack}?coupon=save10`)
    const text = textOf(html)
    expect(text).toContain('Price of the plan ₹299')
    expect(text).toContain('Coupon SAVE10 −₹29.90')
    expect(text).toContain('To pay ₹269.10')
    expect(html).toContain('name="coupon" value="SAVE10"')
    expect(html).toContain('name="seen" value="INR 26910"')
  })

  it('reports an invalid coupon beside its field and keeps the price', async () => {
    productApiAnswers(shopWire())
    const { html } = await read(`${pack}?coupon=NOPE`)
    expect(textOf(html)).toContain('This coupon does not work for this plan')
    expect(textOf(html)).toContain('Pay ₹299')
    expect(html).toMatch(/<details open=""/)
    expect(html).not.toContain('type="hidden" name="coupon"')
  })

  it('deducts referral credit unless the payer declines it', async () => {
    const wire = shopWire({
      '/api/payment-transactions/quote': async (request) => {
        const { useCredit } = await request.json<{ useCredit: boolean }>()
        const credit = { kind: 'credit', amountMinor: -5000 }
        return Response.json({
          data: {
            plan: {},
            currency: 'INR',
            lines: [{ kind: 'price', amountMinor: 29900 }, ...(useCredit ? [credit] : [])],
            totalMinor: useCredit ? 24900 : 29900,
            endsAt: '2027-03-21T05:00:00.000Z',
            coupon: null,
          },
        })
      },
    })
    const { browser } = await signIn({ wire })
    const used = await browser.read(pack)
    expect(textOf(used)).toContain('Referral credit −₹50')
    expect(textOf(used)).toContain('Pay ₹249')
    const notUsed = await browser.read(`${pack}?credit=no`)
    expect(textOf(notUsed)).toContain('Pay ₹299')
    expect(notUsed).toContain('name="credit" value="no"')
  })

  it('begins the order with the coupon when no quote can be loaded', async () => {
    productApiAnswers(
      shopWire({ '/api/payment-transactions/quote': () => refusal(500, 'InternalServerError') }),
    )
    const { html } = await read(`${pack}?coupon=SAVE10`)
    const text = textOf(html)
    expect(text).toContain('Pay ₹299')
    expect(text).toContain('The coupon could not be checked just now')
    expect(html).toContain('type="hidden" name="coupon" value="SAVE10"')
    expect(text).toContain('21 March 2027')
  })
})

describe('a checkout page', () => {
  it('is never stored in a cache', async () => {
    productApiAnswers(shopWire())
    expect((await visit(pack)).headers.get('cache-control')).toBe('private, no-store')
    const withHigherPrice = shopWire()
    withHigherPrice['/api/payment-transactions/quote'] = () => refusal(404, 'NotFoundError')
    withHigherPrice['/api/subscription-plans'] = {
      data: [planRow({ prices: [{ currency: 'INR', amountMinor: 39900 }] })],
    }
    productApiAnswers(withHigherPrice)
    expect((await read(`${pack}?x=1`)).headers.get('cache-control')).toBe('private, no-store')
  })

  it("allows forms to the providers' origins, which no other page does", async () => {
    productApiAnswers(shopWire())
    const settings = { PAYMENT_ORIGINS: 'https://www.paypal.com https://*.phonepe.com' }
    const onCheckout = policyOf((await visit(pack, { settings })).headers)
    expect(onCheckout).toContain("form-action 'self' https://www.paypal.com https://*.phonepe.com;")
    for (const path of ['/en', '/en/login', '/en/vao-paper-1', '/en/refundpolicy']) {
      const policy = policyOf((await visit(path, { settings })).headers)
      expect(policy).toContain("form-action 'self';")
    }
  })

  it('keeps the referrer that PhonePe requires', async () => {
    productApiAnswers(shopWire())
    const { headers } = await visit(pack)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })

  it("loads no provider's script by default", async () => {
    productApiAnswers(shopWire())
    const { html, headers } = await read(pack)
    expect(html).not.toMatch(/<script[^>]*src="https:/)
    expect(policyOf(headers)).not.toContain('frame-src')
  })

  it('loads the scripts that the operator has enabled, which no other page does', async () => {
    productApiAnswers(shopWire())
    const settings = { PAYMENT_SCRIPTS: 'phonepe paypal' }
    const { html, headers } = await read(pack, { settings })
    expect(html).toContain('src="https://mercury.phonepe.com/web/bundle/checkout.js"')
    expect(html).toContain('src="https://www.paypal.com/web-sdk/v6/core"')
    expect(policyOf(headers)).toMatch(/script-src [^;]*https:\/\/\*\.phonepe\.com/)
    expect(policyOf(headers)).toMatch(
      /frame-src https:\/\/\*\.phonepe\.com https:\/\/\*\.paypal\.com/,
    )
    for (const path of [
      '/en',
      '/en/login',
      '/en/payment/01JABCDEFGHJKMNPQRSTVWXYZ0',
      '/en/terms',
    ]) {
      const other = await read(path, { settings })
      expect(other.html + policyOf(other.headers)).not.toMatch(
        /mercury|paypal\.com\/web-sdk|frame-src/,
      )
    }
  })

  it('is in the requested language and keeps the choice when the language changes', async () => {
    productApiAnswers(shopWire())
    const { html } = await read(`${pack}?by=paypal&coupon=SAVE10`)
    expect(html).toContain(
      'href="/te/village-administrative-officer-pack?by=paypal&amp;coupon=SAVE10"',
    )
  })

  it('reports an outage and offers no payment', async () => {
    productApiAnswers({ '/api/': neverAnswers })
    vi.useRealTimers()
    const { status, html } = await read(allPlans)
    expect(status).toBe(503)
    expect(html).not.toContain('action="/en/subscription/checkout"')
  }, 30_000)

  it('is listed for search engines only at the address of the pack', async () => {
    productApiAnswers(shopWire())
    expect((await read(pack)).html).toContain(
      `<link rel="canonical" href="${origin()}/en/village-administrative-officer-pack"`,
    )
    for (const path of [allPlans, vaoCheckout, `${allPlans}?plan=karnataka-all`])
      expect((await read(path)).html).toContain('name="robots" content="noindex"')
  })
})

it.each(['PAYMENT_ORIGINS', 'PAYMENT_SCRIPTS', 'IN_APP_CHECKOUT'])(
  'stops the site and names the setting when %s is invalid',
  async (name) => {
    productApiAnswers({})
    const { status } = await visit('/en', { settings: { [name]: 'nonsense here' } })
    expect(status).toBe(500)
    expect(capturedLog()).toContain(name)
  },
)

describe('the plans of an owner', () => {
  const subscription = (slug: string, endsAt: string, status = 'active') => ({
    ...{ id: 1, documentId: `${slug}-${endsAt}`, status, endsAt },
    startsAt: '2026-11-01T05:00:00.000Z',
    plan: { slug, name: slug, locale: 'en' },
  })

  it('say until when they are open, and offer to extend them, not to buy them as new', async () => {
    const rows = [
      subscription('village-administrative-officer-pack', '2027-01-31T05:00:00.000Z'),
      subscription('karnataka-all', '2027-02-28T05:00:00.000Z', 'refunded'),
    ]
    const { browser } = await signIn({
      wire: { ...shopWire(), '/api/user-subscriptions': { data: rows, meta: {} } },
    })
    const text = textOf(await browser.read(allPlans))
    expect(text.match(/Open to you until 31 January 2027/g)).toHaveLength(1)
    expect(text.match(/Extend this plan VAO pack/g)).toHaveLength(1)
    expect(text.match(/Choose this plan/g)).toHaveLength(1)
  })

  it('include those of which another plan has everything, named, and without a price', async () => {
    const all = subscription('karnataka-all', '2027-02-28T05:00:00.000Z')
    const plan = { ...all.plan, name: 'All Karnataka', state: { slug: 'karnataka' } }
    const { browser } = await signIn({
      wire: { ...shopWire(), '/api/user-subscriptions': { data: [{ ...all, plan }], meta: {} } },
    })
    const text = textOf(await browser.read(allPlans))
    expect(text).toContain('Your plan “All Karnataka” has all of this until 28 February 2027')
    expect(text).not.toMatch(/₹299|Choose this plan/)
    expect(text).toContain('Extend this plan All Karnataka exams')
  })

  it('are offered again in the last week of the plan that has everything of them', async () => {
    const all = subscription('karnataka-all', '2026-11-25T05:00:00.000Z')
    const plan = { ...all.plan, state: { slug: 'karnataka' } }
    const { browser } = await signIn({
      wire: { ...shopWire(), '/api/user-subscriptions': { data: [{ ...all, plan }], meta: {} } },
    })
    const text = textOf(await browser.read(allPlans))
    expect(text).toContain('has all of this until 25 November 2026')
    expect(text).toContain('Choose this plan VAO pack')
  })

  it('are shown as to everybody where they cannot be loaded', async () => {
    const failing = () => new Response('{}', { status: 500 })
    const { browser } = await signIn({
      wire: { ...shopWire(), '/api/user-subscriptions': failing },
    })
    expect(textOf(await browser.read(allPlans)).match(/Choose this plan/g)).toHaveLength(2)
  })
})
