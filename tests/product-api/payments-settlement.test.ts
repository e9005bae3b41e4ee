import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import {
  fetchSettlementDay,
  reportingProviders,
} from '../../product-api/payments/settlement/fetch-settlements.ts'
import { isExplained, reconcileDay } from '../../product-api/payments/settlement/reconcile-day.ts'
import {
  isReconciled,
  settlementText,
} from '../../product-api/payments/settlement/settlement-text.ts'
import { settings } from '../emulators/identity.ts'
import {
  beginPayment,
  bothProviders,
  completePayment,
  expectPaidOnce,
  isPremium,
  ledgerSumMinor,
  ownerView,
} from '../emulators/payment-flows.ts'
import {
  activateFault,
  advanceTime,
  chooseAtProvider,
  finishBackgroundWork,
  interceptProviderCalls,
  postToEmulator,
  rows,
  runCron,
  setUpPayments,
} from '../emulators/payments.ts'
import type { ProviderName } from '../support/payment-emulators.ts'
import { importSettlementFile } from '../../product-api/payments/settlement/settle-day.ts'
import { deleteAllPayments } from '../support/empty-payments.ts'
import { database } from '../support/product-api.ts'

// Noon in India: the payments of a test are of one day, in UTC and in India, whenever it runs.
const day = '2026-11-20'
beforeEach(async () => {
  await setUpPayments()
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

/** Two days later, when the reports of the day are complete at both providers. */
async function runCronTwoDaysLater() {
  vi.setSystemTime(new Date(`2026-11-22T06:30:00Z`))
  await runCron()
  await runCron()
}
const reconciled = (id: ProviderName, of = day) => reconcileDay(context(), providerCalled(id), of)

type Entry = Record<string, unknown>
const entriesOf = (tx: string) =>
  rows<Entry>(
    `SELECT kind, amount_minor, fee_minor, fee_tax_minor, net_minor, bank_reference, settled_on
     FROM settlement_entries WHERE transaction_id = ? ORDER BY kind`,
    tx,
  )
/** Makes the webhooks of a provider's own pages get lost. */
const loseWebhooks = (provider: ProviderName) =>
  activateFault(provider, 'webhook-lost', { next: 99 })

describe('the reports of a day', () => {
  it('give each payment its fee, the tax on it, its net and the bank’s reference', async () => {
    const inRupees = await completePayment('phonepe')
    const inDollars = await completePayment('paypal')
    await postToEmulator('paypal', '/report-rows', {
      row: {
        transaction_id: 'PAYOUT1',
        transaction_event_code: 'T0403',
        transaction_initiation_date: '2026-11-20T20:00:00+0000',
        transaction_amount: { currency_code: 'USD', value: '-4.47' },
        bank_reference_id: 'BANKREF77',
      },
    })
    await runCronTwoDaysLater()
    // 1.9 % of 299.00, and 18 % GST on it.
    expect(await entriesOf(inRupees.tx)).toEqual([
      {
        ...{ kind: 'payment', amount_minor: 29_900, fee_minor: -568, fee_tax_minor: -102 },
        ...{ net_minor: 29_230, bank_reference: 'EMUUTR21112026', settled_on: '2026-11-21' },
      },
    ])
    // 4.4 % of 4.99, and 0.30.
    expect(await entriesOf(inDollars.tx)).toEqual([
      {
        ...{ kind: 'payment', amount_minor: 499, fee_minor: -52, fee_tax_minor: 0 },
        ...{ net_minor: 447, bank_reference: 'BANKREF77', settled_on: day },
      },
    ])
    for (const provider of bothProviders) {
      const found = await reconciled(provider)
      expect(found.differences).toEqual([])
      expect([found.isComplete, isReconciled(found)]).toEqual([true, true])
    }
    expect(settlementText(await reconciled('phonepe'))).toBe(
      'phonepe 2026-11-20 INR: provider 299.00 INR, books 299.00 INR, fees -6.70 INR, ' +
        'net 292.30 INR\n  to the bank 2026-11-21 as EMUUTR21112026: 292.30 INR',
    )
  })

  it('are fetched once a day, and a second time a week later', async () => {
    await completePayment('paypal')
    let calls = 0
    interceptProviderCalls((request, pass) => {
      if (request.url.includes('/reporting/')) calls += 1
      return pass()
    })
    await runCronTwoDaysLater()
    const first = calls
    for (let minute = 0; minute < 5; minute += 1) {
      advanceTime(60)
      await runCron()
    }
    expect([first, calls]).toEqual([2, 2])
    vi.setSystemTime(new Date('2026-11-29T07:00:00Z'))
    await runCron()
    await runCron()
    const [row] = await rows<{ passes: number; next_fetch_at: string | null }>(
      `SELECT passes, next_fetch_at FROM settlement_days WHERE provider = 'paypal' AND day = ?`,
      day,
    )
    expect(row).toEqual({ passes: 2, next_fetch_at: null })
  })

  it('continue at the page where a fetch was cut off, with bounded requests', async () => {
    await completePayment('paypal')
    await postToEmulator('paypal', '/report-rows', {
      copies: 1100,
      row: {
        transaction_id: 'OTHER',
        transaction_initiation_date: '2026-11-20T10:00:00+0000',
        transaction_event_code: 'T0200',
        transaction_amount: { currency_code: 'USD', value: '0.01' },
      },
    })
    const pages: string[] = []
    interceptProviderCalls((request, pass) => {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.includes('/reporting/')) return pass()
      pages.push(`${searchParams.get('start_date')?.slice(0, 10)} ${searchParams.get('page')}`)
      return pages.length === 2 ? Promise.reject(new TypeError('cut off')) : pass()
    })
    vi.setSystemTime(new Date('2026-11-21T06:30:00Z'))
    await runCron()
    const [stored] = await rows<{ n: number }>('SELECT count(*) AS n FROM settlement_entries')
    expect([pages, stored?.n]).toEqual([[`${day} 1`, `${day} 2`], 500])
    advanceTime(3700)
    await runCron()
    expect(pages.slice(2)).toEqual([`${day} 2`, `${day} 3`])
    const [all] = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM settlement_entries WHERE provider = 'paypal'`,
    )
    expect(all?.n).toBe(1101)
  })

  it('are split where PayPal answers RESULTSET_TOO_LARGE, without a gap or a double', async () => {
    const payment = await completePayment('paypal')
    await postToEmulator('paypal', '/report-rows', { maxRows: 3 })
    for (let hour = 0; hour < 10; hour += 1)
      await postToEmulator('paypal', '/report-rows', {
        row: {
          transaction_id: `HOUR${hour}`,
          transaction_initiation_date: `2026-11-20T${String(hour * 2).padStart(2, '0')}:00:00+0000`,
          transaction_event_code: 'T0200',
          transaction_amount: { currency_code: 'USD', value: '1.00' },
        },
      })
    vi.setSystemTime(new Date('2026-11-21T06:30:00Z'))
    expect(await fetchSettlementDay(context(), providerCalled('paypal'), day)).toMatchObject({
      ok: true,
    })
    const [all] = await rows<{ n: number; minor: number }>(
      'SELECT count(*) AS n, sum(amount_minor) AS minor FROM settlement_entries',
    )
    expect(all).toEqual({ n: 11, minor: 1000 + payment.view.amountMinor })
  })

  it('name an error of the provider, and the next run tries again after an hour', async () => {
    await completePayment('paypal')
    await activateFault('paypal', 'unavailable', { on: 'report', status: 403 })
    vi.setSystemTime(new Date('2026-11-21T06:30:00Z'))
    await runCron()
    expect(
      await rows(`SELECT error, state FROM settlement_days WHERE provider = 'paypal'`),
    ).toEqual([{ error: 'PayPal does not list transactions (status 403)', state: 'due' }])
    advanceTime(3700)
    await runCron()
    expect(
      await rows(`SELECT error, state FROM settlement_days WHERE provider = 'paypal'`),
    ).toEqual([{ error: null, state: 'fetched' }])
  })
})

describe('PhonePe’s report', () => {
  it('is fetched from PHONEPE_SETTLEMENT_URL with PHONEPE_SETTLEMENT_TOKEN', async () => {
    Object.assign(settings, {
      PHONEPE_SETTLEMENT_URL: 'https://phonepe.test/settlement-reports/{day}.csv?x={day}',
      PHONEPE_SETTLEMENT_TOKEN: 'report-token',
    })
    const { tx } = await completePayment('phonepe')
    const seen: unknown[] = []
    interceptProviderCalls((request, pass) => {
      if (request.url.includes('/settlement-reports/'))
        seen.push([request.url, request.headers.get('authorization')])
      return pass()
    })
    await runCronTwoDaysLater()
    expect(seen).toEqual(
      [day, '2026-11-21'].map((one) => [
        `https://phonepe.test/settlement-reports/${one}.csv?x=${one}`,
        'Bearer report-token',
      ]),
    )
    expect(await entriesOf(tx)).toHaveLength(1)
  })

  it('is read from a file where no URL is set; paid payments are then checked daily', async () => {
    settings.PHONEPE_SETTLEMENT_URL = ''
    const payment = await completePayment('phonepe')
    const [row] = await rows<{ next_check_at: string; provider_capture_id: string }>(
      'SELECT next_check_at, provider_capture_id FROM payment_transactions WHERE id = ?',
      payment.tx,
    )
    expect(Date.parse(row!.next_check_at) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const header =
      'PaymentType,MerchantReferenceId,PhonePeReferenceId,From,Instrument,Flow Type,CreationDate,' +
      'TransactionDate,SettlementDate,BankReferenceNo,Amount,Fee,IGST,CGST,SGST'
    const line =
      `PAYMENT,${payment.tx},${row!.provider_capture_id},"Buyer, A",UPI,CREDIT,20-11-2026,` +
      '20-11-2026,23-11-2026,UTR9,299.00,-5.68,0.00,-0.51,-0.51'
    const store = (text: string) => importSettlementFile(context(), 'phonepe', text)
    expect(await store(`\uFEFF${header}\r\n${line}\r\n`)).toEqual({ ok: true, value: 1 })
    expect(await entriesOf(payment.tx)).toEqual([
      {
        ...{ kind: 'payment', amount_minor: 29_900, fee_minor: -568, fee_tax_minor: -102 },
        ...{ net_minor: 29_230, bank_reference: 'UTR9', settled_on: '2026-11-23' },
      },
    ])
    expect(await store(`${header}\r\n${line.replace('20-11-2026,23', 'soon,23')}`)).toMatchObject({
      ok: false,
      error: 'Line 2 of the settlement report is unreadable',
    })
    expect(await store('PaymentType,Amount\r\nPAYMENT,1.00')).toMatchObject({ ok: false })
    expect(await importSettlementFile(context(), 'paypal', header)).toMatchObject({ ok: false })
  })
})

