import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { settings } from '../emulators/identity.ts'
import { ownerView } from '../emulators/payment-flows.ts'
import {
  advanceTime,
  call,
  checkout,
  chooseAtProvider,
  finishBackgroundWork,
  freshJwt,
  newMember,
  paymentsPath,
  postToEmulator,
  providerOrders,
  returnToSite,
  rows,
  runCron,
  runCronFor,
  setUpPayments,
  vaoPack,
  type View,
} from '../emulators/payments.ts'
import type { ProviderName } from '../support/payment-emulators.ts'
import { database } from '../support/product-api.ts'

// Coupons and credit are limits of what is captured, not of what is begun: an attempt that has
// ended gives its coupon and credit back, and needs them again before its money is kept.

beforeEach(() => setUpPayments())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

type Member = { id: number; jwt: string }
const otherPlan = 'karnataka-all'

const addCoupon = (code: string, more: { uses?: number; usesEach?: number } = {}) =>
  database()
    .prepare(
      `INSERT INTO coupons (code, percent, most_uses, most_uses_each, digest, created_at,
         updated_at)
       VALUES (?, 90, ?, ?, '', '', '')`,
    )
    .bind(code, more.uses ?? null, more.usesEach ?? 1)
    .run()

const giveCredit = (userId: number, amountMinor: number) =>
  database()
    .prepare(
      `INSERT INTO referral_transactions (
         document_id, user_id, kind, amount_minor, currency, created_at)
       VALUES (?, ?, 'earned', ?, 'INR', ?)`,
    )
    .bind(crypto.randomUUID(), userId, amountMinor, new Date().toISOString())
    .run()

const creditOf = async ({ id }: Member) => {
  const [row] = await rows<{ minor: number | null }>(
    'SELECT sum(amount_minor) AS minor FROM referral_transactions WHERE user_id = ?',
    id,
  )
  return row?.minor ?? 0
}

async function begin(member: Member, provider: ProviderName, more: object): Promise<View> {
  const answer = await checkout(await freshJwt(member.id), provider, more)
  expect(answer.status).toBe(201)
  return answer.body.data
}

const cancel = async (member: Member, { id }: View) =>
  call('POST', paymentsPath(`/${id}/cancel`), { jwt: await freshJwt(member.id), body: {} })

/** Pays on the provider's page and returns to the site. */
async function pay(provider: ProviderName, { redirectUrl }: View, choice: string) {
  const address = await chooseAtProvider(provider, redirectUrl ?? '', choice)
  if (address !== null) await returnToSite(address)
  await finishBackgroundWork()
  await runCronFor(4)
}

/** What the provider has taken for an order and not given back. */
async function keptMinor(provider: ProviderName, { id }: View): Promise<number> {
  const { orders } = await providerOrders(provider)
  const order = orders.find(({ reference }) => reference === id)
  return (order?.capturedMinor ?? 0) - (order?.refundedMinor ?? 0)
}

/** The operator refunds a payment, and the provider finishes it. */
async function refundAtOnce({ id }: View) {
  const configuration = configurePayments(settings)
  const context = { ...configuration, db: database(), now: () => new Date() }
  await refundPayment(context, id, { amountMinor: null })
  advanceTime(125)
  await runCronFor(2)
  expect(await rows('SELECT state FROM payment_transactions WHERE id = ?', id)).toEqual([
    { state: 'refunded' },
  ])
}

describe('a coupon for one use', () => {
  it('is used once, however often its payer cancels and begins again (paypal)', async () => {
    await addCoupon('ONCE')
    const member = await newMember()
    const first = await begin(member, 'paypal', { coupon: 'ONCE' })
    await cancel(member, first)
    const second = await begin(member, 'paypal', { coupon: 'ONCE', plan: otherPlan })
    await pay('paypal', second, 'approve')
    expect(await keptMinor('paypal', second)).toBe(100)
    await pay('paypal', first, 'approve')
    expect(await keptMinor('paypal', first)).toBe(0)
    expect(await ownerView({ user: member.id, tx: first.id })).toMatchObject({
      ...{ status: 'cancelled', failure: 'over-limit', subscription: null },
    })
  })

  it('is used once if an expired order is paid late: that money goes back (phonepe)', async () => {
    await addCoupon('LATE')
    const member = await newMember()
    const first = await begin(member, 'phonepe', { coupon: 'LATE' })
    await chooseAtProvider('phonepe', first.redirectUrl ?? '', 'fail')
    await finishBackgroundWork()
    const second = await begin(member, 'phonepe', { coupon: 'LATE', plan: otherPlan })
    await pay('phonepe', second, 'succeed')
    await postToEmulator('phonepe', '/settle', { id: first.id })
    await finishBackgroundWork()
    await runCronFor(4)
    expect([await keptMinor('phonepe', first), await keptMinor('phonepe', second)]).toEqual([
      ...[0, 4990],
    ])
    expect(await ownerView({ user: member.id, tx: first.id })).toMatchObject({
      ...{ status: 'refunded', failure: 'over-limit' },
    })
  })

  it('cannot be resumed after its use: the same form shows the price again', async () => {
    await addCoupon('AGAIN')
    const member = await newMember()
    const checkoutKey = crypto.randomUUID()
    const first = await begin(member, 'paypal', { coupon: 'AGAIN', checkoutKey })
    await pay('paypal', first, 'cancel')
    const second = await begin(member, 'paypal', { coupon: 'AGAIN', plan: otherPlan })
    await pay('paypal', second, 'approve')
    const again = await checkout(await freshJwt(member.id), 'paypal', {
      ...{ coupon: 'AGAIN', checkoutKey },
    })
    expect([again.status, again.body.error.details]).toEqual([
      400,
      { coupon: { code: 'AGAIN', ok: false, reason: 'used' } },
    ])
  })

  it('goes to one of two members, also where the first one pays late', async () => {
    await addCoupon('SHARED', { uses: 1 })
    const [one, other] = [await newMember(), await newMember()]
    const first = await begin(one, 'phonepe', { coupon: 'SHARED' })
    advanceTime(1300)
    await runCron()
    const second = await begin(other, 'phonepe', { coupon: 'SHARED' })
    await postToEmulator('phonepe', '/settle', { id: first.id })
    await pay('phonepe', second, 'succeed')
    expect(await keptMinor('phonepe', second)).toBeGreaterThan(0)
    const uses = await rows(
      `SELECT id FROM payment_transactions
       WHERE coupon_code = 'SHARED' AND refunded_minor < amount_minor AND paid_at IS NOT NULL`,
    )
    expect(uses).toEqual([{ id: second.id }])
  })

  it('can be used again after an order that was cancelled', async () => {
    await addCoupon('BACK', { uses: 1 })
    const member = await newMember()
    await cancel(member, await begin(member, 'paypal', { coupon: 'BACK' }))
    const second = await begin(member, 'paypal', { coupon: 'BACK' })
    await pay('paypal', second, 'approve')
    expect(await keptMinor('paypal', second)).toBeGreaterThan(0)
  })
})

