import * as v from 'valibot'
import { Refusal } from '../strapi/errors.ts'

const key = v.object({
  kid: v.string(),
  kty: v.literal('RSA'),
  n: v.string(),
  e: v.string(),
})
// Keys of other types, which Google may add, are ignored.
const keySet = v.pipe(
  v.object({ keys: v.array(v.unknown()) }),
  v.transform(({ keys }) =>
    keys.flatMap((found) => {
      const parsed = v.safeParse(key, found)
      return parsed.success ? [parsed.output] : []
    }),
  ),
)

export type GoogleKey = v.InferOutput<typeof key>

const maxCacheMs = 24 * 60 * 60 * 1000
const deadlineMs = 3000
const keySets = new Map<string, { keys: GoogleKey[]; until: number }>()

/** Google's public key with this id; null if Google publishes none. Key sets are cached in memory
 *  by Google's Cache-Control; an unknown id fetches them again, because keys rotate. Errors:
 *  Refusal 503 if Google cannot be reached. */
export async function googleSigningKey(
  address: string,
  kid: string,
  now: Date,
): Promise<GoogleKey | null> {
  const found = keySets.get(address)
  const cached = found && found.until > now.getTime() ? keyWithId(found.keys, kid) : undefined
  return cached ?? keyWithId(await freshKeys(address, now), kid) ?? null
}

const keyWithId = (keys: readonly GoogleKey[], kid: string) => keys.find((key) => key.kid === kid)

async function freshKeys(address: string, now: Date): Promise<GoogleKey[]> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(deadlineMs) })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    const keys = v.parse(keySet, await answer.json())
    keySets.set(address, { keys, until: now.getTime() + maxAgeMs(answer) })
    return keys
  } catch (error) {
    console.error(JSON.stringify({ at: 'google', error: String(error) }))
    throw new Refusal(503, 'ServiceUnavailableError', 'Google cannot be reached', {})
  }
}

function maxAgeMs(answer: Response): number {
  const seconds = /(?:^|[\s,])max-age=(\d+)/i.exec(answer.headers.get('cache-control') ?? '')?.[1]
  return Math.min(maxCacheMs, Number(seconds ?? 0) * 1000)
}
