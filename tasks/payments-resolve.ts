import { clearNegativeCredit } from '../product-api/payments/operator/corrections.ts'
import {
  resolvePayment,
  type Resolution,
} from '../product-api/payments/operator/resolve-payment.ts'
import { parseArguments } from './arguments.ts'
import { withPaymentContext } from './payments-context.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run payments:resolve -- TRANSACTION one of these options [--reason "…"]

  --ask              asks the provider and books its answer
  A payment that is flagged for review:
  --accept           books what was received and grants the plan
  --refund           books what was received and gives it back
  --decline          ends it unpaid; only if no money of ours was received
  Corrections of the books:
  --write-off        the provider does not have the payment: books it as taken back
  --match-received   the provider has received another amount: books or returns the difference
  --end-plan         ends a plan whose payment was given back
  --grant-plan       grants the plan of a paid payment
  --correct-ledger   adds the entry by which the ledger differs
  --resend-refund    sends a refund again that the provider does not have
  --acknowledge "…"  records that a kind of discrepancy is known; the report shows it no more
  --clear-credit USER:INR   without a transaction: brings a credit below zero to zero

  --remote           the deployed database; the settings of payments (README) from the environment
  --port 8787        the port of the npm start whose emulators are used`

const flag = { type: 'boolean', default: false } as const
const decisions = ['accept', 'refund', 'decline'] as const
const corrections = [
  ...(['write-off', 'match-received', 'end-plan', 'grant-plan'] as const),
  ...(['correct-ledger', 'resend-refund'] as const),
] as const

await runTask(async () => {
  const { values, positionals } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      ...{ ask: flag, accept: flag, refund: flag, decline: flag, 'write-off': flag },
      ...{
        'match-received': flag,
        'end-plan': flag,
        'grant-plan': flag,
        'correct-ledger': flag,
        'resend-refund': flag,
      },
      acknowledge: { type: 'string' },
      'clear-credit': { type: 'string' },
      reason: { type: 'string', default: '' },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      remote: flag,
      state: { type: 'string' },
      help: flag,
    },
  })
  if (values.help) return console.log(usage)
  const [id] = positionals
  const { reason } = values
  const wanted: Resolution[] = [
    ...(values.ask ? [{ kind: 'ask' as const }] : []),
    ...decisions
      .filter((name) => values[name])
      .map((decision) => ({ kind: 'review' as const, decision, reason })),
    ...corrections
      .filter((name) => values[name])
      .map((correction) => ({ kind: 'correction' as const, correction, reason })),
    ...(values.acknowledge === undefined
      ? []
      : [{ kind: 'acknowledgement' as const, discrepancy: values.acknowledge, reason }]),
  ]
  await withPaymentContext({ ...values, port: Number(values.port) }, async (context) => {
    if (values['clear-credit'] !== undefined) {
      const [user = '', currency = ''] = values['clear-credit'].split(':')
      const added = await clearNegativeCredit(context, Number(user), currency)
      if (!added.ok) throw new TaskError('This credit is not below zero.')
      return console.log(`${added.value} ${currency} (minor units) were added.`)
    }
    const [resolution, ...others] = wanted
    if (id === undefined || !resolution || others.length > 0)
      throw new TaskError(`Exactly one transaction and one option are needed.\n\n${usage}`)
    const resolved = await resolvePayment(context, id, resolution)
    if (!resolved.ok) throw new TaskError(resolved.error)
    console.log(resolved.value)
  })
})
