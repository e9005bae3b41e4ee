import { DatabaseSync } from 'node:sqlite'
import { startAccount } from './cloudflare-account.ts'

// For following the README's section "Deploying" without an account of Cloudflare:
//   npm run cloudflare-account -- [FILE] [PORT]
// FILE keeps what is in D1; without it, all is gone when the process ends.

const [file = ':memory:', port = '9400'] = process.argv.slice(2)
const { api } = await startAccount({
  database: new DatabaseSync(file, { enableForeignKeyConstraints: true }),
  port: Number(port),
  log: (line) => console.log(line),
})
for (const [name, value] of Object.entries(api.settings))
  if (name !== 'D1_DATABASE_ID') console.log(`export ${name}=${value}`)
