import { beforeEach, describe, expect, it } from 'vitest'
import {
  begun,
  both,
  closing,
  courseOf,
  expectNothingGiven,
  expectPaidOnce,
  isPremium,
  ledgerOf,
  paid,
  paying,
  shown,
} from '../emulators/payment-flows.ts'
import {
  bendWire,
  books,
  calm,
  call,
  checkout,
  choose,
  comeBack,
  control,
  details,
  fault,
  freshJwt,
  letters,
  newMember,
  openShop,
  passTime,
  pay,
  plantStaleToken,
  resend,
  rows,
  strike,
  strikeFor,
  timedOut,
} from '../emulators/payments.ts'

// Twenty-five ways in which a payment goes wrong, each with what the payer and the books see.

beforeEach(() => openShop())

describe('returns, webhooks and the clock', () => {
  it.each(both)(
    '1 %s: the return alone is enough, though every webhook is lost',
    async (provider) => {
      await fault(provider, 'webhook-lost', { next: 9 })
      const story = await paid(provider)
      expect(story.back.body.data).toMatchObject({
        status: 'paid',
        receiptNumber: expect.stringMatching(/^AB-\d{4}-\d{6}$/),
      })
      await expectPaidOnce(story, provider)
    },
  )

  it.each(both)(
    '2 %s: the webhook alone is enough, though the tab was closed',
    async (provider) => {
      const story = await begun(provider)
      expect(await choose(provider, story.link, closing[provider])).toBeNull()
      await calm()
      await expectPaidOnce(story, provider)
    },
  )

  it.each(both)(
    '2 %s: the clock alone is enough, though tab and webhooks are lost',
    async (provider) => {
      await fault(provider, 'webhook-lost', { next: 9 })
      const story = await begun(provider)
      await choose(provider, story.link, closing[provider])
      passTime(125)
      await strike()
      await expectPaidOnce(story, provider)
    },
  )

  it.each(both)('3 %s: the webhook first, then the return', async (provider) => {
    const story = await begun(provider)
    const address = await choose(provider, story.link, paying[provider])
    await calm()
    expect((await comeBack(address!, story)).body.data.status).toBe('paid')
    await expectPaidOnce(story, provider)
  })

  it.each(both)('4 %s: webhook, returns, page and clock at once', async (provider) => {
    const story = await begun(provider)
    const address = await choose(provider, story.link, paying[provider])
    passTime(125)
    const jwt = await freshJwt(story.user)
    await Promise.all([
      comeBack(address!, { jwt }),
      comeBack(address!),
      details(story.tx, { jwt }),
      strike(),
      comeBack(address!),
    ])
    await calm()
    await expectPaidOnce(story, provider)
    expect((await shown(story)).status).toBe('paid')
  })

  it.each(both)('5 %s: a webhook three times, and once more an hour later', async (provider) => {
    await fault(provider, 'webhook-duplicate', { next: 9, times: 3 })
    const story = await paid(provider)
    passTime(3600)
    const sent = await letters(provider)
    for (const { id } of sent) await resend(provider, id)
    await expectPaidOnce(story, provider)
    const entered = await rows(
      'SELECT id FROM payment_events WHERE transaction_id = ? AND event_id IS NOT NULL',
      story.tx,
    )
    expect(entered).toHaveLength(sent.length)
  })

  it('6: COMPLETED arrives before APPROVED', async () => {
    await fault('paypal', 'webhook-reorder', { next: 2 })
    const story = await paid('paypal')
    await expectPaidOnce(story, 'paypal')
  })

  it('6: PENDING arrives after COMPLETED, and takes nothing back', async () => {
    await fault('paypal', 'webhook-lost', { on: 'PAYMENT.CAPTURE.PENDING' })
    const story = await paid('paypal', 'approve-pending')
    await control('paypal', '/settle', { id: story.tx })
    await calm()
    const late = (await letters('paypal')).find(({ event }) => event === 'PAYMENT.CAPTURE.PENDING')
    await resend('paypal', late!.id)
    expect((await shown(story)).status).toBe('paid')
    await expectPaidOnce(story, 'paypal')
  })
})

