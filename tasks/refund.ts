import { decimalOf, minorOf } from '../product-api/payments/money.ts'
import {
  declineRefund,
  findOrInsertRefundRequest,
  findOpenRequest,
  type RefundRequest,
} from '../product-api/payments/refunds/refund-requests.ts'
import { sendRefund } from '../product-api/payments/refunds/refunds.ts'
import { settle } from '../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../product-api/payments/payment-context.ts'
import { transactionBy, type Transaction } from '../product-api/payments/ledger/transactions.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:refund -- [TRANSACTION] [options]

  Without a transaction: lists the refunds that readers have requested.
  With one: approves its refund and sends it to the provider, whether its owner requested it or not.

  --amount 100.00   a part of the payment; the subscription then stays active
  --decline         declines the request
  --review          checks a flagged payment again, and accepts it if the provider's data agrees now
  --remote          the deployed database; the settings of payments (README) from the environment
  --port 8787       the port of the npm start whose emulators are used`

await runTask(async () => {
  const { values, positionals } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      amount: { type: 'string' },
      decline: { type: 'boolean', default: false },
      review: { type: 'boolean', default: false },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const [id] = positionals
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    if (id === undefined) return list(context)
    const row = await transactionBy(context.db, 'id', id)
    if (!row) throw new TaskError(`There is no transaction ${id}.`)
    if (values.review)
      return console.log(`${id}: ${(await settle(context, id, 'operator'))?.state}`)
    if (values.decline) return decline(context, row)
    await refund(context, row, values.amount)
  })
})

async function list({ db }: PaymentContext) {
  const { results } = await db
    .prepare(
      `SELECT r.*, t.currency
       FROM refund_requests r
       JOIN payment_transactions t ON t.id = r.transaction_id
       WHERE r.status IN ('requested', 'approved', 'sent') ORDER BY r.created_at`,
    )
    .all<RefundRequest & { currency: string }>()
  if (results.length === 0) console.log('There are no open refund requests.')
  for (const request of results) {
    const { transaction_id, status, amount_minor, currency, created_at, failure, reason } = request
    const amount = `${decimalOf(amount_minor, currency).value} ${currency}`
    console.log([transaction_id, status, amount, created_at, failure ?? '', reason].join('  '))
  }
}

async function decline(context: PaymentContext, row: Transaction) {
  const open = await findOpenRequest(context.db, row.id)
  const declined = open && (await declineRefund(context, open.id))
  if (!declined) throw new TaskError(`${row.id} has no refund that could be declined.`)
  console.log(`${row.id}: declined`)
}

async function refund(context: PaymentContext, row: Transaction, amount: string | undefined) {
  const { currency } = row
  const leftMinor = row.amount_minor - row.refunded_minor
  const amountMinor =
    amount === undefined ? leftMinor : minorOf({ currency_code: currency, value: amount })
  if (row.state !== 'paid' && row.state !== 'partially_refunded')
    throw new TaskError(`${row.id} is ${row.state}; only a paid transaction can be refunded.`)
  if (amountMinor === null || amountMinor < 1 || amountMinor > leftMinor)
    throw new TaskError(
      `"--amount ${amount}" is not an amount up to ` +
        `${decimalOf(leftMinor, currency).value} ${currency}.`,
    )
  const open = await findOrInsertRefundRequest(context, row, {
    by: 'operator',
    reason: '',
    amountMinor,
  })
  if (open.amount_minor !== amountMinor)
    throw new TaskError(
      `A refund of another amount is open for ${row.id}; decline it first, or omit --amount.`,
    )
  const sent = await sendRefund(context, open.id)
  console.log(
    `${row.id}: ${sent?.status ?? open.status}${sent?.failure ? `, ${sent.failure}` : ''}`,
  )
}
