import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  readDueOrders,
  selectDue,
  selectNext,
} from '../../product-api/payments/clock/due-orders.ts'
import { selectLate } from '../../product-api/payments/clock/wake-late-clocks.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import {
  beginPayment,
  bothProviders,
  closingChoices,
  completePayment,
  expectNoSubscription,
  expectPaidOnce,
} from '../emulators/payment-flows.ts'
import {
  activateFault,
  advanceTime,
  chooseAtProvider,
  finishBackgroundWork,
  interceptProviderCalls,
  rows,
  runCron,
  setUpPayments,
  useClocks,
} from '../emulators/payments.ts'
import { settings } from '../emulators/identity.ts'
import { deleteAllPayments } from '../support/empty-payments.ts'
import { forgetClocks, runClock, storedByClock } from '../support/payment-clocks.ts'
import { database } from '../support/product-api.ts'
import { bindings } from '../support/readers.ts'
import { countRows } from '../support/row-counts.ts'

beforeEach(async () => {
  await setUpPayments()
  await deleteAllPayments()
  await forgetClocks()
})
afterEach(() => void vi.restoreAllMocks())

/** An order that was paid, and neither the return nor the webhook came. */
async function lostPayment(provider: (typeof bothProviders)[number]) {
  await activateFault(provider, 'webhook-lost', { next: 9 })
  const payment = await beginPayment(provider)
  await finishBackgroundWork()
  await chooseAtProvider(provider, payment.link, closingChoices[provider])
  return payment
}

function countCalls() {
  const calls = { count: 0 }
  interceptProviderCalls((_request, pass) => {
    calls.count += 1
    return pass()
  })
  return calls
}

const dueOf = async (tx: string) => {
  const [row] = await rows<{ next_check_at: string | null }>(
    'SELECT next_check_at FROM payment_transactions WHERE id = ?',
    tx,
  )
  return row?.next_check_at ?? null
}