describe('what the webhooks did not say', () => {
  it.each(bothProviders)(
    'is booked from the report: a full refund on the provider’s own pages (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      await loseWebhooks(provider)
      await postToEmulator(provider, '/dashboard-refund', { id: payment.tx })
      await finishBackgroundWork()
      expect(await isPremium(payment)).toBe(true)
      await runCronTwoDaysLater()
      expect(await ownerView(payment)).toMatchObject({
        ...{ state: 'refunded', refundedMinor: payment.view.amountMinor },
        subscription: { status: 'refunded' },
      })
      expect([await ledgerSumMinor(payment.tx), await isPremium(payment)]).toEqual([0, false])
      // The refund is booked two days after it was made.
      const found = await reconciled(provider)
      expect([found.differences.every(isExplained), isReconciled(found)]).toEqual([true, true])
    },
  )

  it.each(bothProviders)(
    'is booked from the report: a part, with its sum (%s)',
    async (provider) => {
      const payment = await completePayment(provider)
      await loseWebhooks(provider)
      await postToEmulator(provider, '/dashboard-refund', { id: payment.tx, amountMinor: 150 })
      await postToEmulator(provider, '/dashboard-refund', { id: payment.tx, amountMinor: 120 })
      await runCronTwoDaysLater()
      await runCron()
      expect(await ownerView(payment)).toMatchObject({
        ...{ state: 'partially_refunded', refundedMinor: 270, subscription: { status: 'active' } },
      })
      expect(await ledgerSumMinor(payment.tx)).toBe(payment.view.amountMinor - 270)
    },
  )

  it('is booked from the report: a partial reversal', async () => {
    const payment = await completePayment('paypal')
    await loseWebhooks('paypal')
    await postToEmulator('paypal', '/reverse', { id: payment.tx, amountMinor: 99 })
    await runCronTwoDaysLater()
    expect(await ownerView(payment)).toMatchObject({
      ...{ state: 'partially_refunded', refundedMinor: 99, subscription: { status: 'active' } },
    })
    expect(await ledgerSumMinor(payment.tx)).toBe(400)
  })

  it('is found in the report: a payment whose order nobody asks about any more', async () => {
    await loseWebhooks('phonepe')
    const payment = await beginPayment('phonepe')
    await chooseAtProvider('phonepe', payment.link, 'succeed-and-close')
    await rows('UPDATE payment_transactions SET next_check_at = NULL WHERE id = ?', payment.tx)
    await runCronTwoDaysLater()
    await expectPaidOnce(payment, 'phonepe')
  })
})

