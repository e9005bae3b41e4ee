import { beforeEach, describe, expect, it } from 'vitest'
import { sealOf, signedText } from '../../emulators/paypal/signature.ts'
import { reportText } from '../../product-api/payments/operator/report-text.ts'
import { createReport } from '../../product-api/payments/operator/report.ts'
import {
  declineRefund,
  openRefundRequest,
  findOpenRequest,
} from '../../product-api/payments/refunds/refund-requests.ts'
import { sendRefund } from '../../product-api/payments/refunds/refunds.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { transactionBy } from '../../product-api/payments/ledger/transactions.ts'
import {
  begun,
  both,
  expectPaidOnce,
  isPremium,
  ledgerOf,
  paid,
  shown,
} from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import {
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
  newMember,
  openShop,
  passTime,
  pay,
  rows,
  strike,
  vaoPack,
  type ProviderName,
} from '../emulators/payments.ts'
import { database } from '../support/product-api.ts'

beforeEach(() => openShop())

const context = (): PaymentContext => ({
  db: database(),
  ...configurePayments(settings),
  now: () => new Date(),
})

const askBack = async ({ user, tx }: { user: number; tx: string }, reason = 'ತಪ್ಪಾಗಿ ಕೊಂಡೆ') =>
  call('POST', pay(`/${tx}/refund`), { jwt: await freshJwt(user), body: { data: { reason } } })

/** What the operator's command does. */
async function giveBack(tx: string, part?: number) {
  const row = (await transactionBy(database(), 'id', tx))!
  const amountMinor = part ?? row.amount_minor - row.refunded_minor
  const request = await openRefundRequest(context(), row, {
    by: 'operator',
    reason: '',
    amountMinor,
  })
  const sent = await sendRefund(context(), request.id)
  await calm()
  return sent
}

