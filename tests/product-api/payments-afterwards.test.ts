import { beforeEach, describe, expect, it } from 'vitest'
import { signingKey, signedText } from '../../emulators/paypal/signature.ts'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { reportText } from '../../product-api/payments/operator/report-text.ts'
import { createReport } from '../../product-api/payments/operator/report.ts'
import {
  declineRefund,
  findOpenRequest,
} from '../../product-api/payments/refunds/refund-requests.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { providerOf, type PaymentContext } from '../../product-api/payments/payment-context.ts'
import { receiveWebhook } from '../../product-api/payments/webhooks.ts'
import {
  beginPayment,
  bothProviders,
  expectPaidOnce,
  isPremium,
  ledgerSumMinor,
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
  postToEmulator,
  transactionDetails,
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
import type { ProviderName } from '../support/payment-emulators.ts'
import { database } from '../support/product-api.ts'

beforeEach(() => setUpPayments())

const context = (): PaymentContext => ({
  db: database(),
  ...configurePayments(settings),
  now: () => new Date(),
})

const askBack = async ({ user, tx }: { user: number; tx: string }, reason = 'ತಪ್ಪಾಗಿ ಕೊಂಡೆ') =>
  call('POST', paymentsPath(`/${tx}/refund`), {
    jwt: await freshJwt(user),
    body: { data: { reason } },
  })

/** What the operator's command does. */
async function giveBack(tx: string, part?: number) {
  const refunded = await refundPayment(context(), tx, { amountMinor: part ?? null })
  const sent = refunded.ok ? refunded.value : null
  await finishBackgroundWork()
  return sent
}

describe('a refund', () => {
  it.each(bothProviders)(
    'is requested, sent by the operator and done, and ends the subscription (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      const asked = await askBack(payment)
      expect([asked.status, asked.body.data.refund?.status]).toEqual([201, 'requested'])
      expect((await askBack(payment)).body.data.refund?.status).toBe('requested')
      expect(await isPremium(payment)).toBe(true)
      await giveBack(payment.tx)
      expect(['sent', 'done']).toContain((await ownerView(payment)).refund?.status)
      advanceTime(125)
      await runCron()
      expect(await ownerView(payment)).toMatchObject({
        ...{ status: 'refunded', state: 'refunded', refund: { status: 'done' } },
        subscription: { status: 'refunded' },
      })
      expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
      expect(
        (await providerOrders(provider)).orders.find(({ reference }) => reference === payment.tx)
          ?.refundedMinor,
      ).toBe(payment.view.amountMinor)
      expect((await askBack(payment)).status).toBe(400)
    },
  )

  it('is sent once however often the operator’s command runs', async () => {
    const payment = await completePayment('phonepe')
    await activateFault('phonepe', 'refund-pending')
    await Promise.all([giveBack(payment.tx), giveBack(payment.tx)])
    await giveBack(payment.tx)
    expect((await providerOrders('phonepe')).totals.INR?.refundedMinor).toBe(0)
    const refunds = await rows(
      'SELECT tries FROM refund_requests WHERE transaction_id = ?',
      payment.tx,
    )
    expect(refunds).toEqual([{ tries: 1 }])
  })

  it('ends the subscription when PhonePe’s refund is COMPLETED, not CONFIRMED', async () => {
    const payment = await completePayment('phonepe')
    await activateFault('phonepe', 'refund-pending')
    await giveBack(payment.tx)
    advanceTime(125)
    await runCron()
    expect((await ownerView(payment)).refund?.status).toBe('sent')
    expect(await isPremium(payment)).toBe(true)
    const [request] = await rows<{ id: string }>(
      'SELECT id FROM refund_requests WHERE transaction_id = ?',
      payment.tx,
    )
    await postToEmulator('phonepe', '/settle', { id: `${request!.id}-1` })
    await finishBackgroundWork()
    expect((await ownerView(payment)).status).toBe('refunded')
  })

  it('alerts the operator when it fails, and can be sent again', async () => {
    const payment = await completePayment('phonepe')
    await activateFault('phonepe', 'refund-pending', { statusCalls: 0, then: 'declined' })
    await giveBack(payment.tx)
    advanceTime(125)
    await runCron()
    expect((await ownerView(payment)).refund?.status).toBe('approved')
    await giveBack(payment.tx)
    advanceTime(125)
    await runCron()
    expect((await ownerView(payment)).status).toBe('refunded')
  })

  it.each(bothProviders)(
    'is found and not repeated when its answer is lost (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      await activateFault(provider, 'timeout-after-success', { on: 'refund', forMs: 400 })
      await activateFault(provider, 'webhook-lost', { next: 9 })
      expect((await giveBack(payment.tx))?.status).toBe('sent')
      advanceTime(125)
      await runCron()
      expect((await ownerView(payment)).status).toBe('refunded')
      expect(
        (await providerOrders(provider)).orders.find(({ reference }) => reference === payment.tx)
          ?.refundedMinor,
      ).toBe(payment.view.amountMinor)
      expect(await ledgerSumMinor(payment.tx)).toBe(0)
    },
  )

  it.each(bothProviders)(
    'is sent again under the same key when it never arrived (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      await activateFault(provider, 'unavailable', { on: 'refund' })
      expect((await giveBack(payment.tx))?.status).toBe('sent')
      advanceTime(125)
      await runCron()
      await finishBackgroundWork()
      advanceTime(125)
      await runCron()
      expect((await ownerView(payment)).status).toBe('refunded')
    },
  )

  it('keeps the subscription after a partial refund and ends it after the rest', async () => {
    const payment = await completePayment('paypal')
    await giveBack(payment.tx, 100)
    expect(await ownerView(payment)).toMatchObject({
      ...{ status: 'paid', state: 'partially_refunded', refundedMinor: 100 },
    })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([399, true])
    await giveBack(payment.tx)
    expect(await ownerView(payment)).toMatchObject({ status: 'refunded', refundedMinor: 499 })
    expect(await isPremium(payment)).toBe(false)
  })

  it('can be declined by the operator', async () => {
    const payment = await completePayment('paypal')
    await askBack(payment)
    const open = await findOpenRequest(database(), payment.tx)
    await declineRefund(context(), open!.id)
    expect((await ownerView(payment)).refund?.status).toBe('declined')
    expect(await isPremium(payment)).toBe(true)
  })

  it('answers 400 for a payment that is not paid', async () => {
    const payment = await beginPayment('phonepe')
    const { status, body } = await askBack(payment)
    expect([status, body.error.name]).toEqual([400, 'NotRefundable'])
  })

  it('moves a later purchase of the plan up into the freed time', async () => {
    const payment = await completePayment('phonepe')
    const again = await checkout(payment.jwt, 'phonepe', { again: true })
    await chooseAtProvider('phonepe', again.body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    const later = { user: payment.user, tx: again.body.data.id }
    await giveBack(payment.tx)
    advanceTime(125)
    await runCron()
    const { subscription } = await ownerView(later)
    expect(Math.abs(Date.parse(subscription!.startsAt) - Date.now())).toBeLessThan(200_000)
    expect(Date.parse(subscription!.endsAt) - Date.parse(subscription!.startsAt)).toBe(
      120 * 86_400_000,
    )
    expect(await isPremium(payment)).toBe(true)
  })

  it('ends the subscription after a verified reversal webhook of PayPal', async () => {
    const payment = await completePayment('paypal')
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      payment.tx,
    )
    const answer = await sendProved({
      id: 'WH-REVERSED',
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource: { id: row!.provider_capture_id },
    })
    expect(answer.status).toBe(200)
    await finishBackgroundWork()
    expect(await ownerView(payment)).toMatchObject({
      status: 'refunded',
      state: 'reversed',
      subscription: { status: 'refunded' },
    })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
  })

  it('books a reversal whose webhook was answered and then cut off', async () => {
    const payment = await completePayment('paypal')
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      payment.tx,
    )
    const webhook = await provedWebhook({
      id: 'WH-CUT-OFF',
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource: {
        id: 'REVERSAL-CUT-OFF',
        amount: { value: '2.00', currency_code: 'USD' },
        links: [{ rel: 'up', href: `https://paypal.test/captures/${row!.provider_capture_id}` }],
      },
    })
    const received = await receiveWebhook(
      context(),
      providerOf(context(), { provider: 'paypal' }),
      {
        ...webhook,
        countCall: () => Promise.resolve(),
      },
    )
    expect(received.kind).toBe('accepted')
    await runCron()
    expect(await ownerView(payment)).toMatchObject({
      state: 'partially_refunded',
      refundedMinor: 200,
    })
    // Sent again, and looked at again: booked once.
    await receiveWebhook(context(), providerOf(context(), { provider: 'paypal' }), {
      ...webhook,
      countCall: () => Promise.resolve(),
    })
    advanceTime(125)
    await runCron()
    expect(await ownerView(payment)).toMatchObject({ refundedMinor: 200 })
    expect(
      await rows(
        'SELECT reported_refunds AS left FROM payment_transactions WHERE id = ?',
        payment.tx,
      ),
    ).toEqual([{ left: '[]' }])
  })

  it('books a partial reversal with its sum, once, and keeps the subscription', async () => {
    const payment = await completePayment('paypal')
    await activateFault('paypal', 'webhook-duplicate', { next: 9, times: 3 })
    await postToEmulator('paypal', '/reverse', { id: payment.tx, amountMinor: 200 })
    await finishBackgroundWork()
    expect(await ownerView(payment)).toMatchObject({
      ...{ status: 'paid', state: 'partially_refunded', refundedMinor: 200 },
      subscription: { status: 'active' },
    })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([299, true])
    await postToEmulator('paypal', '/reverse', { id: payment.tx })
    await finishBackgroundWork()
    expect(await ownerView(payment)).toMatchObject({ state: 'reversed', refundedMinor: 499 })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
  })

  it('finds the payment of a dispute and records it', async () => {
    const payment = await completePayment('paypal')
    await postToEmulator('paypal', '/dispute', { id: payment.tx })
    await finishBackgroundWork()
    expect(
      await rows(
        `SELECT kind, detail FROM payment_events
         WHERE transaction_id = ? AND kind LIKE '%DISPUTE%'`,
        payment.tx,
      ),
    ).toEqual([
      {
        kind: 'CUSTOMER.DISPUTE.CREATED',
        detail: expect.stringMatching(/^PP-R-\w+ OPEN UNAUTHORISED$/),
      },
    ])
    expect(await isPremium(payment)).toBe(true)
  })
})

