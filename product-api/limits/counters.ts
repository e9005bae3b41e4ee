import type { Database } from '../database.ts'
import { hmac } from '../cryptography.ts'

/** At most `max` units in `seconds`, counted from the first one. */
export type Limit = { max: number; seconds: number }

/** `name`: what is counted, in any words; only its HMAC is stored. */
export type Counter = { limit: Limit; name: string }

/** isOfEverybody: all isolates share its limit, so that nothing passes uncounted. */
export type SpentCounter = Counter & { isOfEverybody: boolean }

export type Count = { limit: Limit; remaining: number; resetsAt: string }

/** As many rows as the table may have: about 0.9 MB. */
const bucketCount = 16_384

/** This long an isolate refuses without asking again: a flood costs the database one statement in
 *  this time, from each isolate, and not one for each request. */
const refusalMs = 5000
const maxRemembered = 20_000
/** What was taken and is not spent by then is lost; later where the limit is of a longer time. */
const minLeaseMs = 3_600_000

/** In memory; lost with the isolate. Address of a counter -> until when it is known to be used
 *  up, or how much of it this isolate may still spend without asking. */
const refusals = new Map<string, { untilMs: number; resetsAt: string }>()
const leases = new Map<string, Lease>()
/** uncounted: how much of what passed here the database does not know. spent: how much has passed
 *  here since the lease began. */
type Lease = { left: number; uncounted: number; spent: number; untilMs: number }

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

/** The same for small amounts that come often. An isolate lets a 32nd of a limit pass before it
 *  asks the database, then asks for that and for another 32nd at once, which it spends in memory:
 *  whoever sends little is never counted, and whoever sends much is counted from the first one on.
 *  Uncounted, and so too much, is at most a 32nd for each isolate; a sender reaches a few of
 *  them. Of a limit of everybody, which each of very many isolates reaches, an isolate asks for
 *  what it needs, and for as much again as it has spent: what is lost with isolates is never more
 *  than what was used. Cost: none, or one transaction for each counter that is asked. */
export async function spendFromCounters(
  db: Database,
  secret: string,
  counters: readonly SpentCounter[],
  units: number,
  now: Date,
): Promise<Count[]> {
  const leased = await Promise.all(
    counters.map(async (counter) => {
      const key = keyOf(await addressOf(secret, counter.name))
      return { counter, lease: leaseOf(key, counter, now) }
    }),
  )
  const taken = await Promise.all(
    leased
      .filter(({ lease }) => lease.left < units)
      .map(async ({ counter, lease }) => {
        const ahead = counter.isOfEverybody
          ? Math.min(partOf(counter), lease.spent)
          : partOf(counter)
        const taking = Math.max(units, ahead)
        const charged = taking + lease.uncounted
        const [count] = await addToCounters(db, secret, [counter], charged, now)
        const isRefused = count!.remaining < 0
        Object.assign(lease, { left: isRefused ? 0 : lease.left + taking, uncounted: 0 })
        return count!
      }),
  )
  if (taken.every(({ remaining }) => remaining >= 0))
    for (const { lease } of leased) {
      lease.left -= units
      lease.spent += units
    }
  return taken
}

const partOf = ({ limit }: Counter) => Math.floor(limit.max / 32)

/** What this isolate may spend of a counter. It is kept for as long as the counter counts, so that
 *  nothing more passes uncounted in that time. */
function leaseOf(key: string, counter: SpentCounter, now: Date): Lease {
  const known = leases.get(key)
  if (known && known.untilMs > now.getTime()) return known
  const uncounted = counter.isOfEverybody ? 0 : partOf(counter)
  const untilMs = now.getTime() + Math.max(minLeaseMs, counter.limit.seconds * 1000)
  const lease = { left: uncounted, uncounted, spent: 0, untilMs }
  remember(leases, key, lease)
  return lease
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