describe('asking for the money back', () => {
  it.each(both)(
    '%s: is requested, then sent by the operator, then done, and ends the subscription',
    async (provider) => {
      const story = await paid(provider)
      const asked = await askBack(story)
      expect([asked.status, asked.body.data.refund?.status]).toEqual([201, 'requested'])
      expect((await askBack(story)).body.data.refund?.status).toBe('requested')
      expect(await isPremium(story)).toBe(true)
      await giveBack(story.tx)
      expect(['sent', 'done']).toContain((await shown(story)).refund?.status)
      passTime(125)
      await strike()
      expect(await shown(story)).toMatchObject({
        ...{ status: 'refunded', state: 'refunded', refund: { status: 'done' } },
        subscription: { status: 'refunded' },
      })
      expect([await ledgerOf(story.tx), await isPremium(story)]).toEqual([0, false])
      expect(
        (await books(provider)).orders.find(({ reference }) => reference === story.tx)
          ?.refundedMinor,
      ).toBe(story.view.amountMinor)
      expect((await askBack(story)).status).toBe(400)
    },
  )

  it('is sent once, however often the command is given', async () => {
    const story = await paid('phonepe')
    await fault('phonepe', 'refund-pending')
    await Promise.all([giveBack(story.tx), giveBack(story.tx)])
    await giveBack(story.tx)
    expect((await books('phonepe')).totals.INR?.refundedMinor).toBe(0)
    const refunds = await rows(
      'SELECT tries FROM refund_requests WHERE transaction_id = ?',
      story.tx,
    )
    expect(refunds).toEqual([{ tries: 1 }])
  })

  it('PhonePe takes its time: CONFIRMED is not the end, and the subscription stays until it is', async () => {
    const story = await paid('phonepe')
    await fault('phonepe', 'refund-pending')
    await giveBack(story.tx)
    passTime(125)
    await strike()
    expect((await shown(story)).refund?.status).toBe('sent')
    expect(await isPremium(story)).toBe(true)
    const [request] = await rows<{ id: string }>(
      'SELECT id FROM refund_requests WHERE transaction_id = ?',
      story.tx,
    )
    await control('phonepe', '/settle', { id: `${request!.id}-1` })
    await calm()
    expect((await shown(story)).status).toBe('refunded')
  })

  it('one that fails is told to the operator and can be sent again', async () => {
    const story = await paid('phonepe')
    await fault('phonepe', 'refund-pending', { statusCalls: 0, then: 'declined' })
    await giveBack(story.tx)
    passTime(125)
    await strike()
    expect((await shown(story)).refund?.status).toBe('approved')
    await giveBack(story.tx)
    passTime(125)
    await strike()
    expect((await shown(story)).status).toBe('refunded')
  })

  it.each(both)('%s: whose answer is lost is found, and not made twice', async (provider) => {
    const story = await paid(provider)
    await fault(provider, 'timeout-after-success', { on: 'refund', forMs: 400 })
    await fault(provider, 'webhook-lost', { next: 9 })
    expect((await giveBack(story.tx))?.status).toBe('sent')
    passTime(125)
    await strike()
    expect((await shown(story)).status).toBe('refunded')
    expect(
      (await books(provider)).orders.find(({ reference }) => reference === story.tx)?.refundedMinor,
    ).toBe(story.view.amountMinor)
    expect(await ledgerOf(story.tx)).toBe(0)
  })

  it.each(both)('%s: that never arrived is sent again under its own name', async (provider) => {
    const story = await paid(provider)
    await fault(provider, 'unavailable', { on: 'refund' })
    expect((await giveBack(story.tx))?.status).toBe('sent')
    passTime(125)
    await strike()
    await calm()
    passTime(125)
    await strike()
    expect((await shown(story)).status).toBe('refunded')
  })

  it('a part of it leaves the subscription; two parts make the whole', async () => {
    const story = await paid('paypal')
    await giveBack(story.tx, 100)
    expect(await shown(story)).toMatchObject({
      ...{ status: 'paid', state: 'partially_refunded', refundedMinor: 100 },
    })
    expect([await ledgerOf(story.tx), await isPremium(story)]).toEqual([399, true])
    await giveBack(story.tx)
    expect(await shown(story)).toMatchObject({ status: 'refunded', refundedMinor: 499 })
    expect(await isPremium(story)).toBe(false)
  })

  it('may be declined', async () => {
    const story = await paid('paypal')
    await askBack(story)
    const open = await findOpenRequest(database(), story.tx)
    await declineRefund(context(), open!.id)
    expect((await shown(story)).refund?.status).toBe('declined')
    expect(await isPremium(story)).toBe(true)
  })

  it('of what is not paid is 400', async () => {
    const story = await begun('phonepe')
    const { status, body } = await askBack(story)
    expect([status, body.error.name]).toEqual([400, 'NotRefundable'])
  })

  it('gives the later purchase of the plan the time that is freed', async () => {
    const story = await paid('phonepe')
    const again = await checkout(story.jwt, 'phonepe', { again: true })
    await choose('phonepe', again.body.data.redirectUrl!, 'succeed')
    await calm()
    const later = { user: story.user, tx: again.body.data.id }
    await giveBack(story.tx)
    passTime(125)
    await strike()
    const { subscription } = await shown(later)
    expect(Math.abs(Date.parse(subscription!.startsAt) - Date.now())).toBeLessThan(200_000)
    expect(Date.parse(subscription!.endsAt) - Date.parse(subscription!.startsAt)).toBe(
      120 * 86_400_000,
    )
    expect(await isPremium(story)).toBe(true)
  })

  it('a payment that PayPal reverses ends the subscription, by its proved word', async () => {
    const story = await paid('paypal')
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      story.tx,
    )
    const answer = await sendProved({
      id: 'WH-REVERSED',
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource: { id: row!.provider_capture_id },
    })
    expect(answer.status).toBe(200)
    await calm()
    expect(await shown(story)).toMatchObject({
      status: 'refunded',
      state: 'reversed',
      subscription: { status: 'refunded' },
    })
    expect([await ledgerOf(story.tx), await isPremium(story)]).toEqual([0, false])
  })
})

/** A webhook that PayPal would sign, of a kind that its emulator does not send by itself. */
async function sendProved(event: object) {
  const { privateKey, id } = await sealOf()
  const [transmission, time, body] = [
    crypto.randomUUID(),
    new Date().toISOString(),
    JSON.stringify(event),
  ]
  const text = signedText(transmission, time, 'EMULATOR-WEBHOOK-1', new TextEncoder().encode(body))
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, text)
  return call('POST', pay('/paypal/webhook'), {
    body,
    headers: {
      'paypal-transmission-id': transmission,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': btoa(String.fromCharCode(...new Uint8Array(signature))),
      'paypal-cert-url': `https://paypal.test/v1/notifications/certs/${id}`,
      'paypal-auth-algo': 'SHA256withRSA',
    },
  })
}

