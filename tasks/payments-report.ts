import { asText, isTolerable, report } from '../product-api/payments/operator/report.ts'
import { readArguments } from './arguments.ts'
import { withTill } from './payments-till.ts'
import { task } from './step.ts'

const usage = `npm run payments:report -- [options]

  Compares payments with the ledger, with subscriptions and receipts, and with what the providers say. Changes nothing;
  ends with 1 where the books are not in order.

  --days 30     transactions begun in so many days are asked about at the provider
  --remote      the deployed database; the providers' settings (PAYPAL_…, PHONEPE_…, PAYMENT_SECRETS) from the environment
  --port 8787   where the npm start listens whose stand-ins are to be asked`

await task(async () => {
  const { values } = readArguments(usage, {
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
  await withTill({ ...values, port: Number(values.port) }, async (till) => {
    const found = await report(till, since)
    console.log(asText(found))
    if (found.remarks.some((remark) => !isTolerable(remark))) process.exitCode = 1
  })
})
