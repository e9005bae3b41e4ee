import { beforeEach, describe, expect, it } from 'vitest'
import {
  beginPayment,
  bothProviders,
  closingChoices,
  stateHistoryOf,
  expectNoSubscription,
  expectPaidOnce,
  isPremium,
  ledgerSumMinor,
  completePayment,
  ownerView,
} from '../emulators/payment-flows.ts'
import {
  interceptProviderCalls,
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
  sentWebhooks,
  newMember,
  setUpPayments,
  advanceTime,
  paymentsPath,
  storeRevokedToken,
  resendWebhook,
  rows,
  runCron,
  runCronFor,
  timedOut,
} from '../emulators/payments.ts'
import { approvalChoice } from '../support/payment-emulators.ts'

// Twenty-five ways in which a payment goes wrong, each with what the payer and the books see.

beforeEach(() => setUpPayments())

describe('returns, webhooks and the cron trigger', () => {
  it.each(bothProviders)(
    'settles by the return alone when every webhook is lost (%s)',
    async (provider) => {
      await activateFault(provider, 'webhook-lost', { next: 9 })
      const payment = await completePayment(provider)
      expect(payment.back.body.data).toMatchObject({
        status: 'paid',
        receiptNumber: expect.stringMatching(/^AB-\d{4}-\d{6}$/),
      })
      await expectPaidOnce(payment, provider)
    },
  )

  it.each(bothProviders)(
    'settles by the webhook alone when the tab was closed (%s)',
    async (provider) => {
      const payment = await beginPayment(provider)
      expect(await chooseAtProvider(provider, payment.link, closingChoices[provider])).toBeNull()
      await finishBackgroundWork()
      await expectPaidOnce(payment, provider)
    },
  )

  it.each(bothProviders)(
    'settles by the cron trigger alone when tab and webhooks are lost (%s)',
    async (provider) => {
      await activateFault(provider, 'webhook-lost', { next: 9 })
      const payment = await beginPayment(provider)
      await chooseAtProvider(provider, payment.link, closingChoices[provider])
      advanceTime(125)
      await runCron()
      await expectPaidOnce(payment, provider)
    },
  )

  it.each(bothProviders)(
    'settles once when the webhook comes before the return (%s)',
    async (provider) => {
      const payment = await beginPayment(provider)
      const address = await chooseAtProvider(provider, payment.link, approvalChoice(provider))
      await finishBackgroundWork()
      expect((await returnToSite(address!, payment)).body.data.status).toBe('paid')
      await expectPaidOnce(payment, provider)
    },
  )

  it.each(bothProviders)(
    'settles once when webhook, returns, page and cron trigger come at once (%s)',
    async (provider) => {
      const payment = await beginPayment(provider)
      const address = await chooseAtProvider(provider, payment.link, approvalChoice(provider))
      advanceTime(125)
      const jwt = await freshJwt(payment.user)
      await Promise.all([
        returnToSite(address!, { jwt }),
        returnToSite(address!),
        transactionDetails(payment.tx, { jwt }),
        runCron(),
        returnToSite(address!),
      ])
      await finishBackgroundWork()
      await expectPaidOnce(payment, provider)
      expect((await ownerView(payment)).status).toBe('paid')
    },
  )

  it.each(bothProviders)(
    'settles once when a webhook comes three times and again an hour later (%s)',
    async (provider) => {
      await activateFault(provider, 'webhook-duplicate', { next: 9, times: 3 })
      const payment = await completePayment(provider)
      advanceTime(3600)
      const sent = await sentWebhooks(provider)
      for (const { id } of sent) await resendWebhook(provider, id)
      await expectPaidOnce(payment, provider)
      const entered = await rows(
        'SELECT id FROM payment_events WHERE transaction_id = ? AND event_id IS NOT NULL',
        payment.tx,
      )
      expect(entered).toHaveLength(sent.length)
    },
  )

  it('settles once when COMPLETED arrives before APPROVED', async () => {
    await activateFault('paypal', 'webhook-reorder', { next: 2 })
    const payment = await completePayment('paypal')
    await expectPaidOnce(payment, 'paypal')
  })

  it('stays paid when PENDING arrives after COMPLETED', async () => {
    await activateFault('paypal', 'webhook-lost', { on: 'PAYMENT.CAPTURE.PENDING' })
    const payment = await completePayment('paypal', 'approve-pending')
    await postToEmulator('paypal', '/settle', { id: payment.tx })
    await finishBackgroundWork()
    const late = (await sentWebhooks('paypal')).find(
      ({ event }) => event === 'PAYMENT.CAPTURE.PENDING',
    )
    await resendWebhook('paypal', late!.id)
    expect((await ownerView(payment)).status).toBe('paid')
    await expectPaidOnce(payment, 'paypal')
  })
})

