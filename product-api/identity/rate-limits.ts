import type { Context } from 'hono'
import type { ApiEnv } from '../env.ts'
import {
  addToCounters,
  clearCounter,
  spendFromCounters,
  type Count,
  type Limit,
  type SpentCounter,
} from '../limits/counters.ts'
import { Refusal } from '../strapi/errors.ts'
import { clientInfo } from '../client-info.ts'
import { counterSecretOf } from './settings.ts'

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** By what an action is counted.
 *  - account: what was typed, whether or not it exists.
 *  - pair: that account from this address, so that a stranger uses up only a stranger's tries.
 *  - device: that account on a device where its owner signed in before; the others do not apply
 *    then, so that an attack on an account leaves its owner a way in.
 *  - address: an IPv4 address or an IPv6 /64. network: an IPv4 /24 or an IPv6 /48.
 *  - everybody: all requests together, for what costs money or space. */
type Scope = 'account' | 'pair' | 'device' | 'address' | 'network' | 'everybody'
type Limits = { address: Limit } & Partial<Record<Scope, Limit>>

// Many aspirants share one address of their mobile network, so an address may do much more than
// one account.
const limits = {
  'sign-in': {
    pair: { max: 10, seconds: 10 * minutes },
    account: { max: 100, seconds: hours },
    device: { max: 20, seconds: 10 * minutes },
    address: { max: 100, seconds: 10 * minutes },
    network: { max: 300, seconds: 10 * minutes },
  },
  register: {
    account: { max: 5, seconds: hours },
    address: { max: 50, seconds: hours },
    network: { max: 150, seconds: hours },
    everybody: { max: 10_000, seconds: days },
  },
  // Each one is an SMS that the operator pays.
  'send-code': {
    account: { max: 5, seconds: hours },
    device: { max: 5, seconds: hours },
    address: { max: 30, seconds: 30 * minutes },
    network: { max: 60, seconds: 30 * minutes },
    everybody: { max: 5000, seconds: days },
  },
  // A code belongs to a browser and allows five tries; this is against trying many codes at once.
  'verify-code': {
    pair: { max: 20, seconds: hours },
    device: { max: 20, seconds: hours },
    address: { max: 200, seconds: hours },
    network: { max: 600, seconds: hours },
  },
  forgot: {
    account: { max: 5, seconds: hours },
    address: { max: 30, seconds: hours },
    network: { max: 90, seconds: hours },
    everybody: { max: 5000, seconds: days },
  },
  // Each one is an SMS or a mail.
  'new-contact': {
    account: { max: 5, seconds: hours },
    address: { max: 30, seconds: hours },
    everybody: { max: 2000, seconds: days },
  },
  reset: { account: { max: 10, seconds: hours }, address: { max: 30, seconds: hours } },
  'own-password': {
    account: { max: 10, seconds: 10 * minutes },
    address: { max: 100, seconds: 10 * minutes },
  },
  google: {
    address: { max: 100, seconds: 10 * minutes },
    network: { max: 300, seconds: 10 * minutes },
  },
  // Asking for a challenge, and answering it: each sign-in counts twice.
  passkey: {
    address: { max: 200, seconds: 10 * minutes },
    network: { max: 600, seconds: 10 * minutes },
  },
  // Each one that is made is a mail or an SMS.
  'new-passkey': {
    account: { max: 10, seconds: hours },
    address: { max: 100, seconds: hours },
    everybody: { max: 5000, seconds: days },
  },
  guest: {
    address: { max: 240, seconds: hours },
    network: { max: 720, seconds: hours },
    everybody: { max: 200_000, seconds: days },
  },
  checkout: {
    account: { max: 30, seconds: 10 * minutes },
    address: { max: 300, seconds: 10 * minutes },
  },
  // Each one is a call of the payment provider, before it is known who sent the webhook. A refused
  // one is sent again.
  'verify-webhook': {
    address: { max: 120, seconds: minutes },
    network: { max: 240, seconds: minutes },
    everybody: { max: 1200, seconds: minutes },
  },
  // Codes of coupons and referrals are short: they must not be found by guessing. Only wrong ones
  // are counted: of members by themselves, so that nobody behind the same address uses up their
  // tries.
  'wrong-coupon': { address: { max: 200, seconds: 10 * minutes } },
  'wrong-coupon-of-member': {
    account: { max: 30, seconds: 10 * minutes },
    address: { max: 10_000, seconds: 10 * minutes },
  },
  redeem: { account: { max: 10, seconds: hours }, address: { max: 100, seconds: hours } },
  'report-question': {
    account: { max: 30, seconds: hours },
    address: { max: 300, seconds: hours },
    everybody: { max: 5000, seconds: days },
  },
  feedback: {
    address: { max: 20, seconds: hours },
    network: { max: 60, seconds: hours },
    everybody: { max: 1000, seconds: days },
  },
  'csp-report': {
    address: { max: 30, seconds: hours },
    network: { max: 90, seconds: hours },
    everybody: { max: 5000, seconds: days },
  },
  'failed-page': {
    address: { max: 60, seconds: hours },
    network: { max: 180, seconds: hours },
    everybody: { max: 10_000, seconds: days },
  },
} satisfies Record<string, Limits>

