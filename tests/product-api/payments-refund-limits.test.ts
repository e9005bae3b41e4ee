import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { correctPayment } from '../../product-api/payments/operator/corrections.ts'
import { nextCheckAt } from '../../product-api/payments/ledger/polling-schedule.ts'
import type { Transaction } from '../../product-api/payments/ledger/transactions.ts'
import { storeReportedRefund } from '../../product-api/payments/refunds/reported-refunds.ts'
import { queueRefund } from '../../product-api/payments/operator/queue-refund.ts'
import {
  refundPayment,
  type RefundCommand,
} from '../../product-api/payments/operator/refund-payment.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { completePayment } from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import {
  activateFault,
  advanceTime,
  call,
  checkout,
  chooseAtProvider,
  finishBackgroundWork,
  freshJwt,
  interceptProviderCalls,
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
import { database } from '../support/product-api.ts'

// How much of a payment can be given back: never more than is left of it, nothing that paid for
// another plan, nothing beside a dispute, and nothing that its provider does not accept.

beforeEach(() => setUpPayments())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const context = (): PaymentContext => ({
  ...configurePayments(settings),
  ...{ db: database(), now: () => new Date() },
})
const askBack = async (user: number, id: string) =>
  call('POST', paymentsPath(`/${id}/refund`), { jwt: await freshJwt(user), body: { reason: 'x' } })
const refund = async (id: string, command: Partial<RefundCommand> = {}) => {
  const refunded = await refundPayment(context(), id, { amountMinor: null, ...command })
  await finishBackgroundWork()
  return refunded.ok
    ? [refunded.value.status, refunded.value.amount_minor, refunded.value.failure]
    : refunded.error
}
const requestsOf = async (id: string) =>
  (
    await rows<{ status: string; amount_minor: number }>(
      `SELECT status, amount_minor FROM refund_requests
       WHERE transaction_id = ? ORDER BY status, id`,
      id,
    )
  ).map(({ status, amount_minor }) => [status, amount_minor])
const refundedAt = async (provider: 'paypal' | 'phonepe', id: string) =>
  (await providerOrders(provider)).orders.find(({ reference }) => reference === id)?.refundedMinor
const reverse = async (id: string, amountMinor?: number) => {
  await postToEmulator('paypal', '/reverse', { id, ...(amountMinor && { amountMinor }) })
  await finishBackgroundWork()
}

describe('after a partial reversal', () => {
  it('the payer’s open request is lowered to what is left, and no more is sent', async () => {
    const { tx, user } = await completePayment('paypal')
    await askBack(user, tx)
    await reverse(tx, 300)
    expect(await requestsOf(tx)).toEqual([
      ['done', 300],
      ['requested', 199],
    ])
    expect(await refund(tx)).toEqual(['done', 199, null])
    expect(await refundedAt('paypal', tx)).toBe(199)
    const [row] = await rows('SELECT state FROM payment_transactions WHERE id = ?', tx)
    expect(row).toEqual({ state: 'refunded' })
  })

  it('a queued refund is limited when it is sent, whoever asked for it', async () => {
    const { tx } = await completePayment('paypal')
    await queueRefund(context(), tx, { amountMinor: 450, reason: 'asked' })
    // The books know it, and no webhook has lowered the request.
    await rows(
      `UPDATE payment_transactions SET refunded_minor = 300, state = 'partially_refunded'
       WHERE id = ?`,
      tx,
    )
    await runCronFor(2)
    expect(await refundedAt('paypal', tx)).toBe(199)
  })

  it('of all that is left, the request ends as given back already', async () => {
    const { tx, user } = await completePayment('paypal')
    await askBack(user, tx)
    await reverse(tx)
    expect(await requestsOf(tx)).toEqual([
      ['declined', 499],
      ['done', 499],
    ])
    await refund(tx)
    expect(await refundedAt('paypal', tx)).toBe(0)
  })

  it('a refund whose call was lost is sent again with what is left', async () => {
    const { tx } = await completePayment('paypal')
    let isLost = true
    interceptProviderCalls((request, next) =>
      isLost && request.url.endsWith('/refund')
        ? Promise.reject(new TypeError('connection reset'))
        : next(),
    )
    expect(await refund(tx)).toEqual(['sent', 499, null])
    await reverse(tx, 300)
    isLost = false
    await runCronFor(5)
    expect(await refundedAt('paypal', tx)).toBe(199)
  })
})