describe('lost answers', () => {
  it('captures once when the answer to the capture is lost', async () => {
    await activateFault('paypal', 'timeout-after-success', { on: 'capture', forMs: 400 })
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const payment = await completePayment('paypal')
    expect(payment.back.body.data.status).toBe('checking')
    await expectNoSubscription(payment)
    advanceTime(70)
    expect((await returnToSite(payment.address)).body.data.status).toBe('paid')
    await expectPaidOnce(payment, 'paypal')
  })

  it('creates one PayPal order when the answer to its creation is lost', async () => {
    await activateFault('paypal', 'timeout-after-success', { on: 'create', forMs: 400 })
    const { jwt, id: user } = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const first = await checkout(jwt, 'paypal', form)
    expect([first.status, first.body.error.name]).toEqual([503, 'ProviderUnavailable'])
    expect(first.body.error.details.transaction).toMatchObject({ status: 'created' })
    const second = await checkout(jwt, 'paypal', form)
    expect(second.status).toBe(201)
    expect(second.body.data.id).toBe(first.body.error.details.transaction.id)
    expect((await providerOrders('paypal')).orders).toHaveLength(1)
    const address = await chooseAtProvider('paypal', second.body.data.redirectUrl!, 'approve')
    await returnToSite(address!)
    await expectPaidOnce({ user, tx: second.body.data.id }, 'paypal')
  })

  it('creates another PhonePe order when the first one’s address is lost', async () => {
    await activateFault('phonepe', 'timeout-after-success', { on: 'create', forMs: 400 })
    const { jwt, id: user } = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const first = await checkout(jwt, 'phonepe', form)
    expect(first.status).toBe(503)
    expect(first.body.error.details.transaction).toMatchObject({
      ...{ status: 'failed', failure: 'not-started' },
    })
    const second = await checkout(jwt, 'phonepe', form)
    expect(second.status).toBe(201)
    expect(second.body.data.id).not.toBe(first.body.error.details.transaction.id)
    const address = await chooseAtProvider('phonepe', second.body.data.redirectUrl!, 'succeed')
    await returnToSite(address!)
    await expectPaidOnce({ user, tx: second.body.data.id }, 'phonepe')
  })

  it('repeats a PhonePe call that never arrived under the same id', async () => {
    let lost = 0
    interceptProviderCalls(async (request, pass) => {
      if (request.url.endsWith('/pay') && (lost += 1) === 1) throw timedOut()
      return pass()
    })
    const payment = await beginPayment('phonepe')
    expect(payment.answer.status).toBe(201)
    expect((await providerOrders('phonepe')).orders.map(({ reference }) => reference)).toEqual([
      payment.tx,
    ])
  })
})

