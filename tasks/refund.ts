import { minorOf, moneyOf } from '../product-api/payments/checkout/money.ts'
import {
  declineRefund,
  enterRequest,
  openRequest,
  type RefundRequest,
} from '../product-api/payments/refunds/refund-requests.ts'
import { sendRefund } from '../product-api/payments/refunds/refunds.ts'
import { settle } from '../product-api/payments/ledger/settle.ts'
import type { Till } from '../product-api/payments/providers/provider.ts'
import { transactionBy, type Transaction } from '../product-api/payments/ledger/transactions.ts'
import { readArguments } from './arguments.ts'
import { withTill } from './payments-till.ts'
import { Stop, task } from './step.ts'

const usage = `npm run payments:refund -- [TRANSACTION] [options]

  Without a transaction: lists the refunds that readers have asked for.
  With one: approves its refund and sends it to the provider, whether or not its reader has asked.

  --amount 100.00   only so much of it; a part leaves the subscription as it is
  --decline         refuses what was asked for
  --review          looks again at a payment that was flagged, and accepts it if the provider's word fits now
  --remote          the deployed database; the providers' settings (PAYPAL_…, PHONEPE_…, PAYMENT_SECRETS) from the environment
  --port 8787       where the npm start listens whose stand-ins are to be used`

await task(async () => {
  const { values, positionals } = readArguments(usage, {
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
  await withTill({ ...values, port: Number(values.port) }, async (till) => {
    if (id === undefined) return list(till)
    const row = await transactionBy(till.db, 'id', id)
    if (!row) throw new Stop(`There is no transaction ${id}.`)
    if (values.review) return console.log(`${id}: ${(await settle(till, id, 'operator'))?.state}`)
    if (values.decline) return decline(till, row)
    await refund(till, row, values.amount)
  })
})

async function list({ db }: Till) {
  const { results } = await db
    .prepare(
      `SELECT r.*, t.currency FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
       WHERE r.status IN ('requested', 'approved', 'sent') ORDER BY r.created_at`,
    )
    .all<RefundRequest & { currency: string }>()
  if (results.length === 0) console.log('Nobody waits for a refund.')
  for (const one of results)
    console.log(
      `${one.transaction_id}  ${one.status}  ${moneyOf(one.amount_minor, one.currency).value} ${one.currency}  ${one.created_at}  ${one.failure ?? ''}  ${one.reason}`,
    )
}

async function decline(till: Till, row: Transaction) {
  const open = await openRequest(till.db, row.id)
  const declined = open && (await declineRefund(till, open.id))
  if (!declined) throw new Stop(`${row.id} has no refund that could be declined.`)
  console.log(`${row.id}: declined`)
}

async function refund(till: Till, row: Transaction, amount: string | undefined) {
  const { currency } = row
  const leftMinor = row.amount_minor - row.refunded_minor
  const amountMinor =
    amount === undefined ? leftMinor : minorOf({ currency_code: currency, value: amount })
  if (row.state !== 'paid' && row.state !== 'partially_refunded')
    throw new Stop(`${row.id} is ${row.state}; only what is paid can be given back.`)
  if (amountMinor === null || amountMinor < 1 || amountMinor > leftMinor)
    throw new Stop(
      `"--amount ${amount}" is no amount up to ${moneyOf(leftMinor, currency).value} ${currency}.`,
    )
  const open = await enterRequest(till, row, { by: 'operator', reason: '', amountMinor })
  if (open.amount_minor !== amountMinor)
    throw new Stop(
      `A refund of another amount waits for ${row.id}; decline it first, or leave out --amount.`,
    )
  const sent = await sendRefund(till, open.id)
  console.log(
    `${row.id}: ${sent?.status ?? open.status}${sent?.failure ? `, ${sent.failure}` : ''}`,
  )
}
