import { printableText } from '../domain/printable-text.ts'
import { decimalOf, minorOf } from '../product-api/payments/money.ts'
import {
  declineRefund,
  findOpenRequest,
  type RefundRequest,
} from '../product-api/payments/refunds/refund-requests.ts'
import { refundPayment, type RefundError } from '../product-api/payments/operator/refund-payment.ts'
import { settle } from '../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../product-api/payments/payment-context.ts'
import { transactionBy, type Transaction } from '../product-api/payments/ledger/transactions.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:refund -- [TRANSACTION] [options]

  Without a transaction: lists the refunds that readers have requested.
  With one: approves its refund and sends it to the provider, whether its owner requested it or not.
  The same command again sends nothing: it asks the provider and prints the refund's state.

  --amount 100.00   a part of the payment; the subscription then stays active
  --another         a further refund of an amount that was refunded before
  --decline         declines the request
  --review          checks a flagged payment again, and accepts it if the provider's data agrees now
  --remote          the deployed database; the settings of payments (README) from the environment
  --port 8787       the port of the npm start whose emulators are used`

await runTask(async () => {
  const { values, positionals } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      amount: { type: 'string' },
      another: { type: 'boolean', default: false },
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
    await refund(context, row, values)
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
    console.log(
      [transaction_id, status, amount, created_at, failure ?? '', reason]
        .map(printableText)
        .join('  '),
    )
  }
}

async function decline(context: PaymentContext, row: Transaction) {
  const open = await findOpenRequest(context.db, row.id)
  const declined = open && (await declineRefund(context, open.id))
  if (!declined) throw new TaskError(`${row.id} has no refund that could be declined.`)
  console.log(`${row.id}: declined`)
}

async function refund(
  context: PaymentContext,
  row: Transaction,
  { amount, another }: { amount?: string | undefined; another: boolean },
) {
  const { currency } = row
  const amountMinor =
    amount === undefined ? null : minorOf({ currency_code: currency, value: amount })
  if (amount !== undefined && (amountMinor === null || amountMinor < 1))
    throw new TaskError(`"--amount ${amount}" is not an amount of ${currency}.`)
  const refunded = await refundPayment(context, row.id, { amountMinor, isAnother: another })
  if (!refunded.ok) throw new TaskError(errorText(refunded.error, row))
  const { status, amount_minor, failure } = refunded.value
  const refundedText = `${decimalOf(amount_minor, currency).value} ${currency}`
  console.log(`${row.id}: ${status}, ${refundedText}${failure === null ? '' : `, ${failure}`}`)
}

function errorText(error: RefundError, row: Transaction): string {
  const left = decimalOf(row.amount_minor - row.refunded_minor, row.currency).value
  switch (error) {
    case 'not-paid':
      return `${row.id} is ${row.state}; only a paid transaction can be refunded.`
    case 'invalid-amount':
      return `${row.id}: at most ${left} ${row.currency} can be refunded.`
    case 'other-amount-open':
      return `A refund of another amount is open for ${row.id}; decline it first, or omit --amount.`
  }
}