describe('provider outages', () => {
  it.each([500, 429, 503])('recovers after the provider answered %i', async (status) => {
    const payment = await beginPayment('paypal')
    const address = await chooseAtProvider('paypal', payment.link, 'approve-and-close')
    expect(address).toBeNull()
    await activateFault('paypal', 'unavailable', { status, next: 3 })
    await finishBackgroundWork()
    for (let look = 0; look < 4; look += 1) {
      advanceTime(125)
      await runCron()
    }
    await expectPaidOnce(payment, 'paypal')
  })

  it.each(bothProviders)(
    'renews a token that expires in the middle once (%s)',
    async (provider) => {
      const payment = await beginPayment(provider)
      const address = await chooseAtProvider(provider, payment.link, approvalChoice(provider))
      await activateFault(provider, 'expired-token')
      await returnToSite(address!)
      await finishBackgroundWork()
      await expectPaidOnce(payment, provider)
    },
  )

  it.each(bothProviders)(
    'asks for a new token when both the one in memory and the stored one are refused (%s)',
    async (provider) => {
      const other = await beginPayment(provider)
      await storeRevokedToken()
      await activateFault(provider, 'expired-token')
      const payment = await beginPayment(provider)
      expect([other.answer.status, payment.answer.status]).toEqual([201, 201])
      await returnToSite(
        (await chooseAtProvider(provider, payment.link, approvalChoice(provider)))!,
      )
      await finishBackgroundWork()
      await expectPaidOnce(payment, provider)
    },
  )

  it('repeats PayPal’s order creation after a broken connection', async () => {
    let broken = 0
    interceptProviderCalls(async (request, pass) => {
      if (request.url.endsWith('/v2/checkout/orders') && (broken += 1) === 1)
        throw new TypeError('Network connection lost.')
      return pass()
    })
    expect((await beginPayment('paypal')).answer.status).toBe(201)
  })

  it.each(bothProviders)(
    'answers 503 and blocks nothing when the provider is down at the start (%s)',
    async (provider) => {
      await activateFault(provider, 'unavailable', { next: 4 })
      const { jwt } = await newMember()
      const refused = await checkout(jwt, provider)
      expect([refused.status, refused.body.error.name]).toEqual([503, 'ProviderUnavailable'])
      await postToEmulator(provider, '/faults', { none: true })
      expect((await checkout(jwt, provider)).status).toBe(201)
      expect((await checkout(jwt, provider)).status).toBe(200)
    },
  )
})

describe('payments that fail', () => {
  it('accepts another card for the same order after a declined one', async () => {
    const payment = await completePayment('paypal', 'decline')
    expect(payment.back.body.data).toMatchObject({
      ...{ status: 'waiting', failure: 'declined', redirectUrl: payment.link },
    })
    await expectNoSubscription(payment)
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    expect((await returnToSite(address!)).body.data.status).toBe('paid')
    await finishBackgroundWork()
    await expectPaidOnce(payment, 'paypal')
  })

  it('does not repeat a declined capture when the page is viewed', async () => {
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const payment = await completePayment('paypal', 'decline')
    const before = (await stateHistoryOf(payment.tx)).length
    for (let look = 0; look < 3; look += 1) {
      advanceTime(40)
      await ownerView(payment)
    }
    expect((await stateHistoryOf(payment.tx)).length).toBe(before)
  })

  it.each([
    ['completed', 'paid'],
    ['declined', 'failed'],
  ])('grants nothing for a pending payment until it is %s', async (outcome, status) => {
    const payment = await completePayment('paypal', 'approve-pending')
    expect(payment.back.body.data).toMatchObject({
      status: 'pending',
      nextCheckMs: expect.any(Number),
    })
    await expectNoSubscription(payment)
    await postToEmulator('paypal', '/settle', { id: payment.tx, outcome })
    await finishBackgroundWork()
    expect((await ownerView(payment)).status).toBe(status)
    await (status === 'paid' ? expectPaidOnce(payment, 'paypal') : expectNoSubscription(payment))
  })

  it('settles a pending payment when its webhook is lost', async () => {
    const payment = await completePayment('paypal', 'approve-pending')
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    await postToEmulator('paypal', '/settle', { id: payment.tx })
    advanceTime(26 * 3600)
    await runCron()
    await expectPaidOnce(payment, 'paypal')
  })

  it('grants nothing for a COMPLETED order whose capture was declined', async () => {
    const payment = await completePayment('paypal', 'approve-refused')
    expect(payment.back.body.data).toMatchObject({ status: 'failed', failure: 'declined' })
    await expectNoSubscription(payment)
  })

  it('fails a payment that PayPal refuses and says so', async () => {
    await activateFault('paypal', 'refuse', { issue: 'PAYER_ACCOUNT_RESTRICTED' })
    const payment = await completePayment('paypal')
    expect(payment.back.body.data).toMatchObject({ status: 'failed', failure: 'refused' })
    await expectNoSubscription(payment)
  })

  it('captures a cancelled order that is approved after all', async () => {
    const payment = await completePayment('paypal', 'cancel')
    expect(payment.back.body.data).toMatchObject({ status: 'cancelled', redirectUrl: payment.link })
    await expectNoSubscription(payment)
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    expect((await returnToSite(address!)).body.data.status).toBe('paid')
    await finishBackgroundWork()
    await expectPaidOnce(payment, 'paypal')
    expect(await stateHistoryOf(payment.tx)).toEqual([
      'created',
      'redirected',
      'cancelled',
      'capturing',
      'paid',
    ])
  })

  it('keeps asking about a cancelled order that was approved while PayPal was down', async () => {
    const payment = await completePayment('paypal', 'cancel')
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    await activateFault('paypal', 'unavailable', { next: 2 })
    expect((await returnToSite(address!)).body.data.status).toBe('waiting')
    await expectNoSubscription(payment)
    await postToEmulator('paypal', '/faults', { none: true })
    await runCronFor(5)
    await expectPaidOnce(payment, 'paypal')
  })

  it('stays cancelled when the success address is opened without a payment', async () => {
    const payment = await completePayment('paypal', 'cancel')
    const back = payment.address.replace('/paypal/cancel', '/paypal/success')
    expect((await returnToSite(back)).body.data.status).toBe('cancelled')
    await expectNoSubscription(payment)
  })

  it.each(['wrong-amount', 'wrong-currency'])(
    'flags an order with %s and captures nothing',
    async (name) => {
      await activateFault('paypal', 'webhook-lost', { next: 9 })
      const payment = await beginPayment('paypal')
      await chooseAtProvider('paypal', payment.link, 'approve-and-close')
      await activateFault('paypal', name, { on: 'status' })
      advanceTime(125)
      await runCron()
      expect(await ownerView(payment)).toMatchObject({ status: 'review', failure: 'mismatch' })
      await expectNoSubscription(payment)
      const order = (await providerOrders('paypal')).orders.find(
        ({ reference }) => reference === payment.tx,
      )
      expect(order?.capturedMinor).toBe(0)
      advanceTime(600)
      await runCron()
      expect((await ownerView(payment)).status).toBe('review')
    },
  )

  it.each([
    ['paypal', 'capture'],
    ['phonepe', 'status'],
  ] as const)('18 %s: a payment of another sum gives nothing', async (provider, on) => {
    for (const name of ['wrong-amount', 'wrong-currency']) {
      await activateFault(provider, 'webhook-lost', { next: 9 })
      const payment = await beginPayment(provider)
      const address = await chooseAtProvider(provider, payment.link, approvalChoice(provider))
      await activateFault(provider, name, { on })
      expect((await returnToSite(address!)).body.data).toMatchObject({
        ...{ status: 'review', failure: 'mismatch' },
      })
      await expectNoSubscription(payment)
    }
  })
})

