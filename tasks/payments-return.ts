import { returnListedPayment } from '../product-api/payments/operator/return-listed-payment.ts'
import { amountText } from '../product-api/payments/money.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:return -- PROVIDER:PAYMENT --reason "…" [options]

  Gives money back that belongs to no payment here: received without an order, or captured a second
  time. PAYMENT is the provider's id of it, as payments:report names it. The cron trigger sends it,
  once, however often the command runs.

  --remote      the deployed database; the settings of payments (README) from the environment
  --port 8787   the port of the npm start whose emulators are used`

const errors = {
  'not-listed': 'No stored report has this payment; fetch its day by payments:settlement first.',
  'is-booked': 'It is the payment of a transaction; use payments:refund.',
  'no-reason': 'A --reason is needed.',
}

await runTask(async () => {
  const { values, positionals } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      reason: { type: 'string', default: '' },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const [provider = '', payment = ''] = (positionals[0] ?? '').split(':')
  if (payment === '') throw new TaskError(`Which payment?\n\n${usage}`)
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    const queued = await returnListedPayment(context, provider, payment, values.reason)
    if (!queued.ok) throw new TaskError(errors[queued.error])
    const { status, amount_minor, currency } = queued.value
    console.log(`${payment}: ${status}, ${amountText(amount_minor, currency)}`)
  })
})
