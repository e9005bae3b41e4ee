import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DatabaseFailure,
  databaseOverBatches,
  type Database,
  type Statement,
} from '../product-api/database.ts'
import type { Wait } from '../authoring/loading/verified-batch.ts'
import { queryD1 } from './d1-query.ts'
import { TaskError } from './task.ts'

/** What a command has used so far. Cloudflare bills rows written, index entries included. */
export type DatabaseUsage = { requests: number; rowsWritten: number }

export type RemoteDatabase = Database & { usage: DatabaseUsage }

const maxTries = 8
const firstWaitMs = 500
/** Cloudflare's API blocks a client for up to five minutes. */
const maxWaitMs = 310_000

/** The deployed database through Cloudflare's API. Needs CLOUDFLARE_API_TOKEN and
 *  CLOUDFLARE_ACCOUNT_ID, as wrangler does. A batch is one transaction. What did not reach the
 *  database is sent again with exponential backoff, for one or two minutes or as long as Cloudflare
 *  asks; a batch of unknown outcome is sent again only if it reads.
 *  Errors: TaskError, with the setting that is missing; the batches throw DatabaseFailure. */
export function remoteDatabase(wait: Wait = announcedWait): RemoteDatabase {
  const { token, url: accountUrl } = cloudflareAccount()
  const url = `${accountUrl}/d1/database/${databaseId()}/query`
  const usage: DatabaseUsage = { requests: 0, rowsWritten: 0 }
  const database = databaseOverBatches(async (statements) => {
    for (let tries = 1; ; tries += 1) {
      usage.requests += 1
      const answer = await queryD1(url, token, statements)
      if (answer.ok) {
        usage.rowsWritten += answer.rowsWritten
        return answer.results
      }
      const { outcome, message, isPermanent, retryAfterMs } = answer
      const isRepeatable = outcome === 'not-run' || (outcome === 'unknown' && readsOnly(statements))
      if (isPermanent || !isRepeatable || tries === maxTries)
        throw new DatabaseFailure(
          outcome === 'unknown' && readsOnly(statements) ? 'not-run' : outcome,
          message,
        )
      await wait(Math.min(maxWaitMs, retryAfterMs ?? backoffMs(tries)))
    }
  })
  return { ...database, usage }
}

/** Half a second, doubled with each try; up to a third of it is random, so that two commands do not
 *  keep step. */
const backoffMs = (tries: number) => firstWaitMs * 2 ** (tries - 1) * (1 + Math.random() / 3)

const readsOnly = (statements: readonly Statement[]) =>
  statements.every(({ text }) => /^\s*SELECT\b/i.test(text))

async function announcedWait(ms: number) {
  if (ms >= 5000)
    console.error(`  Cloudflare does not answer; trying again in ${Math.round(ms / 1000)} s`)
  await sleep(ms)
}

/** Where Cloudflare's API has the account, and the token for it. Errors: TaskError, with the
 *  setting that is missing. */
export function cloudflareAccount(): { token: string; url: string } {
  const token = setting('CLOUDFLARE_API_TOKEN')
  const account = setting('CLOUDFLARE_ACCOUNT_ID')
  const api = process.env.CLOUDFLARE_API_BASE_URL || 'https://api.cloudflare.com/client/v4'
  return { token, url: `${api}/accounts/${account}` }
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new TaskError(`${name} is not set; the deployed database is reached with it.`)
  return value
}

function databaseId(): string {
  const toml = readFileSync('product-api/wrangler.toml', 'utf8')
  const id = process.env.D1_DATABASE_ID || /^database_id = "(.*)"/m.exec(toml)?.[1]
  if (!id || !/^[0-9a-f-]{36}$/.test(id))
    throw new TaskError(
      'product-api/wrangler.toml has no database id; run ' +
        '"npm run wrangler -- d1 create abhyasa-product" and enter its id as database_id.',
    )
  return id
}
