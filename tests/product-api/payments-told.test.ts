import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eraseUser } from '../../product-api/identity/personal-data.ts'
import type { User } from '../../product-api/identity/users.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { personalData } from '../../product-api/personal-data.ts'
import { settings } from '../emulators/identity.ts'
import {
  advanceTime,
  call,
  checkout,
  chooseAtProvider,
  finishBackgroundWork,
  freshJwt,
  newMember,
  paymentsPath,
  returnToSite,
  rows,
  runCronFor,
  setUpPayments,
  transactionDetails,
  vaoPack,
  type View,
} from '../emulators/payments.ts'
import { database } from '../support/product-api.ts'
import type { ProviderName } from '../support/payment-emulators.ts'

// What the product API tells payers about payments that were replaced, refunded in part, superseded
// or made for an erased account.

beforeEach(() => setUpPayments())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const larger = 'karnataka-all'

async function begin(user: number, plan: string, provider: ProviderName = 'phonepe') {
  const answer = await checkout(await freshJwt(user), provider, { plan, again: true })
  expect(answer.status).toBe(201)
  return answer.body.data
}

async function buy(user: number, plan: string): Promise<View> {
  const view = await begin(user, plan)
  await chooseAtProvider('phonepe', view.redirectUrl ?? '', 'succeed')
  await finishBackgroundWork()
  return view
}

const view = async (user: number, { id }: View) =>
  (await transactionDetails(id, { jwt: await freshJwt(user) })).body.data

const requestRefund = async (user: number, { id }: View) =>
  call('POST', paymentsPath(`/${id}/refund`), { jwt: await freshJwt(user), body: {} })

async function refundByOperator({ id }: View, amountMinor: number | null) {
  const context = { ...configurePayments(settings), db: database(), now: () => new Date() }
  const refunded = await refundPayment(context, id, { amountMinor })
  expect(refunded.ok).toBe(true)
  advanceTime(125)
  await runCronFor(2)
}

const periodOf = async ({ id }: View) =>
  (
    await rows<{ starts_at: string; ends_at: string }>(
      'SELECT starts_at, ends_at FROM user_subscriptions WHERE transaction_id = ?',
      id,
    )
  )[0]!

const quote = async (user: number, plan: string) =>
  (
    await call('POST', paymentsPath('/quote'), {
      ...{ jwt: await freshJwt(user), body: { data: { plan, currency: 'INR' } } },
    })
  ).body.data as unknown as {
    endsAt: string
    owned: { kind: string; endsAt: string; later: { startsAt: string; endsAt: string } | null }
  }

describe('a plan that is withdrawn from sale', () => {
  const withdrawAt = (time: string | null) =>
    rows('UPDATE subscription_plans SET withdrawn_at = ? WHERE slug = ?', time, vaoPack)

  it('stays in the list of those who bought it, with its name and its end', async () => {
    const { id } = await newMember()
    const bought = await buy(id, vaoPack)
    await withdrawAt(new Date().toISOString())
    const listed = await call('GET', '/api/user-subscriptions?locale=en&populate[0]=plan', {
      jwt: await freshJwt(id),
    })
    expect(listed.body.data).toEqual([
      expect.objectContaining({
        endsAt: (await periodOf(bought)).ends_at,
        plan: expect.objectContaining({
          slug: vaoPack,
          name: 'Village Administrative Officer pack',
        }),
      }),
    ])
    const plans = await call('GET', '/api/subscription-plans?locale=en')
    await withdrawAt(null)
    expect(plans.body.data.map(({ slug }) => slug)).not.toContain(vaoPack)
  })
})

