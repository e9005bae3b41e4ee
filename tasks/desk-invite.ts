import * as v from 'valibot'
import { inviteOperator } from '../desk/operators/invitations.ts'
import { roles } from '../desk/operators/operators.ts'
import { parseArguments } from './arguments.ts'
import { localDeskPort, localPort } from './local-environment.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run desk:invite -- --name NAME --role ROLE [--email ADDRESS]
  [--remote --desk URL]

Makes a link by which a person joins the desk. For a name that is there already, another role and
a link for another phone. A link lasts one day and works once. Owners invite others at the desk.

  --name     what the person types to sign in
  --role     author, reviewer, cashier or owner
  --email    the address that Cloudflare Access names, where it protects the desk
  --remote   in the deployed database; then --desk is the desk's address`

const { values: options } = parseArguments(usage, {
  options: {
    name: { type: 'string' },
    role: { type: 'string' },
    email: { type: 'string' },
    desk: { type: 'string' },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const invitation = v.object({
  name: v.pipe(v.string('is needed'), v.trim(), v.minLength(1), v.maxLength(60)),
  role: v.picklist(roles, `is one of ${roles.join(', ')}`),
  email: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email())),
})

await runTask(async () => {
  if (options.help) return console.log(usage)
  const parsed = v.safeParse(invitation, options)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new TaskError(`--${v.getDotPath(issue) ?? ''} ${issue.message}.\n\n${usage}`)
  }
  const { name, role, email = null } = parsed.output
  if (options.remote && !URL.canParse(options.desk ?? ''))
    throw new TaskError('--remote needs --desk, the address of the deployed desk.')
  const origin = options.desk ?? `http://localhost:${localDeskPort(localPort())}`
  await withSelectedDatabase(options, async (database) => {
    const token = await inviteOperator(database, { name, email, role }, null, new Date())
    console.log(`${new URL(`/enrol/${token}`, origin)}`)
  })
})
