import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchangeRates, MissingRate } from '../product-api/payments/tax/exchange-rates.ts'
import { gstr1Files, gstr1Summary } from '../product-api/payments/tax/gstr1-files.ts'
import { gstinsOf, gstr1Of } from '../product-api/payments/tax/gstr1.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run payments:gstr1 -- --month 2026-11 [options]

  Writes the month's return of outward supplies as CSV files for GSTN's offline tool, and prints its
  totals. Changes nothing in the database.

  --out FOLDER            where the files are written; gstr1-2026-11 without it
  --rate USD=84.35        rupees for one dollar in this month; needed if there are exports
  --rate USD@2026-10=83.9 the same for an earlier month, for credit notes of its invoices
  --gstin 29…             the seller, if documents of several were issued in the month
  --remote                the deployed database`

await runTask(async () => {
  const { values } = parseArguments(usage, {
    options: {
      month: { type: 'string', default: '' },
      out: { type: 'string' },
      rate: { type: 'string', multiple: true, default: [] },
      gstin: { type: 'string' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const { month } = values
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new TaskError(`"--month ${month}" is not a month such as 2026-11.`)
  const rates = ratesOf(month, values.rate)
  await withSelectedDatabase(values, async (db) => {
    const gstins = await gstinsOf(db, month)
    if (gstins.length === 0) return console.log(`No tax documents were issued in ${month}.`)
    const [gstin = '', ...others] = values.gstin === undefined ? gstins : [values.gstin]
    if (others.length > 0)
      throw new TaskError(`${month} has documents of ${gstins.join(', ')}; name one: --gstin.`)
    if (!gstins.includes(gstin)) throw new TaskError(`${month} has no documents of ${gstin}.`)
    try {
      const gstr1 = await gstr1Of(db, { gstin, month, rates })
      const folder = values.out ?? `gstr1-${month}`
      mkdirSync(folder, { recursive: true })
      for (const { name, text } of gstr1Files(gstr1)) writeFileSync(join(folder, name), text)
      console.log(`${gstr1Summary(gstr1)}\nThe files are in ${folder}/.`)
    } catch (error) {
      if (!(error instanceof MissingRate)) throw error
      const key = error.month === month ? error.currency : `${error.currency}@${error.month}`
      throw new TaskError(`${error.message}; give it: --rate ${key}=84.35`)
    }
  })
})

function ratesOf(month: string, given: string[]) {
  try {
    return exchangeRates(month, given)
  } catch (error) {
    throw new TaskError(error instanceof Error ? error.message : String(error))
  }
}
