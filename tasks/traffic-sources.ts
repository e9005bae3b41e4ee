import * as v from 'valibot'
import { runStatements } from '../product-api/database.ts'
import { amountText } from '../product-api/payments/money.ts'
import { selectTrafficSources } from '../product-api/payments/operator/traffic-sources.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask } from './task.ts'

const usage = `npm run traffic-sources [-- --since 2026-11-01] [--remote]

Registrations and payments by the campaign in ?user_source=, refunds deducted; "-" is without one.

  --since    the first day, in UTC; 30 days ago
  --remote   in the deployed database`

const { values: options } = parseArguments(usage, {
  options: {
    since: { type: 'string' },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const row = v.object({
  source: v.string(),
  registrations: v.number(),
  payments: v.number(),
  amounts: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
})
const shownMs = 30 * 86_400_000

await runTask(async () => {
  if (options.help) return console.log(usage)
  const since = options.since ?? new Date(Date.now() - shownMs).toISOString().slice(0, 10)
  await withSelectedDatabase(options, async (database) => {
    const [rows = []] = await runStatements(database, [selectTrafficSources(since)])
    if (rows.length === 0) console.error(`No registrations and no payments since ${since}.`)
    for (const { source, registrations, payments, amounts } of v.parse(v.array(row), rows)) {
      const money = Object.entries(amounts).map(([code, amount]) => amountText(amount, code))
      const line = [source || '-', `${registrations} registrations`, `${payments} payments`]
      console.log([...line, ...money].join('  '))
    }
  })
})