describe('a reconciliation', () => {
  it('names every unit on either side that has no partner', async () => {
    const paid = await completePayment('paypal')
    const lacking = await completePayment('paypal')
    const changed = await completePayment('paypal')
    const captureOf = async (tx: string) =>
      (
        await rows<{ id: string }>(
          'SELECT provider_capture_id AS id FROM payment_transactions WHERE id = ?',
          tx,
        )
      )[0]!.id
    const plant = (row: object, more: object = {}) =>
      postToEmulator('paypal', '/report-rows', { row, ...more })
    await plant({ transaction_id: await captureOf(lacking.tx) }, { hidden: true })
    await plant({
      transaction_id: await captureOf(changed.tx),
      transaction_amount: { currency_code: 'USD', value: '4.89' },
    })
    await plant({
      transaction_id: 'STRANGER',
      transaction_initiation_date: '2026-11-20T10:00:00+0000',
      transaction_amount: { currency_code: 'USD', value: '7.00' },
    })
    await plant({
      transaction_id: 'CHARGE',
      transaction_event_code: 'T0106',
      transaction_initiation_date: '2026-11-20T11:00:00+0000',
      transaction_amount: { currency_code: 'USD', value: '-2.00' },
    })
    await runCronTwoDaysLater()
    const found = await reconciled('paypal')
    expect(
      found.differences.map(({ kind, transaction, minor }) => [kind, transaction, minor]),
    ).toEqual(
      expect.arrayContaining([
        ['only in the books', lacking.tx, -499],
        ['different amount', changed.tx, -10],
        ['only at the provider', null, 700],
        ['other movement', null, -200],
      ]),
    )
    expect(found.differences).toHaveLength(4)
    expect(found.differences.map(({ transaction }) => transaction)).not.toContain(paid.tx)
    // 499 + 489 + 700 - 200 at the provider, 3 × 499 in the books.
    expect(found.sums).toEqual([
      expect.objectContaining({
        ...{ currency: 'USD', providerMinor: 1488, booksMinor: 1497, unexplainedMinor: 0 },
      }),
    ])
    expect(settlementText(found)).toContain('✗ only at the provider:  STRANGER 7.00 USD (payment)')
  })

  it('tells a difference of ledger and rows from a difference of the sides', async () => {
    const payment = await completePayment('paypal')
    await rows(
      `INSERT INTO payment_events (
         transaction_id, provider, kind, cause, amount_minor, currency, at)
       VALUES (?, 'paypal', 'captured', 'clock', 1, 'USD', ?)`,
      payment.tx,
      `${day}T07:00:00.000Z`,
    )
    await runCronTwoDaysLater()
    const found = await reconciled('paypal')
    expect(found.sums[0]?.unexplainedMinor).toBe(-1)
    expect(isReconciled(found)).toBe(false)
  })

  it('names a booking on the other side of midnight as a difference of time', async () => {
    vi.setSystemTime(new Date('2026-11-20T23:59:00Z'))
    await loseWebhooks('paypal')
    const payment = await beginPayment('paypal')
    const address = await chooseAtProvider('paypal', payment.link, 'approve')
    // The capture is answered too late, so that it is booked on the next day.
    await activateFault('paypal', 'timeout-after-success', { on: 'capture', forMs: 400 })
    const { returnToSite } = await import('../emulators/payments.ts')
    await returnToSite(address!)
    await finishBackgroundWork()
    advanceTime(180)
    await runCron()
    await expectPaidOnce(payment, 'paypal')
    vi.setSystemTime(new Date('2026-11-23T06:30:00Z'))
    await runCron()
    await runCron()
    const [before, after] = [
      await reconciled('paypal', day),
      await reconciled('paypal', '2026-11-21'),
    ]
    expect([before, after].map(({ differences }) => differences.map(({ minor }) => minor))).toEqual(
      [[499], [-499]],
    )
    expect([isReconciled(before), isReconciled(after)]).toEqual([true, true])
  })
})
