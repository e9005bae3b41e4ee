import { beforeEach, describe, expect, it } from 'vitest'
import {
  beginPayment,
  bothProviders,
  expectNoSubscription,
  expectPaidOnce,
  completePayment,
} from '../emulators/payment-flows.ts'
import {
  finishBackgroundWork,
  call,
  chooseAtProvider,
  returnToSite,
  transactionDetails,
  activateFault,
  sentWebhooks,
  newMember,
  setUpPayments,
  advanceTime,
  paymentsPath,
  rows,
} from '../emulators/payments.ts'
import { approvalChoice, type ProviderName } from '../support/payment-emulators.ts'
import { signingKey } from '../../emulators/paypal/signature.ts'
import { settings } from '../emulators/identity.ts'

// Whatever a stranger may send changes nothing and is told nothing.

beforeEach(() => setUpPayments())

/** Everything that is kept of a transaction, to see that nothing has changed. */
const kept = async (tx: string) => [
  await rows('SELECT * FROM payment_transactions WHERE id = ?', tx),
  await rows('SELECT * FROM payment_events WHERE transaction_id = ?', tx),
  await rows('SELECT * FROM user_subscriptions WHERE transaction_id = ?', tx),
]

/** An address that the provider would send the payer back to, with something else in it. */
const changed = (address: string, parameters: Record<string, string | null>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return url.href
}

/** Approved at the provider, nobody back yet, no webhook. */
async function approved(provider: ProviderName) {
  await activateFault(provider, 'webhook-lost', { next: 9 })
  const payment = await beginPayment(provider)
  return {
    ...payment,
    address: (await chooseAtProvider(provider, payment.link, approvalChoice(provider)))!,
  }
}

describe('a return', () => {
  it.each(bothProviders)(
    'works without a session and shows nothing personal (%s)',
    async (provider) => {
      const { address, tx, user } = await approved(provider)
      const { status, body } = await returnToSite(address)
      expect([status, body.data.status]).toEqual([200, 'paid'])
      expect(body.data.account).toMatch(/^p•••@…$/)
      for (const hidden of ['lines', 'subscription', 'receiptNumber', 'state', 'couponCode'])
        expect(body.data).not.toHaveProperty(hidden)
      expect(JSON.stringify(body)).not.toContain('example.in')
      await expectPaidOnce({ user, tx }, provider)
    },
  )

  it.each(bothProviders)(
    'settles its own payment in another member’s session and shows the neutral part (%s)',
    async (provider) => {
      const { address, tx, user } = await approved(provider)
      const other = await newMember()
      const { body } = await returnToSite(address, other)
      expect(body.data.status).toBe('paid')
      expect(body.data).not.toHaveProperty('receiptNumber')
      await expectPaidOnce({ user, tx }, provider)
      expect(await rows('SELECT id FROM user_subscriptions WHERE user_id = ?', other.id)).toEqual(
        [],
      )
    },
  )

  it.each(bothProviders)(
    'works with an expired or invalid token as without one (%s)',
    async (provider) => {
      const { address } = await approved(provider)
      expect((await returnToSite(address, { jwt: 'x.y.z' })).status).toBe(200)
    },
  )

  it.each(bothProviders)(
    'answers 404 and changes nothing when any part is changed (%s)',
    async (provider) => {
      const payment = await approved(provider)
      const other = await approved(provider)
      const [mine, theirs] = [new URL(payment.address), new URL(other.address)]
      const before = await kept(payment.tx)
      const s = mine.searchParams.get('s')!
      const forged: Record<string, string | null>[] = [
        { s: null },
        { s: '' },
        { s: 'x'.repeat(43) },
        { s: `${s}x` },
        { s: s.slice(0, -1) },
        { s: s.toUpperCase() },
        { s: '../../etc' },
        { s: theirs.searchParams.get('s') },
        { tx: other.tx },
        { tx: null },
        { tx: '' },
        { tx: `${payment.tx}' OR 1=1--` },
        ...(provider === 'paypal'
          ? [{ token: theirs.searchParams.get('token') }, { token: null }, { token: '' }]
          : []),
      ]
      for (const one of forged) {
        const { status, body } = await returnToSite(changed(payment.address, one), payment)
        expect([one, status, body.error.message]).toEqual([one, 404, 'Not Found'])
      }
      expect(await kept(payment.tx)).toEqual(before)
      await expectNoSubscription(payment)
    },
  )

  it('is refused on another provider’s path', async () => {
    const payment = await approved('phonepe')
    const address = payment.address.replace('/phonepe/return', '/paypal/success')
    expect((await returnToSite(changed(address, { token: payment.tx }))).status).toBe(404)
  })

  it('expires a week after the order was created', async () => {
    const payment = await approved('paypal')
    advanceTime(7 * 86_400 + 1)
    expect((await returnToSite(payment.address)).status).toBe(404)
  })

  it('is accepted under an older secret and refused under a removed one', async () => {
    const payment = await approved('phonepe')
    const newer = 'a-newer-payment-secret-of-the-tests-33333'
    settings.PAYMENT_SECRETS = `${newer}, ${settings.PAYMENT_SECRETS}`
    expect((await returnToSite(payment.address)).status).toBe(200)
    settings.PAYMENT_SECRETS = 'a-newer-payment-secret-of-the-tests-33333'
    expect((await returnToSite(payment.address)).status).toBe(404)
  })

  it('settles a return with PayPal’s token alone and shows it to its owner only', async () => {
    const payment = await approved('paypal')
    const token = new URL(payment.address).searchParams.get('token')!
    const path = paymentsPath(`/paypal/success?token=${token}&PayerID=X`)
    const other = await newMember()
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', path, other)).status).toBe(404)
    await expectPaidOnce(payment, 'paypal')
    expect((await call('GET', path, payment)).body.data).toMatchObject({
      status: 'paid',
      id: payment.tx,
    })
    expect((await call('GET', paymentsPath('/paypal/success?token=UNKNOWN'), payment)).status).toBe(
      404,
    )
  })

  it('cannot cancel a paid payment', async () => {
    const payment = await completePayment('paypal')
    const { body } = await returnToSite(payment.address.replace('/success', '/cancel'))
    expect(body.data.status).toBe('paid')
    await expectPaidOnce(payment, 'paypal')
  })
})