describe('a refund whose webhook arrives before its answer', () => {
  it('is known by its key, also where the provider names another amount', async () => {
    const { tx } = await completePayment('paypal')
    interceptProviderCalls(async (request, next) => {
      const answer = await next()
      if (!request.url.endsWith('/refund')) return answer
      await activateFault('paypal', 'wrong-amount', { next: 2 })
      await finishBackgroundWork()
      return answer
    })
    expect(await refund(tx)).toEqual(['done', 499, null])
    expect(await requestsOf(tx)).toEqual([['done', 499]])
    expect(await refundedAt('paypal', tx)).toBe(499)
  })
})

describe('a refund that is sent again, because the provider does not have it', () => {
  it('is sent with its whole amount, which is booked already', async () => {
    const { tx } = await completePayment('paypal')
    await refund(tx)
    await postToEmulator('paypal', '/reset', {})
    await correctPayment(context(), tx, 'resend-refund', 'not in the report')
    const amounts = new Set<string>()
    interceptProviderCalls(async (request, next) => {
      if (request.url.endsWith('/refund')) {
        const body = await request.clone().json<{ amount: { value: string } }>()
        amounts.add(body.amount.value)
      }
      return next()
    })
    await runCronFor(2)
    expect([...amounts]).toEqual(['4.99'])
  })
})

describe('an amount at the command', () => {
  it.each([
    ['below PhonePe’s minimum', 99, 'below-minimum'],
    ['that leaves less than PhonePe’s minimum', 29_850, 'leaves-too-little'],
    ['of more than is left', 29_901, 'invalid-amount'],
  ])('%s is refused, and nothing is sent', async (_what, amountMinor, error) => {
    const { tx } = await completePayment('phonepe')
    expect(await refund(tx, { amountMinor })).toBe(error)
    const queued = await queueRefund(context(), tx, { amountMinor, reason: 'x' })
    expect(queued).toEqual({ ok: false, error })
    expect([await requestsOf(tx), await refundedAt('phonepe', tx)]).toEqual([[], 0])
  })

  it('takes the place of what the payer asked for, when it is queued', async () => {
    const { tx, user } = await completePayment('phonepe')
    await askBack(user, tx)
    await queueRefund(context(), tx, { amountMinor: 10_000, reason: 'a part was used' })
    expect(await requestsOf(tx)).toEqual([['approved', 10_000]])
    await runCronFor(4)
    expect(await refundedAt('phonepe', tx)).toBe(10_000)
  })

  it('is refused while another one is under way', async () => {
    const { tx } = await completePayment('phonepe')
    await activateFault('phonepe', 'refund-pending')
    await queueRefund(context(), tx, { amountMinor: 10_000, reason: 'x' })
    const second = await queueRefund(context(), tx, { amountMinor: 20_000, reason: 'x' })
    expect(second).toEqual({ ok: false, error: 'under-way' })
    expect((await queueRefund(context(), tx, { amountMinor: 10_000, reason: 'x' })).ok).toBe(true)
    expect(await requestsOf(tx)).toEqual([['approved', 10_000]])
  })
})

