import * as v from 'valibot'
import { runStatements, type Database, type Statement } from '../product-api/database.ts'
import {
  blockAccount,
  selectAccounts,
  selectAuthEvents,
  selectLetterAddresses,
  signOutAccount,
} from '../product-api/identity/operator-actions.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run accounts -- WHO [--sign-out | --block | --unblock] [--remote]
npm run accounts -- --letters [--remote]

WHO: an e-mail address, a phone number, a username or an id. Without an action the account is
shown, with the last events of its log; equal signs of a network are the same network.

  --sign-out   ends its sessions on every device
  --block      also refuses every sign-in; --unblock allows them again
  --letters    prints the addresses of members who consented to letters, one a line
  --remote     in the deployed database`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    'sign-out': { type: 'boolean', default: false },
    block: { type: 'boolean', default: false },
    unblock: { type: 'boolean', default: false },
    letters: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const account = v.object({
  id: v.number(),
  username: v.string(),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  provider: v.string(),
  blocked: v.number(),
  createdAt: v.string(),
  sessions: v.number(),
})

await runTask(async () => {
  const [who] = positionals
  if (options.letters && !options.help) return withSelectedDatabase(options, printLetterAddresses)
  if (options.help || who === undefined) return console.log(usage)
  await withSelectedDatabase(options, (database) => changeAccount(database, who))
})

async function printLetterAddresses(database: Database) {
  const [rows = []] = await runStatements(database, [selectLetterAddresses()])
  // On stderr: what is printed is a list for another program.
  if (rows.length === 0) console.error('No member has consented to letters.')
  for (const { email } of rows) console.log(String(email))
}

async function changeAccount(database: Database, who: string) {
  const [rows = []] = await runStatements(database, [selectAccounts(who)])
  const found = v.parse(v.array(account), rows)
  for (const { id, username, email, phone, provider, blocked, createdAt, sessions } of found)
    console.log(
      `${id}  ${username}  ${email ?? '-'}  ${phone ?? '-'}  ${provider}, ` +
        `since ${createdAt.slice(0, 10)}, ${sessions} sessions${blocked === 1 ? ', blocked' : ''}`,
    )
  const [only] = found
  if (!only) throw new TaskError(`There is no account ${who}.`)
  const actions = actionsOn(only.id, new Date())
  if (actions.length === 0) return printEvents(database, only.id)
  if (found.length > 1) throw new TaskError('These are several accounts; name one by its id.')
  await runStatements(database, actions)
  console.log('Done.')
}

async function printEvents(database: Database, id: number) {
  const [rows = []] = await runStatements(database, [selectAuthEvents(id)])
  for (const { lastAt, kind, count, deviceKind, network } of rows)
    console.log(
      `  ${[lastAt, kind, `${String(count)}x`, deviceKind, network].map(String).join('  ')}`,
    )
}

function actionsOn(id: number, now: Date): Statement[] {
  const { block, unblock } = options
  if (block && unblock) throw new TaskError('Give either --block or --unblock.')
  return [
    ...(options['sign-out'] || block ? [signOutAccount(id, now)] : []),
    ...(block || unblock ? [blockAccount(id, block, now)] : []),
  ]
}
