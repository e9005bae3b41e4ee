import { beforeEach, describe, expect, it } from 'vitest'
import {
  begun,
  both,
  expectNothingGiven,
  expectPaidOnce,
  paid,
  paying,
} from '../emulators/payment-flows.ts'
import {
  calm,
  call,
  choose,
  comeBack,
  details,
  fault,
  letters,
  newMember,
  openShop,
  passTime,
  pay,
  rows,
  type ProviderName,
} from '../emulators/payments.ts'
import { settings } from '../emulators/identity.ts'

// Whatever a stranger may send changes nothing and is told nothing.

beforeEach(() => openShop())

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
  await fault(provider, 'webhook-lost', { next: 9 })
  const story = await begun(provider)
  return { ...story, address: (await choose(provider, story.link, paying[provider]))! }
}

describe('15: a return', () => {
  it.each(both)('%s: works without any session, and says nothing personal', async (provider) => {
    const { address, tx, user } = await approved(provider)
    const { status, body } = await comeBack(address)
    expect([status, body.data.status]).toEqual([200, 'paid'])
    expect(body.data.account).toMatch(/^p•••@…$/)
    for (const hidden of ['lines', 'subscription', 'receiptNumber', 'state', 'couponCode'])
      expect(body.data).not.toHaveProperty(hidden)
    expect(JSON.stringify(body)).not.toContain('example.in')
    await expectPaidOnce({ user, tx }, provider)
  })

  it.each(both)(
    '%s: with another member’s session pays for its own, and shows the neutral part',
    async (provider) => {
      const { address, tx, user } = await approved(provider)
      const other = await newMember()
      const { body } = await comeBack(address, other)
      expect(body.data.status).toBe('paid')
      expect(body.data).not.toHaveProperty('receiptNumber')
      await expectPaidOnce({ user, tx }, provider)
      expect(await rows('SELECT id FROM user_subscriptions WHERE user_id = ?', other.id)).toEqual(
        [],
      )
    },
  )

  it.each(both)(
    '%s: with a token that is over, or that is none, is as good as without one',
    async (provider) => {
      const { address } = await approved(provider)
      expect((await comeBack(address, { jwt: 'x.y.z' })).status).toBe(200)
    },
  )

  it.each(both)('%s: with anything changed is 404 and changes nothing', async (provider) => {
    const story = await approved(provider)
    const other = await approved(provider)
    const [mine, theirs] = [new URL(story.address), new URL(other.address)]
    const before = await kept(story.tx)
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
      { tx: `${story.tx}' OR 1=1--` },
      ...(provider === 'paypal'
        ? [{ token: theirs.searchParams.get('token') }, { token: null }, { token: '' }]
        : []),
    ]
    for (const one of forged) {
      const { status, body } = await comeBack(changed(story.address, one), story)
      expect([one, status, body.error.message]).toEqual([one, 404, 'Not Found'])
    }
    expect(await kept(story.tx)).toEqual(before)
    await expectNothingGiven(story)
  })

  it('of one provider is none of the other’s', async () => {
    const story = await approved('phonepe')
    const address = story.address.replace('/phonepe/return', '/paypal/success')
    expect((await comeBack(changed(address, { token: story.tx }))).status).toBe(404)
  })

  it('is over a week after the order was begun', async () => {
    const story = await approved('paypal')
    passTime(7 * 86_400 + 1)
    expect((await comeBack(story.address)).status).toBe(404)
  })

  it('made with an older secret still counts, with one that is gone no more', async () => {
    const story = await approved('phonepe')
    settings.PAYMENT_SECRETS = `a-newer-payment-secret-of-the-tests-33333, ${settings.PAYMENT_SECRETS}`
    expect((await comeBack(story.address)).status).toBe(200)
    settings.PAYMENT_SECRETS = 'a-newer-payment-secret-of-the-tests-33333'
    expect((await comeBack(story.address)).status).toBe(404)
  })

  it('of a foreign client, with PayPal’s token alone, is settled for its owner and shown to nobody else', async () => {
    const story = await approved('paypal')
    const token = new URL(story.address).searchParams.get('token')!
    const path = pay(`/paypal/success?token=${token}&PayerID=X`)
    const other = await newMember()
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', path, other)).status).toBe(404)
    await expectPaidOnce(story, 'paypal')
    expect((await call('GET', path, story)).body.data).toMatchObject({
      status: 'paid',
      id: story.tx,
    })
    expect((await call('GET', pay('/paypal/success?token=UNKNOWN'), story)).status).toBe(404)
  })

  it('cannot cancel what was approved, nor what was paid', async () => {
    const story = await approved('paypal')
    const { body } = await comeBack(story.address.replace('/success', '/cancel'))
    expect(body.data.status).toBe('paid')
    await expectPaidOnce(story, 'paypal')
  })
})