describe('referral credit', () => {
  it('is spent once, however often its payer cancels and begins again', async () => {
    const member = await newMember()
    await giveCredit(member.id, 5000)
    const first = await begin(member, 'phonepe', { useCredit: true })
    await chooseAtProvider('phonepe', first.redirectUrl ?? '', 'fail')
    await finishBackgroundWork()
    const second = await begin(member, 'phonepe', { useCredit: true, plan: otherPlan })
    await pay('phonepe', second, 'succeed')
    await postToEmulator('phonepe', '/settle', { id: first.id })
    await finishBackgroundWork()
    await runCronFor(4)
    expect(await keptMinor('phonepe', first)).toBe(0)
    expect(await creditOf(member)).toBe(0)
  })

  const friends = async (count: number) => {
    const inviter = await newMember()
    const { body } = await call('GET', '/api/referral-transactions', inviter)
    const invited = await Promise.all(Array.from({ length: count }, newMember))
    for (const { jwt } of invited)
      await call('POST', '/api/referral-transactions', {
        ...{ jwt, body: { data: { code: String(body.meta.code) } } },
      })
    return { inviter, invited }
  }
  const balances = async ({ id }: Member) =>
    (await call('GET', '/api/referral-transactions', { jwt: await freshJwt(id) })).body.meta
      .balances
  const refundOf = async (member: Member, { id }: View) =>
    call('POST', paymentsPath(`/${id}/refund`), { jwt: await freshJwt(member.id), body: {} })

  it('waits for the end of the refund period', async () => {
    const { inviter, invited } = await friends(1)
    const payment = await begin(invited[0]!, 'phonepe', {})
    await pay('phonepe', payment, 'succeed')
    expect(await balances(inviter)).toEqual([
      { currency: 'INR', amountMinor: 0, pendingMinor: 5000 },
    ])
    const early = await begin(inviter, 'phonepe', { useCredit: true })
    expect(early.amountMinor).toBe(29_900)
    await cancel(inviter, early)
    advanceTime(7 * 86_400)
    expect(await balances(inviter)).toEqual([
      { currency: 'INR', amountMinor: 5000, pendingMinor: 0 },
    ])
    expect((await begin(inviter, 'phonepe', { useCredit: true })).amountMinor).toBe(24_900)
  })

  it('waits for the decision on a refund that was requested within the period', async () => {
    const { inviter, invited } = await friends(1)
    const payment = await begin(invited[0]!, 'phonepe', {})
    await pay('phonepe', payment, 'succeed')
    expect((await refundOf(invited[0]!, payment)).status).toBe(201)
    advanceTime(8 * 86_400)
    expect(await balances(inviter)).toEqual([
      { currency: 'INR', amountMinor: 0, pendingMinor: 5000 },
    ])
    await database().prepare(`UPDATE refund_requests SET status = 'declined'`).run()
    expect(await balances(inviter)).toEqual([
      { currency: 'INR', amountMinor: 5000, pendingMinor: 0 },
    ])
  })

  it('of ten farmed accounts buys nothing, and is never below zero', async () => {
    const { inviter, invited } = await friends(10)
    const payments = await Promise.all(
      invited.map(async (member) => ({ member, payment: await begin(member, 'phonepe', {}) })),
    )
    for (const { payment } of payments)
      await chooseAtProvider('phonepe', payment.redirectUrl ?? '', 'succeed')
    await finishBackgroundWork()
    const bought = await begin(inviter, 'phonepe', { useCredit: true })
    expect(bought.amountMinor).toBe(29_900)
    await pay('phonepe', bought, 'succeed')
    for (const { payment } of payments) await refundAtOnce(payment)
    expect(await creditOf(inviter)).toBe(0)
  })

  it('that was spent is not withdrawn below zero, but from what comes back', async () => {
    const { inviter, invited } = await friends(1)
    const payment = await begin(invited[0]!, 'phonepe', { plan: vaoPack })
    await pay('phonepe', payment, 'succeed')
    advanceTime(8 * 86_400)
    const reserved = await begin(inviter, 'phonepe', { useCredit: true })
    expect(reserved.amountMinor).toBe(24_900)
    await refundAtOnce(payment)
    expect(await creditOf(inviter)).toBe(0)
    await cancel(inviter, reserved)
    expect(await creditOf(inviter)).toBe(0)
  })
})
