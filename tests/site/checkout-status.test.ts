import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, origin, productApiAnswers, read, visit, type Wire } from '../support/site.ts'
import { requestsTo, newBrowser, signIn, userRow } from '../support/reader.ts'
import {
  neutralRow,
  orderAddress,
  paidRow,
  paymentRow,
  refusal,
  shopWire,
  txId,
} from '../support/payments.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const details = '/api/payment-transactions/transaction/details'
const page = `/en/payment/${txId}`
const signed = `${page}?s=signature`
const textOf = (html: string) =>
  html
    .replace(/<!-- -->|<wbr\/>/g, '')
    .replace(/<style.*?<\/style>|<[^>]+>/gs, ' ')
    .replace(/\s+/g, ' ')

const owner = (row: object, wire: Wire = {}) =>
  signIn({ wire: { ...shopWire(), ...wire, [details]: { data: row } } })

describe('the page of a payment', () => {
  it.each([
    ['created', /has not begun.*No money was taken/],
    [
      'waiting',
      new RegExp(
        'Waiting for your payment.*do not pay again.*' +
          'You may close this page: the plan is activated automatically',
      ),
    ],
    ['checking', /We are checking with PhonePe.*Do not pay again.*You may close this page/],
    ['pending', /Payment pending.*The bank has not answered yet.*do not pay again.*You may close/],
    ['paid', /Payment received.*all its premium tests are open/],
    ['failed', /Payment failed.*did not reach us.*comes back by itself within 5-7 working days/],
    ['cancelled', /Payment cancelled.*No money was taken/],
    ['expired', /time for this payment is over.*No money has reached us/],
    ['refunded', /Money returned.*the way you paid/],
    ['review', /looking into this payment.*Do not pay again/],
  ])('explains the status %s', async (status, sentences) => {
    const { browser } = await owner(
      status === 'paid' || status === 'refunded'
        ? paidRow({ status })
        : paymentRow({ status, redirectUrl: status === 'waiting' ? orderAddress : null }),
    )
    const response = await browser.go(page)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(textOf(html)).toMatch(sentences)
    expect(textOf(html)).toContain('Amount ₹299')
    expect(textOf(html)).toContain('Paid by PhonePe / UPI')
    expect(textOf(html)).toContain(`Transaction number ${txId}`)
    expect(textOf(html)).toMatch(/Time 21 November 2026, 10:3\d/)
    expect(html).toContain('mailto:support@abhyasa.example')
    expect(html).toContain('name="robots" content="noindex"')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(html).not.toMatch(/googletagmanager|consent/)
  })

  it.each([
    ['kn', `/payment/${txId}`, 'ಪಾವತಿ ತಲುಪಿದೆ'],
    ['te', `/te/payment/${txId}`, 'చెల్లింపు అందింది'],
  ])('explains the status in %s', async (_, path, sentence) => {
    const { browser } = await owner(paidRow())
    expect(await browser.read(path)).toContain(sentence)
  })

  it.each(['waiting', 'checking', 'pending', 'created'])(
    'polls while %s: by reloading without script, with backoff with script',
    async (status) => {
      const { browser } = await owner(paymentRow({ status }))
      const html = await browser.read(page)
      expect(html).toContain('<noscript><meta http-equiv="refresh" content="6"')
      expect(html).toMatch(new RegExp(`<payment-watch payment="${txId}" status="${status} "`))
      expect(html).toContain('role="status"')
      expect(html).toContain('Check again')
    },
  )

  it.each([
    ['en', 'cancelled', 'unconfirmed', /PhonePe has not told us yet whether money was taken/],
    ['en', 'pending', 'cancelled', /If it was, the full amount goes back by itself/],
    ['en', 'paid', 'cancelled', /arrived after you had cancelled.*goes back by itself/],
    ['en', 'refunded', 'cancelled', /arrived after you had cancelled.*was returned/],
    ['kn', 'paid', 'cancelled', /ರದ್ದು ಮಾಡಿದ ನಂತರ ಹಣ ಬಂದಿದೆ.*ತಾನಾಗಿಯೇ ಮರಳುತ್ತದೆ/],
    ['te', 'paid', 'cancelled', /రద్దు చేసిన తర్వాత డబ్బు వచ్చింది.*దానంతటదే తిరిగి వస్తుంది/],
  ])(
    'says in %s what becomes of money if %s and %s',
    async (locale, status, failure, sentences) => {
      const isPaid = status === 'paid' || status === 'refunded'
      const { browser } = await owner(
        isPaid ? paidRow({ status, failure }) : paymentRow({ status, failure, redirectUrl: null }),
      )
      const text = textOf(
        await (await browser.go(`${locale === 'kn' ? '' : `/${locale}`}/payment/${txId}`)).text(),
      )
      expect(text).toMatch(sentences)
      expect(text).not.toMatch(/No money was taken|You may close this page|all its premium tests/)
    },
  )

  it.each(['paid', 'failed', 'cancelled', 'expired', 'refunded', 'review'])(
    'does not poll when %s',
    async (status) => {
      const row = status === 'paid' || status === 'refunded' ? paidRow : paymentRow
      const { browser } = await owner(row({ status, redirectUrl: null }))
      expect(await browser.read(page)).not.toMatch(/http-equiv="refresh"|<payment-watch/)
    },
  )

  it('polls silently when cancelled while the provider’s page is open', async () => {
    const { browser } = await owner(paymentRow({ status: 'cancelled', redirectUrl: orderAddress }))
    const html = await browser.read(page)
    expect(html).toContain('<payment-watch')
    expect(html).not.toMatch(/shows it by itself|http-equiv="refresh"/)
    const open = await owner(paymentRow({ status: 'waiting', redirectUrl: orderAddress }))
    expect(await open.browser.read(page)).toMatch(/shows it by itself/)
  })

  it('polls silently while a person decides about a refund that was asked for', async () => {
    const asked = (status: string) => owner(paidRow({ refund: { status } }))
    const html = await (await asked('requested')).browser.read(page)
    expect(html).toContain('<payment-watch')
    expect(html).not.toMatch(/shows it by itself|http-equiv="refresh"/)
    expect(await (await asked('sent')).browser.read(page)).toMatch(/shows it by itself/)
  })

  it.each([
    ['waiting', orderAddress, 'Go on to pay'],
    ['waiting', null, null],
    ['checking', null, null],
    ['pending', null, null],
    ['review', null, null],
    ['failed', null, 'Pay again'],
    ['cancelled', orderAddress, 'Pay again'],
    ['expired', null, 'Pay again'],
  ])('with the status %s (%s) offers %j', async (status, redirectUrl, label) => {
    const { browser } = await owner(paymentRow({ status, redirectUrl }))
    const html = await browser.read(page)
    const [, button] = /\/again"[^>]*><button[^>]*>([^<]*)</.exec(html) ?? []
    expect(button ?? null).toBe(label)
  })
})