describe('answers that are lost', () => {
  it('7: the capture is done and its answer never comes; it is not done twice', async () => {
    await fault('paypal', 'timeout-after-success', { on: 'capture', forMs: 400 })
    await fault('paypal', 'webhook-lost', { next: 9 })
    const story = await paid('paypal')
    expect(story.back.body.data.status).toBe('checking')
    await expectNothingGiven(story)
    passTime(70)
    expect((await comeBack(story.address)).body.data.status).toBe('paid')
    await expectPaidOnce(story, 'paypal')
  })

  it('8 paypal: the order is made and its answer never comes; the same button makes no second one', async () => {
    await fault('paypal', 'timeout-after-success', { on: 'create', forMs: 400 })
    const { jwt, id: user } = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const first = await checkout(jwt, 'paypal', form)
    expect([first.status, first.body.error.name]).toEqual([503, 'ProviderUnavailable'])
    expect(first.body.error.details.transaction).toMatchObject({ status: 'created' })
    const second = await checkout(jwt, 'paypal', form)
    expect(second.status).toBe(201)
    expect(second.body.data.id).toBe(first.body.error.details.transaction.id)
    expect((await books('paypal')).orders).toHaveLength(1)
    const address = await choose('paypal', second.body.data.redirectUrl!, 'approve')
    await comeBack(address!)
    await expectPaidOnce({ user, tx: second.body.data.id }, 'paypal')
  })

  it('8 phonepe: nobody can pay an order whose address was lost; the same button makes another', async () => {
    await fault('phonepe', 'timeout-after-success', { on: 'create', forMs: 400 })
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
    const address = await choose('phonepe', second.body.data.redirectUrl!, 'succeed')
    await comeBack(address!)
    await expectPaidOnce({ user, tx: second.body.data.id }, 'phonepe')
  })

  it('8 phonepe: a call that never arrived is made again under the same id', async () => {
    let lost = 0
    bendWire(async (request, pass) => {
      if (request.url.endsWith('/pay') && (lost += 1) === 1) throw timedOut()
      return pass()
    })
    const story = await begun('phonepe')
    expect(story.answer.status).toBe(201)
    expect((await books('phonepe')).orders.map(({ reference }) => reference)).toEqual([story.tx])
  })
})

describe('providers in trouble', () => {
  it.each([500, 429, 503])('9: %i at first, then all is well', async (status) => {
    const story = await begun('paypal')
    const address = await choose('paypal', story.link, 'approve-and-close')
    expect(address).toBeNull()
    await fault('paypal', 'unavailable', { status, next: 3 })
    await calm()
    for (let look = 0; look < 4; look += 1) {
      passTime(125)
      await strike()
    }
    await expectPaidOnce(story, 'paypal')
  })

  it.each(both)('9 %s: a token that is over in the middle is renewed once', async (provider) => {
    const story = await begun(provider)
    const address = await choose(provider, story.link, paying[provider])
    await fault(provider, 'expired-token')
    await comeBack(address!)
    await calm()
    await expectPaidOnce(story, provider)
  })

  it.each(both)(
    '9 %s: neither our token nor the one in the database is known there any more',
    async (provider) => {
      const other = await begun(provider)
      await plantStaleToken()
      await fault(provider, 'expired-token')
      const story = await begun(provider)
      expect([other.answer.status, story.answer.status]).toEqual([201, 201])
      await comeBack((await choose(provider, story.link, paying[provider]))!)
      await calm()
      await expectPaidOnce(story, provider)
    },
  )

  it('9 paypal: a connection that broke when it was asked for an order', async () => {
    let broken = 0
    bendWire(async (request, pass) => {
      if (request.url.endsWith('/v2/checkout/orders') && (broken += 1) === 1)
        throw new TypeError('Network connection lost.')
      return pass()
    })
    expect((await begun('paypal')).answer.status).toBe(201)
  })

  it.each(both)(
    '22 %s: down at the start: a clear answer, and nothing that stands in the way',
    async (provider) => {
      await fault(provider, 'unavailable', { next: 4 })
      const { jwt } = await newMember()
      const refused = await checkout(jwt, provider)
      expect([refused.status, refused.body.error.name]).toEqual([503, 'ProviderUnavailable'])
      await control(provider, '/faults', { none: true })
      expect((await checkout(jwt, provider)).status).toBe(201)
      expect((await checkout(jwt, provider)).status).toBe(200)
    },
  )
})

