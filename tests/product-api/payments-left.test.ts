import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { leavePayment } from '../../product-api/payments/ledger/apply-finding.ts'
import { eraseUser } from '../../product-api/identity/personal-data.ts'
import type { User } from '../../product-api/identity/users.ts'
import { personalData } from '../../product-api/personal-data.ts'
import { settings } from '../emulators/identity.ts'
import {
  beginPayment,
  completePayment,
  expectNoSubscription,
  expectPaidOnce,
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

const cancel = ({ jwt, tx }: { jwt: string; tx: string }) =>
  call('POST', paymentsPath(`/${tx}/cancel`), { jwt, body: {} })

const capturedMinor = async (provider: ProviderName, tx: string) =>
  (await providerOrders(provider)).orders.find(({ reference }) => reference === tx)?.capturedMinor
const refundedMinor = async (provider: ProviderName, tx: string) =>
  (await providerOrders(provider)).orders.find(({ reference }) => reference === tx)?.refundedMinor

describe('a payment that its payer cancels', () => {
  it('is not captured if it was approved in a closed tab and the webhook was lost', async () => {
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const payment = await beginPayment('paypal')
    await chooseAtProvider('paypal', payment.link, 'approve-and-close')
    const { body } = await cancel(payment)
    expect(body.data).toMatchObject({ status: 'cancelled', failure: 'left', redirectUrl: null })
    await runCronFor(10)
    await postToEmulator('paypal', '/webhooks/resend', {})
    await finishBackgroundWork()
    expect(await capturedMinor('paypal', payment.tx)).toBe(0)
    await expectNoSubscription(payment)
  })

  it('is not captured if it was approved and the payer returns by the cancel URL', async () => {
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    const payment = await beginPayment('paypal')
    const back = await chooseAtProvider('paypal', payment.link, 'approve')
    const { body } = await returnToSite(back!.replace('/success', '/cancel'))
    expect(body.data.status).toBe('cancelled')
    expect(await capturedMinor('paypal', payment.tx)).toBe(0)
  })

  it('does not claim that no money was taken until PhonePe has answered', async () => {
    const payment = await beginPayment('phonepe')
    await activateFault('phonepe', 'webhook-lost', { next: 9 })
    await activateFault('phonepe', 'unavailable', { on: 'status', next: 5 })
    await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
    const { body } = await cancel(payment)
    expect(body.data).toMatchObject({ status: 'cancelled', failure: 'unconfirmed' })
    const other = await checkout(payment.jwt, 'paypal')
    expect(other.status).toBe(201)
    expect((await ownerView(payment)).failure).toBe('unconfirmed')
    await postToEmulator('phonepe', '/faults', { none: true })
    await runCronFor(3)
    expect(await refundedMinor('phonepe', payment.tx)).toBe(payment.view.amountMinor)
    expect(await ownerView(payment)).toMatchObject({ status: 'refunded', failure: 'cancelled' })
    expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
  })

  it('is given back by itself also where the provider fails to do it at first', async () => {
    const payment = await beginPayment('phonepe')
    await cancel(payment)
    await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
    await finishBackgroundWork()
    await activateFault('phonepe', 'refund-pending', { statusCalls: 0, then: 'declined' })
    await runCronFor(4)
    expect(await ownerView(payment)).toMatchObject({ refund: { status: 'approved' } })
    expect(await refundedMinor('phonepe', payment.tx)).toBe(0)
    advanceTime(3600)
    await runCronFor(4)
    expect(await refundedMinor('phonepe', payment.tx)).toBe(payment.view.amountMinor)
    expect(await ownerView(payment)).toMatchObject({
      ...{ status: 'refunded', refund: { status: 'done' } },
    })
  })

  it('is asked about, however old it is, where the call that cancels it is cut off', async () => {
    const payment = await beginPayment('phonepe')
    await activateFault('phonepe', 'webhook-lost', { next: 9 })
    await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
    advanceTime(8 * 86_400)
    await leavePayment(context(), payment.tx, 'member')
    const [row] = await rows<{ next_check_at: string }>(
      'SELECT next_check_at FROM payment_transactions WHERE id = ?',
      payment.tx,
    )
    expect(Date.parse(row!.next_check_at) - Date.now()).toBeLessThanOrEqual(120_000)
    await runCronFor(6)
    expect(await refundedMinor('phonepe', payment.tx)).toBe(payment.view.amountMinor)
    expect((await ownerView(payment)).status).toBe('refunded')
  })

  it('says that nothing was taken as soon as the provider says so', async () => {
    const payment = await beginPayment('phonepe')
    await activateFault('phonepe', 'unavailable', { on: 'status' })
    expect((await cancel(payment)).body.data.failure).toBe('unconfirmed')
    await runCronFor(3)
    expect(await ownerView(payment)).toMatchObject({ status: 'cancelled', failure: 'cancelled' })
  })

  it('is given back by itself if it is paid later on the page of the provider', async () => {
    const payment = await beginPayment('phonepe')
    expect((await cancel(payment)).body.data.failure).toBe('cancelled')
    await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
    await finishBackgroundWork()
    expect(await ownerView(payment)).toMatchObject({
      ...{ status: 'paid', failure: 'cancelled', refund: { status: 'approved' } },
    })
    await runCronFor(3)
    expect(await refundedMinor('phonepe', payment.tx)).toBe(payment.view.amountMinor)
    expect(await ownerView(payment)).toMatchObject({
      ...{ status: 'refunded', refund: { status: 'done' } },
    })
  })

  it.each([100, 'all'] as const)(
    'is given back once if %s was refunded on the pages of the provider before',
    async (part) => {
      const payment = await beginPayment('phonepe')
      await cancel(payment)
      await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
      await finishBackgroundWork()
      const { amountMinor } = payment.view
      await refundOnPhonePesPages(payment.tx, part === 'all' ? amountMinor : part)
      await finishBackgroundWork()
      await runCronFor(5)
      expect(await refundedMinor('phonepe', payment.tx)).toBe(amountMinor)
      expect(await ownerView(payment)).toMatchObject({ status: 'refunded' })
      expect(await ledgerSumMinor(payment.tx)).toBe(0)
    },
  )
})

it('is not captured for an account that was erased, whatever its payer does then', async () => {
  const payment = await beginPayment('paypal')
  await chooseAtProvider('paypal', payment.link, 'cancel')
  await cancel(payment)
  const user = await database()
    .prepare('SELECT * FROM users WHERE id = ?')
    .bind(payment.user)
    .first<User>()
  await eraseUser(database(), personalData, user!, () => Promise.resolve())
  const address = await chooseAtProvider('paypal', payment.link, 'approve')
  await returnToSite(address ?? '')
  await finishBackgroundWork()
  await runCronFor(3)
  expect(await capturedMinor('paypal', payment.tx)).toBe(0)
})

describe('a declined card', () => {
  it('is not charged again by the cron trigger or a repeated webhook', async () => {
    const payment = await completePayment('paypal', 'decline')
    let captures = 0
    interceptProviderCalls((request, pass) => {
      if (request.url.endsWith('/capture')) captures += 1
      return pass()
    })
    await runCronFor(10)
    await postToEmulator('paypal', '/webhooks/resend', {})
    await finishBackgroundWork()
    expect(captures).toBe(0)
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    await returnToSite(address!)
    await finishBackgroundWork()
    await expectPaidOnce(payment, 'paypal')
  })
})

const context = () => ({
  db: database(),
  ...configurePayments(settings),
  now: () => new Date(),
})
const refund = (tx: string, amountMinor: number | null, isAnother = false) =>
  refundPayment(context(), tx, { amountMinor, isAnother })

describe('a refund by the operator', () => {
  it('keeps its key when PayPal answers that an earlier request is in progress', async () => {
    const payment = await completePayment('paypal')
    const keys: (string | null)[] = []
    interceptProviderCalls((request, pass) => {
      if (request.url.endsWith('/refund')) keys.push(request.headers.get('paypal-request-id'))
      return pass()
    })
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    await activateFault('paypal', 'request-in-progress')
    expect(await refund(payment.tx, 100)).toMatchObject({ value: { status: 'sent' } })
    expect(await refund(payment.tx, 100)).toMatchObject({ value: { status: 'done' } })
    expect(await refund(payment.tx, 100)).toMatchObject({ value: { status: 'done' } })
    expect(keys).toHaveLength(1)
    expect(await refundedMinor('paypal', payment.tx)).toBe(100)
    expect(await refund(payment.tx, 100, true)).toMatchObject({ value: { status: 'done' } })
    expect(await refundedMinor('paypal', payment.tx)).toBe(200)
  })

  it.each(['paypal', 'phonepe'] as const)(
    'is found by its key when the database fails after it was sent (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      await activateFault(provider, 'webhook-lost', { next: 9 })
      const real = context()
      let isSent = false
      interceptProviderCalls(async (request, pass) => {
        const answer = await pass()
        if (/refund$/.test(request.url) && request.method === 'POST') isSent = true
        return answer
      })
      const busy = (): never => {
        throw new Error('SQLITE_BUSY: database is locked')
      }
      const db: typeof real.db = {
        prepare: (sql) => (isSent ? busy() : real.db.prepare(sql)),
        batch: (statements) => (isSent ? busy() : real.db.batch(statements)),
      }
      await expect(
        refundPayment({ ...real, db }, payment.tx, { amountMinor: 100 }),
      ).rejects.toThrow('SQLITE_BUSY')
      for (let again = 0; again < 3; again += 1) {
        const refunded = await refund(payment.tx, 100)
        expect(['sent', 'done']).toContain(refunded.ok && refunded.value.status)
      }
      advanceTime(125)
      await runCron()
      expect(await refund(payment.tx, 100)).toMatchObject({ value: { status: 'done' } })
      expect(await refundedMinor(provider, payment.tx)).toBe(100)
    },
  )

  it('is one refund if the command runs twice at the same time', async () => {
    const payment = await completePayment('phonepe')
    await Promise.all([refund(payment.tx, 100), refund(payment.tx, 100)])
    await finishBackgroundWork()
    advanceTime(125)
    await runCron()
    await refund(payment.tx, 100)
    expect(await refundedMinor('phonepe', payment.tx)).toBe(100)
    const requests = await rows(
      'SELECT status, tries FROM refund_requests WHERE transaction_id = ?',
      payment.tx,
    )
    expect(requests).toEqual([{ status: 'done', tries: 1 }])
  })
})

