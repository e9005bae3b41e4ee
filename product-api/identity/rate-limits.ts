import type { Context } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { Refusal } from '../strapi/errors.ts'
import { clientInfo } from '../client-info.ts'
import { hmac } from '../cryptography.ts'
import { sweepOccasionally } from './expired-rows.ts'
import { jwtSecretsOf } from './settings.ts'

type Limit = { max: number; seconds: number }

const minutes = 60
const hours = 60 * minutes

// Many aspirants share one address of their mobile network, so an address may do much more than
// one account.
const limits = {
  'sign-in': {
    account: { max: 10, seconds: 10 * minutes },
    address: { max: 100, seconds: 10 * minutes },
  },
  register: { account: { max: 5, seconds: hours }, address: { max: 50, seconds: hours } },
  'send-code': { account: { max: 10, seconds: hours }, address: { max: 100, seconds: hours } },
  'verify-code': { account: { max: 20, seconds: hours }, address: { max: 200, seconds: hours } },
  forgot: { account: { max: 5, seconds: hours }, address: { max: 30, seconds: hours } },
  reset: { account: { max: 10, seconds: hours }, address: { max: 30, seconds: hours } },
  'own-password': {
    account: { max: 10, seconds: 10 * minutes },
    address: { max: 100, seconds: 10 * minutes },
  },
  google: { address: { max: 100, seconds: 10 * minutes } },
  guest: { address: { max: 1000, seconds: hours } },
  checkout: {
    account: { max: 30, seconds: 10 * minutes },
    address: { max: 300, seconds: 10 * minutes },
  },
  // Codes of coupons and referrals are short: they must not be found by guessing.
  coupon: { address: { max: 200, seconds: 10 * minutes } },
  redeem: { account: { max: 10, seconds: hours }, address: { max: 100, seconds: hours } },
  'report-question': {
    account: { max: 30, seconds: hours },
    address: { max: 300, seconds: hours },
  },
} satisfies Record<string, { account?: Limit; address: Limit }>

export type LimitedAction = keyof typeof limits

type Counter = { limit: Limit; key: string }
type Count = { limit: Limit; remaining: number; resetsAt: string }

/** Counts the request against the account (as typed, whether or not it exists) and against the
 *  client's address. Sets X-RateLimit-* from the counter with less remaining.
 *  Errors: Refusal 429, with Retry-After. Cost: one transaction. */
export async function enforceRateLimit(
  c: Context<ApiEnv>,
  action: LimitedAction,
  account?: string,
) {
  const now = new Date()
  const { address } = clientInfo(c)
  const applicable: { account?: Limit; address: Limit } = limits[action]
  const counters = [
    { limit: applicable.address, key: await keyOf(c, action, 'address', address) },
    ...(applicable.account && account !== undefined
      ? [{ limit: applicable.account, key: await keyOf(c, action, 'account', account) }]
      : []),
  ]
  const counts = await incrementCounters(c.env.DB, counters, now)
  sweepOccasionally(c, now)
  const [tightest] = counts.sort((one, other) => one.remaining - other.remaining)
  if (tightest) setRateLimitHeaders(c, tightest, now)
}

/** Clears the count of an account, once its owner has authenticated. */
export async function resetRateLimit(c: Context<ApiEnv>, action: LimitedAction, account: string) {
  await c.env.DB.prepare('DELETE FROM rate_limits WHERE key = ?')
    .bind(await keyOf(c, action, 'account', account))
    .run()
}

const keyOf = (
  c: Context<ApiEnv>,
  action: LimitedAction,
  of: 'account' | 'address',
  value: string,
) => hmac(jwtSecretsOf(c.env)[0], 'limit', `${action} ${of} ${value.toLowerCase()}`)

async function incrementCounters(
  db: Database,
  counters: readonly Counter[],
  now: Date,
): Promise<Count[]> {
  const counted = await db.batch<{ count: number; resets_at: string }>(
    counters.map(({ limit, key }) =>
      db
        .prepare(
          `INSERT INTO rate_limits (key, count, resets_at) VALUES (?1, 1, ?2)
           ON CONFLICT (key) DO UPDATE SET
             count = CASE WHEN resets_at <= ?3 THEN 1 ELSE count + 1 END,
             resets_at = CASE WHEN resets_at <= ?3 THEN excluded.resets_at ELSE resets_at END
           RETURNING count, resets_at`,
        )
        .bind(key, new Date(now.getTime() + limit.seconds * 1000).toISOString(), now.toISOString()),
    ),
  )
  return counters.flatMap(({ limit }, index) => {
    const row = counted[index]?.results[0]
    return row ? [{ limit, remaining: limit.max - row.count, resetsAt: row.resets_at }] : []
  })
}

function setRateLimitHeaders(c: Context<ApiEnv>, { limit, remaining, resetsAt }: Count, now: Date) {
  const resetMs = Date.parse(resetsAt)
  c.header('X-RateLimit-Limit', String(limit.max))
  c.header('X-RateLimit-Remaining', String(Math.max(0, remaining)))
  c.header('X-RateLimit-Reset', String(Math.ceil(resetMs / 1000)))
  if (remaining < 0)
    throw tooManyRequests(c, Math.max(1, Math.ceil((resetMs - now.getTime()) / 1000)))
}

/** The 429 answer; its Retry-After header and its details say when to try again. */
export function tooManyRequests(c: Context<ApiEnv>, retryAfterSeconds: number): Refusal {
  c.header('Retry-After', String(retryAfterSeconds))
  return new Refusal(429, 'RateLimitError', 'Too many requests, please try again later.', {
    retryAfterSeconds,
  })
}
