import { resolve } from 'node:path'
import type { Database } from '../product-api/database.ts'
import { parseArguments } from './arguments.ts'
import { publishFolder } from './publish-folder.ts'
import { remoteDatabase } from './remote-database.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask } from './task.ts'

const usage = `npm run content:deploy -- [options]

  Brings everything in content/ that changed to the deployed database: catalogue, plans, prices,
  coupons, figures, papers, cards, pages, pattern sheets and study plans. Each file is published
  completely or not at all; run it again after a failure. Needs CLOUDFLARE_API_TOKEN and
  CLOUDFLARE_ACCOUNT_ID.

  --withdraw      withdraws the papers, cards and pages whose files are gone; without it they are
                  listed. Plans and coupons are withdrawn with the catalogue that lacks them.

  --folder        another folder than content/, such as one that content:export has written
  --local         to the local database, which is migrated before; not while the site runs
  --state FOLDER  with --local: where the local data is, instead of .wrangler/state

  Status: 0 all is published; 1 something is not; 2 of something it is unknown: run it again`

const { values: options } = parseArguments(usage, {
  options: {
    withdraw: { type: 'boolean', default: false },
    folder: { type: 'string', default: 'content' },
    local: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const statuses = { published: 0, 'not-published': 1, unknown: 2 } as const

await runTask(async () => {
  if (options.help) return console.log(usage)
  const { withdraw, local, state } = options
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), options.folder)
  const publish = async (database: Database) => {
    process.exitCode = statuses[await publishFolder(database, { withdraw, folder })]
  }
  if (local) await withSelectedDatabase({ remote: false, state }, publish)
  else await publish(remoteDatabase())
})