it('finds a refund on the pages of the provider although PhonePe answers only later', async () => {
  const payment = await completePayment('phonepe')
  await activateFault('phonepe', 'unavailable', { on: 'status', next: 9 })
  await refundOnPhonePesPages(payment.tx, 100)
  await finishBackgroundWork()
  expect(await ownerView(payment)).toMatchObject({ status: 'paid', refundedMinor: 0 })
  await postToEmulator('phonepe', '/faults', { none: true })
  await runCronFor(4)
  expect(await ownerView(payment)).toMatchObject({ state: 'partially_refunded' })
  expect(await ledgerSumMinor(payment.tx)).toBe(payment.view.amountMinor - 100)
})

async function refundOnPhonePesPages(tx: string, amountMinor: number) {
  const at = 'https://phonepe.test/apis'
  const signedIn = await fetch(`${at}/identity-manager/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: 'phonepe-emulator-client', client_secret: 'phonepe-emulator-secret' },
      ...{ client_version: '1', grant_type: 'client_credentials' },
    }),
  })
  const { access_token } = await signedIn.json<{ access_token: string }>()
  const answer = await fetch(`${at}/pg/payments/v2/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `O-Bearer ${access_token}` },
    body: JSON.stringify({
      ...{
        merchantRefundId: crypto.randomUUID(),
        originalMerchantOrderId: tx,
        amount: amountMinor,
      },
    }),
  })
  expect(answer.status).toBe(200)
}
