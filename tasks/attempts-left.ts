import { countToMove } from '../product-api/attempts/old-attempts.ts'
import type { Database } from '../product-api/database.ts'
import { countOldReviews } from '../product-api/study/old-reviews.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask } from './task.ts'

const usage = `npm run attempts:left -- [options]

  Says how many attempts and reviews of cards are still in the product database and not in their
  readers' objects. They move by themselves: a reader's when the reader comes, and those of 100
  readers a minute by the cron trigger, which goes on where it was after any interruption. Nothing
  has to be stopped for it.

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
    const [attempts, reviews] = [await countToMove(database), await countOldReviews(database)]
    if (attempts.attempts === 0 && reviews.reviews === 0)
      return console.log('All attempts and reviews are in the objects of their readers.')
    const minutes = Math.ceil(Math.max(attempts.readers, reviews.readers) / readersPerMinute)
    console.log(
      `${attempts.attempts} attempts of ${attempts.readers} readers and ` +
        `${reviews.reviews} reviews of ${reviews.readers} readers are left, for about ${minutes} ` +
        `${minutes === 1 ? 'minute' : 'minutes'}.`,
    )
    if (!options.follow) return
    await new Promise((done) => setTimeout(done, 60_000))
  }
}
