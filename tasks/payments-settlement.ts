import { readFileSync } from 'node:fs'
import { bookSettledEntries } from '../product-api/payments/settlement/book-entries.ts'
import { importSettlementFile, settleDay } from '../product-api/payments/settlement/settle-day.ts'
import { isReconciled, settlementText } from '../product-api/payments/settlement/settlement-text.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:settlement -- --day 2026-11-22 [options]

  Fetches the providers' reports with the payments of a day, books refunds and reversals whose
  webhooks were lost, and names every amount on either side without its partner. Exits with 1 where
  the sides differ. The cron trigger does the same once for each day.

  --file report.csv   a settlement report as a file, instead of --day
  --provider phonepe  whose file it is
  --book              books what the stored reports contain, instead of --day
  --remote            the deployed database; the settings of payments (README) from the environment
  --port 8787         the port of the npm start whose emulators are used`

await runTask(async () => {
  const { values } = parseArguments(usage, {
    options: {
      day: { type: 'string' },
      file: { type: 'string' },
      provider: { type: 'string', default: 'phonepe' },
      book: { type: 'boolean', default: false },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    if (values.file !== undefined) {
      const text = readFileSync(values.file, 'utf8')
      const lines = await importSettlementFile(context, values.provider, text)
      if (!lines.ok) throw new TaskError(lines.error)
      return console.log(`${lines.value} lines of ${values.file} are stored.`)
    }
    if (values.book)
      return console.log(`${await bookSettledEntries(context)} lines were looked at.`)
    if (values.day === undefined) throw new TaskError('Which --day?')
    const settled = await settleDay(context, values.day)
    if (!settled.ok) throw new TaskError(settled.error)
    const { reconciliations, errors } = settled.value
    if (reconciliations.length === 0)
      throw new TaskError(
        'Nothing was fetched or compared: no provider has its credentials in the environment ' +
          '(README, "of payments").',
      )
    for (const found of reconciliations) console.log(settlementText(found))
    for (const error of errors) console.error(`✗ ${error}`)
    if (errors.length > 0 || !reconciliations.every(isReconciled)) process.exitCode = 1
  })
})