export type LimitedAction = keyof typeof limits

export type Claimant = {
  /** What was typed, whether or not it exists. */
  account?: string
  /** Of the device, where the account's owner signed in on it before. */
  knownDevice?: string | null
}

/** Counts the request by every scope that the action has. Sets X-RateLimit-* from the counter with
 *  least remaining. Errors: Refusal 429, with Retry-After. Cost: one transaction. */
export async function enforceRateLimit(
  c: Context<ApiEnv>,
  action: LimitedAction,
  claimant: string | Claimant = {},
) {
  const now = new Date()
  const whose = typeof claimant === 'string' ? { account: claimant } : claimant
  const counts = await addToCounters(
    c.env.DB,
    counterSecretOf(c.env),
    countersOf(c, action, whose),
    1,
    now,
  )
  const [tightest] = counts.sort((one, other) => one.remaining - other.remaining)
  if (tightest) setRateLimitHeaders(c, tightest, now)
}

/** The same for an action that very many do at the same time: an isolate lets a 32nd of each limit
 *  pass before it counts, and counts as many at once (`spendFromCounters`). Errors: Refusal 429.
 *  Cost: none for most requests. */
export async function enforceFrequentLimit(c: Context<ApiEnv>, action: LimitedAction) {
  const now = new Date()
  const counters = countersOf(c, action, {})
  const counts = await spendFromCounters(c.env.DB, counterSecretOf(c.env), counters, 1, now)
  const [tightest] = counts.toSorted((one, other) => one.remaining - other.remaining)
  if (tightest && tightest.remaining < 0) setRateLimitHeaders(c, tightest, now)
}

/** Refuses what `enforceRateLimit` has counted too often, without counting it. Errors and cost: the
 *  same. */
export async function enforceUsedUpLimit(
  c: Context<ApiEnv>,
  action: LimitedAction,
  claimant: string | Claimant = {},
) {
  const now = new Date()
  const whose = typeof claimant === 'string' ? { account: claimant } : claimant
  const counters = countersOf(c, action, whose)
  const counts = await addToCounters(c.env.DB, counterSecretOf(c.env), counters, 0, now)
  const usedUp = counts.find(({ remaining }) => remaining <= 0)
  if (usedUp) setRateLimitHeaders(c, { ...usedUp, remaining: -1 }, now)
}

function countersOf(
  c: Context<ApiEnv>,
  action: LimitedAction,
  { account, knownDevice }: Claimant,
): SpentCounter[] {
  const { address, network } = clientInfo(c)
  const applicable: Limits = limits[action]
  const device = account !== undefined && knownDevice ? `${account} ${knownDevice}` : undefined
  const values: Partial<Record<Scope, string | undefined>> =
    device !== undefined && applicable.device
      ? { device }
      : {
          address,
          network,
          everybody: '',
          account,
          pair: account === undefined ? undefined : `${account} ${address}`,
        }
  return (Object.entries(applicable) as [Scope, Limit][]).flatMap(([scope, limit]) => {
    const value = values[scope]
    const isOfEverybody = scope === 'everybody'
    return value === undefined ? [] : [{ limit, isOfEverybody, name: nameOf(action, scope, value) }]
  })
}

/** Clears the counts of an account from where its owner has just authenticated. */
export async function resetRateLimit(c: Context<ApiEnv>, action: LimitedAction, account: string) {
  const { address } = clientInfo(c)
  const secret = counterSecretOf(c.env)
  const names = [
    nameOf(action, 'account', account),
    nameOf(action, 'pair', `${account} ${address}`),
  ]
  await Promise.all(names.map((name) => clearCounter(c.env.DB, secret, name)))
}

const nameOf = (action: LimitedAction, scope: Scope, value: string) =>
  `${action} ${scope} ${value.toLowerCase()}`

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