describe('PhonePe orders', () => {
  it('are settled when they complete after the expiry', async () => {
    const payment = await completePayment('phonepe', 'pending')
    expect(payment.back.body.data.status).toBe('pending')
    await activateFault('phonepe', 'webhook-lost', { next: 9 })
    advanceTime(600)
    await runCron()
    await expectNoSubscription(payment)
    advanceTime(1200)
    await runCron()
    expect((await ownerView(payment)).status).toBe('pending')
    await postToEmulator('phonepe', '/settle', { id: payment.tx })
    advanceTime(3700)
    await runCron()
    await expectPaidOnce(payment, 'phonepe')
  })

  it('are settled when a failed one is confirmed late by the bank', async () => {
    const payment = await completePayment('phonepe', 'fail')
    expect(payment.back.body.data).toMatchObject({ status: 'failed', failure: 'declined' })
    await postToEmulator('phonepe', '/settle', { id: payment.tx })
    await finishBackgroundWork()
    await expectPaidOnce(payment, 'phonepe')
  })

  it('are settled when a payment attempt fails and a later one succeeds', async () => {
    const payment = await beginPayment('phonepe')
    expect(await chooseAtProvider('phonepe', payment.link, 'decline')).toBeNull()
    advanceTime(30)
    expect((await ownerView(payment)).status).toBe('waiting')
    await chooseAtProvider('phonepe', payment.link, 'succeed')
    await finishBackgroundWork()
    await expectPaidOnce(payment, 'phonepe')
  })

  it('expire when nobody pays', async () => {
    const payment = await completePayment('phonepe', 'leave')
    expect(payment.back.body.data).toMatchObject({ status: 'waiting', redirectUrl: payment.link })
    advanceTime(1205)
    await runCron()
    expect(await ownerView(payment)).toMatchObject({
      status: 'expired',
      redirectUrl: null,
      nextCheckMs: null,
    })
    await expectNoSubscription(payment)
  })
})

