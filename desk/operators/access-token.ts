import { decode, verify } from 'hono/jwt'
import * as v from 'valibot'

/** The header in which Cloudflare Access names who passed it. */
export const accessHeader = 'cf-access-jwt-assertion'

export type AccessApplication = { issuer: string; audience: string }

const maxTokenLength = 8192
const cacheMs = 3600_000
/** An unknown key id fetches the keys again, because they rotate, but not more often. */
const minFetchMs = 60_000
const deadlineMs = 3000

const signingKey = v.object({
  kid: v.string(),
  kty: v.literal('RSA'),
  n: v.string(),
  e: v.string(),
})
type SigningKey = v.InferOutput<typeof signingKey>
const keySet = v.object({ keys: v.array(v.unknown()) })
const claims = v.object({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  exp: v.number(),
  email: v.pipe(v.string(), v.email()),
})

/** In memory; lost with the isolate. */
const keySets = new Map<string, { keys: SigningKey[]; fetchedAt: number }>()

/** The e-mail address that Cloudflare Access vouches for; null: forged, expired, of another
 *  application or team, or the keys could not be fetched (the log says so). Source: Cloudflare
 *  Access, "Validate JWTs". Cost: the team's keys are fetched once an hour and isolate. */
export async function emailOfAccessToken(
  token: string,
  { issuer, audience }: AccessApplication,
  now: Date,
): Promise<string | null> {
  if (token.length > maxTokenLength) return null
  try {
    const { kid } = decode(token).header
    const key = kid === undefined ? null : await keyOf(issuer, kid, now)
    if (!key) return null
    const { iss, aud, email } = v.parse(
      claims,
      await verify(token, key, { alg: 'RS256', iat: false }),
    )
    const isForDesk = iss === issuer && [aud].flat().includes(audience)
    return isForDesk ? email.toLowerCase() : null
  } catch (error) {
    // The messages of JWT errors contain the token, which signs in until it expires.
    const isOfToken = error instanceof Error && error.name.startsWith('Jwt')
    console.error(JSON.stringify({ at: 'access', error: isOfToken ? error.name : String(error) }))
    return null
  }
}

async function keyOf(issuer: string, kid: string, now: Date): Promise<SigningKey | null> {
  const known = keySets.get(issuer)
  const ageMs = known ? now.getTime() - known.fetchedAt : Infinity
  const find = (keys: readonly SigningKey[]) => keys.find((key) => key.kid === kid) ?? null
  const cached = known && ageMs < cacheMs ? find(known.keys) : null
  if (cached || ageMs < minFetchMs) return cached
  return find(await fetchKeys(issuer, now))
}

async function fetchKeys(issuer: string, now: Date): Promise<SigningKey[]> {
  const answer = await fetch(`${issuer}/cdn-cgi/access/certs`, {
    signal: AbortSignal.timeout(deadlineMs),
  })
  if (!answer.ok) throw new Error(`the keys of Access answered ${answer.status}`)
  const keys = v.parse(keySet, await answer.json()).keys.flatMap((key) => {
    const parsed = v.safeParse(signingKey, key)
    return parsed.success ? [parsed.output] : []
  })
  keySets.set(issuer, { keys, fetchedAt: now.getTime() })
  return keys
}
