import { beforeEach, describe, expect, it } from 'vitest'
import {
  beginPayment,
  bothProviders,
  stateHistoryOf,
  expectPaidOnce,
  completePayment,
  ownerView,
} from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import {
  providerOrders,
  finishBackgroundWork,
  call,
  checkout,
  chooseAtProvider,
  returnToSite,
  activateFault,
  freshJwt,
  newMember,
  setUpPayments,
  advanceTime,
  paymentsPath,
  rows,
  runCron,
  runCronFor,
  vaoPack,
} from '../emulators/payments.ts'
import { database } from '../support/product-api.ts'

beforeEach(() => setUpPayments())

const quote = (body: object, jwt?: string) =>
  call('POST', paymentsPath('/quote'), {
    body: { data: { plan: vaoPack, currency: 'INR', ...body } },
    ...(jwt && { jwt }),
  })

/** Credit that somebody has earned. */
const giveCredit = (userId: number, amountMinor: number, currency = 'INR') =>
  database()
    .prepare(
      `INSERT INTO referral_transactions (
         document_id, user_id, kind, amount_minor, currency, created_at)
       VALUES (?, ?, 'earned', ?, ?, ?)`,
    )
    .bind(crypto.randomUUID(), userId, amountMinor, currency, new Date().toISOString())
    .run()

