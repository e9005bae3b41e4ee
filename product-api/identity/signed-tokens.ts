import { sign, verify } from 'hono/jwt'
import * as v from 'valibot'

export const accessTokenLifetimeSeconds = 10 * 60
export const guestTokenLifetimeSeconds = 180 * 24 * 60 * 60

const unixSeconds = v.pipe(v.number(), v.safeInteger())
const claims = v.variant('type', [
  v.object({
    type: v.literal('access'),
    id: v.pipe(v.number(), v.safeInteger()),
    sessionId: v.string(),
    iat: unixSeconds,
    exp: unixSeconds,
  }),
  v.object({ type: v.literal('guest'), id: v.string(), iat: unixSeconds, exp: unixSeconds }),
])

export type Claims = v.InferOutput<typeof claims>

/** A member's token, valid for 10 minutes, signed (HS256) with the newest secret. */
export const accessToken = (
  secrets: readonly [string, ...string[]],
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
) =>
  sign(
    { id: userId, sessionId, type: 'access', ...lifetime(now, accessTokenLifetimeSeconds) },
    secrets[0],
  )

/** A guest's token, valid for 180 days, signed like a member's. */
export const guestToken = (secrets: readonly [string, ...string[]], guestId: string, now: Date) =>
  sign({ id: guestId, type: 'guest', ...lifetime(now, guestTokenLifetimeSeconds) }, secrets[0])

function lifetime(now: Date, seconds: number) {
  const iat = Math.floor(now.getTime() / 1000)
  return { iat, exp: iat + seconds }
}

/** The claims of a token that one of the secrets signed, expired or not; null for any other. */
export async function verifiedClaims(
  secrets: readonly string[],
  token: string,
): Promise<Claims | null> {
  for (const secret of secrets) {
    const parsed = v.safeParse(claims, await payloadOf(token, secret))
    if (parsed.success) return parsed.output
  }
  return null
}

async function payloadOf(token: string, secret: string): Promise<unknown> {
  try {
    return await verify(token, secret, { alg: 'HS256', exp: false, iat: false, nbf: false })
  } catch {
    // Truncated, forged, of another algorithm or signed with another secret: all are invalid alike.
    return null
  }
}

export const isExpired = ({ exp }: Claims, now: Date) => exp * 1000 <= now.getTime()
