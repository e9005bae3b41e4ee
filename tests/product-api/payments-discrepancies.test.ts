import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { clearNegativeCredit } from '../../product-api/payments/operator/corrections.ts'
import {
  discrepancyKinds,
  type DiscrepancyKind,
} from '../../product-api/payments/operator/discrepancies.ts'
import { sendDueReturns } from '../../product-api/payments/operator/payment-returns.ts'
import { returnListedPayment } from '../../product-api/payments/operator/return-listed-payment.ts'
import type { ReportItem } from '../../product-api/payments/operator/report-checks.ts'
import { commandOf, reportText } from '../../product-api/payments/operator/report-text.ts'
import { createReport } from '../../product-api/payments/operator/report.ts'
import {
  resolvePayment,
  type Resolution,
} from '../../product-api/payments/operator/resolve-payment.ts'
import { queueRefund } from '../../product-api/payments/operator/queue-refund.ts'
import {
  fetchSettlementDay,
  reportingProviders,
} from '../../product-api/payments/settlement/fetch-settlements.ts'
import { reconcileDay } from '../../product-api/payments/settlement/reconcile-day.ts'
import { settleDay } from '../../product-api/payments/settlement/settle-day.ts'
import { settings } from '../emulators/identity.ts'
import { beginPayment, completePayment } from '../emulators/payment-flows.ts'
import {
  activateFault,
  call,
  checkout,
  chooseAtProvider,
  finishBackgroundWork,
  freshJwt,
  interceptProviderCalls,
  paymentsPath,
  postToEmulator,
  returnToSite,
  rows,
  runCron,
  setUpPayments,
} from '../emulators/payments.ts'
import type { ProviderName } from '../support/payment-emulators.ts'
import { deleteAllPayments } from '../support/empty-payments.ts'
import { database } from '../support/product-api.ts'

