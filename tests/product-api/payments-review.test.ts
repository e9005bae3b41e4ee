import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { settle } from '../../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import {
  listCsv,
  listText,
  listTransactions,
} from '../../product-api/payments/operator/payment-lists.ts'
import { queueRefund } from '../../product-api/payments/operator/queue-refund.ts'
import { resolvePayment } from '../../product-api/payments/operator/resolve-payment.ts'
import type { ReviewDecision } from '../../product-api/payments/operator/resolve-review.ts'
import { settings } from '../emulators/identity.ts'
import {
  beginPayment,
  bothProviders,
  completePayment,
  expectNoSubscription,
  isPremium,
  ledgerSumMinor,
  ownerView,
} from '../emulators/payment-flows.ts'
import {
  activateFault,
  advanceTime,
  call,
  checkout,
  chooseAtProvider,
  finishBackgroundWork,
  freshJwt,
  interceptProviderCalls,
  paymentsPath,
  postToEmulator,
  providerOrders,
  returnToSite,
  rows,
  runCron,
  runCronFor,
  setUpPayments,
} from '../emulators/payments.ts'
import type { ProviderName } from '../support/payment-emulators.ts'
import { database } from '../support/product-api.ts'

beforeEach(() => setUpPayments())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const context = (): PaymentContext => ({
  db: database(),
  ...configurePayments(settings),
  now: () => new Date(),
})
const resolve = (tx: string, decision: ReviewDecision, reason = 'seen by Asha') =>
  resolvePayment(context(), tx, { kind: 'review', decision, reason })

/** A payment that was captured and whose order differs from ours, for ever. */
async function flaggedPayment(provider: ProviderName, what: 'amount' | 'currency' = 'amount') {
  await activateFault(provider, 'webhook-lost', { next: 99 })
  await activateFault(provider, `wrong-${what}`, { on: 'status', next: 999 })
  await activateFault(provider, `wrong-${what}`, { on: 'capture', next: 999 })
  const payment = await beginPayment(provider)
  const address = await chooseAtProvider(
    provider,
    payment.link,
    provider === 'paypal' ? 'approve' : 'succeed',
  )
  // PayPal's order differs before it is captured, too.
  if (provider === 'paypal') await postToEmulator(provider, '/faults', { none: true })
  if (provider === 'paypal')
    await activateFault(provider, `wrong-${what}`, { on: 'capture', next: 1 })
  if (provider === 'paypal') await activateFault(provider, 'webhook-lost', { next: 99 })
  const { body } = await returnToSite(address!)
  expect(body.data.status).toBe('review')
  if (provider === 'paypal')
    await activateFault(provider, `wrong-${what}`, { on: 'status', next: 999 })
  return payment
}
const orderOf = async (provider: ProviderName, tx: string) =>
  (await providerOrders(provider)).orders.find(({ reference }) => reference === tx)!
const canPayAgain = async ({ user }: { user: number }, provider: ProviderName) => {
  await postToEmulator(provider, '/faults', { none: true })
  return (await checkout(await freshJwt(user), provider, { again: true })).status
}

describe('a card that was declined before the payment was flagged', () => {
  it('is not charged again when the operator asks, only when its payer returns', async () => {
    const payment = await beginPayment('paypal')
    await chooseAtProvider('paypal', payment.link, 'decline')
    await finishBackgroundWork()
    await activateFault('paypal', 'wrong-amount', { on: 'status' })
    await settle(context(), payment.tx, 'page')
    expect((await ownerView(payment)).status).toBe('review')
    const captures = vi.fn()
    interceptProviderCalls((request, pass) => {
      if (request.url.endsWith('/capture')) captures()
      return pass()
    })
    await resolvePayment(context(), payment.tx, { kind: 'ask' })
    await runCronFor(3)
    expect(captures).not.toHaveBeenCalled()
    expect(await ownerView(payment)).toMatchObject({ status: 'waiting', failure: 'declined' })
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    await returnToSite(address!)
    expect((await ownerView(payment)).status).toBe('paid')
  })
})

