/** What the session knows of the one who is signed in: the specification's fields. Times are ISO. */
export type SessionUser = {
  id: number
  isPremium: boolean
  device_id: string | null
  gender: string
  blocked: boolean
  confirmed: boolean
  createdAt: string
  updatedAt: string
  username: string
  provider: string
  freeTestTaken: boolean
}

/** Why a session that is still shown to the reader is over. */
export type SessionError = 'RefreshAccessTokenError' | 'SignedInElsewhere'

/** A session that is not used for a month is over. */
export const sessionMaxAgeSec = 30 * 24 * 3600

/** What the product API gives for one sign-in. Never leaves the edge but sealed. */
export type Tokens = { jwt: string; refreshToken: string }

/** What of a token can be read without its key. JWT -> its session and its end in milliseconds; null for anything else. */
export function claimsOf(jwt: string): { sessionId: string; endsAt: number } | null {
  const [, middle] = jwt.split('.')
  if (middle === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null) return null
    const { sessionId, exp } = claims as Record<string, unknown>
    return typeof exp === 'number' && typeof sessionId === 'string'
      ? { sessionId, endsAt: exp * 1000 }
      : null
  } catch {
    return null
  }
}

/** The session's own fields, whatever else is known of the user. */
export const sessionFieldsOf = (user: SessionUser): SessionUser => ({
  id: user.id,
  isPremium: user.isPremium,
  device_id: user.device_id,
  gender: user.gender,
  blocked: user.blocked,
  confirmed: user.confirmed,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  username: user.username,
  provider: user.provider,
  freeTestTaken: user.freeTestTaken,
})

/** Which of two pairs of tokens is the later one. */
export const isNewerToken = (tokens: Tokens, than: Tokens) =>
  (claimsOf(tokens.jwt)?.endsAt ?? 0) > (claimsOf(than.jwt)?.endsAt ?? 0)
