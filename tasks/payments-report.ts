import { isTolerable } from '../product-api/payments/operator/report-checks.ts'
import { reportText } from '../product-api/payments/operator/report-text.ts'
import { createReport } from '../product-api/payments/operator/report.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { runTask } from './task.ts'

const usage = `npm run payments:report -- [options]

  Compares payments with the ledger, with subscriptions and receipts, and with the providers' data.
  Changes nothing; exits with 1 where they disagree.

  --days 30     age in days up to which transactions are compared with the provider's
  --remote      the deployed database; the settings of payments (README) from the environment
  --port 8787   the port of the npm start whose emulators are used`

await runTask(async () => {
  const { values } = parseArguments(usage, {
    options: {
      days: { type: 'string', default: '30' },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const since = new Date(Date.now() - Number(values.days) * 86_400_000)
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    const report = await createReport(context, since)
    console.log(reportText(report, { isRemote: values.remote }))
    if (report.items.some((item) => !isTolerable(item))) process.exitCode = 1
  })
})
