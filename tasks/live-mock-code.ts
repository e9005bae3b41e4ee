import { codeText } from '../domain/live-mock/opening-code.ts'
import { clockInIndia, dayInIndia } from '../domain/india-time.ts'
import { readCodeAsOperator } from '../product-api/live-mocks/operator-code.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run live-mock-code -- SLUG [options]

  Prints the opening code of a live mock, for a notice or an SMS at the bell. Before the bell nobody
  else can read it; each such reading is recorded. A phone that has downloaded the paper opens it
  with this code, also without a network.

  --remote     in the deployed database`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  const [slug] = positionals
  if (options.help || slug === undefined) return console.log(usage)
  await withSelectedDatabase(options, async (database) => {
    const found = await readCodeAsOperator(database, slug, new Date())
    if (!found) throw new TaskError(`There is no live mock ${slug}.`)
    const bell = new Date(found.bellAt)
    console.log(`${codeText(found.code)}   from ${dayInIndia(bell)} ${clockInIndia(bell)}`)
    if (bell.getTime() > Date.now())
      console.log(`Read before the bell ${found.earlyReads} times. Keep it secret until then.`)
  })
})
