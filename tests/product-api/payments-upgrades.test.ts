import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { transactionBy } from '../../product-api/payments/ledger/transactions.ts'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { restoreReplacedPlan } from '../../product-api/payments/subscriptions/grant-subscription.ts'
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
  postToEmulator,
  providerOrders,
  returnToSite,
  rows,
  runCronFor,
  setUpPayments,
  vaoPack,
  type View,
} from '../emulators/payments.ts'
import { insertOtherLargerPlan, otherLargerPlan } from '../support/payments-simulation-data.ts'
import { database } from '../support/product-api.ts'

// The pack for village administrative officers (120 days, 299 rupees) is covered by the plan for
// all exams of Karnataka (180 days, 499 rupees). The credit for its unused days is
// floor(paid * unused days / days), in whole days and minor units.

beforeEach(() => setUpPayments())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const larger = 'karnataka-all'
const day = 86_400

const quote = async (user: number, plan: string, currency = 'INR') =>
  (
    await call('POST', paymentsPath('/quote'), {
      ...{ jwt: await freshJwt(user), body: { data: { plan, currency } } },
    })
  ).body.data as unknown as Omit<View, 'owned'> & {
    owned: { kind: string; endsAt: string } | null
    totalMinor: number
  }

async function begin(
  user: number,
  plan: string,
  more: object = {},
  provider: 'phonepe' | 'paypal' = 'phonepe',
): Promise<View> {
  const answer = await checkout(await freshJwt(user), provider, { plan, ...more })
  expect(answer.status).toBe(201)
  return answer.body.data
}

async function approve(view: View) {
  const address = await chooseAtProvider('paypal', view.redirectUrl ?? '', 'approve')
  await returnToSite(address ?? '')
  await finishBackgroundWork()
}

/** Opens a dispute; the second call decides it for the seller. */
async function dispute({ id }: View) {
  await postToEmulator('paypal', '/dispute', { id, outcome: 'seller' })
  await finishBackgroundWork()
}

const capturedMinor = async ({ id }: View) =>
  (await providerOrders('paypal')).orders.find(({ reference }) => reference === id)?.capturedMinor

async function buy(user: number, plan: string): Promise<View> {
  const view = await begin(user, plan, { again: true })
  await chooseAtProvider('phonepe', view.redirectUrl ?? '', 'succeed')
  await finishBackgroundWork()
  return view
}

const endOf = async ({ id }: View) => {
  const [row] = await rows<{ ends_at: string }>(
    'SELECT ends_at FROM user_subscriptions WHERE transaction_id = ?',
    id,
  )
  return row?.ends_at
}
const startOf = async ({ id }: View) => {
  const [row] = await rows<{ starts_at: string }>(
    'SELECT starts_at FROM user_subscriptions WHERE transaction_id = ?',
    id,
  )
  return row?.starts_at
}
const lengthsOf = async (views: readonly View[]) =>
  Promise.all(
    views.map(async (view) =>
      Math.round(
        (Date.parse((await endOf(view)) ?? '') - Date.parse((await startOf(view)) ?? '')) /
          (day * 1000),
      ),
    ),
  )
const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString()

async function refundByOperator({ id }: View) {
  const context = {
    ...configurePayments(settings),
    ...{ db: database(), now: () => new Date() },
  }
  await refundPayment(context, id, { amountMinor: null })
  advanceTime(125)
  await runCronFor(2)
}

describe('before paying', () => {
  it('a member is told of a renewal, which begins after the running period', async () => {
    const { id } = await newMember()
    expect((await quote(id, vaoPack)).owned).toBeNull()
    await buy(id, vaoPack)
    const found = await quote(id, vaoPack)
    expect(found).toMatchObject({
      ...{ owned: { kind: 'renewal', endsAt: inDays(120) }, totalMinor: 29_900 },
      endsAt: inDays(240),
    })
  })

  it('a member is told of a plan that has all of it already', async () => {
    const { id } = await newMember()
    await buy(id, larger)
    expect(await quote(id, vaoPack)).toMatchObject({
      owned: { kind: 'covered', plan: { slug: larger }, endsAt: inDays(180) },
      totalMinor: 29_900,
    })
    expect((await quote(id, 'railway-and-ssc')).owned).toBeNull()
  })

  it('a member is told of the replaced plan, whose unused days are deducted', async () => {
    const { id } = await newMember()
    await buy(id, vaoPack)
    advanceTime(29.5 * day)
    // 90 whole days of 120 are unused: floor(29900 * 90 / 120) = 22425.
    expect(await quote(id, larger)).toMatchObject({
      owned: { kind: 'upgrade', plan: { slug: vaoPack } },
      totalMinor: 49_900 - 22_425,
      lines: [
        { kind: 'price', amountMinor: 49_900 },
        { kind: 'upgrade', amountMinor: -22_425 },
      ],
    })
    // It was paid in rupees.
    expect((await quote(id, larger, 'USD')).totalMinor).toBe(699)
  })

  it.each([
    [0, 29_900],
    [1, 29_650],
    [59, 15_199],
    [119, 249],
  ])('%i days of 120 used leave a credit of %i', async (used, credit) => {
    const { id } = await newMember()
    await buy(id, vaoPack)
    advanceTime(used * day)
    expect((await quote(id, larger)).totalMinor).toBe(49_900 - credit)
  })
})