describe('a repeated return', () => {
  it.each(bothProviders)(
    'answers the same and does nothing after a reload or the Back button (%s)',
    async (provider) => {
      const { address, tx, user } = await completePayment(provider)
      const before = await kept(tx)
      for (let again = 0; again < 3; again += 1)
        expect((await returnToSite(address)).body.data.status).toBe('paid')
      expect(await kept(tx)).toEqual(before)
      await expectPaidOnce({ user, tx }, provider)
    },
  )

  it.each(bothProviders)('does nothing for prefetch, prerender and HEAD (%s)', async (provider) => {
    const payment = await approved(provider)
    const before = await kept(payment.tx)
    const { pathname, search } = new URL(payment.address)
    for (const purpose of ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip']) {
      const { status } = await returnToSite(payment.address, {
        headers: { 'sec-purpose': purpose },
      })
      expect(status).toBe(204)
    }
    expect((await call('HEAD', paymentsPath(pathname + search))).status).toBe(204)
    expect(await kept(payment.tx)).toEqual(before)
    await expectNoSubscription(payment)
  })

  it('accepts POST like GET on PhonePe’s path', async () => {
    const payment = await approved('phonepe')
    const { pathname, search } = new URL(payment.address)
    const { status, body } = await call('POST', paymentsPath(pathname + search), {
      body: 'code=PAYMENT_ERROR&amount=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([status, body.data.status]).toEqual([200, 'paid'])
  })
})

describe('other people’s payments', () => {
  it('answer 404 to every call, like payments that do not exist', async () => {
    const { tx } = await completePayment('paypal')
    const { jwt } = await newMember()
    const before = await kept(tx)
    for (const id of [tx, 'X'.repeat(26), '../x', '%27']) {
      const answers = [
        await transactionDetails(id, { jwt }),
        await transactionDetails(id),
        await transactionDetails(id, { s: 'abc.def' }),
        await call('POST', paymentsPath(`/${id}/refund`), { jwt, body: { reason: 'mine' } }),
        await call('POST', paymentsPath(`/${id}/cancel`), { jwt, body: {} }),
      ]
      for (const { status } of answers) expect([400, 404]).toContain(status)
    }
    const handoff = await call('POST', paymentsPath('/handoff'), { jwt, body: { tx } })
    expect(handoff.status).toBe(404)
    expect(await kept(tx)).toEqual(before)
    expect((await call('GET', paymentsPath(''), { jwt })).body.data).toEqual([])
    expect((await call('GET', '/api/user-subscriptions?populate=*', { jwt })).body.data).toEqual([])
  })

  it('cannot be listed, begun, cancelled or refunded without a token', async () => {
    const { tx } = await beginPayment('paypal')
    const body = { plan: 'karnataka-all', checkoutKey: crypto.randomUUID(), provider: 'paypal' }
    for (const [method, path] of [
      ['GET', paymentsPath('')],
      ['POST', paymentsPath('')],
      ['POST', paymentsPath('/paypal/checkout')],
      ['POST', paymentsPath('/handoff')],
      ['POST', paymentsPath(`/${tx}/refund`)],
      ['POST', paymentsPath(`/${tx}/cancel`)],
      ['GET', '/api/user-subscriptions'],
      ['GET', '/api/referral-transactions'],
      ['POST', '/api/referral-transactions'],
    ] as const)
      expect([path, (await call(method, path, method === 'GET' ? {} : { body })).status]).toEqual([
        path,
        403,
      ])
  })

  it('show their neutral part to a status signature for thirty days', async () => {
    const { back, tx } = await completePayment('paypal')
    const other = await completePayment('phonepe')
    const s = back.body.data.statusSig
    const { body } = await transactionDetails(tx, { s })
    expect(body.data).toMatchObject({ id: tx, status: 'paid', account: 'p•••@…' })
    expect(body.data).not.toHaveProperty('receiptNumber')
    expect((await transactionDetails(other.tx, { s })).status).toBe(404)
    const [end = '', signature] = s.split('.')
    const later = `${(Number.parseInt(end, 36) + 86_400).toString(36)}.${signature}`
    expect((await transactionDetails(tx, { s: later })).status).toBe(404)
    expect(
      (await transactionDetails(tx, { s: new URL(other.address).searchParams.get('s')! })).status,
    ).toBe(404)
    advanceTime(31 * 86_400)
    expect((await transactionDetails(tx, { s })).status).toBe(404)
  })

  it('ignore amount, currency, state and user in a checkout’s body', async () => {
    const { view } = await beginPayment('paypal', {
      ...{ amountMinor: 1, amount: 1, currency: 'INR', state: 'paid', user_id: 1, exponent: 0 },
    })
    expect(view).toMatchObject({ amountMinor: 499, currency: 'USD', status: 'waiting' })
  })
})

/** The settings that trust the emulated PayPal's certificate. */
async function emulatorCertificates() {
  const { certificate } = await signingKey()
  return {
    PAYPAL_CERT_NAMES: 'messageverificationcerts.paypal.test',
    PAYPAL_CERT_ROOTS: certificate.slice(certificate.lastIndexOf('-----BEGIN')),
  }
}

describe('a webhook', () => {
  it.each(bothProviders)(
    'answers 401 and changes nothing with a wrong signature (%s)',
    async (provider) => {
      await activateFault(provider, 'webhook-forged', { next: 9 })
      const payment = await beginPayment(provider)
      await chooseAtProvider(
        provider,
        payment.link,
        provider === 'paypal' ? 'approve-and-close' : 'succeed-and-close',
      )
      await finishBackgroundWork()
      const sent = (await sentWebhooks(provider)) as unknown as {
        deliveries: { status: number }[]
      }[]
      expect(sent.flatMap(({ deliveries }) => deliveries.map(({ status }) => status))).toEqual([
        401,
      ])
      await expectNoSubscription(payment)
      expect(
        await rows(
          'SELECT id FROM payment_events WHERE event_id IS NOT NULL AND transaction_id = ?',
          payment.tx,
        ),
      ).toEqual([])
    },
  )

  it.each(['online', 'offline'])('is verified %s over every byte of PayPal’s body', async (how) => {
    await setUpPayments({ PAYPAL_WEBHOOK_VERIFICATION: how, ...(await emulatorCertificates()) })
    const caught: { headers: Headers; body: string }[] = []
    const real = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (new URL(request.url).hostname === '127.0.0.1')
        caught.push({ headers: request.headers, body: await request.clone().text() })
      return real(request)
    }
    try {
      await approvedWithWebhook()
    } finally {
      globalThis.fetch = real
    }
    const [first] = caught
    expect(first?.body).toContain('\\/')
    const send = (headers: Record<string, string>, body: string) =>
      call('POST', paymentsPath('/paypal/webhook'), { body, headers })
    const headers = Object.fromEntries(first!.headers)
    expect((await send(headers, first!.body)).status).toBe(200)
    const wrong: [Record<string, string>, string][] = [
      [headers, JSON.stringify(JSON.parse(first!.body))],
      [headers, first!.body.replace('APPROVED', 'APPROVEX')],
      [{ ...headers, 'paypal-transmission-id': 'x' }, first!.body],
      [{ ...headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' }, first!.body],
      [{ ...headers, 'paypal-transmission-sig': 'AAAA' }, first!.body],
      [{ ...headers, 'paypal-auth-algo': 'none' }, first!.body],
      [{ ...headers, 'paypal-cert-url': 'https://evil.test/cert' }, first!.body],
      [
        { ...headers, 'paypal-cert-url': 'http://paypal.test.evil.test/v1/notifications/certs/x' },
        first!.body,
      ],
    ]
    for (const [given, body] of wrong) expect((await send(given, body)).status).toBe(401)
    if (how === 'offline') {
      const { PAYPAL_CERT_NAMES, PAYPAL_CERT_ROOTS } = settings
      // PayPal's own roots, and another name under the same root.
      settings.PAYPAL_CERT_ROOTS = ''
      expect((await send(headers, first!.body)).status).toBe(401)
      Object.assign(settings, { PAYPAL_CERT_ROOTS, PAYPAL_CERT_NAMES: 'www.paypal.com' })
      expect((await send(headers, first!.body)).status).toBe(401)
      Object.assign(settings, { PAYPAL_CERT_NAMES })
      expect((await send(headers, first!.body)).status).toBe(200)
    }
    settings.PAYPAL_WEBHOOK_ID = 'ANOTHER'
    expect((await send(headers, first!.body)).status).toBe(401)
  })

  it('answers 503 while PayPal’s verification is unavailable', async () => {
    await activateFault('paypal', 'unavailable', { on: 'verify', next: 9 })
    const payment = await beginPayment('paypal')
    await chooseAtProvider('paypal', payment.link, 'approve-and-close')
    await finishBackgroundWork()
    const sent = (await sentWebhooks('paypal')) as unknown as {
      deliveries: { status: number }[]
    }[]
    expect(sent[0]?.deliveries[0]?.status).toBe(503)
  })

  it('is accepted from PhonePe with the right digest, with or without its prefix', async () => {
    const payment = await beginPayment('phonepe')
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId: payment.tx, state: 'COMPLETED', amount: 29_900 },
    })
    const send = (authorization: string | null) =>
      call('POST', paymentsPath('/phonepe/webhook'), {
        body,
        headers: authorization === null ? {} : { authorization },
      })
    const right = '28c123af9e2e3d2a87bba4ec93384d1e6e785a64f070c3e9f11033595752f067'
    for (const wrong of [
      null,
      '',
      'x',
      right.slice(1),
      `Basic ${btoa('webhook_user:Passw0rd1')}`,
      right.replace('2', '3'),
    ])
      expect([wrong, (await send(wrong)).status]).toEqual([wrong, 401])
    for (const fine of [right, right.toUpperCase(), `SHA256 ${right}`, `SHA256(${right})`])
      expect((await send(fine)).status).toBe(200)
    await finishBackgroundWork()
    // It said COMPLETED, and was believed so far that PhonePe was asked: who says PENDING.
    await expectNoSubscription(payment)
  })

  it('is recorded once without a transaction; 400 for no event, 413 if too large', async () => {
    const right = '28c123af9e2e3d2a87bba4ec93384d1e6e785a64f070c3e9f11033595752f067'
    const send = (body: string) =>
      call('POST', paymentsPath('/phonepe/webhook'), { body, headers: { authorization: right } })
    const strange = JSON.stringify({
      event: 'settlement.initiated',
      payload: { merchantOrderId: 'of-another-shop' },
    })
    expect([(await send(strange)).status, (await send(strange)).status]).toEqual([200, 200])
    expect(
      await rows(`SELECT transaction_id FROM payment_events WHERE kind = 'settlement.initiated'`),
    ).toEqual([{ transaction_id: null }])
    for (const body of ['', 'x', '[]', '{}', '{"event":1,"payload":{}}'])
      expect((await send(body)).status).toBe(400)
    expect((await send('x'.repeat(300_000))).status).toBe(413)
  })
})

async function approvedWithWebhook() {
  const payment = await beginPayment('paypal')
  await chooseAtProvider('paypal', payment.link, 'approve-and-close')
  await finishBackgroundWork()
  return payment
}
