import { declineReasons } from '../domain/payment.ts'
import { DatabaseFailure } from '../product-api/database.ts'
import { decimalOf, minorOf } from '../product-api/payments/money.ts'
import { declinedForOf } from '../product-api/payments/refunds/declined-requests.ts'
import { declineRefund, findOpenRequest } from '../product-api/payments/refunds/refund-requests.ts'
import { listText, listTransactions } from '../product-api/payments/operator/payment-lists.ts'
import { queueRefund } from '../product-api/payments/operator/queue-refund.ts'
import { refundPayment, type RefundError } from '../product-api/payments/operator/refund-payment.ts'
import { refundStateOf } from '../product-api/payments/refunds/refund-limits.ts'
import type { PaymentContext } from '../product-api/payments/payment-context.ts'
import { transactionBy, type Transaction } from '../product-api/payments/ledger/transactions.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:refund -- [TRANSACTION] [options]

  Without a transaction: lists the open refunds, with what the refund policy says about them.
  With one: approves its refund and sends it to the provider, whether its owner requested it or not.
  The same command again sends nothing: it asks the provider and prints the refund's state.

  --amount 100.00   a part of the payment; the subscription then stays active
  --another         a further refund of an amount that was refunded before
  --despite-dispute also while the payer disputes the payment at the provider
  --decline         declines the request; that of a payer with --because, which the payer reads:
                    ${declineReasons.join(', ')} (with --note "…" in the payer's language)
  --queue           leaves the sending to the cron trigger; with --reason "…"
  --remote          the deployed database; the settings of payments (README) from the environment
  --port 8787       the port of the npm start whose emulators are used`

await runTask(async () => {
  const { values, positionals } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      amount: { type: 'string' },
      another: { type: 'boolean', default: false },
      'despite-dispute': { type: 'boolean', default: false },
      decline: { type: 'boolean', default: false },
      because: { type: 'string', default: '' },
      note: { type: 'string', default: '' },
      queue: { type: 'boolean', default: false },
      reason: { type: 'string', default: '' },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const [id] = positionals
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    if (id === undefined) {
      const open = await listTransactions(context, 'refunds')
      return console.log(open.length === 0 ? 'There are no open refund requests.' : listText(open))
    }
    const row = await transactionBy(context.db, 'id', id)
    if (!row) throw new TaskError(`There is no transaction ${id}.`)
    if (values.decline) return decline(context, row, values)
    const despiteDispute = values['despite-dispute']
    if (values.queue) return queue(context, row, { reason: values.reason, despiteDispute })
    await refund(context, row, { ...values, despiteDispute })
  })
})

async function queue(
  context: PaymentContext,
  row: Transaction,
  how: { reason: string; despiteDispute: boolean },
) {
  const queued = await queueRefund(context, row.id, { amountMinor: null, ...how })
  if (!queued.ok) throw new TaskError(await errorText(context, queued.error, row))
  console.log(`${row.id}: ${queued.value.status}; the cron trigger sends it`)
}

async function decline(
  context: PaymentContext,
  row: Transaction,
  { because, note }: { because: string; note: string },
) {
  const open = await findOpenRequest(context.db, row.id)
  const declinedFor = declinedForOf(because, note)
  if (open?.asked_by === 'reader' && !declinedFor)
    throw new TaskError(
      `Say why with --because ${declineReasons.join(' | ')}; other needs --note "…" for the payer.`,
    )
  const declined = open && (await declineRefund(context, open.id, declinedFor))
  if (!declined) throw new TaskError(`${row.id} has no refund that could be declined.`)
  console.log(`${row.id}: declined`)
}

async function refund(
  context: PaymentContext,
  row: Transaction,
  how: { amount?: string | undefined; another: boolean; despiteDispute: boolean },
) {
  const { currency } = row
  const { amount, another, despiteDispute } = how
  const amountMinor =
    amount === undefined ? null : minorOf({ currency_code: currency, value: amount })
  if (amount !== undefined && (amountMinor === null || amountMinor < 1))
    throw new TaskError(`"--amount ${amount}" is not an amount of ${currency}.`)
  const refunded = await refundPayment(context, row.id, {
    ...{ amountMinor, isAnother: another, despiteDispute },
  }).catch((error: unknown) => {
    if (!(error instanceof DatabaseFailure)) throw error
    throw new TaskError(
      `${row.id}: ${error.message}. The refund may have reached ${row.provider} already, and its ` +
        'state may not be stored. Run the same command again: it asks the provider first, and ' +
        'the refund has one key there, so nothing is refunded twice.',
    )
  })
  if (!refunded.ok) throw new TaskError(await errorText(context, refunded.error, row))
  const { status, amount_minor, failure } = refunded.value
  const refundedText = `${decimalOf(amount_minor, currency).value} ${currency}`
  console.log(`${row.id}: ${status}, ${refundedText}${failure === null ? '' : `, ${failure}`}`)
}

async function errorText(
  context: PaymentContext,
  error: RefundError,
  row: Transaction,
): Promise<string> {
  const state = await refundStateOf(context.db, row.id)
  const moneyText = (minor = 0) => `${decimalOf(minor, row.currency).value} ${row.currency}`
  const leftMinor = row.amount_minor - row.refunded_minor
  const min = moneyText(state?.minMinor)
  switch (error) {
    case 'not-paid':
      return `${row.id} is ${row.state}; only a paid transaction can be refunded.`
    case 'invalid-amount':
      return `${row.id}: at most ${moneyText(leftMinor)} can be refunded.`
    case 'other-amount-open':
      return `A refund of another amount is open for ${row.id}; decline it first, or omit --amount.`
    case 'under-way':
      return `Another refund of ${row.id} is under way; wait until it is finished.`
    case 'used-for-upgrade': {
      const rest = moneyText(Math.max(0, leftMinor - (state?.upgradeMinor ?? 0)))
      return `${row.id} paid for another plan, which is refunded first; now at most ${rest}.`
    }
    case 'below-minimum':
      return `${row.id}: ${row.provider} refunds at least ${min}.`
    case 'leaves-too-little':
      return `${row.id}: this would leave less than ${min}, which ${row.provider} does not refund.`
    case 'disputed':
      return `The payer disputes ${row.id}; the dispute decides. --despite-dispute refunds it too.`
  }
}
