import { beforeEach, describe, expect, it } from 'vitest'
import { declineReasons } from '../../domain/payment.ts'
import { eraseUser } from '../../product-api/identity/personal-data.ts'
import { findUser } from '../../product-api/identity/users.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { declinedForOf } from '../../product-api/payments/refunds/declined-requests.ts'
import {
  declineRefund,
  findOpenRequest,
  limitToRest,
} from '../../product-api/payments/refunds/refund-requests.ts'
import { personalData } from '../../product-api/personal-data.ts'
import { completePayment, ownerView } from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import { call, paymentsPath, rows, setUpPayments } from '../emulators/payments.ts'
import { database } from '../support/product-api.ts'

// What the payer is told about a request for a refund that was declined.

beforeEach(() => setUpPayments())

const context = (): PaymentContext => ({
  ...configurePayments(settings),
  db: database(),
  now: () => new Date(),
})

/** A paid payment whose payer has asked for the money. */
async function asked() {
  const payment = await completePayment('phonepe')
  const body = { reason: 'ತಪ್ಪಾಗಿ ಕೊಂಡೆ' }
  const path = paymentsPath(`/${payment.tx}/refund`)
  expect((await call('POST', path, { jwt: payment.jwt, body })).status).toBe(201)
  return { ...payment, request: (await findOpenRequest(database(), payment.tx))! }
}

describe('a declined request', () => {
  it.each(declineReasons)('tells its payer the reason "%s"', async (reason) => {
    const payment = await asked()
    expect((await ownerView(payment)).refund).toMatchObject({ status: 'requested', declined: null })
    const declined = declinedForOf(reason, 'ನಮ್ಮ ಉತ್ತರ')!
    await declineRefund(context(), payment.request.id, declined)
    expect(declined).toEqual({ reason, note: reason === 'other' ? 'ನಮ್ಮ ಉತ್ತರ' : '' })
    expect((await ownerView(payment)).refund).toMatchObject({ status: 'declined', declined })
  })

  it('without a reason tells none', async () => {
    const payment = await asked()
    await declineRefund(context(), payment.request.id)
    expect((await ownerView(payment)).refund).toMatchObject({ status: 'declined', declined: null })
  })

  it('says that the money was returned, where nothing is left that could be', async () => {
    const payment = await asked()
    await rows(
      `UPDATE payment_transactions SET refunded_minor = amount_minor - 50,
         state = 'partially_refunded' WHERE id = ?`,
      payment.tx,
    )
    await limitToRest(context(), payment.tx)
    expect((await ownerView(payment)).refund).toMatchObject({
      ...{ status: 'declined', declined: { reason: 'returned', note: '' } },
    })
  })

  it('keeps nothing that was written about its payer after the account is erased', async () => {
    const payment = await asked()
    const declined = declinedForOf('other', 'ರವಿಯವರಿಗೆ ಉತ್ತರ')!
    await declineRefund(context(), payment.request.id, declined)
    const user = (await findUser(database(), 'id', payment.user))!
    await eraseUser(database(), personalData, user, () => Promise.resolve())
    expect(
      await rows(
        `SELECT reason, decline_reason, decline_note FROM refund_requests
         WHERE transaction_id = ?`,
        payment.tx,
      ),
    ).toEqual([{ reason: '', decline_reason: 'other', decline_note: '' }])
  })
})

describe('a typed reason', () => {
  it.each([
    ['other', ' a\u001b[2J\nb ', { reason: 'other', note: 'a [2J b' }],
    ['other', '\u202e', null],
    ['fixed', 'unused', { reason: 'fixed', note: '' }],
    ['Fixed', '', null],
    ['', '', null],
  ])('%j with the words %j is %j', (reason, note, declined) => {
    expect(declinedForOf(reason, note)).toEqual(declined)
  })
})
