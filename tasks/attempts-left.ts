import { countToMove } from '../product-api/attempts/old-attempts.ts'
import type { Database } from '../product-api/database.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask } from './task.ts'

const usage = `npm run attempts:left -- [options]

  Says how many attempts are still in the product database and not in their readers' objects. They move
  by themselves: a reader's when the reader comes, and those of 100 readers a minute by the cron
  trigger, which goes on where it was after any interruption. Nothing has to be stopped for it.

  --follow     says it again every minute, until none is left
  --remote     in the deployed database`

const { values: options } = parseArguments(usage, {
  options: {
    follow: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const readersPerMinute = 100

await runTask(async () => {
  if (options.help) return console.log(usage)
  await withSelectedDatabase(options, sayWhatIsLeft)
})

async function sayWhatIsLeft(database: Database) {
  for (;;) {
    const { attempts, readers } = await countToMove(database)
    if (attempts === 0) return console.log('All attempts are in the objects of their readers.')
    const minutes = Math.ceil(readers / readersPerMinute)
    console.log(
      `${attempts} attempts of ${readers} readers are left, for about ${minutes} ` +
        `${minutes === 1 ? 'minute' : 'minutes'}.`,
    )
    if (!options.follow) return
    await new Promise((done) => setTimeout(done, 60_000))
  }
}
