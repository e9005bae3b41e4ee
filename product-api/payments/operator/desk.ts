import type { Context, MiddlewareHandler } from 'hono'
import type { Api } from '../../env.ts'
import { bearer } from '../../identity/bearer.ts'
import { callerOf } from '../../identity/caller.ts'
import { notFound, Refusal } from '../../strapi/errors.ts'
import { paymentSettings } from '../settings.ts'
import { settle } from '../ledger/settle.ts'
import { neutralView, ownView } from '../show.ts'
import type { Cause } from '../ledger/ledger.ts'
import type { Till } from '../providers/provider.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'

// What the routes of payments have in common.

export const tillOf = (c: Context<Api>): Till => ({
  db: c.env.DB,
  settings: paymentSettings(c.env),
  now: () => new Date(),
})

/** Who asks, where that matters but a token that is over must not turn a payer away. */
export const perhapsBearer: MiddlewareHandler<Api> = async (c, next) => {
  try {
    await bearer(c, () => Promise.resolve())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    c.set('user', null)
    c.set('sessionId', null)
    c.set('guest', null)
  }
  await next()
}

/** Finds out what became of a transaction, but answers in good time: what takes longer goes on behind the answer. */
export async function settledInTime(
  c: Context<Api>,
  till: Till,
  row: Transaction,
  cause: Cause,
): Promise<Transaction> {
  const work = settle(till, row.id, cause)
  c.executionCtx.waitUntil(
    work.catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'payments', transaction: row.id, error: String(error) }))
    }),
  )
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), till.settings.RETURN_BUDGET_MS)
  const settled = await Promise.race([work, late])
  clearTimeout(timer)
  return settled ?? (await transactionBy(till.db, 'id', row.id)) ?? row
}

export const isOwner = (c: Context<Api>, { user_id }: Transaction) =>
  user_id !== null && c.get('user')?.id === user_id

/** To its owner the whole, to whoever else may look the neutral part. */
export const viewFor = (c: Context<Api>, till: Till, row: Transaction) =>
  isOwner(c, row) ? ownView(till, row) : neutralView(till, row)

/** The member's own transaction. Errors: Refusal 404 for anybody else's, as for none. */
export async function ownTransaction(
  c: Context<Api>,
  till: Till,
  id: string,
): Promise<Transaction> {
  const row = await transactionBy(till.db, 'id', id)
  if (!row || !isOwner(c, row)) throw notFound()
  return row
}

/** Where the payer comes back to: the site that asks, if it is one of ours. Errors: Refusal 503 where no site is known. */
export function siteOrigin(c: Context<Api>, { settings }: Till): string {
  const { siteHost } = callerOf(c)
  const isLocal = siteHost !== null && /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(siteHost)
  const asking = siteHost === null ? null : `${isLocal ? 'http' : 'https'}://${siteHost}`
  const { SITE_ORIGINS: known } = settings
  const origin =
    asking !== null && (known.length === 0 || known.includes(asking)) ? asking : known[0]
  if (origin === undefined)
    throw new Refusal(503, 'ServiceUnavailableError', 'No site is known to come back to', {})
  return origin
}