describe('a payment that is flagged for review', () => {
  it.each(bothProviders)('is accepted with the amount that was received (%s)', async (provider) => {
    const payment = await flaggedPayment(provider)
    expect((await checkout(await freshJwt(payment.user), provider)).status).toBe(409)
    expect(await resolve(payment.tx, 'accept')).toEqual({ ok: true, value: `${payment.tx}: paid` })
    // The emulator's answer has 1.00 more than its order.
    const receivedMinor = payment.view.amountMinor + 100
    expect(await ownerView(payment)).toMatchObject({
      ...{ status: 'paid', amountMinor: receivedMinor, subscription: { status: 'active' } },
      lines: [{ kind: 'price', amountMinor: receivedMinor }],
    })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([
      receivedMinor,
      true,
    ])
    expect(await canPayAgain(payment, provider)).toBe(201)
    const [entry] = await rows(
      `SELECT from_state, to_state, detail FROM payment_events
       WHERE transaction_id = ? AND kind = 'resolved'`,
      payment.tx,
    )
    expect(entry).toEqual({
      ...{ from_state: 'review', to_state: 'paid', detail: 'accept: seen by Asha' },
    })
  })

  it('is refunded in full, after which its payer can pay again', async () => {
    const payment = await flaggedPayment('phonepe')
    // The order's own amount is there; only the next answers differ.
    await postToEmulator('phonepe', '/faults', { none: true })
    expect(await resolve(payment.tx, 'refund')).toEqual({ ok: true, value: `${payment.tx}: paid` })
    await runCronFor(3)
    expect((await orderOf('phonepe', payment.tx)).refundedMinor).toBe(payment.view.amountMinor)
    expect(await ownerView(payment)).toMatchObject({
      status: 'refunded',
      refund: { status: 'done' },
    })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
    expect(await canPayAgain(payment, 'phonepe')).toBe(201)
  })

  it('is not declined while its money is there, nor accepted in another currency', async () => {
    const amount = await flaggedPayment('phonepe')
    expect(await resolve(amount.tx, 'decline')).toMatchObject({
      error: 'The money is in the account; use --accept or --refund.',
    })
    expect((await ownerView(amount)).status).toBe('review')
    await postToEmulator('phonepe', '/faults', { none: true })
    const currency = await flaggedPayment('paypal', 'currency')
    expect(await resolve(currency.tx, 'accept')).toMatchObject({ ok: false })
    expect(await resolve(currency.tx, 'decline')).toMatchObject({ ok: true })
    await expectNoSubscription(currency)
    // What was declined is not flagged again by the clock.
    advanceTime(4 * 3600)
    await runCron()
    expect((await ownerView(currency)).status).toBe('failed')
    expect(await canPayAgain(currency, 'paypal')).toBe(201)
  })

  it('in another currency is given back through the queue of returns', async () => {
    const payment = await flaggedPayment('paypal', 'currency')
    expect(await resolve(payment.tx, 'refund')).toEqual({
      ok: true,
      value: `${payment.tx}: failed`,
    })
    const [queued] = await rows(
      'SELECT status, currency, amount_minor, reason FROM payment_returns WHERE transaction_id = ?',
      payment.tx,
    )
    expect(queued).toEqual({
      ...{ status: 'approved', currency: 'EUR', amount_minor: 499, reason: 'seen by Asha' },
    })
    expect(await canPayAgain(payment, 'paypal')).toBe(201)
  })

  it('that was refunded at the provider is booked so, and leads out', async () => {
    const payment = await flaggedPayment('paypal')
    await postToEmulator('paypal', '/faults', { none: true })
    await activateFault('paypal', 'webhook-lost', { next: 99 })
    await postToEmulator('paypal', '/dashboard-refund', { id: payment.tx })
    expect(await resolve(payment.tx, 'refund')).toEqual({
      ok: true,
      value: `${payment.tx}: refunded`,
    })
    expect(await ledgerSumMinor(payment.tx)).toBe(0)
    expect(await canPayAgain(payment, 'paypal')).toBe(201)
  })

  it('stays flagged without a reason, without an answer, and once it is resolved', async () => {
    const payment = await flaggedPayment('phonepe')
    expect(await resolve(payment.tx, 'accept', ' \n\u001B ')).toMatchObject({ ok: false })
    await postToEmulator('phonepe', '/faults', { none: true })
    await activateFault('phonepe', 'unavailable', { on: 'status' })
    expect(await resolve(payment.tx, 'accept')).toMatchObject({
      error: 'The provider did not answer; nothing has changed.',
    })
    expect((await ownerView(payment)).status).toBe('review')
    expect(await resolve(payment.tx, 'accept', 'line\none\u001B[31m')).toMatchObject({ ok: true })
    expect(await resolve(payment.tx, 'decline')).toMatchObject({
      error: 'The payment is not flagged for review.',
    })
    const [entry] = await rows<{ detail: string }>(
      `SELECT detail FROM payment_events WHERE transaction_id = ? AND kind = 'resolved'`,
      payment.tx,
    )
    expect(entry?.detail).toBe('accept: line one [31m')
  })
})