describe('the signed address of a payment', () => {
  it("shows the status without a session, and only a hint of the payer's account", async () => {
    const seen = productApiAnswers({
      [details]: {
        data: neutralRow({ status: 'paid', redirectUrl: null, paidAt: '2026-11-21T05:05:00.000Z' }),
      },
    })
    const { status, html, headers } = await read(signed)
    expect(status).toBe(200)
    expect(new URL(seen[0]!.url).search).toBe(`?id=${txId}&s=signature`)
    expect(textOf(html)).toContain('The plan is active in the account r•••@….')
    expect(textOf(html)).toContain('sign in to that account')
    expect(html).toContain(`callbackUrl=${encodeURIComponent(signed)}`)
    expect(html).not.toMatch(/Ask for a refund|\/cancel"/)
    expect(headers.getSetCookie()).toEqual([])
  })

  it('shows the status when the session of the reader turns out to be over', async () => {
    const { browser } = await signIn({
      wire: {
        [details]: (request) =>
          request.headers.has('authorization')
            ? new Response(null, { status: 499 })
            : Response.json({ data: neutralRow() }),
      },
    })
    const response = await browser.go(signed)
    expect([response.status, textOf(await response.text())]).toEqual([
      200,
      expect.stringContaining('Waiting for your payment'),
    ])
  })

  it('keeps the signature when the language changes', async () => {
    productApiAnswers({ [details]: { data: neutralRow() } })
    expect((await read(signed)).html).toContain(`href="/te/payment/${txId}?s=signature"`)
  })

  it('redirects to the provider after loading the payment once more', async () => {
    const seen = productApiAnswers({ [details]: { data: neutralRow() } })
    const response = await newBrowser().post(`${page}/again?s=signature`)
    expect([response.status, response.headers.get('location')]).toEqual([303, orderAddress])
    expect(requestsTo(seen, details)).toHaveLength(1)
    expect((await visit(signed)).headers.get('content-security-policy')).toMatch(
      /form-action 'self'[^;]* https:\/\/www\.paypal\.com/,
    )
  })
})

it.each([
  `/en/payment/${txId}`,
  `/en/payment/${txId}?s=wrong`,
  '/en/payment/%00',
  `/en/payment/${txId}/receipt`,
])("answers 404 for somebody else's %s, with a link to sign in", async (path) => {
  productApiAnswers({ [details]: () => refusal(404, 'NotFoundError') })
  const { status, html } = await read(path)
  expect(status).toBe(404)
  expect(html).toContain('/en/login?callbackUrl=')
  expect(html).not.toContain('₹')
})

it('reports an outage of the product API and retries', async () => {
  productApiAnswers({ [details]: () => refusal(503, 'ServiceUnavailableError') })
  const { status, html } = await read(signed)
  expect(status).toBe(503)
  expect(html).toContain('We do not know the status of the payment yet')
  expect(html).toContain('http-equiv="refresh"')
})

describe('a paid payment', () => {
  it('unlocks the premium tests in the session at once', async () => {
    const { browser, seen } = await owner(paidRow(), {
      '/api/users/7': { ...userRow({ isPremium: true }) },
    })
    const html = await browser.read(signed)
    expect(requestsTo(seen, '/api/users/7')).toHaveLength(1)
    expect(await browser.session()).toMatchObject({ user: { isPremium: true } })
    expect(html).toMatch(/<a class="btn wide" href="\/en\/vao-paper-1">Go to the premium tests</)
  })

  it('has a receipt to print and to copy, with the bill', async () => {
    const { browser } = await owner(
      paidRow({
        amountMinor: 26910,
        lines: [
          { kind: 'price', amountMinor: 29900 },
          { kind: 'coupon', label: 'SAVE10', amountMinor: -2990 },
        ],
      }),
      { '/api/users/me': { ...userRow(), email: 'ravi@example.in', phone: null } },
    )
    const html = await browser.read(`${page}/receipt`)
    const text = textOf(html)
    for (const part of [
      'AB-2026-000001',
      'Price of the plan ₹299',
      'Coupon SAVE10 −₹29.90',
      'Paid ₹269.10',
      'ravi@example.in',
      '21 November 2026, 10:35',
      txId,
      'OMO123',
    ])
      expect(text).toContain(part)
    expect(html).toContain('class="narrow receipt" data-copyable=""')
  })

  it('has no receipt before it is paid', async () => {
    const { browser } = await owner(paymentRow())
    const response = await browser.go(`${page}/receipt`)
    expect(response.headers.get('location')).toBe(origin() + page)
  })

  it('offers a refund once while the rule allows it, and shows its status', async () => {
    const refund = `/api/payment-transactions/${txId}/refund`
    const { browser, seen } = await owner(paidRow(), { [refund]: { data: paidRow() } })
    expect(await browser.read(page)).toContain(`action="${page}/refund"`)
    const response = await browser.post(`${page}/refund`, { reason: ' too hard ' })
    expect(response.headers.get('location')).toBe(origin() + page)
    expect(await requestsTo(seen, refund)[0]!.json()).toEqual({ reason: 'too hard' })
  })

  it.each([
    ['requested', 'You asked for a refund; we are looking at it.'],
    ['approved', 'Your refund was approved'],
    ['sent', 'The money was sent'],
    ['declined', 'Under the refund rule there is no refund'],
  ])('shows a refund that is %s, without offering another', async (status, sentence) => {
    const { browser } = await owner(paidRow({ refund: { status } }))
    const html = await browser.read(page)
    expect(textOf(html)).toContain(sentence)
    expect(html).not.toContain('/refund"')
  })

  it('offers no refund after the time limit, and explains a declined one', async () => {
    const refund = `/api/payment-transactions/${txId}/refund`
    const late = paidRow({ refundableUntil: '2026-01-01T00:00:00.000Z' })
    const { browser } = await owner(late, { [refund]: () => refusal(400, 'RefundTooLate') })
    expect(await browser.read(page)).not.toContain('/refund"')
    const response = await browser.post(`${page}/refund`, {})
    expect(await browser.read(response.headers.get('location')!.replace(origin(), ''))).toContain(
      'Under the refund rule there is no refund for this payment: 7 days have passed',
    )
  })
})

describe('a pending payment', () => {
  it('can be cancelled by its owner', async () => {
    const cancel = `/api/payment-transactions/${txId}/cancel`
    const { browser, seen } = await owner(paymentRow(), { [cancel]: { data: paymentRow() } })
    expect(await browser.read(page)).toContain(`action="${page}/cancel"`)
    const response = await browser.post(`${page}/cancel`)
    expect(response.headers.get('location')).toBe(origin() + page)
    expect(requestsTo(seen, cancel)).toHaveLength(1)
  })

  it('is explained when the same plan is paid for again', async () => {
    const { browser } = await owner(paymentRow())
    expect(await browser.read(`${page}?note=unfinished`)).toContain('So that you do not pay twice')
    expect(await browser.read(`${page}?note=price`)).toContain('it is ₹299 now')
    expect(await browser.read(`${page}?note=<b>`)).not.toContain('note wrong')
  })
})

describe('paying again', () => {
  it('returns to the bill with the same choice after a failure', async () => {
    const { browser } = await owner(paymentRow({ status: 'failed', redirectUrl: null }))
    const response = await browser.post(`${page}/again`)
    expect(response.headers.get('location')).toBe(
      `${origin()}/en/subscription/checkout?plan=village-administrative-officer-pack&by=phonepe`,
    )
  })

  it.each(['checking', 'pending', 'paid', 'review'])(
    'does nothing from an outdated page when the payment is %s by now',
    async (status) => {
      const { browser } = await owner(paymentRow({ status, redirectUrl: null }))
      const response = await browser.post(`${page}/again`)
      expect(response.headers.get('location')).toBe(origin() + page)
    },
  )

  it('redirects only to a provider', async () => {
    const { browser } = await owner(paymentRow({ redirectUrl: 'https://evil.example/' }))
    const response = await browser.post(`${page}/again`)
    expect([response.status, response.headers.get('location')]).toEqual([502, null])
  })

  it('shows a link to the browser inside the app', async () => {
    const handoff = '/api/payment-transactions/handoff'
    const { browser, seen } = await owner(paymentRow(), {
      [handoff]: { data: { token: 'tx.0123456789abcdef.sig', id: txId } },
    })
    const response = await browser.post(
      `${page}/again`,
      {},
      { headers: { 'user-agent': 'x; wv) y' } },
    )
    expect(await response.text()).toContain('/en/payment/handoff/tx.0123456789abcdef.sig')
    expect(await requestsTo(seen, handoff)[0]!.json()).toEqual({ tx: txId })
  })
})

describe('the purchases on the account page', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
  const subscription = (row: object) => ({
    id: 1,
    documentId: 's1',
    startsAt: inDays(-10),
    endsAt: inDays(100),
    status: 'active',
    transactionId: txId,
    plan: { id: 1, documentId: 'p1', slug: 'rrb', name: 'Railway and SSC', locale: 'en' },
    ...row,
  })
  const wire = (...rows: object[]): Wire => ({
    '/api/user-subscriptions': { data: rows, meta: {} },
    '/api/payment-transactions': {
      data: [
        paidRow({ refund: { status: 'requested' } }),
        paymentRow({ id: 'B', documentId: 'B', status: 'failed' }),
      ],
      meta: {},
    },
    '/api/referral-transactions': {
      data: [],
      meta: { code: 'ABCD2345', balances: [{ currency: 'INR', amountMinor: 5000 }] },
    },
  })

  it('lists plans, payments with status, the referral code and the credit', async () => {
    const { browser } = await signIn({
      wire: wire(
        subscription({}),
        subscription({ documentId: 's2', endsAt: '2026-01-31T20:00:00.000Z' }),
        subscription({ documentId: 's3', status: 'refunded' }),
      ),
    })
    const html = await browser.read('/en/account')
    const text = textOf(html)
    expect(text).toContain('Railway and SSC Valid until')
    expect(text).toContain('Ended on 1 February 2026')
    expect(text).toContain('Railway and SSC Money returned')
    expect(text).toContain(
      'VAO pack , ₹299 21 November 2026 · Payment received You asked for a refund',
    )
    expect(text).toContain('Payment failed')
    expect(html).toContain(`href="${page}"`)
    expect(text).toContain('Your code: ABCD2345')
    expect(text).toContain('Credit left: ₹50')
    expect(text).not.toContain('days left')
  })

  it('say of a plan that nobody paid for that it was given', async () => {
    const bought = { documentId: 's2', plan: { slug: 'vao', name: 'VAO pack', locale: 'en' } }
    const { browser } = await signIn({
      wire: wire(subscription({ transactionId: null }), subscription(bought)),
    })
    const text = textOf(await browser.read('/en/account'))
    expect(text).toMatch(/Railway and SSC Valid until [^·]*? Given to you without payment VAO pack/)
    expect(text.split('Given to you without payment')).toHaveLength(2)
  })

  it.each([
    [6.5, 'Railway and SSC: 7 days left'],
    [1.5, 'Railway and SSC: 2 days left'],
    [0.5, 'Railway and SSC: this is the last day.'],
  ])('announces the end of a plan %f days before', async (days, sentence) => {
    const { browser } = await signIn({ wire: wire(subscription({ endsAt: inDays(days) })) })
    const html = await browser.read('/en/account')
    expect(textOf(html)).toContain(sentence)
    expect(html).toContain('href="/en/subscription/checkout?plan=rrb"')
  })

  it('accepts a referral code, and rejects an unknown one with a message', async () => {
    const { browser, seen } = await signIn({ wire: wire() })
    const response = await browser.post('/en/account/referral', { code: ' friend1 ' })
    expect(response.headers.get('location')).toBe(`${origin()}/en/account?done=referral`)
    const [sent] = requestsTo(seen, '/api/referral-transactions').filter(
      ({ method }) => method === 'POST',
    )
    expect(await sent!.json()).toEqual({ code: 'friend1' })
    const { browser: other } = await signIn({
      wire: { ...wire(), '/api/referral-transactions': () => refusal(400, 'NotRedeemable') },
    })
    const refused = await other.post('/en/account/referral', { code: 'x' })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('This code could not be added'),
    ])
  })

  it('says so when these parts cannot be loaded', async () => {
    const { browser } = await signIn({
      wire: Object.fromEntries(Object.keys(wire()).map((path) => [path, () => refusal(500, 'X')])),
    })
    const response = await browser.go('/en/account')
    expect([response.status, textOf(await response.text())]).toEqual([
      200,
      expect.stringContaining('This part could not be loaded just now'),
    ])
  })
})