describe('payments that do not come through', () => {
  it('10: the card is declined; the payer goes back to the same order with another', async () => {
    const story = await paid('paypal', 'decline')
    expect(story.back.body.data).toMatchObject({
      ...{ status: 'waiting', failure: 'declined', redirectUrl: story.link },
    })
    await expectNothingGiven(story)
    const address = await choose('paypal', story.link, 'approve')
    expect((await comeBack(address!)).body.data.status).toBe('paid')
    await calm()
    await expectPaidOnce(story, 'paypal')
  })

  it('10: what was declined is not tried again by looking at the page', async () => {
    await fault('paypal', 'webhook-lost', { next: 9 })
    const story = await paid('paypal', 'decline')
    const before = (await courseOf(story.tx)).length
    for (let look = 0; look < 3; look += 1) {
      passTime(40)
      await shown(story)
    }
    expect((await courseOf(story.tx)).length).toBe(before)
  })

  it.each([
    ['completed', 'paid'],
    ['declined', 'failed'],
  ])('11: a payment that takes its time gives nothing until it is %s', async (outcome, status) => {
    const story = await paid('paypal', 'approve-pending')
    expect(story.back.body.data).toMatchObject({
      status: 'pending',
      nextCheckMs: expect.any(Number),
    })
    await expectNothingGiven(story)
    await control('paypal', '/settle', { id: story.tx, outcome })
    await calm()
    expect((await shown(story)).status).toBe(status)
    await (status === 'paid' ? expectPaidOnce(story, 'paypal') : expectNothingGiven(story))
  })

  it('11: so it is found when its webhook is lost', async () => {
    const story = await paid('paypal', 'approve-pending')
    await fault('paypal', 'webhook-lost', { next: 9 })
    await control('paypal', '/settle', { id: story.tx })
    passTime(26 * 3600)
    await strike()
    await expectPaidOnce(story, 'paypal')
  })

  it('12: an order that is COMPLETED although its payment was declined gives nothing', async () => {
    const story = await paid('paypal', 'approve-refused')
    expect(story.back.body.data).toMatchObject({ status: 'failed', failure: 'declined' })
    await expectNothingGiven(story)
  })

  it('12: a payment that PayPal refuses has failed, and says so', async () => {
    await fault('paypal', 'refuse', { issue: 'PAYER_ACCOUNT_RESTRICTED' })
    const story = await paid('paypal')
    expect(story.back.body.data).toMatchObject({ status: 'failed', failure: 'refused' })
    await expectNothingGiven(story)
  })

  it('13: cancelled, then back and approved after all', async () => {
    const story = await paid('paypal', 'cancel')
    expect(story.back.body.data).toMatchObject({ status: 'cancelled', redirectUrl: story.link })
    await expectNothingGiven(story)
    const address = await choose('paypal', story.link, 'approve')
    expect((await comeBack(address!)).body.data.status).toBe('paid')
    await calm()
    await expectPaidOnce(story, 'paypal')
    expect(await courseOf(story.tx)).toEqual([
      'created',
      'redirected',
      'cancelled',
      'capturing',
      'paid',
    ])
  })

  it('13: cancelled, then back and approved while PayPal is down: asked about until it is paid', async () => {
    const story = await paid('paypal', 'cancel')
    await fault('paypal', 'webhook-lost', { next: 9 })
    const address = await choose('paypal', story.link, 'approve')
    await fault('paypal', 'unavailable', { next: 2 })
    expect((await comeBack(address!)).body.data.status).toBe('waiting')
    await expectNothingGiven(story)
    await control('paypal', '/faults', { none: true })
    await strikeFor(5)
    await expectPaidOnce(story, 'paypal')
  })

  it('13: cancelled, and the address of success opened without having paid', async () => {
    const story = await paid('paypal', 'cancel')
    const back = story.address.replace('/paypal/cancel', '/paypal/success')
    expect((await comeBack(back)).body.data.status).toBe('cancelled')
    await expectNothingGiven(story)
  })

  it.each(['wrong-amount', 'wrong-currency'])(
    '18 %s: an order that is not as we asked for it is flagged, and its money is not taken',
    async (name) => {
      await fault('paypal', 'webhook-lost', { next: 9 })
      const story = await begun('paypal')
      await choose('paypal', story.link, 'approve-and-close')
      await fault('paypal', name, { on: 'status' })
      passTime(125)
      await strike()
      expect(await shown(story)).toMatchObject({ status: 'review', failure: 'mismatch' })
      await expectNothingGiven(story)
      const order = (await books('paypal')).orders.find(({ reference }) => reference === story.tx)
      expect(order?.capturedMinor).toBe(0)
      passTime(600)
      await strike()
      expect((await shown(story)).status).toBe('review')
    },
  )

  it.each([
    ['paypal', 'capture'],
    ['phonepe', 'status'],
  ] as const)('18 %s: a payment of another sum gives nothing', async (provider, on) => {
    for (const name of ['wrong-amount', 'wrong-currency']) {
      await fault(provider, 'webhook-lost', { next: 9 })
      const story = await begun(provider)
      const address = await choose(provider, story.link, paying[provider])
      await fault(provider, name, { on })
      expect((await comeBack(address!)).body.data).toMatchObject({
        ...{ status: 'review', failure: 'mismatch' },
      })
      await expectNothingGiven(story)
    }
  })
})