describe('a payment for a plan that was being paid for already', () => {
  it('is listed, and refunded once through the queue', async () => {
    const payment = await completePayment('phonepe')
    advanceTime(1)
    const again = await checkout(payment.jwt, 'phonepe', { again: true })
    await chooseAtProvider('phonepe', again.body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    const later = again.body.data.id
    await rows(
      `UPDATE payment_transactions SET created_at = (
         SELECT strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-1 second')
         FROM payment_transactions WHERE id = ?1) WHERE id = ?2`,
      payment.tx,
      later,
    )
    const listed = await listTransactions(context(), 'double')
    expect(listed.map(({ id, detail }) => [id, detail])).toContainEqual([
      later,
      `as well as ${payment.tx}`,
    ])
    for (let times = 0; times < 2; times += 1)
      expect(
        await queueRefund(context(), later, { amountMinor: null, reason: 'paid twice' }),
      ).toMatchObject({ ok: true, value: { status: 'approved' } })
    await runCronFor(3)
    expect((await orderOf('phonepe', later)).refundedMinor).toBe(again.body.data.amountMinor)
    expect(
      await queueRefund(context(), later, { amountMinor: null, reason: 'again' }),
    ).toMatchObject({ ok: false, error: 'invalid-amount' })
    expect(await isPremium(payment)).toBe(true)
  })
})

describe('the list of refunds', () => {
  it('says when a premium test of the plan was started after the payment', async () => {
    const [used, unused] = [await completePayment('phonepe'), await completePayment('phonepe')]
    const [test] = await rows<{ id: number }>(
      `SELECT t.id FROM practice_tests t JOIN categories c ON c.id = t.category_id
       JOIN plan_categories k ON k.category_id = c.id
       JOIN payment_transactions p ON p.plan_id = k.plan_id WHERE p.id = ? LIMIT 1`,
      used.tx,
    )
    await rows(
      `INSERT OR IGNORE INTO paper_versions (id, test_id, digest, head, questions, keys, created_at)
       VALUES (9002, ?, 'd', '{}', '[]', '{}', '2026-01-01')`,
      test!.id,
    )
    const startedAt = new Date(Date.now() + 60_000).toISOString()
    await rows(
      `INSERT INTO attempts (id, version_id, test_id, user_id, mode, locale, right_by, started_at,
         updated_at)
       VALUES (?1, 9002, ?2, ?3, 'practice', 'kn', 'plan', ?4, ?4)`,
      crypto.randomUUID(),
      test!.id,
      used.user,
      startedAt,
    )
    for (const { tx, user } of [used, unused])
      await call('POST', paymentsPath(`/${tx}/refund`), {
        jwt: await freshJwt(user),
        body: { data: { reason: 'bought\n01FORGED  approved  =cmd()\u001B[2J' } },
      })
    const listed = await listTransactions(context(), 'refunds')
    const details = (tx: string) => listed.find(({ id }) => id === tx)?.detail
    expect(details(used.tx)).toMatch(
      `premium test started ${startedAt}, after the payment: no refund by the policy. bought`,
    )
    expect(details(unused.tx)).toMatch(/^bought/)
    expect(listText(listed).split('\n')).toHaveLength(listed.length)
    expect(listText(listed)).not.toMatch(/\u001B/)
    expect(listCsv(listed).split('\r\n')[0]).toBe(
      'id,provider,state,amount_minor,currency,since,plan,detail',
    )
  })

  it('is one of several; failed and stuck attempts are listed too', async () => {
    const failed = await beginPayment('paypal')
    const stuck = await beginPayment('paypal')
    await rows(
      `UPDATE payment_transactions SET state = 'failed', failure = 'refused' WHERE id = ?`,
      failed.tx,
    )
    await rows(
      `UPDATE payment_transactions SET state = 'capturing', updated_at = '2026-01-01T00:00:00.000Z'
       WHERE id = ?`,
      stuck.tx,
    )
    const idsOf = async (name: 'failed' | 'stuck') =>
      (await listTransactions(context(), name)).map(({ id }) => id)
    expect(await idsOf('failed')).toContain(failed.tx)
    expect(await idsOf('stuck')).toEqual([stuck.tx])
  })
})