describe('subscriptions and receipts', () => {
  it('are listed with plan, state, exams, papers and topics, as Strapi lists them', async () => {
    const story = await paid('paypal')
    const populate = ['state', 'categories', 'practiceTests', 'tags']
      .map((name, index) => `populate[plan][populate][${index}]=${name}`)
      .join('&')
    const { body } = await call('GET', `/api/user-subscriptions?locale=en&${populate}`, {
      jwt: await freshJwt(story.user),
    })
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{
          id: expect.any(Number),
          documentId: expect.any(String),
          status: 'active',
          transactionId: story.tx,
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
    const bare = await call('GET', '/api/user-subscriptions', { jwt: await freshJwt(story.user) })
    expect(bare.body.data[0]).not.toHaveProperty('plan')
    expect(bare.body.meta).toMatchObject({ pagination: { total: 1 } })
    const widened = await call(
      'GET',
      '/api/user-subscriptions?filters[owner][$gte]=0&fields=owner',
      { jwt: (await newMember()).jwt },
    )
    expect(widened.body.data).toEqual([])
  })

  it('receipts are numbered in one row without a gap, also when many pay at once', async () => {
    const stories = await Promise.all(Array.from({ length: 6 }, () => begun('phonepe')))
    await Promise.all(stories.map(({ link }) => choose('phonepe', link, 'succeed')))
    await calm()
    const numbers = await rows<{ receipt_n: number }>(
      'SELECT receipt_n FROM payment_transactions WHERE receipt_n IS NOT NULL ORDER BY receipt_n',
    )
    expect(numbers.map(({ receipt_n }) => receipt_n)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('a subscription ends by itself', async () => {
    const story = await paid('paypal')
    passTime(120 * 86_400 + 1)
    expect(await isPremium(story)).toBe(false)
  })
})

describe('credit for friends', () => {
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

  it('is earned by both with the first payment of the one who was brought, and goes with its refund', async () => {
    const { one, other, code } = await friends()
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect((await redeem(other.jwt, code.toLowerCase())).status).toBe(201)
    expect([await balances(one.id), await balances(other.id)]).toEqual([[], []])
    const { body } = await checkout(other.jwt, 'phonepe')
    await choose('phonepe', body.data.redirectUrl!, 'succeed')
    await calm()
    const earned = [{ currency: 'INR', amountMinor: 5000 }]
    expect([await balances(one.id), await balances(other.id)]).toEqual([earned, earned])
    const second = await checkout(await freshJwt(other.id), 'phonepe', {
      plan: 'karnataka-all',
      useCredit: true,
    })
    expect(second.body.data.amountMinor).toBe(44_900)
    await choose('phonepe', second.body.data.redirectUrl!, 'succeed')
    await calm()
    expect([await balances(one.id), await balances(other.id)]).toEqual([
      earned,
      [{ currency: 'INR', amountMinor: 0 }],
    ])
    await giveBack(body.data.id)
    passTime(125)
    await strike()
    expect(await balances(one.id)).toEqual([{ currency: 'INR', amountMinor: 0 }])
  })

  it('a code is redeemed once, before the first payment, not one’s own, and not both ways', async () => {
    const { one, other, code } = await friends()
    expect((await redeem(one.jwt, code)).status).toBe(400)
    expect((await redeem(other.jwt, 'NOSUCHCD')).status).toBe(400)
    expect((await redeem(other.jwt, code)).status).toBe(201)
    expect((await redeem(other.jwt, code)).status).toBe(400)
    const back = await call('GET', '/api/referral-transactions', other)
    expect((await redeem(one.jwt, String(back.body.meta.code))).status).toBe(400)
    const payer = await paid('paypal')
    expect((await redeem(await freshJwt(payer.user), code)).status).toBe(400)
  })
})

describe('a handoff', () => {
  const handedOver = async (provider: ProviderName = 'phonepe') => {
    const member = await newMember()
    const { status, body } = await call('POST', pay('/handoff'), {
      jwt: member.jwt,
      body: { plan: vaoPack, checkoutKey: crypto.randomUUID(), provider, inApp: true },
    })
    expect(status).toBe(201)
    return { ...member, token: body.data.token, tx: body.data.id }
  }
  const open = (token: string) => call('GET', pay(`/handoff/${token}`))

  it.each(both)('%s: opens the same order outside, once, without any session', async (provider) => {
    const { token, tx, id } = await handedOver(provider)
    const { status, body } = await open(token)
    expect([status, body.data.id, body.data.status]).toEqual([200, tx, 'waiting'])
    expect(body.data).not.toHaveProperty('lines')
    expect((await details(tx, { s: body.data.statusSig })).status).toBe(200)
    const again = await open(token)
    expect([again.status, again.body.error.name]).toEqual([410, 'HandoffUsed'])
    const address = await choose(
      provider,
      body.data.redirectUrl!,
      provider === 'paypal' ? 'approve' : 'succeed',
    )
    expect((await comeBack(address!)).body.data.status).toBe('paid')
    await calm()
    await expectPaidOnce({ user: id, tx }, provider)
  })

  it('two at once: one opens it', async () => {
    const { token } = await handedOver()
    const answers = await Promise.all([open(token), open(token), open(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('is over after ten minutes; forged ones are unknown', async () => {
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
    passTime(601)
    expect((await open(token)).status).toBe(410)
  })

  it('can be used again where the provider was down', async () => {
    const { token } = await handedOver('paypal')
    await fault('paypal', 'unavailable', { on: 'create', next: 2 })
    expect((await open(token)).status).toBe(503)
    expect((await open(token)).status).toBe(200)
  })

  it('of an attempt that is under way leads to its own order', async () => {
    const story = await begun('phonepe')
    const { body } = await call('POST', pay('/handoff'), { jwt: story.jwt, body: { tx: story.tx } })
    expect((await open(body.data.token)).body.data.redirectUrl).toBe(story.link)
  })
})

describe('what is held of a person', () => {
  it('is in their export, and goes with the account while the books stay', async () => {
    const story = await paid('phonepe')
    await askBack(story, 'my own words')
    await call('GET', '/api/referral-transactions', { jwt: await freshJwt(story.user) })
    const held = (await call('GET', '/api/users/me/export', { jwt: await freshJwt(story.user) }))
      .body as unknown as {
      payments: Record<string, unknown>[]
    }
    expect(held.payments).toEqual([
      expect.objectContaining({
        id: story.tx,
        plan: vaoPack,
        amount_minor: 29_900,
        refund_reason: 'my own words',
      }),
    ])
    const open = await begun('phonepe')
    for (const { user } of [story, open])
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
        story.tx,
      ),
    ).toEqual([{ user_id: null, amount_minor: 29_900, state: 'paid' }])
    expect(
      await rows('SELECT reason FROM refund_requests WHERE transaction_id = ?', story.tx),
    ).toEqual([{ reason: '' }])
    expect(await ledgerOf(story.tx)).toBe(29_900)
    await choose('phonepe', open.link, 'succeed')
    await calm()
    expect(
      await rows(
        'SELECT user_id, status FROM user_subscriptions WHERE transaction_id = ?',
        open.tx,
      ),
    ).toEqual([{ user_id: null, status: 'active' }])
    expect((await details(open.tx, { s: 'x' })).status).toBe(404)
    const found = await createReport(context(), new Date(0))
    expect(
      found.remarks
        .filter(({ kind }) => kind === 'paid by an erased account')
        .map(({ transaction }) => transaction),
    ).toEqual(expect.arrayContaining([open.tx]))
  })
})

describe('the ledger and the report', () => {
  it('the ledger is only added to', async () => {
    await paid('paypal')
    await expect(rows('UPDATE payment_events SET amount_minor = 1')).rejects.toThrow(
      'only added to',
    )
    await expect(rows('DELETE FROM payment_events')).rejects.toThrow('only added to')
  })

  it('books that are in order have no remarks, and name every sum', async () => {
    const { tx } = await paid('paypal')
    const found = await createReport(context(), new Date(Date.now() - 60_000))
    expect(found.remarks.filter(({ transaction }) => transaction === tx)).toEqual([])
    expect(reportText(found)).toMatch(/paypal USD: \d+ payments, \d+\.\d\d USD came in/)
  })

  it('names what was paid there and not here, and here and not there', async () => {
    await fault('paypal', 'webhook-lost', { next: 9 })
    await fault('phonepe', 'webhook-lost', { next: 9 })
    const unseen = await begun('phonepe')
    await choose('phonepe', unseen.link, 'succeed')
    const invented = await begun('paypal')
    await rows(
      `UPDATE payment_transactions SET state = 'paid', paid_at = created_at, receipt_year = 1999, receipt_n = 2, provider_capture_id = 'x' WHERE id = ?`,
      invented.tx,
    )
    const returned = await paid('paypal')
    await rows(
      `UPDATE user_subscriptions SET status = 'cancelled' WHERE transaction_id = ?`,
      returned.tx,
    )
    const found = await createReport(context(), new Date(Date.now() - 60_000))
    const kinds = (tx: string) =>
      found.remarks
        .filter(({ transaction }) => transaction === tx)
        .map(({ kind }) => kind)
        .sort()
    expect(kinds(unseen.tx)).toEqual(['paid there, not here'])
    expect(kinds(invented.tx)).toEqual([
      'ledger differs from row',
      'paid here, not there',
      'paid without subscription',
    ])
    expect(kinds(returned.tx)).toEqual(['paid without subscription'])
    expect(found.remarks).toContainEqual({
      kind: 'receipt number left out',
      transaction: null,
      detail: '1999: 1 of 2',
    })
    expect(reportText(found)).toContain(
      `✗ paid there, not here: ${unseen.tx} here redirected, there paid`,
    )
    await rows(`UPDATE payment_transactions SET receipt_n = 1 WHERE id = ?`, invented.tx)
  })

  it('names what PayPal took and we know nothing of', async () => {
    const story = await begun('paypal')
    await choose('paypal', story.link, 'approve')
    await calm()
    const since = new Date(Date.now() - 60_000)
    expect(
      (await createReport(context(), since)).remarks.filter(({ kind }) => kind === 'unknown here'),
    ).toEqual([])
    await rows(
      `UPDATE user_subscriptions SET transaction_id = NULL WHERE transaction_id = ?`,
      story.tx,
    )
    const [row] = await rows<{ provider_capture_id: string }>(
      'SELECT provider_capture_id FROM payment_transactions WHERE id = ?',
      story.tx,
    )
    await rows(`UPDATE payment_transactions SET provider = 'phonepe' WHERE id = ?`, story.tx)
    const { remarks } = await createReport(context(), new Date(Date.now() + 1))
    expect(remarks.filter(({ kind }) => kind === 'unknown here')).toEqual([])
    const found = await createReport(context(), since)
    expect(found.remarks).toContainEqual({
      kind: 'unknown here',
      transaction: null,
      detail: `PayPal took 4.99 USD as ${row!.provider_capture_id}`,
    })
    await rows(`UPDATE payment_transactions SET provider = 'paypal' WHERE id = ?`, story.tx)
    await fault('paypal', 'unavailable', { on: 'status', status: 403, next: 999 })
    const silent = await createReport(context(), since)
    expect(reportText(silent)).toContain('PayPal does not list payments (status 403)')
  })

  it('a payment that was flagged waits for the operator, who looks again', async () => {
    await fault('phonepe', 'webhook-lost', { next: 9 })
    const story = await begun('phonepe')
    const address = await choose('phonepe', story.link, 'succeed')
    await fault('phonepe', 'wrong-amount', { on: 'status' })
    expect((await comeBack(address!)).body.data.status).toBe('review')
    passTime(125)
    await strike()
    await comeBack(address!)
    expect((await shown(story)).status).toBe('review')
    const found = await createReport(context(), new Date(Date.now() - 600_000))
    expect(found.remarks).toContainEqual({
      kind: 'flagged for review',
      transaction: story.tx,
      detail: 'amount',
    })
    expect((await checkout(await freshJwt(story.user), 'phonepe')).status).toBe(409)
    const { settle } = await import('../../product-api/payments/ledger/settle.ts')
    await settle(context(), story.tx, 'operator')
    await expectPaidOnce(story, 'phonepe')
  })
})
