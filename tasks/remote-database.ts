import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { databaseOverBatches, type Database } from '../product-api/database.ts'
import { TaskError } from './task.ts'

const QueryResponse = v.object({
  success: v.boolean(),
  errors: v.optional(v.array(v.object({ message: v.string() })), []),
  result: v.optional(
    v.array(
      v.object({
        results: v.optional(v.array(v.record(v.string(), v.unknown())), []),
        meta: v.object({
          changes: v.optional(v.number(), 0),
          last_row_id: v.optional(v.number(), 0),
        }),
      }),
    ),
    [],
  ),
})

/** The deployed database through Cloudflare's API: POST …/d1/database/{id}/query with a batch,
 *  which is one transaction. Needs CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID, as wrangler
 *  does.
 *  Errors: TaskError, with what is missing. */
export function remoteDatabase(): Database {
  const token = setting('CLOUDFLARE_API_TOKEN')
  const account = setting('CLOUDFLARE_ACCOUNT_ID')
  const api = process.env.CLOUDFLARE_API_BASE_URL || 'https://api.cloudflare.com/client/v4'
  const url = `${api}/accounts/${account}/d1/database/${databaseId()}/query`
  return databaseOverBatches(async (statements) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        batch: statements.map(({ text, values }) => ({ sql: text, params: values })),
      }),
    })
    const parsed = v.safeParse(QueryResponse, await response.json().catch(() => null))
    if (!parsed.success)
      throw new TaskError(`Cloudflare answered ${response.status} without a result.`)
    const { success, errors, result } = parsed.output
    if (!success)
      throw new TaskError(`Cloudflare refused: ${errors.map(({ message }) => message).join('; ')}`)
    return result
  })
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new TaskError(`${name} is not set; --remote needs it, as "wrangler deploy" does.`)
  return value
}

function databaseId(): string {
  const toml = readFileSync('product-api/wrangler.toml', 'utf8')
  const id = process.env.D1_DATABASE_ID || /^database_id = "(.*)"/m.exec(toml)?.[1]
  if (!id || !/^[0-9a-f-]{36}$/.test(id))
    throw new TaskError(
      'product-api/wrangler.toml has no database id; run ' +
        '"npx wrangler d1 create abhyasa-product" and enter its id as database_id.',
    )
  return id
}