describe('an account that is erased while its owner pays', () => {
  it('is not charged: its approved order is not captured', async () => {
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const payment = await beginPayment('paypal')
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    const { status } = await call('DELETE', '/api/users/me', {
      jwt: await freshJwt(payment.user),
      body: { confirm: true },
    })
    expect(status).toBe(200)
    await returnToSite(address!)
    await runCronFor(5)
    await postToEmulator('paypal', '/webhooks/resend', {})
    await finishBackgroundWork()
    const order = (await providerOrders('paypal')).orders.find(
      ({ reference }) => reference === payment.tx,
    )
    expect(order?.capturedMinor).toBe(0)
    expect(await ledgerSumMinor(payment.tx)).toBe(0)
  })
})

/** Sends a webhook that PayPal would sign, of a kind that its emulator does not send by itself. */
const sendProved = async (event: object) =>
  call('POST', paymentsPath('/paypal/webhook'), await provedWebhook(event))

async function provedWebhook(event: object) {
  const { privateKey, id } = await signingKey()
  const [transmission, time, body] = [
    crypto.randomUUID(),
    new Date().toISOString(),
    JSON.stringify(event),
  ]
  const text = signedText(transmission, time, 'EMULATOR-WEBHOOK-1', new TextEncoder().encode(body))
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, text.slice())
  return {
    body,
    headers: {
      'paypal-transmission-id': transmission,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': btoa(String.fromCharCode(...new Uint8Array(signature))),
      'paypal-cert-url': `https://paypal.test/v1/notifications/certs/${id}`,
      'paypal-auth-algo': 'SHA256withRSA',
    },
  }
}

