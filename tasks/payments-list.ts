import {
  listCsv,
  listNames,
  listText,
  listTransactions,
} from '../product-api/payments/operator/payment-lists.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:list -- ${listNames.join('|')} [options]

  failed    attempts that ended unpaid because of an error or a refusal
  stuck     attempts that should have been decided by now
  review    payments that are flagged for review
  double    payments for a plan that was being paid for already
  refunds   open refunds, with what the refund policy says about them
  returns   money that belongs to no payment and is not given back yet

  --csv         as CSV, with amounts in minor units
  --remote      the deployed database; the settings of payments (README) from the environment
  --port 8787   the port of the npm start whose emulators are used`

await runTask(async () => {
  const { values, positionals } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      csv: { type: 'boolean', default: false },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const name = listNames.find((one) => one === positionals[0])
  if (!name) throw new TaskError(`Which list?\n\n${usage}`)
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    const rows = await listTransactions(context, name)
    if (values.csv) process.stdout.write(listCsv(rows))
    else console.log(rows.length === 0 ? 'The list is empty.' : listText(rows))
  })
})