describe('an upgrade', () => {
  it('ends the replaced plan, whose days are not used again', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    advanceTime(30 * day)
    const second = await buy(id, larger)
    expect(second.amountMinor).toBe(49_900 - 22_425)
    expect([await endOf(first), await endOf(second)]).toEqual([inDays(0), inDays(180)])
    expect((await quote(id, larger)).totalMinor).toBe(49_900)
  })

  it('has the credit once, also where two are begun', async () => {
    const { id } = await newMember()
    await buy(id, vaoPack)
    const one = await begin(id, larger)
    expect(one.amountMinor).toBe(49_900 - 29_900)
    await call('POST', paymentsPath(`/${one.id}/cancel`), { jwt: await freshJwt(id), body: {} })
    const other = await buy(id, larger)
    expect(other.amountMinor).toBe(49_900 - 29_900)
    await chooseAtProvider('phonepe', one.redirectUrl ?? '', 'succeed')
    await finishBackgroundWork()
    await runCronFor(4)
    const kept = await rows(
      `SELECT id FROM payment_transactions WHERE user_id = ? AND upgrade_from IS NOT NULL
       AND paid_at IS NOT NULL AND refunded_minor < amount_minor`,
      id,
    )
    expect(kept).toEqual([{ id: other.id }])
  })

  it('that is refunded gives the replaced plan its time back', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    const end = await endOf(first)
    const second = await buy(id, larger)
    await refundByOperator(second)
    expect(await endOf(first)).toBe(end)
    expect((await quote(id, larger)).owned).toMatchObject({ kind: 'upgrade' })
    expect((await quote(id, larger)).totalMinor).toBe(49_900 - 29_650)
  })

  it('that is refunded leaves every day of the plan that was bought again meanwhile', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    const end = await endOf(first)
    advanceTime(10 * day)
    const second = await buy(id, larger)
    advanceTime(5 * day)
    const again = await buy(id, vaoPack)
    const renewal = await buy(id, vaoPack)
    await refundByOperator(second)
    expect(await endOf(first)).toBe(end)
    expect([await startOf(again), await startOf(renewal)]).toEqual([end, await endOf(again)])
    expect(await lengthsOf([first, again, renewal])).toEqual([120, 120, 120])
  })

  it('that is refunded moves what another one’s refund would give back', async () => {
    const { id } = await newMember()
    for (const statement of insertOtherLargerPlan(database())) await statement.run()
    const first = await buy(id, vaoPack)
    const end = await endOf(first)
    advanceTime(9 * day)
    const second = await buy(id, larger)
    const again = await buy(id, vaoPack)
    advanceTime(2 * day)
    const third = await buy(id, otherLargerPlan)
    expect(await lengthsOf([first, again])).toEqual([9, 2])
    await refundByOperator(second)
    expect([await endOf(first), await startOf(again)]).toEqual([end, end])
    await refundByOperator(third)
    expect([await startOf(again), await lengthsOf([first, again])]).toEqual([end, [120, 120]])
  })

  it('that is refunded while another one is gives back what that one has moved', async () => {
    const { id } = await newMember()
    for (const statement of insertOtherLargerPlan(database())) await statement.run()
    const first = await buy(id, vaoPack)
    const end = await endOf(first)
    advanceTime(9 * day)
    const second = await buy(id, larger)
    const again = await buy(id, vaoPack)
    advanceTime(2 * day)
    const third = await buy(id, otherLargerPlan)
    const read = (await transactionBy(database(), 'id', third.id))!
    await refundByOperator(second)
    const [row] = await rows<{ writtenBy: string }>(
      'SELECT written_by AS writtenBy FROM payment_transactions WHERE id = ?',
      third.id,
    )
    const guard = { writtenBy: row!.writtenBy, at: new Date().toISOString() }
    await database().batch(restoreReplacedPlan(database(), read, guard))
    expect([await startOf(again), await lengthsOf([first, again])]).toEqual([end, [120, 120]])
  })

  it('that is refunded moves no plan that was bought after the old one’s end', async () => {
    const { id } = await newMember()
    await buy(id, vaoPack)
    advanceTime(10 * day)
    const second = await buy(id, larger)
    advanceTime(120 * day)
    const later = await buy(id, vaoPack)
    const [start, end] = [await startOf(later), await endOf(later)]
    await refundByOperator(second)
    expect([await startOf(later), await endOf(later)]).toEqual([start, end])
  })

  it('that is refunded gives a renewal its old beginning', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    const renewal = await buy(id, vaoPack)
    const start = await startOf(renewal)
    advanceTime(10 * day)
    const second = await buy(id, larger)
    expect(await startOf(renewal)).toBe(await endOf(second))
    await refundByOperator(second)
    expect([await endOf(first), await startOf(renewal)]).toEqual([start, start])
  })

  it('deducts nothing of a payment that its payer disputes at the provider', async () => {
    const { id } = await newMember()
    const first = await begin(id, vaoPack, {}, 'paypal')
    await approve(first)
    const second = await begin(id, larger, {}, 'paypal')
    expect(second.amountMinor).toBe(699 - 499)
    await dispute(first)
    expect((await quote(id, larger, 'USD')).totalMinor).toBe(699)
    // Nor is an order captured that was begun before.
    await approve(second)
    expect(await capturedMinor(second)).toBe(0)
    await dispute(first)
    expect((await quote(id, larger, 'USD')).totalMinor).toBe(699 - 499)
  })

  it('allows no refund of the plan whose days it was paid with', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    const second = await begin(id, larger)
    const refund = async () =>
      call('POST', paymentsPath(`/${first.id}/refund`), { jwt: await freshJwt(id), body: {} })
    expect((await refund()).body.error.name).toBe('NotRefundable')
    await call('POST', paymentsPath(`/${second.id}/cancel`), { jwt: await freshJwt(id), body: {} })
    expect((await refund()).status).toBe(201)
  })
})
