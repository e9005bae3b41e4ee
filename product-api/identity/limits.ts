import type { Context } from 'hono'
import type { Api } from '../env.ts'
import { Refusal } from '../strapi/errors.ts'
import { callerOf } from './caller.ts'
import { keyedDigest } from './digests.ts'
import { secretsOf } from './settings.ts'
import { sweepNowAndThen } from './sweep.ts'

type Limit = { most: number; seconds: number }

const minutes = 60
const hours = 60 * minutes

// Many aspirants share one address of their mobile network, so addresses are given much more than accounts.
const limits = {
  'sign-in': {
    account: { most: 10, seconds: 10 * minutes },
    address: { most: 100, seconds: 10 * minutes },
  },
  register: { account: { most: 5, seconds: hours }, address: { most: 50, seconds: hours } },
  'send-code': { account: { most: 10, seconds: hours }, address: { most: 100, seconds: hours } },
  'verify-code': { account: { most: 20, seconds: hours }, address: { most: 200, seconds: hours } },
  forgot: { account: { most: 5, seconds: hours }, address: { most: 30, seconds: hours } },
  reset: { account: { most: 10, seconds: hours }, address: { most: 30, seconds: hours } },
  'own-password': {
    account: { most: 10, seconds: 10 * minutes },
    address: { most: 100, seconds: 10 * minutes },
  },
  google: { address: { most: 100, seconds: 10 * minutes } },
  guest: { address: { most: 1000, seconds: hours } },
  checkout: {
    account: { most: 30, seconds: 10 * minutes },
    address: { most: 300, seconds: 10 * minutes },
  },
  // Codes of coupons and of friends are short: they must not be found by trying.
  coupon: { address: { most: 200, seconds: 10 * minutes } },
  redeem: { account: { most: 10, seconds: hours }, address: { most: 100, seconds: hours } },
  'report-question': {
    account: { most: 30, seconds: hours },
    address: { most: 300, seconds: hours },
  },
} satisfies Record<string, { account?: Limit; address: Limit }>

export type Action = keyof typeof limits

type Counter = { limit: Limit; key: string }
type Count = { limit: Limit; left: number; resetsAt: string }

/** Counts an attempt against the account (as typed, whether or not there is one) and against the caller's address.
 *  Sets X-RateLimit-* of whichever has less left. Errors: Refusal 429, with Retry-After. Cost: one transaction. */
export async function countAttempt(c: Context<Api>, action: Action, account?: string) {
  const now = new Date()
  const { address } = callerOf(c)
  const allowed: { account?: Limit; address: Limit } = limits[action]
  const counters = [
    { limit: allowed.address, key: await keyOf(c, action, 'address', address) },
    ...(allowed.account && account !== undefined
      ? [{ limit: allowed.account, key: await keyOf(c, action, 'account', account) }]
      : []),
  ]
  const counts = await countUp(c.env.DB, counters, now)
  sweepNowAndThen(c, now)
  const [tightest] = counts.sort((one, other) => one.left - other.left)
  if (tightest) show(c, tightest, now)
}

/** Forgets the attempts against an account, once its owner has proved to be the one. */
export async function clearAttempts(c: Context<Api>, action: Action, account: string) {
  await c.env.DB.prepare('DELETE FROM rate_limits WHERE key = ?')
    .bind(await keyOf(c, action, 'account', account))
    .run()
}

const keyOf = (c: Context<Api>, action: Action, of: 'account' | 'address', value: string) =>
  keyedDigest(secretsOf(c.env)[0], 'limit', `${action} ${of} ${value.toLowerCase()}`)

async function countUp(db: D1Database, counters: readonly Counter[], now: Date): Promise<Count[]> {
  const answers = await db.batch<{ count: number; resets_at: string }>(
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
    const row = answers[index]?.results[0]
    return row ? [{ limit, left: limit.most - row.count, resetsAt: row.resets_at }] : []
  })
}

function show(c: Context<Api>, { limit, left, resetsAt }: Count, now: Date) {
  const resetMs = Date.parse(resetsAt)
  c.header('X-RateLimit-Limit', String(limit.most))
  c.header('X-RateLimit-Remaining', String(Math.max(0, left)))
  c.header('X-RateLimit-Reset', String(Math.ceil(resetMs / 1000)))
  if (left < 0) throw tooMany(c, Math.max(1, Math.ceil((resetMs - now.getTime()) / 1000)))
}

/** The answer to whoever is too fast; says in its header and its details when to come again. */
export function tooMany(c: Context<Api>, retryAfterSeconds: number): Refusal {
  c.header('Retry-After', String(retryAfterSeconds))
  return new Refusal(429, 'RateLimitError', 'Too many requests, please try again later.', {
    retryAfterSeconds,
  })
}
