import { beforeEach, expect, it } from 'vitest'
import { beginPayment, completePayment, expectPaidOnce } from '../emulators/payment-flows.ts'
import {
  activateFault,
  advanceTime,
  chooseAtProvider,
  interceptProviderCalls,
  rows,
  runCron,
  setUpPayments,
} from '../emulators/payments.ts'

beforeEach(() => setUpPayments())

/** Copies a paid payment `count` times, each due a day ago, as an earlier deployment may hold. */
const copyAsDue = (tx: string, count: number) =>
  rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO payment_transactions (
       id, user_id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       redirect_url, provider_expires_at, state, idem_create, idem_capture, return_nonce,
       next_check_at, receipt_year, receipt_n, paid_at, created_at, updated_at)
     SELECT substr('COPY' || hex(randomblob(12)), 1, 26), user_id, plan_id, plan, lines,
       amount_minor, currency, exponent, locale, provider, redirect_url, provider_expires_at,
       'paid', idem_create, idem_capture, return_nonce,
       strftime('%Y-%m-%dT%H:%M:%fZ', paid_at, '-1 day'), 1990, i, paid_at, created_at, updated_at
     FROM payment_transactions, n WHERE id = ?1 RETURNING id`,
    tx,
    count,
  )

it('settles an order whose webhook was lost before 900 paid ones that are due', async () => {
  const paid = await completePayment('paypal')
  expect(await copyAsDue(paid.tx, 900)).toHaveLength(900)
  await activateFault('phonepe', 'webhook-lost', { next: 9 })
  const payment = await beginPayment('phonepe')
  await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
  advanceTime(125)
  let calls = 0
  interceptProviderCalls((_request, pass) => {
    calls += 1
    return pass()
  })
  await runCron()
  await expectPaidOnce(payment, 'phonepe')
  expect(calls).toBeLessThanOrEqual(62)
})

it('asks about no paid payment by the clock', async () => {
  const paid = await completePayment('paypal')
  expect(
    await rows('SELECT next_check_at FROM payment_transactions WHERE id = ?', paid.tx),
  ).toEqual([{ next_check_at: null }])
})