/** Copies an order `count` times into its clock. */
const copyOrder = (tx: string, count: number, state: string) =>
  rows<{ id: string }>(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO payment_transactions (
       id, user_id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       redirect_url, provider_expires_at, state, idem_create, idem_capture, return_nonce,
       next_check_at, paid_at, receipt_year, receipt_n, created_at, updated_at)
     SELECT substr('COPY' || hex(randomblob(12)), 1, 25) || substr(id, -1), NULL, plan_id, plan,
       lines, amount_minor, currency, exponent, locale, provider, redirect_url,
       provider_expires_at, ?3, idem_create, idem_capture, return_nonce,
       strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-1 day'),
       iif(?3 = 'paid', created_at, NULL), iif(?3 = 'paid', 1990, NULL),
       iif(?3 = 'paid', abs(random() % 1000000000), NULL), created_at, updated_at
     FROM payment_transactions, n WHERE id = ?1 RETURNING id`,
    ...[tx, count, state],
  )

describe('the clock of an order', () => {
  it.each(bothProviders)('settles it when tab and webhook are lost (%s)', async (provider) => {
    const payment = await lostPayment(provider)
    const { alarm } = await storedByClock(payment.tx)
    expect(new Date(alarm!).toISOString()).toBe(await dueOf(payment.tx))
    advanceTime(provider === 'paypal' ? 120 : 22)
    expect(await runClock(payment.tx)).toBe(true)
    await finishBackgroundWork()
    await expectPaidOnce(payment, provider)
  })

  it('keeps nothing when nothing is due, and begins again', async () => {
    const payment = await completePayment('paypal')
    expect(await dueOf(payment.tx)).toBeNull()
    advanceTime(121)
    await runClock(payment.tx)
    expect(await storedByClock(payment.tx)).toEqual({ alarm: null, keys: 0 })
    await rows(
      `UPDATE payment_transactions SET next_check_at = created_at WHERE id = ?`,
      payment.tx,
    )
    await runCron()
    expect((await storedByClock(payment.tx)).alarm).not.toBeNull()
    expect(await runClock(payment.tx)).toBe(true)
    expect(await storedByClock(payment.tx)).toEqual({ alarm: null, keys: 0 })
  })

  it('asks once, however often its alarm comes', async () => {
    const payment = await beginPayment('phonepe')
    await finishBackgroundWork()
    advanceTime(22)
    const calls = countCalls()
    await runClock(payment.tx)
    expect(calls.count).toBeGreaterThan(0)
    const { count } = calls
    const { alarm } = await storedByClock(payment.tx)
    expect(alarm! - Date.now()).toBe(3000)
    for (let times = 0; times < 3; times += 1) expect(await runClock(payment.tx)).toBe(true)
    expect(calls.count).toBe(count)
    expect((await storedByClock(payment.tx)).alarm).toBe(alarm)
  })

  it('settles an order about which the follow-up of a webhook had no answer', async () => {
    const payment = await beginPayment('phonepe')
    await finishBackgroundWork()
    let isCutOff = true
    interceptProviderCalls((request, pass) =>
      isCutOff && request.method === 'GET' ? Promise.reject(new Error('cut off')) : pass(),
    )
    await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
    await finishBackgroundWork()
    await expectNoSubscription(payment)
    isCutOff = false
    advanceTime(22)
    await runClock(payment.tx)
    await expectPaidOnce(payment, 'phonepe')
  })

  it('takes undecided orders before paid ones', async () => {
    const payment = await lostPayment('phonepe')
    await copyOrder(payment.tx, 30, 'paid')
    advanceTime(22)
    const context = { ...configurePayments(settings), db: database(), now: () => new Date() }
    const name = { provider: 'phonepe', part: payment.tx.slice(-1) }
    const { ids, nextAtMs } = await readDueOrders(context, name, 20)
    expect([ids.length, ids[0], nextAtMs]).toEqual([20, payment.tx, Date.now()])
  })

  it('does not stay due for an order about which nothing is asked', async () => {
    const payment = await beginPayment('phonepe')
    await finishBackgroundWork()
    await rows(
      `UPDATE payment_transactions SET state = 'review', next_check_at = created_at WHERE id = ?`,
      payment.tx,
    )
    advanceTime(22)
    const calls = countCalls()
    await runClock(payment.tx)
    expect([await dueOf(payment.tx), calls.count]).toEqual([null, 0])
  })

  it('pauses while a provider does not answer, and begins again with one call', async () => {
    const payment = await beginPayment('phonepe')
    await finishBackgroundWork()
    const copies = await copyOrder(payment.tx, 40, 'redirected')
    advanceTime(22)
    let calls = 0
    let [underWay, maxUnderWay] = [0, 0]
    let isDown = true
    interceptProviderCalls(async (_request, pass) => {
      calls += 1
      underWay += 1
      maxUnderWay = Math.max(maxUnderWay, underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay -= 1
      if (isDown) throw new Error('no connection')
      return pass()
    })
    await runClock(payment.tx)
    // One after the other, until the third has no answer.
    expect([calls, maxUnderWay]).toEqual([3, 1])
    const pauseMs = (await storedByClock(payment.tx)).alarm! - Date.now()
    expect(pauseMs).toBeGreaterThanOrEqual(3750)
    expect(pauseMs).toBeLessThanOrEqual(6250)
    for (let pause = 0; pause < 6; pause += 1) {
      advanceTime(76)
      await runClock(payment.tx)
    }
    expect(calls).toBe(9)
    isDown = false
    advanceTime(76)
    await runClock(payment.tx)
    const left = await rows(
      'SELECT id FROM payment_transactions WHERE next_check_at <= ?',
      new Date().toISOString(),
    )
    expect(left).toEqual([])
    expect(copies).toHaveLength(40)
    expect(maxUnderWay).toBe(5)
  })

  it('reads at most 14 rows and writes 3 of the database for a look', async () => {
    const payment = await beginPayment('phonepe')
    await finishBackgroundWork()
    advanceTime(22)
    // The provider's token is known by then.
    await runClock(payment.tx)
    advanceTime(3)
    const counts = countRows()
    await runClock(payment.tx)
    expect(counts.read).toBeLessThanOrEqual(14)
    expect(counts.written).toBe(3)
  })

  it('finds its orders by an index', async () => {
    const values = ['paypal', 'A', new Date().toISOString(), 20, '[]']
    for (const [sql, bound, index] of [
      [selectDue, values, 'payment_transactions_of_clock'],
      [selectNext, values.slice(0, 3), 'payment_transactions_of_clock'],
      [selectLate, values.slice(2, 4), 'payment_transactions_due'],
    ] as const) {
      const steps = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...bound)
      const tables = steps.filter(({ detail }) => detail.includes('payment_transactions'))
      for (const { detail } of tables) expect(detail).toContain(index)
      expect(tables.length).toBeGreaterThan(0)
    }
  })
})

describe('the cron trigger, where orders have clocks', () => {
  it('asks nobody, and tells a clock that was not told', async () => {
    useClocks({ idFromName: () => '', get: () => ({ lookBy: () => Promise.resolve() }) })
    const payment = await lostPayment('phonepe')
    useClocks(bindings.PAYMENT_CLOCKS)
    expect((await storedByClock(payment.tx)).alarm).toBeNull()
    const calls = countCalls()
    advanceTime(22 + 119)
    await runCron()
    expect((await storedByClock(payment.tx)).alarm).toBeNull()
    advanceTime(2)
    await runCron()
    expect(calls.count).toBe(0)
    expect((await storedByClock(payment.tx)).alarm).toBe(Date.now())
    await runClock(payment.tx)
    await expectPaidOnce(payment, 'phonepe')
  })

  it('settles the orders of a clock that cannot be reached', async () => {
    const payment = await lostPayment('paypal')
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const refuse = () => Promise.reject(new Error('no object'))
    useClocks({ idFromName: () => '', get: () => ({ lookBy: refuse }) })
    advanceTime(120 + 121)
    await runCron()
    await expectPaidOnce(payment, 'paypal')
  })

  it('reports when many are late', async () => {
    const payment = await beginPayment('phonepe')
    await finishBackgroundWork()
    useClocks({ idFromName: () => '', get: () => ({ lookBy: () => Promise.resolve() }) })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const alerts = () =>
      logged.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('late'))
    await copyOrder(payment.tx, 49, 'paid')
    await runCron()
    expect(alerts()).toEqual([])
    await copyOrder(payment.tx, 1, 'paid')
    await runCron()
    expect(alerts()).toEqual([expect.stringContaining('"orders":50')])
  })
})