describe('14: returning again', () => {
  it.each(both)(
    '%s: reloaded, or back with the button, it says the same and does nothing',
    async (provider) => {
      const { address, tx, user } = await paid(provider)
      const before = await kept(tx)
      for (let again = 0; again < 3; again += 1)
        expect((await comeBack(address)).body.data.status).toBe('paid')
      expect(await kept(tx)).toEqual(before)
      await expectPaidOnce({ user, tx }, provider)
    },
  )

  it.each(both)(
    '%s: prefetched, prerendered or asked for headers alone, nothing is done',
    async (provider) => {
      const story = await approved(provider)
      const before = await kept(story.tx)
      const { pathname, search } = new URL(story.address)
      for (const purpose of ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip']) {
        const { status } = await comeBack(story.address, { headers: { 'sec-purpose': purpose } })
        expect(status).toBe(204)
      }
      expect((await call('HEAD', pay(pathname + search))).status).toBe(204)
      expect(await kept(story.tx)).toEqual(before)
      await expectNothingGiven(story)
    },
  )

  it('16: a POST is as good as a GET', async () => {
    const story = await approved('phonepe')
    const { pathname, search } = new URL(story.address)
    const { status, body } = await call('POST', pay(pathname + search), {
      body: 'code=PAYMENT_ERROR&amount=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([status, body.data.status]).toEqual([200, 'paid'])
  })
})

describe('other people’s payments', () => {
  it('are 404, whatever is asked of them, as are those that do not exist', async () => {
    const { tx } = await paid('paypal')
    const { jwt } = await newMember()
    const before = await kept(tx)
    for (const id of [tx, 'X'.repeat(26), '../x', '%27']) {
      const answers = [
        await details(id, { jwt }),
        await details(id),
        await details(id, { s: 'abc.def' }),
        await call('POST', pay(`/${id}/refund`), { jwt, body: { reason: 'mine' } }),
        await call('POST', pay(`/${id}/cancel`), { jwt, body: {} }),
      ]
      for (const { status } of answers) expect([400, 404]).toContain(status)
    }
    const handoff = await call('POST', pay('/handoff'), { jwt, body: { tx } })
    expect(handoff.status).toBe(404)
    expect(await kept(tx)).toEqual(before)
    expect((await call('GET', pay(''), { jwt })).body.data).toEqual([])
    expect((await call('GET', '/api/user-subscriptions?populate=*', { jwt })).body.data).toEqual([])
  })

  it('without a token nothing is listed, begun, given up or asked back', async () => {
    const { tx } = await begun('paypal')
    const body = { plan: 'karnataka-all', checkoutKey: crypto.randomUUID(), provider: 'paypal' }
    for (const [method, path] of [
      ['GET', pay('')],
      ['POST', pay('')],
      ['POST', pay('/paypal/checkout')],
      ['POST', pay('/handoff')],
      ['POST', pay(`/${tx}/refund`)],
      ['POST', pay(`/${tx}/cancel`)],
      ['GET', '/api/user-subscriptions'],
      ['GET', '/api/referral-transactions'],
      ['POST', '/api/referral-transactions'],
    ] as const)
      expect([path, (await call(method, path, method === 'GET' ? {} : { body })).status]).toEqual([
        path,
        403,
      ])
  })

  it('a status signature shows the neutral part of its own payment alone, for thirty days', async () => {
    const { back, tx } = await paid('paypal')
    const other = await paid('phonepe')
    const s = back.body.data.statusSig
    const { body } = await details(tx, { s })
    expect(body.data).toMatchObject({ id: tx, status: 'paid', account: 'p•••@…' })
    expect(body.data).not.toHaveProperty('receiptNumber')
    expect((await details(other.tx, { s })).status).toBe(404)
    const [end = '', signature] = s.split('.')
    const later = `${(Number.parseInt(end, 36) + 86_400).toString(36)}.${signature}`
    expect((await details(tx, { s: later })).status).toBe(404)
    expect((await details(tx, { s: new URL(other.address).searchParams.get('s')! })).status).toBe(
      404,
    )
    passTime(31 * 86_400)
    expect((await details(tx, { s })).status).toBe(404)
  })

  it('a checkout’s own fields decide nothing: amount, currency, state and user are not read', async () => {
    const { view } = await begun('paypal', {
      ...{ amountMinor: 1, amount: 1, currency: 'INR', state: 'paid', user_id: 1, exponent: 0 },
    })
    expect(view).toMatchObject({ amountMinor: 499, currency: 'USD', status: 'waiting' })
  })
})

describe('17: a webhook', () => {
  it.each(both)('%s: with a wrong proof is 401 and changes nothing', async (provider) => {
    await fault(provider, 'webhook-forged', { next: 9 })
    const story = await begun(provider)
    await choose(
      provider,
      story.link,
      provider === 'paypal' ? 'approve-and-close' : 'succeed-and-close',
    )
    await calm()
    const sent = (await letters(provider)) as unknown as { deliveries: { status: number }[] }[]
    expect(sent.flatMap(({ deliveries }) => deliveries.map(({ status }) => status))).toEqual([401])
    await expectNothingGiven(story)
    expect(
      await rows(
        'SELECT id FROM payment_events WHERE event_id IS NOT NULL AND transaction_id = ?',
        story.tx,
      ),
    ).toEqual([])
  })

  it.each(['online', 'offline'])('paypal, proved %s: every letter counts', async (how) => {
    await openShop({ PAYPAL_WEBHOOK_VERIFICATION: how })
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
      call('POST', pay('/paypal/webhook'), { body, headers })
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
    settings.PAYPAL_WEBHOOK_ID = 'ANOTHER'
    expect((await send(headers, first!.body)).status).toBe(401)
  })

  it('paypal: while PayPal cannot be asked, it shall come again', async () => {
    await fault('paypal', 'unavailable', { on: 'verify', next: 9 })
    const story = await begun('paypal')
    await choose('paypal', story.link, 'approve-and-close')
    await calm()
    const sent = (await letters('paypal')) as unknown as { deliveries: { status: number }[] }[]
    expect(sent[0]?.deliveries[0]?.status).toBe(503)
  })

  it('phonepe: another user name or password, no header, a Basic header: 401; spelled with a prefix it counts', async () => {
    const story = await begun('phonepe')
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId: story.tx, state: 'COMPLETED', amount: 29_900 },
    })
    const send = (authorization: string | null) =>
      call('POST', pay('/phonepe/webhook'), {
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
    await calm()
    // It said COMPLETED, and was believed so far that PhonePe was asked: who says PENDING.
    await expectNothingGiven(story)
  })

  it('about nothing of ours is taken and entered once; what is no event is 400; what is too long 413', async () => {
    const right = '28c123af9e2e3d2a87bba4ec93384d1e6e785a64f070c3e9f11033595752f067'
    const send = (body: string) =>
      call('POST', pay('/phonepe/webhook'), { body, headers: { authorization: right } })
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
  const story = await begun('paypal')
  await choose('paypal', story.link, 'approve-and-close')
  await calm()
  return story
}