// Payments of one day, at noon in India; their discrepancies are looked for six days later.
const day = '2026-11-20'
const later = '2026-11-26'
beforeEach(async () => {
  await setUpPayments({ PAYPAL_MERCHANT_ID: 'EMULATEDSHOP1' })
  await deleteAllPayments()
  vi.setSystemTime(new Date(`${day}T06:30:00Z`))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const context = (): PaymentContext => ({
  db: database(),
  ...configurePayments(settings),
  now: () => new Date(),
})
const providerCalled = (id: ProviderName) =>
  reportingProviders(context()).find(({ facts }) => facts.id === id)!
const report = () => createReport(context(), new Date(`${day}T00:00:00Z`))
const set = (tx: string, change: string) =>
  rows(`UPDATE payment_transactions SET ${change} WHERE id = ?`, tx)
const captureOf = async (tx: string) =>
  (
    await rows<{ id: string }>(
      'SELECT provider_capture_id AS id FROM payment_transactions WHERE id = ?',
      tx,
    )
  )[0]!.id
const usd = (value: string) => ({ currency_code: 'USD', value })
const plantRow = (row: object, more: object = {}) =>
  postToEmulator('paypal', '/report-rows', {
    row: { transaction_initiation_date: `${day}T10:00:00+0000`, ...row },
    ...more,
  })

async function goToLater() {
  vi.setSystemTime(new Date(`${later}T06:30:00Z`))
  for (let run = 0; run < 4; run += 1) await runCron()
}

/** The items about a payment, or about what has no payment. */
const itemsOf = (items: readonly ReportItem[], kind: DiscrepancyKind) =>
  items.filter((item) => item.kind === kind)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('the report of payments', () => {
  it('is empty for a clean history of payments, refunds and disputes', async () => {
    await completePayment('phonepe')
    const refunded = await completePayment('phonepe')
    const part = await completePayment('paypal')
    const disputed = await completePayment('paypal')
    await queueRefund(context(), refunded.tx, { amountMinor: null, reason: 'asked' })
    await queueRefund(context(), part.tx, { amountMinor: 100, reason: 'asked' })
    for (const amountMinor of [50, 449])
      await postToEmulator('paypal', '/reverse', { id: disputed.tx, amountMinor })
    await postToEmulator('paypal', '/dispute', { id: part.tx, amountMinor: 100 })
    await postToEmulator('paypal', '/dispute', { id: part.tx, outcome: 'seller' })
    await finishBackgroundWork()
    await goToLater()
    const { items, totals } = await report()
    expect(items).toEqual([])
    expect(totals).toEqual([
      expect.objectContaining({ currency: 'USD', receivedMinor: 998, refundedMinor: 599 }),
      expect.objectContaining({ currency: 'INR', receivedMinor: 59_800, refundedMinor: 29_900 }),
    ])
  })

  it('finds every kind of discrepancy with the command that mends it', async () => {
    const expected = new Map<DiscrepancyKind, string>()
    const plant = (kind: DiscrepancyKind, subject: string) => void expected.set(kind, subject)
    const paid = async (provider: ProviderName = 'paypal') => (await completePayment(provider)).tx
    const started = async (provider: ProviderName = 'paypal') => (await beginPayment(provider)).tx
    const clean = [await paid('paypal'), await paid('phonepe')]

    // In the reports of the day.
    const amount = await paid()
    await plantRow({ transaction_id: await captureOf(amount), transaction_amount: usd('4.98') })
    plant('wrong amount', amount)
    const currency = await paid()
    await plantRow({
      transaction_id: await captureOf(currency),
      transaction_amount: { currency_code: 'EUR', value: '4.99' },
    })
    plant('wrong currency', `paypal:${await captureOf(currency)}`)
    const twice = await paid()
    await plantRow({
      ...{ transaction_id: 'CAPTUREAGAIN', custom_field: twice, transaction_amount: usd('4.99') },
      fee_amount: usd('-0.52'),
    })
    plant('captured twice', 'paypal:CAPTUREAGAIN')
    await plantRow({ transaction_id: 'STRANGER', transaction_amount: usd('7.00') })
    plant('without transaction here', 'paypal:STRANGER')
    const overRefunded = await paid()
    for (const id of ['BACK1', 'BACK2'])
      await plantRow({
        ...{ transaction_id: id, transaction_event_code: 'T1107' },
        ...{ paypal_reference_id: await captureOf(overRefunded), paypal_reference_id_type: 'TXN' },
        transaction_amount: usd('-4.99'),
      })
    plant('refunded twice', overRefunded)
    plant('refunded at provider only', overRefunded)
    await plantRow({
      ...{ transaction_id: 'LOSTREFUND', transaction_event_code: 'T1107' },
      transaction_amount: usd('-3.00'),
    })
    plant('refund without transaction', 'paypal:LOSTREFUND')
    const disputed = await paid()
    await postToEmulator('paypal', '/dispute', { id: disputed })
    plant('chargeback', disputed)
    const free = await paid()
    await plantRow({ transaction_id: await captureOf(free), fee_amount: usd('0.00') })
    plant('fee missing', free)
    const unsettled = await paid()
    await plantRow({ transaction_id: await captureOf(unsettled) }, { hidden: true })
    plant('settlement missing', unsettled)
    const settledTwice = await paid('phonepe')
    await postToEmulator('phonepe', '/settlement-lines', {
      line: {
        ...{ key: 'again', PaymentType: 'PAYMENT', MerchantReferenceId: settledTwice },
        ...{ PhonePeReferenceId: await captureOf(settledTwice), MerchantOrderId: settledTwice },
        ...{ TransactionDate: '20-11-2026', SettlementDate: '21-11-2026' },
        ...{ BankReferenceNo: 'OTHERUTR', Amount: '299.00', Fee: '-5.68', IGST: '-1.02' },
      },
    })
    plant('settled twice', settledTwice)
    const replaced = await completePayment('paypal')
    const larger = await checkout(await freshJwt(replaced.user), 'paypal', {
      plan: 'karnataka-all',
    })
    const toLarger = await chooseAtProvider('paypal', larger.body.data.redirectUrl!, 'approve')
    await returnToSite(toLarger!)
    await postToEmulator('paypal', '/reverse', { id: replaced.tx })
    await finishBackgroundWork()
    plant('deducted money taken back', larger.body.data.id)

    // Money and states that a person or a crash has left.
    const notGranted = await paid()
    const active = await paid('phonepe')
    const review = await beginPayment('phonepe')
    const address = await chooseAtProvider('phonepe', review.link, 'succeed-and-close')
    expect(address).toBeNull()
    await finishBackgroundWork()
    await goToLater()

    await rows(
      `UPDATE user_subscriptions SET status = 'cancelled' WHERE transaction_id = ?`,
      notGranted,
    )
    plant('paid without subscription', notGranted)
    await queueRefund(context(), active, { amountMinor: null, reason: 'asked' })
    for (let run = 0; run < 3; run += 1) {
      vi.setSystemTime(Date.now() + 121_000)
      await runCron()
    }
    await rows(`UPDATE user_subscriptions SET status = 'active' WHERE transaction_id = ?`, active)
    plant('active after refund', active)
    await set(review.tx, `state = 'review'`)
    plant('flagged for review', review.tx)

    await activateFault('phonepe', 'webhook-lost', { next: 9 })
    const onlyThere = await beginPayment('phonepe')
    await chooseAtProvider('phonepe', onlyThere.link, 'succeed')
    plant('paid at provider only', onlyThere.tx)
    const onlyHere = await started()
    await set(
      onlyHere,
      `state = 'paid', paid_at = created_at, receipt_year = 1999, receipt_n = 2,
       provider_capture_id = 'x'`,
    )
    plant('paid here only', onlyHere)
    plant('receipt number missing', '1999')
    plant('ledger differs from row', onlyHere)
    const wrongPayee = await paid()
    interceptProviderCalls(async (request, pass) => {
      const answer = await pass()
      const text = await answer.text()
      return new Response(
        request.method === 'GET' && text.includes(wrongPayee)
          ? text.replaceAll('EMULATEDSHOP1', 'SOMEBODYELSE')
          : text,
        answer,
      )
    })
    plant('wrong payee', wrongPayee)
    const reversed = await paid()
    await activateFault('paypal', 'webhook-lost', { next: 9 })
    await postToEmulator('paypal', '/reverse', { id: reversed, amountMinor: 10 })
    await fetchSettlementDay(context(), providerCalled('paypal'), later)
    plant('reversed at provider only', reversed)
    const notRefundedThere = await paid()
    await rows(
      `INSERT INTO refund_requests (
         id, transaction_id, asked_by, status, amount_minor, provider_refund_id, created_at,
         updated_at)
       VALUES (?1, ?2, 'operator', 'done', 100, 'NOSUCHREFUND', ?3, ?3)`,
      'R'.repeat(26),
      notRefundedThere,
      `${day}T07:00:00.000Z`,
    )
    plant('refunded here only', notRefundedThere)
    await rows(
      `INSERT INTO settlement_days (provider, day, error)
       VALUES ('paypal', '2026-11-01', 'status 403')`,
    )
    plant('settlement report missing', 'paypal 2026-11-01')
    const sameNumber = [await paid('phonepe'), await paid('phonepe')]
    await rows('DROP INDEX IF EXISTS payment_transactions_by_receipt')
    for (const tx of sameNumber) await set(tx, 'receipt_year = 1998, receipt_n = 1')
    plant('receipt number twice', sameNumber.toSorted().at(-1)!)
    const misnumbered = await paid('phonepe')
    for (const [index, kind] of ['invoice', 'credit-note'].entries())
      await rows(
        `INSERT INTO tax_documents (kind, gstin, fiscal_year, n, transaction_id, issued_at,
           issued_on, seller, plan, place_of_supply, supply, percent, currency, amount_minor,
           taxable_minor, cgst_minor, sgst_minor, igst_minor)
         SELECT ?1, '29AAACA1234A1Z5', 1998, ?2, id, created_at, '1998-05-01', '{}', plan, '29',
           'intra-state', 18, 'INR', 3, 3, 0, 0, 0
         FROM payment_transactions WHERE id = ?3`,
        ...[kind, index + 1, misnumbered],
      )
    plant('tax document number missing', '29AAACA1234A1Z5 credit-note 1998')
    plant('credit notes differ from refunds', misnumbered)
    const neverPaid = await started()
    await rows(
      `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status,
         transaction_id, created_at, updated_at)
       SELECT 'planted', user_id, plan_id, created_at, '2027-01-01', 'active', id, created_at,
         created_at
       FROM payment_transactions WHERE id = ?`,
      neverPaid,
    )
    plant('subscription without payment', neverPaid)
    const debtor = await completePayment('phonepe')
    await rows(
      `INSERT INTO referral_transactions (document_id, user_id, kind, amount_minor, currency,
         created_at)
       VALUES ('debt', ?, 'spent', -700, 'INR', ?)`,
      debtor.user,
      `${day}T07:00:00.000Z`,
    )
    plant('negative credit', `${debtor.user}:INR`)
    const double = await completePayment('phonepe')
    // Ids are sorted by time.
    vi.setSystemTime(Date.now() + 1000)
    const again = await checkout(double.jwt, 'phonepe', { again: true })
    const doubleTx = again.body.data.id
    await postToEmulator('phonepe', '/faults', { none: true })
    await chooseAtProvider('phonepe', again.body.data.redirectUrl!, 'succeed')
    await finishBackgroundWork()
    await set(doubleTx, `created_at = '${day}T00:00:00.000Z'`)
    plant('possibly paid twice', doubleTx)
    for (const tx of [double.tx, doubleTx]) await set(tx, `coupon_code = 'ABHYASA10'`)
    plant('coupon over its limit', doubleTx)
    const left = await paid('phonepe')
    await set(left, 'left_at = created_at')
    plant('cancelled but not given back', left)
    const erased = await paid('phonepe')
    await set(erased, 'left_at = created_at, user_id = NULL')
    plant('captured for an erased account', erased)
    const [capturing, approved, pending] = [await started(), await started(), await started()]
    await set(capturing, `state = 'capturing', updated_at = '${day}T07:00:00.000Z'`)
    plant('stuck in capturing', capturing)
    await set(approved, `state = 'approved', updated_at = '${day}T07:00:00.000Z'`)
    plant('approved and not captured', approved)
    await set(pending, `state = 'pending', created_at = '${day}T07:00:00.000Z'`)
    plant('pending for three days', pending)
    const asked = await completePayment('phonepe')
    await call('POST', paymentsPath(`/${asked.tx}/refund`), {
      jwt: await freshJwt(asked.user),
      body: { data: { reason: '' } },
    })
    plant('refund not finished', asked.tx)
    await rows(
      `INSERT INTO payment_returns (
         id, provider, payment_id, currency, amount_minor, reason, status, created_at, updated_at)
       VALUES (?1, 'paypal', 'WAITS', 'USD', 1, 'r', 'failed', ?2, ?2)`,
      'P'.repeat(26),
      `${day}T07:00:00.000Z`,
    )
    plant('return not finished', 'paypal:WAITS')
    const silent = await completePayment('phonepe')
    await activateFault('phonepe', 'unavailable', { on: 'status', order: silent.tx, next: 9 })
    plant('provider did not answer', silent.tx)

    const found = await report()
    const text = reportText(found)
    const deployed = reportText(found, { isRemote: true })
    const missed = [...expected].filter(
      ([kind, subject]) =>
        !found.items.some(
          (item) => item.kind === kind && (item.subject ?? item.transaction) === subject,
        ),
    )
    expect(missed).toEqual([])
    for (const [kind, subject] of expected) {
      const item = found.items.find(
        (one) => one.kind === kind && (one.subject ?? one.transaction) === subject,
      )
      expect(commandOf(item!)).toMatch(
        /^npm run payments:(resolve|refund|return|settlement|report)/,
      )
      expect(text).toContain(`${kind}: `)
      expect(text).toContain(`    ${commandOf(item!)}`)
      expect(deployed).toMatch(new RegExp(`${escaped(commandOf(item!))}( --)? --remote$`, 'm'))
    }
    // Each kind is planted, and the clean payments have none.
    expect([...expected.keys()].sort()).toEqual([...discrepancyKinds].sort())
    expect(found.items.filter(({ transaction }) => clean.includes(transaction ?? ''))).toEqual([])
  }, 60_000)
})

describe('the commands of the report', () => {
  const run = (tx: string, resolution: Resolution) => resolvePayment(context(), tx, resolution)
  const correct = (
    tx: string,
    correction: Extract<Resolution, { kind: 'correction' }>['correction'],
  ) => run(tx, { kind: 'correction', correction, reason: 'checked' })

  it('correct the books, once, and leave nothing to report', async () => {
    const lacking = (await completePayment('paypal')).tx
    await rows(
      `UPDATE user_subscriptions SET status = 'cancelled' WHERE transaction_id = ?`,
      lacking,
    )
    expect(await correct(lacking, 'grant-plan')).toMatchObject({ ok: true })
    expect(await correct(lacking, 'grant-plan')).toMatchObject({ ok: false })
    const kept = (await completePayment('phonepe')).tx
    await queueRefund(context(), kept, { amountMinor: null, reason: 'asked' })
    for (let runs = 0; runs < 3; runs += 1) {
      vi.setSystemTime(Date.now() + 121_000)
      await runCron()
    }
    await rows(`UPDATE user_subscriptions SET status = 'active' WHERE transaction_id = ?`, kept)
    expect(await correct(kept, 'end-plan')).toMatchObject({ ok: true })
    const differing = (await completePayment('paypal')).tx
    await rows(
      `INSERT INTO payment_events (
         transaction_id, provider, kind, cause, amount_minor, currency, at)
       VALUES (?, 'paypal', 'captured', 'clock', 5, 'USD', ?)`,
      differing,
      `${day}T07:00:00.000Z`,
    )
    expect(await correct(differing, 'correct-ledger')).toMatchObject({ ok: true })
    expect(await correct(differing, 'correct-ledger')).toMatchObject({ ok: false })
    const debtor = await completePayment('phonepe')
    await rows(
      `INSERT INTO referral_transactions (document_id, user_id, kind, amount_minor, currency,
         created_at)
       VALUES ('debt2', ?, 'spent', -700, 'INR', ?)`,
      debtor.user,
      `${day}T07:00:00.000Z`,
    )
    expect(await clearNegativeCredit(context(), debtor.user, 'INR')).toEqual({
      ok: true,
      value: 700,
    })
    expect(await clearNegativeCredit(context(), debtor.user, 'INR')).toMatchObject({ ok: false })
    await goToLater()
    expect((await report()).items).toEqual([])
  })

  it('write off what the provider does not have, and send a refund again', async () => {
    const invented = (await completePayment('paypal')).tx
    const lost = (await completePayment('paypal')).tx
    await queueRefund(context(), lost, { amountMinor: 100, reason: 'asked' })
    await runCron()
    await rows(
      `UPDATE refund_requests SET provider_refund_id = 'NOSUCH' WHERE transaction_id = ?`,
      lost,
    )
    expect(await correct(invented, 'write-off')).toMatchObject({ ok: true })
    const [row] = await rows('SELECT state FROM payment_transactions WHERE id = ?', invented)
    expect(row).toEqual({ state: 'reversed' })
    expect(await correct(lost, 'resend-refund')).toMatchObject({ ok: true })
    const sent = await rows<{ status: string; refund_key: string }>(
      'SELECT status, refund_key FROM refund_requests WHERE transaction_id = ?',
      lost,
    )
    expect(sent).toEqual([{ status: 'approved', refund_key: expect.stringMatching(/-2$/) }])
  })

  it('match the books to the amount that was received, less or more', async () => {
    const [less, more] = [
      (await completePayment('paypal')).tx,
      (await completePayment('paypal')).tx,
    ]
    for (const [tx, value] of [
      [less, '4.50'],
      [more, '5.49'],
    ] as const)
      await plantRow({ transaction_id: await captureOf(tx), transaction_amount: usd(value) })
    await goToLater()
    expect(itemsOf((await report()).items, 'wrong amount')).toHaveLength(2)
    for (const tx of [less, more]) {
      expect(await correct(tx, 'match-received')).toMatchObject({ ok: true })
      const sums = await rows(
        'SELECT sum(amount_minor) AS minor FROM payment_events WHERE transaction_id = ?',
        tx,
      )
      expect(sums).toEqual([{ minor: tx === less ? 450 : 499 }])
    }
    expect(await rows('SELECT transaction_id, amount_minor FROM payment_returns')).toEqual([
      { transaction_id: more, amount_minor: 50 },
    ])
    expect((await report()).items.map(({ kind }) => kind)).toEqual(['return not finished'])
  })

  it('return a payment in another currency and write its booking off', async () => {
    const { tx } = await completePayment('paypal')
    const transaction_amount = { currency_code: 'EUR', value: '4.99' }
    const fee_amount = { currency_code: 'EUR', value: '-0.52' }
    await plantRow({ transaction_id: await captureOf(tx), transaction_amount, fee_amount })
    await goToLater()
    const returned = await returnListedPayment(context(), 'paypal', await captureOf(tx), 'EUR')
    expect(returned).toMatchObject({ ok: true, value: { currency: 'EUR', amount_minor: 499 } })
    const [row] = await rows('SELECT state FROM payment_transactions WHERE id = ?', tx)
    expect(row).toEqual({ state: 'reversed' })
    expect((await report()).items.map(({ kind }) => kind)).toEqual(['return not finished'])
  })

  it('acknowledge what nothing mends, so that the report is silent about it', async () => {
    const { tx } = await completePayment('paypal')
    await postToEmulator('paypal', '/dispute', { id: tx })
    await finishBackgroundWork()
    expect(itemsOf((await report()).items, 'chargeback')).toHaveLength(1)
    await run(tx, { kind: 'acknowledgement', discrepancy: 'chargeback', reason: 'answered' })
    expect((await report()).items).toEqual([])
  })

  it('return an unknown payment and a second capture, once, and explain both sides', async () => {
    const payment = await completePayment('paypal')
    const stranger = await beginPayment('paypal')
    const address = await chooseAtProvider('paypal', stranger.link, 'approve')
    await returnToSite(address!)
    await finishBackgroundWork()
    // The books have lost the order of the second payment.
    const capture = await captureOf(stranger.tx)
    await rows('DELETE FROM user_subscriptions WHERE transaction_id = ?', stranger.tx)
    await rows('DELETE FROM payment_events WHERE transaction_id = ?', stranger.tx)
    await rows('DELETE FROM payment_transactions WHERE id = ?', stranger.tx)
    vi.setSystemTime(new Date(`2026-11-21T06:30:00Z`))
    const first = await settleDay(context(), day)
    expect(first.ok && first.value.errors).toEqual([])
    for (let times = 0; times < 2; times += 1)
      expect(
        await returnListedPayment(context(), 'paypal', capture, 'nobody knows it'),
      ).toMatchObject({ ok: true, value: { amount_minor: 499 } })
    await sendDueReturns(context())
    await sendDueReturns(context())
    await finishBackgroundWork()
    expect(await rows('SELECT status, tries FROM payment_returns')).toEqual([
      { status: 'done', tries: 1 },
    ])
    expect(
      await returnListedPayment(context(), 'paypal', await captureOf(payment.tx), 'no'),
    ).toMatchObject({ ok: false, error: 'is-booked' })
    vi.setSystemTime(new Date(`2026-11-23T06:30:00Z`))
    await settleDay(context(), day)
    await settleDay(context(), '2026-11-21')
    for (const [of, minor] of [
      [day, 499],
      ['2026-11-21', -499],
    ] as const) {
      const { differences, sums } = await reconcileDay(context(), providerCalled('paypal'), of)
      expect(differences.map((one) => [one.kind, one.minor])).toEqual([['other movement', minor]])
      expect(sums[0]?.unexplainedMinor).toBe(0)
    }
    expect((await report()).items.map(({ kind }) => kind)).not.toContain('without transaction here')
  })
})