describe('PhonePe’s own ways', () => {
  it('19: pending for ten minutes, and completed after our time for it is over', async () => {
    const story = await paid('phonepe', 'pending')
    expect(story.back.body.data.status).toBe('pending')
    await fault('phonepe', 'webhook-lost', { next: 9 })
    passTime(600)
    await strike()
    await expectNothingGiven(story)
    passTime(1200)
    await strike()
    expect((await shown(story)).status).toBe('pending')
    await control('phonepe', '/settle', { id: story.tx })
    passTime(3700)
    await strike()
    await expectPaidOnce(story, 'phonepe')
  })

  it('19: failed, and paid after all: the bank said yes late', async () => {
    const story = await paid('phonepe', 'fail')
    expect(story.back.body.data).toMatchObject({ status: 'failed', failure: 'declined' })
    await control('phonepe', '/settle', { id: story.tx })
    await calm()
    await expectPaidOnce(story, 'phonepe')
  })

  it('20: a try fails within an order that is then paid', async () => {
    const story = await begun('phonepe')
    expect(await choose('phonepe', story.link, 'decline')).toBeNull()
    passTime(30)
    expect((await shown(story)).status).toBe('waiting')
    await choose('phonepe', story.link, 'succeed')
    await calm()
    await expectPaidOnce(story, 'phonepe')
  })

  it('an order that nobody paid is over when its time is', async () => {
    const story = await paid('phonepe', 'leave')
    expect(story.back.body.data).toMatchObject({ status: 'waiting', redirectUrl: story.link })
    passTime(1205)
    await strike()
    expect(await shown(story)).toMatchObject({
      status: 'expired',
      redirectUrl: null,
      nextCheckMs: null,
    })
    await expectNothingGiven(story)
  })
})

describe('pressing twice', () => {
  it.each(both)('21 %s: a double click is one order and one address', async (provider) => {
    const { jwt } = await newMember()
    const form = { checkoutKey: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => checkout(jwt, provider, form)))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.data.redirectUrl)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect((await books(provider)).orders).toHaveLength(1)
  })

  it.each(both)('21 %s: two tabs, two devices, are one order too', async (provider) => {
    const { jwt } = await newMember()
    const answers = await Promise.all([checkout(jwt, provider), checkout(jwt, provider)])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await books(provider)).orders).toHaveLength(1)
  })
})

describe('after the payment', () => {
  it.each(both)('23 %s: a refund made at the provider ends the subscription', async (provider) => {
    const story = await paid(provider)
    const { reference } = await shown(story)
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      story.tx,
    )
    expect(reference).not.toBeNull()
    await refundThere(provider, story.tx, row!.provider_capture_id)
    await calm()
    expect(await shown(story)).toMatchObject({
      status: 'refunded',
      subscription: { status: 'refunded' },
      refund: { status: 'done' },
    })
    expect([await ledgerOf(story.tx), await isPremium(story)]).toEqual([0, false])
  })

  it('23: so does one whose webhook was lost, at the daily look', async () => {
    await fault('paypal', 'webhook-lost', { next: 9 })
    const story = await paid('paypal')
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      story.tx,
    )
    await refundThere('paypal', story.tx, row!.provider_capture_id)
    await calm()
    expect(await isPremium(story)).toBe(true)
    passTime(26 * 3600)
    await strike()
    expect([await ledgerOf(story.tx), await isPremium(story)]).toEqual([0, false])
  })

  it('24: inside the app nothing is begun', async () => {
    const { jwt } = await newMember()
    const { status, body } = await checkout(jwt, 'phonepe', { inApp: true })
    expect([status, body.error.name]).toEqual([403, 'NotInApp'])
    expect((await books('phonepe')).orders).toEqual([])
    expect((await call('GET', pay(''), { jwt })).body.data).toEqual([])
  })

  it.each(both)(
    '25 %s: words that are new in answers and webhooks disturb nothing',
    async (provider) => {
      bendWire(async (_request, pass) => {
        const answer = await pass()
        const text = await answer.text()
        const body = text.startsWith('{') ? `{"newWord":[{"x":1}],${text.slice(1)}` : text
        return new Response(body, answer)
      })
      const story = await paid(provider)
      await expectPaidOnce(story, provider)
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
