import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '../env.ts'
import { clientInfo } from '../client-info.ts'
import { tooManyRequests } from '../identity/rate-limits.ts'
import { counterSecretOf } from '../identity/settings.ts'
import { spendFromCounters, type Limit } from './counters.ts'

const mb = 1024
const tenMinutes = 600
const day = 86_400

type Budget = {
  owner?: readonly Limit[]
  address?: readonly Limit[]
  network?: readonly Limit[]
} & {
  everybody: readonly Limit[]
}

/** How much the database may grow by what people send, in KB. An exam of 100 questions delivers
 *  about 200 KB, most of it in two hours; a device that is refused keeps its answers and sends them
 *  again after Retry-After. Members are not counted by address: many share one. */
export const writeBudgets: Record<'visitor' | 'guest' | 'member', Budget> = {
  visitor: {
    address: [
      { max: 128, seconds: tenMinutes },
      { max: mb, seconds: day },
    ],
    network: [
      { max: 256, seconds: tenMinutes },
      { max: 4 * mb, seconds: day },
    ],
    everybody: [{ max: 32 * mb, seconds: day }],
  },
  guest: {
    owner: [
      { max: 768, seconds: tenMinutes },
      { max: 4 * mb, seconds: day },
    ],
    address: [
      { max: mb, seconds: tenMinutes },
      { max: 16 * mb, seconds: day },
    ],
    network: [
      { max: 2 * mb, seconds: tenMinutes },
      { max: 48 * mb, seconds: day },
    ],
    everybody: [{ max: 256 * mb, seconds: day }],
  },
  member: {
    owner: [
      { max: mb, seconds: tenMinutes },
      { max: 8 * mb, seconds: day },
    ],
    everybody: [{ max: 512 * mb, seconds: day }],
  },
}

/** A row costs more than what it stores: ids, times, indexes. */
const overheadBytes = 400
const growthFactor = 2
/** Of a body that does not announce its length. */
const assumedBytes = 32_768

/** Charges every request that may write to its sender, by the length of its body. Errors: Refusal
 *  429, with Retry-After, before the body is read. Cost: none for most requests; each isolate asks
 *  the database for a 32nd of a budget at a time. */
export const writeBudget = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const announced = c.req.header('content-length')
  const bytes = c.req.raw.body === null ? 0 : Number(announced ?? assumedBytes)
  const kilobytes = Math.ceil((bytes * growthFactor + overheadBytes) / 1024)
  const { address, network } = clientInfo(c)
  const [user, guest] = [c.get('user'), c.get('guest')]
  const kind = user ? 'member' : guest ? 'guest' : 'visitor'
  const values = { owner: String(user?.id ?? guest?.id ?? ''), address, network, everybody: '' }
  const counters = Object.entries(writeBudgets[kind]).flatMap(([scope, limits]) =>
    limits.map((limit) => ({
      limit,
      name: `write ${kind} ${scope} ${limit.seconds} ${values[scope as keyof typeof values]}`,
    })),
  )
  const now = new Date()
  const counts = await spendFromCounters(
    c.env.DB,
    counterSecretOf(c.env),
    counters,
    Number.isFinite(kilobytes) ? kilobytes : assumedBytes,
    now,
  )
  const used = counts.filter(({ remaining }) => remaining < 0)
  if (used.length > 0) {
    const waits = used.map(({ resetsAt }) => (Date.parse(resetsAt) - now.getTime()) / 1000)
    throw tooManyRequests(c, Math.max(1, Math.ceil(Math.max(...waits))))
  }
  await next()
})