describe('subscriptions and receipts', () => {
  it('are listed with plan, state, exams, papers and topics in Strapi’s shape', async () => {
    const payment = await completePayment('paypal')
    const populate = ['state', 'categories', 'practiceTests', 'tags']
      .map((name, index) => `populate[plan][populate][${index}]=${name}`)
      .join('&')
    const { body } = await call('GET', `/api/user-subscriptions?locale=en&${populate}`, {
      jwt: await freshJwt(payment.user),
    })
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{
          id: expect.any(Number),
          documentId: expect.any(String),
          status: 'active',
          transactionId: payment.tx,
        },
        startsAt: expect.stringMatching(/Z$/),
        endsAt: expect.stringMatching(/Z$/),
        plan: expect.objectContaining({
          slug: vaoPack,
          name: 'Village Administrative Officer pack',
          state: null,
          categories: expect.arrayContaining([expect.objectContaining({ slug: 'vao-paper-1' })]),
          practiceTests: [],
          tags: [],
        }),
      }),
    ])
    expect(body.data[0]).not.toHaveProperty('owner')
    const bare = await call('GET', '/api/user-subscriptions', { jwt: await freshJwt(payment.user) })
    expect(bare.body.data[0]).not.toHaveProperty('plan')
    expect(bare.body.meta).toMatchObject({ pagination: { total: 1 } })
    const widened = await call(
      'GET',
      '/api/user-subscriptions?filters[owner][$gte]=0&fields=owner',
      { jwt: (await newMember()).jwt },
    )
    expect(widened.body.data).toEqual([])
  })

  it('number receipts without a gap even when many pay at once', async () => {
    const payments = await Promise.all(Array.from({ length: 6 }, () => beginPayment('phonepe')))
    await Promise.all(payments.map(({ link }) => chooseAtProvider('phonepe', link, 'succeed')))
    await finishBackgroundWork()
    const numbers = await rows<{ receipt_n: number }>(
      'SELECT receipt_n FROM payment_transactions WHERE receipt_n IS NOT NULL ORDER BY receipt_n',
    )
    expect(numbers.map(({ receipt_n }) => receipt_n)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('end premium access when the subscription ends', async () => {
    const payment = await completePayment('paypal')
    advanceTime(120 * 86_400 + 1)
    expect(await isPremium(payment)).toBe(false)
  })
})

describe('referral credit', () => {
  const friends = async () => {
    const one = await newMember()
    const other = await newMember()
    const { body } = await call('GET', '/api/referral-transactions', one)
    return { one, other, code: String(body.meta.code) }
  }
  const balances = async (user: number) =>
    (await call('GET', '/api/referral-transactions', { jwt: await freshJwt(user) })).body.meta
      .balances
  const redeem = (jwt: string, code: string) =>
    call('POST', '/api/referral-transactions', { jwt, body: { data: { code } } })

  it('is earned by both members at the first payment and withdrawn at its refund', async () => {
    const { one, other, code } = await friends()
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect((await redeem(other.jwt, code.toLowerCase())).status).toBe(201)
    expect([await balances(one.id), await balances(other.id)]).toEqual([[], []])
    const { body } = await checkout(other.jwt, 'phonepe')
    await chooseAtProvider('phonepe', body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    const pending = [{ currency: 'INR', amountMinor: 0, pendingMinor: 5000 }]
    expect([await balances(one.id), await balances(other.id)]).toEqual([pending, pending])
    advanceTime(7 * 86_400)
    const earned = [{ currency: 'INR', amountMinor: 5000, pendingMinor: 0 }]
    const spent = [{ currency: 'INR', amountMinor: 0, pendingMinor: 0 }]
    expect([await balances(one.id), await balances(other.id)]).toEqual([earned, earned])
    const second = await checkout(await freshJwt(other.id), 'phonepe', {
      plan: 'railway-and-ssc',
      useCredit: true,
    })
    expect(second.body.data.amountMinor).toBe(34_900)
    await chooseAtProvider('phonepe', second.body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    expect([await balances(one.id), await balances(other.id)]).toEqual([earned, spent])
    await giveBack(body.data.id)
    advanceTime(125)
    await runCron()
    expect(await balances(one.id)).toEqual(spent)
  })

  it('redeems a code once, before the first payment, not one’s own and not mutually', async () => {
    const { one, other, code } = await friends()
    expect((await redeem(one.jwt, code)).status).toBe(400)
    expect((await redeem(other.jwt, 'NOSUCHCD')).status).toBe(400)
    expect((await redeem(other.jwt, code)).status).toBe(201)
    expect((await redeem(other.jwt, code)).status).toBe(400)
    const back = await call('GET', '/api/referral-transactions', other)
    expect((await redeem(one.jwt, String(back.body.meta.code))).status).toBe(400)
    const payer = await completePayment('paypal')
    expect((await redeem(await freshJwt(payer.user), code)).status).toBe(400)
  })
})

describe('a handoff', () => {
  const handedOver = async (provider: ProviderName = 'phonepe') => {
    const member = await newMember()
    const { status, body } = await call('POST', paymentsPath('/handoff'), {
      jwt: member.jwt,
      body: { plan: vaoPack, checkoutKey: crypto.randomUUID(), provider, inApp: true },
    })
    expect(status).toBe(201)
    return { ...member, token: body.data.token, tx: body.data.id }
  }
  const open = (token: string) => call('GET', paymentsPath(`/handoff/${token}`))

  it.each(bothProviders)(
    'opens the same order outside the app once, without a session (%s)',
    async (provider) => {
      const { token, tx, id } = await handedOver(provider)
      const { status, body } = await open(token)
      expect([status, body.data.id, body.data.status]).toEqual([200, tx, 'waiting'])
      expect(body.data).not.toHaveProperty('lines')
      expect((await transactionDetails(tx, { s: body.data.statusSig })).status).toBe(200)
      const again = await open(token)
      expect([again.status, again.body.error.name]).toEqual([410, 'HandoffUsed'])
      const address = await chooseAtProvider(
        provider,
        body.data.redirectUrl!,
        provider === 'paypal' ? 'approve' : 'succeed',
      )
      expect((await returnToSite(address!)).body.data.status).toBe('paid')
      await finishBackgroundWork()
      await expectPaidOnce({ user: id, tx }, provider)
    },
  )

  it('opens for one of two concurrent requests', async () => {
    const { token } = await handedOver()
    const answers = await Promise.all([open(token), open(token), open(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('answers 410 after ten minutes and 404 to forged tokens', async () => {
    const { token, tx } = await handedOver()
    const [id, chance, signature] = token.split('.')
    const other = await handedOver()
    for (const forged of [
      'x',
      `${id}.${chance}`,
      `${other.tx}.${chance}.${signature}`,
      `${id}.x.${signature}`,
      `${tx}.${chance}.${'x'.repeat(43)}`,
    ])
      expect((await open(forged)).status).toBe(404)
    advanceTime(601)
    expect((await open(token)).status).toBe(410)
  })

  it('can be used again when the provider was down', async () => {
    const { token } = await handedOver('paypal')
    await activateFault('paypal', 'unavailable', { on: 'create', next: 2 })
    expect((await open(token)).status).toBe(503)
    expect((await open(token)).status).toBe(200)
  })

  it('leads to the existing order of an attempt that is under way', async () => {
    const payment = await beginPayment('phonepe')
    const { body } = await call('POST', paymentsPath('/handoff'), {
      jwt: payment.jwt,
      body: { tx: payment.tx },
    })
    expect((await open(body.data.token)).body.data.redirectUrl).toBe(payment.link)
  })
})

describe('personal data of payments', () => {
  it('is exported, and erased with the account; money that arrives later goes back', async () => {
    const payment = await completePayment('phonepe')
    await askBack(payment, 'my own words')
    await call('GET', '/api/referral-transactions', { jwt: await freshJwt(payment.user) })
    const held = (await call('GET', '/api/users/me/export', { jwt: await freshJwt(payment.user) }))
      .body as unknown as {
      payments: Record<string, unknown>[]
    }
    expect(held.payments).toEqual([
      expect.objectContaining({
        id: payment.tx,
        plan: vaoPack,
        amount_minor: 29_900,
        refund_reason: 'my own words',
      }),
    ])
    const open = await beginPayment('phonepe')
    for (const { user } of [payment, open])
      expect(
        (
          await call('DELETE', '/api/users/me', {
            jwt: await freshJwt(user),
            body: { confirm: true },
          })
        ).status,
      ).toBe(200)
    expect(
      await rows(
        'SELECT user_id, amount_minor, state FROM payment_transactions WHERE id = ?',
        payment.tx,
      ),
    ).toEqual([{ user_id: null, amount_minor: 29_900, state: 'paid' }])
    expect(
      await rows('SELECT reason FROM refund_requests WHERE transaction_id = ?', payment.tx),
    ).toEqual([{ reason: '' }])
    expect(await ledgerSumMinor(payment.tx)).toBe(29_900)
    await chooseAtProvider('phonepe', open.link, 'succeed')
    await finishBackgroundWork()
    expect(
      await rows(
        'SELECT user_id, status FROM user_subscriptions WHERE transaction_id = ?',
        open.tx,
      ),
    ).toEqual([{ user_id: null, status: 'active' }])
    expect((await transactionDetails(open.tx, { s: 'x' })).status).toBe(404)
    await runCronFor(3)
    const refunded = (await providerOrders('phonepe')).orders.find(
      ({ reference }) => reference === open.tx,
    )
    expect(refunded?.refundedMinor).toBe(open.view.amountMinor)
    expect(await ledgerSumMinor(open.tx)).toBe(0)
  })
})

describe('the ledger and the report', () => {
  it('rejects updates and deletes of ledger entries', async () => {
    await completePayment('paypal')
    await expect(rows('UPDATE payment_events SET amount_minor = 1')).rejects.toThrow(
      'only added to',
    )
    await expect(rows('DELETE FROM payment_events')).rejects.toThrow('only added to')
  })

  it('reports totals and no errors when everything agrees', async () => {
    const { tx } = await completePayment('paypal')
    const found = await createReport(context(), new Date(Date.now() - 60_000))
    expect(found.items.filter(({ transaction }) => transaction === tx)).toEqual([])
    expect(reportText(found)).toMatch(/paypal USD: \d+ payments, \d+\.\d\d USD received/)
  })

  it('reports payments that only the provider or only we have', async () => {
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    await activateFault('phonepe', 'webhook-lost', { next: 9 })
    const unseen = await beginPayment('phonepe')
    await chooseAtProvider('phonepe', unseen.link, 'succeed')
    const invented = await beginPayment('paypal')
    await rows(
      `UPDATE payment_transactions SET state = 'paid', paid_at = created_at, receipt_year = 1999,
         receipt_n = 2, provider_capture_id = 'x'
       WHERE id = ?`,
      invented.tx,
    )
    const returned = await completePayment('paypal')
    await rows(
      `UPDATE user_subscriptions SET status = 'cancelled' WHERE transaction_id = ?`,
      returned.tx,
    )
    const found = await createReport(context(), new Date(Date.now() - 60_000))
    const kinds = (tx: string) =>
      found.items
        .filter(({ transaction }) => transaction === tx)
        .map(({ kind }) => kind)
        .sort()
    expect(kinds(unseen.tx)).toEqual(['paid at provider only'])
    expect(kinds(invented.tx)).toEqual([
      'ledger differs from row',
      'paid here only',
      'paid without subscription',
    ])
    expect(kinds(returned.tx)).toEqual(['paid without subscription'])
    expect(found.items).toContainEqual({
      ...{ kind: 'receipt number missing', transaction: null, subject: '1999' },
      detail: '1999: 1 of 2',
    })
    expect(reportText(found)).toContain(
      `✗ paid at provider only: ${unseen.tx} here: redirected, provider: paid`,
    )
    await rows(`UPDATE payment_transactions SET receipt_n = 1 WHERE id = ?`, invented.tx)
  })

  it('reports payments of the PayPal account that have no transaction', async () => {
    const payment = await beginPayment('paypal')
    await chooseAtProvider('paypal', payment.link, 'approve')
    await finishBackgroundWork()
    const since = new Date(Date.now() - 60_000)
    expect(
      (await createReport(context(), since)).items.filter(
        ({ kind }) => kind === 'without transaction here',
      ),
    ).toEqual([])
    await rows(
      `UPDATE user_subscriptions SET transaction_id = NULL WHERE transaction_id = ?`,
      payment.tx,
    )
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      payment.tx,
    )
    await rows(`UPDATE payment_transactions SET provider = 'phonepe' WHERE id = ?`, payment.tx)
    const { items } = await createReport(context(), new Date(Date.now() + 1))
    expect(items.filter(({ kind }) => kind === 'without transaction here')).toEqual([])
    const found = await createReport(context(), since)
    expect(found.items).toContainEqual({
      ...{ kind: 'without transaction here', transaction: null },
      subject: `paypal:${row!.provider_capture_id}`,
      detail: `PayPal received 4.99 USD as ${row!.provider_capture_id}`,
    })
    await rows(`UPDATE payment_transactions SET provider = 'paypal' WHERE id = ?`, payment.tx)
    await activateFault('paypal', 'unavailable', { on: 'report', status: 403, next: 999 })
    const silent = await createReport(context(), since)
    expect(reportText(silent)).toContain('PayPal does not list transactions (status 403)')
  })

  it('keeps a flagged payment in review until the operator settles it', async () => {
    await activateFault('phonepe', 'webhook-lost', { next: 9 })
    const payment = await beginPayment('phonepe')
    const address = await chooseAtProvider('phonepe', payment.link, 'succeed')
    await activateFault('phonepe', 'wrong-amount', { on: 'status' })
    expect((await returnToSite(address!)).body.data.status).toBe('review')
    advanceTime(125)
    await runCron()
    await returnToSite(address!)
    expect((await ownerView(payment)).status).toBe('review')
    const found = await createReport(context(), new Date(Date.now() - 600_000))
    expect(found.items).toContainEqual({
      kind: 'flagged for review',
      transaction: payment.tx,
      detail: 'amount',
    })
    expect((await checkout(await freshJwt(payment.user), 'phonepe')).status).toBe(409)
    const { settle } = await import('../../product-api/payments/ledger/settle.ts')
    await settle(context(), payment.tx, 'operator')
    await expectPaidOnce(payment, 'phonepe')
  })
})
