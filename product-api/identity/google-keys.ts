import * as v from 'valibot'
import { Refusal } from '../strapi/errors.ts'

const key = v.object({
  kid: v.string(),
  kty: v.literal('RSA'),
  n: v.string(),
  e: v.string(),
})
// Google may add keys of other kinds; they are not for us.
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
const kept = new Map<string, { keys: GoogleKey[]; until: number }>()

/** Google's public key of that id, null if Google has none. Keys are kept as long as Google says; an unknown id makes us
 *  ask again at once, for keys change. Errors: Refusal 503 where Google cannot be asked. */
export async function googleSigningKey(
  address: string,
  kid: string,
  now: Date,
): Promise<GoogleKey | null> {
  const found = kept.get(address)
  const known = found && found.until > now.getTime() ? named(found.keys, kid) : undefined
  return known ?? named(await freshKeys(address, now), kid) ?? null
}

const named = (keys: readonly GoogleKey[], kid: string) => keys.find((key) => key.kid === kid)

async function freshKeys(address: string, now: Date): Promise<GoogleKey[]> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(deadlineMs) })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    const keys = v.parse(keySet, await answer.json())
    kept.set(address, { keys, until: now.getTime() + maxAgeMs(answer) })
    return keys
  } catch (error) {
    console.error(JSON.stringify({ at: 'google', fault: String(error) }))
    throw new Refusal(503, 'ServiceUnavailableError', 'Google cannot be reached', {})
  }
}

function maxAgeMs(answer: Response): number {
  const seconds = /(?:^|[\s,])max-age=(\d+)/i.exec(answer.headers.get('cache-control') ?? '')?.[1]
  return Math.min(maxCacheMs, Number(seconds ?? 0) * 1000)
}
