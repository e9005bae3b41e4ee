import { runStatements } from '../product-api/database.ts'
import { selectCspReports } from '../product-api/inbox/csp-reports.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask } from './task.ts'

const usage = `npm run csp-reports [-- --remote]

What browsers refused in the last 30 days because of the Content-Security-Policy: how often, the
directive, what was refused, and on which page.

  --remote   in the deployed database`

const { values: options } = parseArguments(usage, {
  options: {
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const shownMs = 30 * 86_400_000

await runTask(async () => {
  if (options.help) return console.log(usage)
  const since = new Date(Date.now() - shownMs).toISOString().slice(0, 10)
  await withSelectedDatabase(options, async (database) => {
    const [rows = []] = await runStatements(database, [selectCspReports(since)])
    for (const { count, directive, blocked, page, lastDay } of rows)
      console.log([count, directive, blocked, page, lastDay].map(String).join('  '))
    if (rows.length === 0) console.log('No reports.')
  })
})
