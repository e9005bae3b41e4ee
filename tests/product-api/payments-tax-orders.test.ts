import { expect, it } from 'vitest'
import { exchangeRates } from '../../product-api/payments/tax/exchange-rates.ts'
import { gstr1Files, gstr1Summary } from '../../product-api/payments/tax/gstr1-files.ts'
import { gstinsOf, gstr1Of } from '../../product-api/payments/tax/gstr1.ts'
import { documentNumber, documentsOf } from '../../product-api/payments/tax/tax-documents.ts'
import type { Database } from '../../product-api/database.ts'
import { withDurableObjectDatabase } from '../support/durable-object-storage.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { addPlansAndPayers, gstin, randomOrder } from '../support/tax-orders.ts'
import { reckonDocuments, reckonReturn, rupees } from '../support/tax-reckoning.ts'
import type { ReckonedDocument, ReckonedPayment } from '../support/tax-reckoning.ts'

// Random orders in two currencies around the end of a financial year, with random states, coupons,
// partial and full refunds and reversals. Invoices, credit notes and the returns of both months
// equal an independent reckoning that uses nothing of the product's code.

const orders = 1000

const partsOf = ({ value, taxable, cgst, sgst, igst }: ReckonedDocument) => ({
  ...{ value, taxable, cgst, sgst, igst },
})

it(`documents of ${orders} random orders and both months’ returns are as reckoned`, async () => {
  const random = seededRandom(20_270_331)
  await withDurableObjectDatabase(
    () => Promise.resolve(),
    async (db) => {
      const users = await addPlansAndPayers(db)
      const planned = Array.from({ length: orders }, (_, index) =>
        randomOrder(random, db, users, index),
      )
      const steps = planned.flatMap((one) => one.steps).sort((one, other) => one.at - other.at)
      expect(new Set(steps.map(({ at }) => at)).size).toBe(steps.length)
      for (const { run } of steps) await run()

      const payments = planned.flatMap(({ payment }) => payment ?? [])
      const reckoned = reckonDocuments(payments)
      const { results } = await db
        .prepare('SELECT transaction_id AS id FROM tax_documents GROUP BY transaction_id')
        .all<{ id: string }>()
      const rows = (await Promise.all(results.map(({ id }) => documentsOf(db, id)))).flat()
      const issued = rows.map((row): Omit<ReckonedDocument, 'invoice'> => ({
        ...{ transaction: row.transaction_id, number: documentNumber(row), date: row.issued_on },
        ...{ place: row.place_of_supply, kind: row.kind, percent: BigInt(row.percent) },
        country: row.country,
        currency: row.currency === 'INR' ? 'INR' : 'USD',
        ...{ value: BigInt(row.amount_minor), taxable: BigInt(row.taxable_minor) },
        ...{ cgst: BigInt(row.cgst_minor), sgst: BigInt(row.sgst_minor) },
        igst: BigInt(row.igst_minor),
      }))
      const byNumber = (one: { number: string }, other: { number: string }) =>
        one.number < other.number ? -1 : 1
      expect(issued.sort(byNumber)).toEqual(
        reckoned.map(({ invoice: _, ...document }) => document).sort(byNumber),
      )
      expectFullRefundsEqualInvoices(reckoned, payments)
      await expectReturns(db, reckoned)
      expectVariety(reckoned, payments)
    },
  )
}, 120_000)

function expectFullRefundsEqualInvoices(
  documents: readonly ReckonedDocument[],
  payments: readonly ReckonedPayment[],
) {
  const full = payments.filter(
    ({ amountMinor, refunds }) =>
      refunds.reduce((sum, refund) => sum + refund.amountMinor, 0n) === amountMinor,
  )
  expect(full.length).toBeGreaterThan(200)
  for (const { id } of full) {
    const [invoice, ...notes] = documents.filter(({ transaction }) => transaction === id)
    const sums = { value: 0n, taxable: 0n, cgst: 0n, sgst: 0n, igst: 0n }
    for (const note of notes)
      for (const part of Object.keys(sums) as (keyof typeof sums)[]) sums[part] += note[part]
    expect(sums).toEqual(partsOf(invoice!))
  }
}

const rates = {
  '2027-03': { numerator: 829n, denominator: 10n },
  '2027-04': { numerator: 834_567n, denominator: 10_000n },
}

async function expectReturns(db: Database, reckoned: readonly ReckonedDocument[]) {
  const given = ['USD@2027-03=82.9', 'USD=83.4567']
  for (const month of ['2027-03', '2027-04']) {
    expect(await gstinsOf(db, month)).toEqual([gstin])
    const ofMonth = month === '2027-03' ? given.slice(0, 1) : given
    const gstr1 = await gstr1Of(db, { gstin, month, rates: exchangeRates(month, ofMonth) })
    const files = Object.fromEntries(
      gstr1Files(gstr1).map(({ name, text }) => [name, text.split('\r\n').slice(1, -1)]),
    )
    expect(files).toEqual(reckonReturn(reckoned, month, rates))
    for (const rows of Object.values(files)) expect(rows.length).toBeGreaterThan(0)
    // The tables together are all documents.
    const sum = (file: string, column: number) =>
      (files[file] ?? []).reduce(
        (total, row) => total + BigInt(row.split(',')[column]!.replace('.', '')),
        0n,
      )
    const tables = sum('b2cs.csv', 4) + sum('b2cl.csv', 6) + sum('exp.csv', 8) - sum('cdnur.csv', 8)
    expect(tables).toBe(sum('hsn(b2c).csv', 6))
    expect(gstr1Summary(gstr1)).toContain(`taxable ${rupees(tables)}`)
  }
  const withoutRate = { gstin, month: '2027-04', rates: exchangeRates('2027-04', ['USD=83']) }
  await expect(gstr1Of(db, withoutRate)).rejects.toThrow('no exchange rate of USD for 2027-03')
}

/** The orders contain what the test is about. */
function expectVariety(
  documents: readonly ReckonedDocument[],
  payments: readonly ReckonedPayment[],
) {
  const count = (isWanted: (one: ReckonedDocument) => boolean) => documents.filter(isWanted).length
  expect(payments.length).toBeGreaterThan(850)
  for (const wanted of [
    count(({ place }) => place === '29'),
    count(({ place }) => place === '37'),
    count(({ currency, percent }) => currency === 'USD' && percent === 0n),
    count(({ currency, percent }) => currency === 'USD' && percent === 18n),
    count(({ cgst, sgst }) => cgst !== sgst),
    count(
      ({ kind, date, invoice }) =>
        kind === 'credit-note' && date.slice(0, 7) !== invoice.date.slice(0, 7),
    ),
    count(({ kind, value, invoice }) => kind === 'credit-note' && value < invoice.value),
    count(({ date }) => date === '2027-03-31'),
    count(({ date }) => date === '2027-04-01'),
  ])
    expect(wanted).toBeGreaterThan(20)
}