describe('while the payer disputes a payment', () => {
  const dispute = async (id: string, more: object = {}) => {
    await postToEmulator('paypal', '/dispute', { id, ...more })
    await finishBackgroundWork()
  }

  it('a refund is refused with its reason, and nothing is sent', async () => {
    const { tx } = await completePayment('paypal')
    await dispute(tx)
    expect(await refund(tx)).toBe('disputed')
    expect(await queueRefund(context(), tx, { amountMinor: null, reason: 'x' })).toEqual({
      ok: false,
      error: 'disputed',
    })
    expect([await requestsOf(tx), await refundedAt('paypal', tx)]).toEqual([[], 0])
  })

  it('a refund that was approved before waits, and ends when the payer has won', async () => {
    const { tx } = await completePayment('paypal')
    await queueRefund(context(), tx, { amountMinor: null, reason: 'x' })
    await dispute(tx)
    await runCronFor(3)
    expect(await refundedAt('paypal', tx)).toBe(0)
    await dispute(tx, { outcome: 'buyer' })
    advanceTime(7 * 3600)
    await runCronFor(3)
    expect([await requestsOf(tx), await refundedAt('paypal', tx)]).toEqual([
      [
        ['declined', 499],
        ['done', 499],
      ],
      0,
    ])
  })

  it('a refund that was approved before is sent when the seller has won', async () => {
    const { tx } = await completePayment('paypal')
    await queueRefund(context(), tx, { amountMinor: null, reason: 'x' })
    await dispute(tx)
    await runCronFor(3)
    await dispute(tx, { outcome: 'seller' })
    advanceTime(7 * 3600)
    await runCronFor(3)
    expect(await refundedAt('paypal', tx)).toBe(499)
  })

  it('an inquiry ends with a full refund that is wanted all the same', async () => {
    const { tx } = await completePayment('paypal')
    await dispute(tx, { stage: 'INQUIRY' })
    // PayPal refunds a disputed payment only as a whole.
    expect(await refund(tx, { amountMinor: 100, despiteDispute: true })).toEqual([
      ...['approved', 100, 'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED'],
    ])
    await rows(
      `UPDATE refund_requests SET status = 'declined'
       WHERE transaction_id = ? AND status <> 'done'`,
      tx,
    )
    expect(await refund(tx, { despiteDispute: true })).toEqual(['done', 499, null])
    const [last] = await rows(
      `SELECT kind FROM payment_events WHERE transaction_id = ? AND kind LIKE '%DISPUTE%'
       ORDER BY id DESC`,
      tx,
    )
    expect(last).toEqual({ kind: 'CUSTOMER.DISPUTE.RESOLVED' })
  })

  it('a chargeback is not refunded by PayPal, also where it is wanted', async () => {
    const { tx } = await completePayment('paypal')
    await dispute(tx)
    expect(await refund(tx, { despiteDispute: true })).toEqual([
      ...['approved', 499, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'],
    ])
  })
})

describe('an upgrade', () => {
  const larger = 'karnataka-all'
  const begin = async (user: number, plan: string): Promise<View> => {
    const answer = await checkout(await freshJwt(user), 'phonepe', { plan, again: true })
    expect(answer.status).toBe(201)
    return answer.body.data
  }
  const pay = async (view: View) => {
    await chooseAtProvider('phonepe', view.redirectUrl ?? '', 'succeed')
    await finishBackgroundWork()
  }
  const buy = async (user: number, plan: string) => {
    const view = await begin(user, plan)
    await pay(view)
    return view
  }
  const totalFor = async (user: number, plan: string) => {
    const answer = await call('POST', paymentsPath('/quote'), {
      ...{ jwt: await freshJwt(user), body: { data: { plan, currency: 'INR' } } },
    })
    return answer.body.data.totalMinor
  }

  it.each(['requested', 'approved', 'sent'])(
    'has no credit of a payment whose refund is %s',
    async (status) => {
      const { id } = await newMember()
      const first = await buy(id, vaoPack)
      expect(await totalFor(id, larger)).toBe(49_900 - 29_900)
      await askBack(id, first.id)
      await rows('UPDATE refund_requests SET status = ? WHERE transaction_id = ?', status, first.id)
      expect(await totalFor(id, larger)).toBe(49_900)
      expect((await begin(id, larger)).amountMinor).toBe(49_900)
    },
  )

  it.each(['open', 'paid'])(
    'that is %s keeps its credit: no refund of the replaced payment is approved',
    async (state) => {
      const { id } = await newMember()
      const first = await buy(id, vaoPack)
      advanceTime(30 * 86_400)
      const second = await begin(id, larger)
      if (state === 'paid') await pay(second)
      expect(second.amountMinor).toBe(49_900 - 22_425)
      expect(await refund(first.id)).toBe('used-for-upgrade')
      expect(await queueRefund(context(), first.id, { amountMinor: null, reason: 'x' })).toEqual({
        ...{ ok: false, error: 'used-for-upgrade' },
      })
      expect(await refundedAt('phonepe', first.id)).toBe(0)
      // What the upgrade did not use.
      expect(await refund(first.id, { amountMinor: 7475 })).toEqual(['sent', 7475, null])
    },
  )

  it('is given back if the replaced payment was refunded before it was paid', async () => {
    const { id } = await newMember()
    const first = await buy(id, vaoPack)
    const second = await begin(id, larger)
    // On the provider's own pages, where nothing refuses it.
    await rows(
      `UPDATE payment_transactions SET refunded_minor = amount_minor, state = 'refunded'
       WHERE id = ?`,
      first.id,
    )
    await pay(second)
    await runCronFor(5)
    expect(await refundedAt('phonepe', second.id)).toBe(second.amountMinor)
  })

  it('is not captured if the replaced payment was refunded since', async () => {
    const { id } = await newMember()
    const buyByPayPal = async (plan: string) => {
      const answer = await checkout(await freshJwt(id), 'paypal', { plan, again: true })
      const view = answer.body.data
      return { view, link: view.redirectUrl ?? '' }
    }
    const first = await buyByPayPal(vaoPack)
    await returnToSite((await chooseAtProvider('paypal', first.link, 'approve'))!)
    await finishBackgroundWork()
    const second = await buyByPayPal(larger)
    expect(second.view.amountMinor).toBe(699 - 499)
    await postToEmulator('paypal', '/dashboard-refund', { id: first.view.id })
    await finishBackgroundWork()
    await returnToSite((await chooseAtProvider('paypal', second.link, 'approve'))!)
    await finishBackgroundWork()
    const order = (await providerOrders('paypal')).orders.find(
      ({ reference }) => reference === second.view.id,
    )
    expect(order?.capturedMinor).toBe(0)
    const [row] = await rows(
      'SELECT state, failure FROM payment_transactions WHERE id = ?',
      second.view.id,
    )
    expect(row).toEqual({ state: 'cancelled', failure: 'over-limit' })
  })
})

describe('a refund on the pages of', () => {
  it.each(['paypal', 'phonepe'] as const)(
    '%s is booked once the provider names the amount of its message',
    async (provider) => {
      const { tx } = await completePayment(provider)
      const refundedMinor = async () =>
        (await rows('SELECT refunded_minor AS n FROM payment_transactions WHERE id = ?', tx))[0]?.n
      const log = vi.spyOn(console, 'error').mockReturnValue()
      await activateFault(provider, 'wrong-amount', { on: 'status', next: 2 })
      await postToEmulator(provider, '/dashboard-refund', { id: tx, amountMinor: 150 })
      await finishBackgroundWork()
      expect(await refundedMinor()).toBe(0)
      expect(log.mock.calls.join()).toContain('refund with two amounts')
      await runCronFor(5)
      expect(await refundedMinor()).toBe(150)
    },
  )

  it('is asked about less often, the longer two amounts are named, and stored once', async () => {
    const { tx } = await completePayment('phonepe')
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await activateFault('phonepe', 'wrong-amount', { on: 'status', next: 99 })
    await postToEmulator('phonepe', '/dashboard-refund', { id: tx, amountMinor: 150 })
    await finishBackgroundWork()
    expect(log.mock.calls.join()).toContain('refund with two amounts')
    const stored = async () => {
      const [row] = await rows('SELECT * FROM payment_transactions WHERE id = ?', tx)
      const reports = JSON.parse(String(row!.reported_refunds)) as { at: string; key: string }[]
      return { row: row as unknown as Transaction, reports }
    }
    const { row, reports } = await stored()
    const [{ at, ...report } = { at: '', key: '' }, ...others] = reports
    expect(others).toEqual([])
    const later = { ...context(), now: () => new Date(Date.parse(at) + 90_000) }
    await storeReportedRefund(later, tx, { providerId: null, ...report }).run()
    expect((await stored()).reports).toEqual(reports)

    const hour = 3_600_000
    const minutesUntilNext = (afterMs: number, changes: Partial<Transaction> = {}) => {
      const now = new Date(Date.parse(at) + afterMs)
      const next = nextCheckAt(context(), { ...row, ...changes }, now)
      return next && Math.round((next.getTime() - now.getTime()) / 60_000)
    }
    expect(minutesUntilNext(hour / 2)).toBe(2)
    expect(minutesUntilNext(2 * hour)).toBe(60)
    expect(minutesUntilNext(40 * 24 * hour)).toBe(24 * 60)
    expect(minutesUntilNext(61 * 24 * hour)).toBeNull()
    // Stored before reports had a time; reported before it was paid.
    const reported_refunds = JSON.stringify([report])
    expect(minutesUntilNext(40 * 24 * hour, { reported_refunds })).toBe(60)
    const paid_at = new Date(Date.parse(at) + 40 * 24 * hour).toISOString()
    expect(minutesUntilNext(40 * 24 * hour + 1000, { paid_at })).toBe(2)
  })
})