describe('concurrent checkouts', () => {
  it.each(bothProviders)('create one order for a double click (%s)', async (provider) => {
    const { jwt } = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => checkout(jwt, provider, form)))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.data.redirectUrl)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect((await providerOrders(provider)).orders).toHaveLength(1)
  })

  it.each(bothProviders)('create one order for two tabs or devices (%s)', async (provider) => {
    const { jwt } = await newMember()
    const answers = await Promise.all([checkout(jwt, provider), checkout(jwt, provider)])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await providerOrders(provider)).orders).toHaveLength(1)
  })
})

describe('after the payment', () => {
  it.each(bothProviders)(
    'ends the subscription after a refund made at the provider (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      const { reference } = await ownerView(payment)
      const [row] = await rows<{ provider_capture_id: string }>(
        'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
        payment.tx,
      )
      expect(reference).not.toBeNull()
      await refundThere(provider, payment.tx, row!.provider_capture_id)
      await finishBackgroundWork()
      expect(await ownerView(payment)).toMatchObject({
        status: 'refunded',
        subscription: { status: 'refunded' },
        refund: { status: 'done' },
      })
      expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
    },
  )

  it('finds a refund whose webhook was lost in the report of the day', async () => {
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const payment = await completePayment('paypal')
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      payment.tx,
    )
    await refundThere('paypal', payment.tx, row!.provider_capture_id)
    await finishBackgroundWork()
    expect(await isPremium(payment)).toBe(true)
    // Reports are complete some hours after the day.
    advanceTime(29 * 3600)
    await runCron()
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
  })

  it('begins no payment inside the app', async () => {
    const { jwt } = await newMember()
    const { status, body } = await checkout(jwt, 'phonepe', { inApp: true })
    expect([status, body.error.name]).toEqual([403, 'NotInApp'])
    expect((await providerOrders('phonepe')).orders).toEqual([])
    expect((await call('GET', paymentsPath(''), { jwt })).body.data).toEqual([])
  })

  it.each(bothProviders)(
    'accepts unknown fields in answers and webhooks (%s)',
    async (provider) => {
      interceptProviderCalls(async (_request, pass) => {
        const answer = await pass()
        const text = await answer.text()
        const body = text.startsWith('{') ? `{"newWord":[{"x":1}],${text.slice(1)}` : text
        return new Response(body, answer)
      })
      const payment = await completePayment(provider)
      await expectPaidOnce(payment, provider)
    },
  )
})

/** What an operator does in the provider's own pages. */
async function refundThere(provider: 'paypal' | 'phonepe', tx: string, captureId: string) {
  const [token] = await rows<{ n: number }>('SELECT 1 AS n')
  expect(token).toBeDefined()
  const settings = {
    paypal: {
      token: '/v1/oauth2/token',
      path: `/v2/payments/captures/${captureId}/refund`,
      body: '{}',
    },
    phonepe: {
      token: '/apis/identity-manager/v1/oauth/token',
      path: '/apis/pg/payments/v2/refund',
      body: JSON.stringify({
        merchantRefundId: 'from-the-dashboard',
        originalMerchantOrderId: tx,
        amount: 29_900,
      }),
    },
  }[provider]
  const signedIn = await fetch(`https://${provider}.test${settings.token}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('paypal-emulator-client:paypal-emulator-secret')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'phonepe-emulator-client',
      client_secret: 'phonepe-emulator-secret',
      client_version: '1',
    }),
  })
  const { access_token } = await signedIn.json<{ access_token: string }>()
  const scheme = provider === 'paypal' ? 'Bearer' : 'O-Bearer'
  const answer = await fetch(`https://${provider}.test${settings.path}`, {
    method: 'POST',
    headers: { authorization: `${scheme} ${access_token}`, 'content-type': 'application/json' },
    body: settings.body,
  })
  expect(answer.ok).toBe(true)
}
