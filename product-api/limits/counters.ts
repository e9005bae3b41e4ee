import type { Database } from '../database.ts'
import { hmac } from '../cryptography.ts'

/** At most `max` units in `seconds`, counted from the first one. */
export type Limit = { max: number; seconds: number }

/** `name`: what is counted, in any words; only its HMAC is stored. */
export type Counter = { limit: Limit; name: string }

export type Count = { limit: Limit; remaining: number; resetsAt: string }

/** As many rows as the table may have: about 0.9 MB. */
const bucketCount = 16_384

/** This long an isolate refuses without asking again: a flood costs the database one statement in
 *  this time, from each isolate, and not one for each request. */
const refusalMs = 5000
const maxRemembered = 20_000
/** What was taken and is not spent by then is lost. */
const leaseMs = 3_600_000

/** In memory; lost with the isolate. Address of a counter -> until when it is known to be used
 *  up, or how much of it this isolate may still spend without asking. */
const refusals = new Map<string, { untilMs: number; resetsAt: string }>()
const leases = new Map<string, { left: number; untilMs: number }>()

/** Forgets what this isolate remembers of the counters, after somebody else has changed them. */
export function forgetCounts() {
  refusals.clear()
  leases.clear()
}

/** Adds `units` to every counter and returns what is left of each; below zero: too much. Counters
 *  that this isolate knows to be used up are not counted again. Cost: one transaction, one row for
 *  each counter. */
export async function addToCounters(
  db: Database,
  secret: string,
  counters: readonly Counter[],
  units: number,
  now: Date,
): Promise<Count[]> {
  const addressed = await Promise.all(
    counters.map(async ({ limit, name }) => ({ limit, address: await addressOf(secret, name) })),
  )
  const refused = addressed.flatMap(({ limit, address }) => {
    const known = refusals.get(keyOf(address))
    return known && known.untilMs > now.getTime()
      ? [{ limit, remaining: -1, resetsAt: known.resetsAt }]
      : []
  })
  return refused.length > 0 ? refused : increment(db, addressed, units, now)
}

/** The same for small amounts that come often. Where the limit allows it, an isolate takes a 32nd
 *  of it at once and spends that in memory, within the hour, so that most calls cost nothing. What
 *  it spends after the counter has begun anew, it paid for before: at most a 32nd more. */
export async function spendFromCounters(
  db: Database,
  secret: string,
  counters: readonly Counter[],
  units: number,
  now: Date,
): Promise<Count[]> {
  const wanted = await Promise.all(
    counters.map(async (counter) => {
      const key = keyOf(await addressOf(secret, counter.name))
      const lease = leases.get(key)
      const left = lease && lease.untilMs > now.getTime() ? lease.left : 0
      return { counter, key, left }
    }),
  )
  const short = wanted.filter(({ left }) => left < units)
  const taken = await Promise.all(
    short.map(async ({ counter, key, left }) => {
      const taking = Math.max(units, Math.floor(counter.limit.max / 32))
      const [count] = await addToCounters(db, secret, [counter], taking, now)
      return { key, left: left + taking, count: count! }
    }),
  )
  const counts = taken.map(({ count }) => count)
  if (counts.some(({ remaining }) => remaining < 0)) return counts
  const untilMs = now.getTime() + leaseMs
  for (const { key, left } of taken) remember(leases, key, { left, untilMs })
  for (const { key } of wanted) {
    const lease = leases.get(key)
    if (lease) lease.left -= units
  }
  return counts
}

/** Sets a counter back to nothing. */
export async function clearCounter(db: Database, secret: string, name: string) {
  const address = await addressOf(secret, name)
  refusals.delete(keyOf(address))
  await db
    .prepare('DELETE FROM limit_counters WHERE bucket = ? AND tag = ?')
    .bind(address.bucket, address.tag)
    .run()
}

type Address = { bucket: number; tag: string }
const keyOf = ({ bucket, tag }: Address) => `${bucket} ${tag}`

async function addressOf(secret: string, name: string): Promise<Address> {
  const digest = await hmac(secret, 'limit', name)
  const bucket = [0, 1, 2].reduce((sum, place) => sum * 64 + valueOf(digest.charAt(place)), 0)
  return { bucket: bucket % bucketCount, tag: digest.slice(3, 15) }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const valueOf = (letter: string) => alphabet.indexOf(letter)

/** Of two counters that meet in one row, the larger stays and is counted down by the other, so that
 *  rows of one visit make room and a flood keeps its own. The other goes uncounted meanwhile;
 *  nobody is refused for somebody else's count. */
const incrementStatement = `
INSERT INTO limit_counters (bucket, tag, count, resets_at) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (bucket) DO UPDATE SET
  tag = CASE WHEN resets_at <= ?5 OR count <= ?3 THEN excluded.tag ELSE tag END,
  count = CASE
    WHEN resets_at <= ?5 THEN ?3
    WHEN tag = excluded.tag THEN count + ?3
    WHEN count <= ?3 THEN ?3
    ELSE count - ?3 END,
  resets_at = CASE
    WHEN resets_at <= ?5 OR (tag <> excluded.tag AND count <= ?3) THEN excluded.resets_at
    ELSE resets_at END
RETURNING tag, count, resets_at`

async function increment(
  db: Database,
  addressed: readonly { limit: Limit; address: Address }[],
  units: number,
  now: Date,
): Promise<Count[]> {
  const answers = await db.batch<{ tag: string; count: number; resets_at: string }>(
    addressed.map(({ limit, address }) => {
      const resetsAt = new Date(now.getTime() + limit.seconds * 1000).toISOString()
      return db
        .prepare(incrementStatement)
        .bind(address.bucket, address.tag, units, resetsAt, now.toISOString())
    }),
  )
  return addressed.map(({ limit, address }, index) => {
    const row = answers[index]?.results[0]
    const own = row?.tag === address.tag ? row : null
    const resetsAt = own?.resets_at ?? new Date(now.getTime() + limit.seconds * 1000).toISOString()
    const remaining = limit.max - (own?.count ?? units)
    if (remaining < 0) {
      const untilMs = Math.min(Date.parse(resetsAt), now.getTime() + refusalMs)
      remember(refusals, keyOf(address), { untilMs, resetsAt })
    }
    return { limit, remaining, resetsAt }
  })
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value) {
  if (map.size >= maxRemembered) map.delete([...map.keys()][0] ?? '')
  map.set(key, value)
}
