import * as v from 'valibot'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import { selectAccounts } from '../../product-api/identity/operator-actions.ts'

const accountRow = v.object({
  id: v.number(),
  username: v.string(),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  provider: v.string(),
  blocked: v.pipe(
    v.number(),
    v.transform((blocked) => blocked === 1),
  ),
  createdAt: v.string(),
  sessions: v.number(),
})

/** An account of a reader, as operators see it. `sessions`: how many are open. */
export type Account = v.InferOutput<typeof accountRow>

export async function accountsBy(db: Database, statement: Statement): Promise<Account[]> {
  const [found = []] = await runStatements(db, [statement])
  return v.parse(v.array(accountRow), found)
}

export async function accountById(db: Database, id: number): Promise<Account | null> {
  const found = await accountsBy(db, selectAccounts(String(id)))
  // A user name may look like an id.
  return found.find((one) => one.id === id) ?? null
}
