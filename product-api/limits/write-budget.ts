import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '../env.ts'
import { clientInfo } from '../client-info.ts'
import { tooManyRequests } from '../identity/rate-limits.ts'
import { counterSecretOf } from '../identity/settings.ts'
import { spendFromCounters, type Limit } from './counters.ts'

const mb = 1024
const minute = 60
const tenMinutes = 600
const hour = 3600
const day = 86_400

type Scope = 'owner' | 'attempt' | 'address' | 'network' | 'everybody'
type Budget = Partial<Record<Scope, readonly Limit[]>>

/** How much the database may grow by what people send, in KB. Members are not counted by address:
 *  many share one. Answers to an attempt have a budget of their own, whoever sends them: its owner,
 *  or a phone that is signed out. An exam of 100 questions delivers about 200 KB; a restless reader
 *  of 200 questions, who was offline and whose phone sends everything twice, 2 MB at once. More
 *  than that is slowed down: the phone keeps its answers and sends them after Retry-After, a minute
 *  later. How much an attempt can store at all, its journal limits (attempts/limits.ts). An address
 *  may be that of a whole hostel. There is no limit for everybody together, which a flood of
 *  requests would use up for all who are taking a test. */
export const writeBudgets: Record<'visitor' | 'guest' | 'member' | 'journal', Budget> = {
  journal: {
    attempt: [
      { max: 3 * mb, seconds: minute },
      { max: 24 * mb, seconds: day },
    ],
    address: [
      { max: 12 * mb, seconds: minute },
      { max: 64 * mb, seconds: hour },
    ],
    network: [
      { max: 24 * mb, seconds: minute },
      { max: 128 * mb, seconds: hour },
    ],
  },
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

/** Where a device delivers answers to an attempt. */
const journalPath =
  /^\/api\/user-test-progresses\/([0-9a-f-]{36})\/(?:events|submit|reveal|choose)$/

/** A row costs more than what it stores: ids, times, indexes. */
const overheadBytes = 400
const growthFactor = 2
/** Of a body that does not announce its length. */
const assumedBytes = 32_768

/** Charges every request that may write to its sender, by the length of its body. Errors: Refusal
 *  429, with Retry-After, before the body is read. Cost: none for most requests; an isolate asks
 *  the database when a sender has used a 32nd of a budget, and again after each further one. */
export const writeBudget = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const announced = c.req.header('content-length')
  const bytes = c.req.raw.body === null ? 0 : Number(announced ?? assumedBytes)
  const kilobytes = Math.ceil((bytes * growthFactor + overheadBytes) / 1024)
  const { address, network } = clientInfo(c)
  const [user, guest] = [c.get('user'), c.get('guest')]
  const attempt = journalPath.exec(c.req.path)?.[1]
  const kind = attempt ? 'journal' : user ? 'member' : guest ? 'guest' : 'visitor'
  const owner = String(user?.id ?? guest?.id ?? '')
  const values = { owner, attempt: attempt ?? '', address, network, everybody: '' }
  const counters = Object.entries(writeBudgets[kind]).flatMap(([scope, limits]) =>
    limits.map((limit) => ({
      limit,
      isOfEverybody: scope === 'everybody',
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
