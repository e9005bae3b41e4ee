import type { Context, MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../env.ts'
import { authenticate } from '../identity/authentication.ts'
import { clientInfo } from '../client-info.ts'
import { notFound, Refusal, validation } from '../strapi/errors.ts'
import type { Cause } from './ledger/entries.ts'
import { settle } from './ledger/settle.ts'
import { transactionBy, type Transaction } from './ledger/transactions.ts'
import type { PaymentContext } from './payment-context.ts'
import { neutralView, ownView } from './payment-view.ts'

// Functions that several payment routes share.

/** The payment context of a request. */
export type ContextOf = (c: Context<ApiEnv>) => PaymentContext

/** Authenticates, but treats a caller with an invalid or expired token as one without a token. */
export const authenticateIfPossible: MiddlewareHandler<ApiEnv> = async (c, next) => {
  try {
    await authenticate(c, () => Promise.resolve())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    c.set('user', null)
    c.set('sessionId', null)
    c.set('guest', null)
  }
  await next()
}

/** Settles a transaction for at most RETURN_BUDGET_MS. After that, settling continues in
 *  `waitUntil` and the current row is returned. */
export async function settledInTime(
  c: Context<ApiEnv>,
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
): Promise<Transaction> {
  const work = settle(context, row.id, cause)
  c.executionCtx.waitUntil(
    work.catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'payments', transaction: row.id, error: String(error) }))
    }),
  )
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), context.settings.RETURN_BUDGET_MS)
  const settled = await Promise.race([work, timeout])
  clearTimeout(timer)
  return settled ?? (await transactionBy(context.db, 'id', row.id)) ?? row
}

export const isOwner = (c: Context<ApiEnv>, { user_id }: Transaction) =>
  user_id !== null && c.get('user')?.id === user_id

/** The JSON of a payment: `ownView` for its owner, else `neutralView`. */
export const viewFor = (c: Context<ApiEnv>, context: PaymentContext, row: Transaction) =>
  isOwner(c, row) ? ownView(context, row) : neutralView(context, row)

/** The member's own transaction. Errors: Refusal 404 for an unknown id and another member's. */
export async function ownTransaction(
  c: Context<ApiEnv>,
  context: PaymentContext,
  id: string,
): Promise<Transaction> {
  const row = await transactionBy(context.db, 'id', id)
  if (!row || !isOwner(c, row)) throw notFound()
  return row
}

/** The site's origin for return URLs: the one in x-site-host if SITE_ORIGINS allows it, else the
 *  first of SITE_ORIGINS. Errors: Refusal 400 if there is neither. */
export function siteOrigin(c: Context<ApiEnv>, { settings }: PaymentContext): string {
  const { siteHost } = clientInfo(c)
  const isLocal = siteHost !== null && /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(siteHost)
  const requested = siteHost === null ? null : `${isLocal ? 'http' : 'https'}://${siteHost}`
  const { SITE_ORIGINS: allowed } = settings
  const origin =
    requested !== null && (allowed.length === 0 || allowed.includes(requested))
      ? requested
      : allowed[0]
  if (origin === undefined) throw validation('The header x-site-host is missing')
  return origin
}