const addCoupon = (code: string, more: Record<string, string | number | null> = {}) => {
  const row = {
    code,
    percent: 10,
    most_uses_each: 1,
    digest: '',
    created_at: '',
    updated_at: '',
    ...more,
  }
  return database()
    .prepare(
      `INSERT INTO coupons (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
    )
    .bind(...Object.values(row))
    .run()
}

describe('a quote', () => {
  it('answers price and end date to visitors', async () => {
    const { status, body } = await quote({})
    expect(status).toBe(200)
    const days = (Date.parse(String(body.data.endsAt)) - Date.now()) / 86_400_000
    expect(days).toBe(120)
    expect(body.data).toMatchObject({
      plan: { slug: vaoPack, days: 120, name: { en: 'Village Administrative Officer pack' } },
      ...{ currency: 'INR', lines: [{ kind: 'price', amountMinor: 29_900 }], totalMinor: 29_900 },
      coupon: null,
    })
  })

  it('subtracts a coupon in any letter case and shows it as a line', async () => {
    const { body } = await quote({ coupon: 'abhyasa10' })
    expect(body.data).toMatchObject({
      lines: [
        { kind: 'price', amountMinor: 29_900 },
        { kind: 'coupon', label: 'ABHYASA10', amountMinor: -2990 },
      ],
      totalMinor: 26_910,
      coupon: { code: 'ABHYASA10', ok: true },
    })
    expect((await quote({ coupon: 'ABHYASA10', currency: 'USD' })).body.data.totalMinor).toBe(450)
  })

  it.each([
    ['NONE', {}, 'unknown'],
    ['EARLY', { starts_at: '2999-01-01T00:00:00.000Z' }, 'not-yet'],
    ['LATE', { ends_at: '2020-01-01T00:00:00.000Z' }, 'over'],
    ['OTHER', { plan_id: 1 }, 'other-plan'],
    ['DOLLAR', { percent: null, amount_minor: 100, currency: 'USD' }, 'other-currency'],
  ])('names the reason why the coupon %s is not accepted', async (code, more, reason) => {
    if (code !== 'NONE') await addCoupon(code, more)
    const { status, body } = await quote({ coupon: code })
    expect([status, body.data.coupon, body.data.totalMinor]).toEqual([
      200,
      { code, ok: false, reason },
      29_900,
    ])
    const { jwt } = await newMember()
    expect((await checkout(jwt, 'phonepe', { coupon: code })).status).toBe(400)
  })

  it('never goes below 100 minor units, whatever coupon and credit are worth', async () => {
    await addCoupon('HUGE', { percent: null, amount_minor: 9_999_999, currency: 'INR' })
    expect((await quote({ coupon: 'HUGE' })).body.data.totalMinor).toBe(100)
    const { id, jwt } = await newMember()
    await giveCredit(id, 999_999)
    const { body } = await quote({ useCredit: true }, jwt)
    expect(body.data.lines).toEqual([
      { kind: 'price', amountMinor: 29_900 },
      { kind: 'credit', amountMinor: -29_800 },
    ])
    expect((await quote({ useCredit: true })).body.data.totalMinor).toBe(29_900)
  })

  it('counts from the end of the running subscription of the same plan', async () => {
    const payment = await completePayment('paypal')
    const { subscription } = await ownerView(payment)
    const { body } = await quote({}, await freshJwt(payment.user))
    expect(Date.parse(String(body.data.endsAt)) - Date.parse(subscription!.endsAt)).toBe(
      120 * 86_400_000,
    )
  })

  it.each([
    { plan: 'none' },
    { currency: 'EUR' },
    { currency: 'inr' },
    { plan: 'X Y' },
    { coupon: 'x'.repeat(41) },
  ])('answers 400 to a quote for %o', async (wrong) => {
    expect((await quote(wrong)).status).toBe(400)
  })
})

describe('a checkout', () => {
  it.each(bothProviders)(
    'answers 201 with the address of the provider’s page (%s)',
    async (provider) => {
      const { answer, view, tx } = await beginPayment(provider, { returnTo: '/vao-paper-1' })
      expect(answer.status).toBe(201)
      expect(answer.body.links).toEqual([{ rel: 'payer-action', href: view.redirectUrl }])
      expect(view).toMatchObject({
        ...{ status: 'waiting', state: 'redirected', provider, documentId: tx, locale: 'kn' },
        ...{ plan: { slug: vaoPack }, subscription: null, refund: null, receiptNumber: null },
      })
      expect(tx).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('gives PayPal return addresses on the asking site, over https', async () => {
    const { link } = await beginPayment('paypal')
    const address = await chooseAtProvider('paypal', link, 'approve')
    expect(address).toMatch(
      /^https:\/\/abhyasa\.test\/paypal\/success\?tx=\w{26}&s=[\w-]{43}&token=\w+&PayerID=\w+$/,
    )
    expect(address!.length).toBeLessThan(250)
  })

  it('uses the first known site when the asking site is not one of ours', async () => {
    settings.SITE_ORIGINS = 'https://abhyasa.example, https://www.abhyasa.example'
    const { link } = await beginPayment('phonepe')
    expect(await chooseAtProvider('phonepe', link, 'leave')).toMatch(
      /^https:\/\/abhyasa\.example\/phonepe\/return\?/,
    )
  })

  it('counts a coupon once for each member and returns it when the attempt ends', async () => {
    const { jwt, answer, link, tx } = await beginPayment('phonepe', { coupon: 'ABHYASA10' })
    expect(answer.body.data.amountMinor).toBe(26_910)
    const other = await checkout(jwt, 'phonepe', { plan: 'karnataka-all', coupon: 'ABHYASA10' })
    expect([other.status, other.body.error.details.coupon]).toEqual([
      400,
      { code: 'ABHYASA10', ok: false, reason: 'used' },
    ])
    await chooseAtProvider('phonepe', link, 'fail')
    await finishBackgroundWork()
    expect(
      (await checkout(jwt, 'phonepe', { plan: 'karnataka-all', coupon: 'ABHYASA10' })).status,
    ).toBe(201)
    expect(await stateHistoryOf(tx)).toEqual(['created', 'redirected', 'failed'])
  })

  it('gives the last use of a coupon to one of two concurrent checkouts', async () => {
    await addCoupon('LAST', { most_uses: 1 })
    const [one, other] = [await newMember(), await newMember()]
    const answers = await Promise.all(
      [one, other].map(({ jwt }) => checkout(jwt, 'phonepe', { coupon: 'LAST' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  it('reserves credit while undecided, returns it at the end, takes it if paid late', async () => {
    const member = await newMember()
    await giveCredit(member.id, 5000)
    const balance = async () =>
      (await call('GET', '/api/referral-transactions', { jwt: await freshJwt(member.id) })).body
        .meta.balances
    const { body } = await checkout(member.jwt, 'phonepe', { useCredit: true })
    expect(body.data.amountMinor).toBe(24_900)
    expect(await balance()).toEqual([{ currency: 'INR', amountMinor: 0, pendingMinor: 0 }])
    await chooseAtProvider('phonepe', body.data.redirectUrl!, 'fail')
    await finishBackgroundWork()
    expect(await balance()).toEqual([{ currency: 'INR', amountMinor: 5000, pendingMinor: 0 }])
    const { postToEmulator } = await import('../emulators/payments.ts')
    await postToEmulator('phonepe', '/settle', { id: body.data.id })
    await finishBackgroundWork()
    expect(await balance()).toEqual([{ currency: 'INR', amountMinor: 0, pendingMinor: 0 }])
    await expectPaidOnce({ user: member.id, tx: body.data.id }, 'phonepe')
  })

  it('does not spend the same credit in two concurrent checkouts', async () => {
    const { id, jwt } = await newMember()
    await giveCredit(id, 5000)
    const answers = await Promise.all(
      [vaoPack, 'karnataka-all'].map((plan) => checkout(jwt, 'phonepe', { plan, useCredit: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const spent = await rows<{ minor: number }>(
      `SELECT sum(credit_minor) AS minor FROM payment_transactions WHERE user_id = ?`,
      id,
    )
    expect(spent).toEqual([{ minor: 5000 }])
  })

  it.each([
    { plan: 'none' },
    { checkoutKey: 'x' },
    { returnTo: 'https://evil.example' },
    { returnTo: '//evil.example' },
    { returnTo: '/\\evil.example' },
    { returnTo: '/a b' },
    { locale: 'fr' },
    { useCredit: 'perhaps' },
  ])('answers 400 to %o and creates no transaction', async (wrong) => {
    const { jwt, id } = await newMember()
    expect((await checkout(jwt, 'paypal', wrong)).status).toBe(400)
    expect(await rows('SELECT id FROM payment_transactions WHERE user_id = ?', id)).toEqual([])
  })

  it('accepts a form-encoded body', async () => {
    const { jwt } = await newMember()
    const { status } = await call('POST', paymentsPath('/phonepe/checkout'), {
      jwt,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        plan: vaoPack,
        checkoutKey: crypto.randomUUID(),
        useCredit: 'on',
        coupon: '',
      }).toString(),
    })
    expect(status).toBe(201)
  })
})

describe('one payment for a plan at a time', () => {
  it('answers the same address when "Pay" is pressed again', async () => {
    const { jwt, link, tx } = await beginPayment('phonepe')
    const again = await checkout(jwt, 'phonepe')
    expect([again.status, again.body.data.id, again.body.data.redirectUrl]).toEqual([200, tx, link])
  })

  it('refuses another checkout while a payment is pending and names the pending one', async () => {
    const payment = await completePayment('phonepe', 'pending')
    const { status, body } = await checkout(payment.jwt, 'paypal')
    expect([status, body.error.name]).toEqual([409, 'UndecidedPayment'])
    expect(body.error.details.transaction).toMatchObject({
      id: payment.tx,
      status: 'pending',
    })
  })

  it('refuses another provider while a PhonePe order is open, until it is cancelled', async () => {
    const payment = await beginPayment('phonepe')
    const refused = await checkout(payment.jwt, 'paypal')
    expect([refused.status, refused.body.error.details.transaction.redirectUrl]).toEqual([
      409,
      payment.link,
    ])
    const left = await call('POST', paymentsPath(`/${payment.tx}/cancel`), {
      jwt: payment.jwt,
      body: {},
    })
    expect(left.body.data.status).toBe('cancelled')
    expect((await checkout(payment.jwt, 'paypal')).status).toBe(201)
  })

  it('supersedes an open PayPal order by another one; captures one of two approved', async () => {
    const first = await beginPayment('paypal')
    const second = await checkout(first.jwt, 'paypal', { coupon: 'ABHYASA10' })
    expect(second.status).toBe(201)
    expect(second.body.data.id).not.toBe(first.tx)
    expect(await ownerView(first)).toMatchObject({
      status: 'cancelled',
      failure: 'superseded',
      redirectUrl: null,
    })
    const back = await chooseAtProvider('paypal', second.body.data.redirectUrl!, 'approve')
    await returnToSite(back!)
    await chooseAtProvider('paypal', first.link, 'approve')
    await finishBackgroundWork()
    advanceTime(125)
    await runCron()
    const captured = (await providerOrders('paypal')).orders.filter(
      ({ capturedMinor }) => capturedMinor > 0,
    )
    expect(captured.map(({ reference }) => reference)).toEqual([second.body.data.id])
    expect((await ownerView(first)).failure).toBe('superseded')
  })

  it('does not capture a superseded order that is approved, by return or by webhook', async () => {
    const first = await beginPayment('paypal')
    const second = await checkout(first.jwt, 'phonepe')
    expect(second.status).toBe(201)
    const back = await chooseAtProvider('paypal', first.link, 'approve')
    await finishBackgroundWork()
    expect((await returnToSite(back!)).body.data.status).toBe('cancelled')
    await runCronFor(5)
    await chooseAtProvider('phonepe', second.body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    await expectPaidOnce({ user: first.user, tx: second.body.data.id }, 'phonepe')
    expect((await providerOrders('paypal')).totals.USD?.capturedMinor).toBe(0)
  })

  it('resumes the same order when the form is sent again after cancelling', async () => {
    const member = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const { body } = await checkout(member.jwt, 'paypal', form)
    const back = await chooseAtProvider('paypal', body.data.redirectUrl!, 'cancel')
    expect((await returnToSite(back!)).body.data.status).toBe('cancelled')
    const again = await checkout(member.jwt, 'paypal', form)
    expect([again.status, again.body.data.id, again.body.data.status]).toEqual([
      200,
      body.data.id,
      'waiting',
    ])
  })

  it('shows the paid payment when the form is sent again after paying', async () => {
    const member = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const { body } = await checkout(member.jwt, 'phonepe', form)
    await chooseAtProvider('phonepe', body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    const again = await checkout(member.jwt, 'phonepe', form)
    expect([
      again.status,
      again.body.data.status,
      again.body.data.redirectUrl,
      again.body.links,
    ]).toEqual([200, 'paid', null, []])
  })

  it('refuses a new form right after paying, extends the subscription if confirmed', async () => {
    const payment = await completePayment('phonepe')
    const asked = await checkout(payment.jwt, 'phonepe')
    expect([asked.status, asked.body.error.name]).toEqual([409, 'JustPaid'])
    expect(asked.body.error.details.transaction.id).toBe(payment.tx)
    const again = await checkout(payment.jwt, 'phonepe', { again: true })
    await chooseAtProvider('phonepe', again.body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    const [first, second] = [
      await ownerView(payment),
      await ownerView({ user: payment.user, tx: again.body.data.id }),
    ]
    expect(second.subscription?.startsAt).toBe(first.subscription?.endsAt)
    expect(second.subscription?.status).toBe('active')
    expect([first.receiptNumber, second.receiptNumber]).toHaveLength(2)
  })

  it('accepts another purchase half an hour after a payment', async () => {
    const payment = await completePayment('phonepe')
    advanceTime(31 * 60)
    expect((await checkout(await freshJwt(payment.user), 'phonepe')).status).toBe(201)
  })

  it('refuses a form’s key that belongs to another plan', async () => {
    const { jwt } = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    await checkout(jwt, 'phonepe', form)
    expect((await checkout(jwt, 'phonepe', { ...form, plan: 'karnataka-all' })).status).toBe(400)
    const other = await newMember()
    expect((await checkout(other.jwt, 'phonepe', form)).status).toBe(201)
  })
})

describe('an attempt created before it is sent to the provider', () => {
  it('shows its bill lines and is the one that the checkout then sends', async () => {
    const { jwt } = await newMember()
    const form = {
      plan: vaoPack,
      checkoutKey: crypto.randomUUID(),
      provider: 'phonepe',
      coupon: 'ABHYASA10',
    }
    const entered = await call('POST', paymentsPath(''), { jwt, body: { data: form } })
    expect(entered.status).toBe(201)
    expect(entered.body.data).toMatchObject({
      status: 'created',
      amountMinor: 26_910,
      redirectUrl: null,
    })
    const sent = await checkout(jwt, 'phonepe', form)
    expect([sent.status, sent.body.data.id]).toEqual([201, entered.body.data.id])
  })

  it('expires when it is never sent', async () => {
    const { jwt, id } = await newMember()
    const form = { plan: vaoPack, checkoutKey: crypto.randomUUID(), provider: 'phonepe' }
    const { body } = await call('POST', paymentsPath(''), { jwt, body: form })
    advanceTime(1201)
    await runCron()
    expect(await ownerView({ user: id, tx: body.data.id })).toMatchObject({
      status: 'failed',
      failure: 'not-started',
    })
  })

  it('is listed among the member’s own payments, newest first, in pages', async () => {
    const { jwt, id } = await newMember()
    for (const plan of [vaoPack, 'karnataka-all', 'ap-teachers']) {
      await checkout(jwt, 'phonepe', { plan })
      advanceTime(1)
    }
    const { body } = await call('GET', paymentsPath('?pagination[page]=1&pagination[pageSize]=2'), {
      jwt: await freshJwt(id),
    })
    expect(body.data.map(({ plan }) => (plan as { slug: string }).slug)).toEqual([
      'ap-teachers',
      'karnataka-all',
    ])
    expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 2, pageCount: 2, total: 3 } })
  })

  it('answers 429 to too many checkouts of one member', async () => {
    const { jwt } = await newMember()
    await activateFault('phonepe', 'unavailable', { next: 999 })
    await checkout(jwt, 'phonepe')
    await database().prepare('UPDATE limit_counters SET count = 30 WHERE count < 30').run()
    expect((await checkout(jwt, 'phonepe')).status).toBe(429)
  })
})