describe('a payment whose plan was replaced by another', () => {
  it('names the other plan and when it was paid, and has no refund', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    expect(await view(id, first)).toMatchObject({ replacedBy: null })
    advanceTime(60)
    const second = await buy(id, larger)
    expect(await view(id, first)).toMatchObject({
      status: 'paid',
      replacedBy: { plan: { slug: larger }, at: (await view(id, second)).paidAt },
      refundableUntil: null,
    })
    const { status, body } = await requestRefund(id, first)
    expect([status, body.error.details]).toEqual([400, { because: 'replaced' }])
  })

  it('is itself again after the other one was refunded', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    await refundByOperator(await buy(id, larger), null)
    expect(await view(id, first)).toMatchObject({
      replacedBy: null,
      refundableUntil: expect.stringMatching(/Z$/),
    })
  })

  it('says so while the purchase that uses its unused days is open', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    await begin(id, larger)
    expect(await view(id, first)).toMatchObject({ replacedBy: null })
    const { body } = await requestRefund(id, first)
    expect(body.error.details).toEqual({ because: 'upgrade-open' })
  })
})

describe('a payment that was refunded in part', () => {
  it('says how much, and its rest can be requested', async () => {
    const { id } = await newMember()
    const payment = await buy(id, vaoPack)
    await refundByOperator(payment, 10_000)
    expect(await view(id, payment)).toMatchObject({
      ...{ status: 'paid', amountMinor: 29_900, refundedMinor: 10_000 },
      refundableUntil: expect.stringMatching(/Z$/),
    })
    const { status, body } = await requestRefund(id, payment)
    expect([status, body.data.refund]).toEqual([
      201,
      expect.objectContaining({ status: 'requested', amountMinor: 19_900 }),
    ])
  })

  it('has nothing to request once all of it is refunded', async () => {
    const { id } = await newMember()
    const payment = await buy(id, vaoPack)
    await refundByOperator(payment, 10_000)
    await refundByOperator(payment, 19_900)
    expect(await view(id, payment)).toMatchObject({ status: 'refunded', refundableUntil: null })
    const { status, body } = await requestRefund(id, payment)
    expect([status, body.error.details]).toEqual([400, { because: 'refunded' }])
  })
})

it('a payment that was never made says so when its refund is requested', async () => {
  const { id } = await newMember()
  const { status, body } = await requestRefund(id, await begin(id, vaoPack))
  expect([status, body.error.details]).toEqual([400, { because: 'not-paid' }])
})

it('a payment for an account that was erased says so, and not that its payer left it', async () => {
  const { id } = await newMember()
  const payment = await begin(id, vaoPack)
  const user = await database().prepare('SELECT * FROM users WHERE id = ?').bind(id).first<User>()
  await eraseUser(database(), personalData, user!, () => Promise.resolve())
  const address = await chooseAtProvider('phonepe', payment.redirectUrl ?? '', 'succeed')
  const { body } = await returnToSite(address ?? '')
  expect(body.data).toMatchObject({ status: 'paid', failure: 'erased', account: null })
})

it('an order that another one has superseded says so after the other one was paid', async () => {
  const { id } = await newMember()
  const first = await begin(id, vaoPack, 'paypal')
  const second = await begin(id, vaoPack)
  await chooseAtProvider('phonepe', second.redirectUrl ?? '', 'succeed')
  await finishBackgroundWork()
  const address = await chooseAtProvider('paypal', first.redirectUrl ?? '', 'approve')
  await returnToSite(address ?? '')
  await finishBackgroundWork()
  expect(await view(id, first)).toMatchObject({ status: 'cancelled', failure: 'superseded' })
})

describe('a renewal of a plan that is then replaced', () => {
  it('is named before paying, and begins when the new plan ends', async () => {
    const { id } = await newMember()
    await buy(id, vaoPack)
    advanceTime(700)
    const renewal = await buy(id, vaoPack)
    const before = await quote(id, larger)
    expect(before.owned).toMatchObject({ kind: 'upgrade' })
    const replacing = await buy(id, larger)
    const [moved, larger180] = [await periodOf(renewal), await periodOf(replacing)]
    expect(moved.starts_at).toBe(larger180.ends_at)
    expect(before.owned.later).toEqual({ startsAt: moved.starts_at, endsAt: moved.ends_at })
  })

  it('returns to its old place when the new plan is refunded', async () => {
    const { id } = await newMember()
    await buy(id, vaoPack)
    advanceTime(700)
    const renewal = await buy(id, vaoPack)
    const before = await periodOf(renewal)
    await refundByOperator(await buy(id, larger), null)
    expect(await periodOf(renewal)).toEqual(before)
  })
})
