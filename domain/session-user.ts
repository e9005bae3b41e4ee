import type { AgeBand } from './privacy.ts'

/** The signed-in user, with the field names of the specification. Times are ISO 8601. */
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
  /** null: not answered yet. Absent: the product API does not ask. Not part of the session. */
  ageBand?: AgeBand | null | undefined
}

/** A push token, as the app stores it. It is part of the session's cookie, which has to stay below
 *  4 KB. */
export const deviceToken = /^[\x21-\x7e]{1,400}$/

/** Why the session of an open page has ended. */
export type SessionError = 'RefreshAccessTokenError' | 'SignedInElsewhere'

/** A session ends when it is not used for a month. */
export const sessionMaxAgeSec = 30 * 24 * 3600

/** The tokens of a sign-in at the product API. They leave the Worker only encrypted. */
export type Tokens = { jwt: string; refreshToken: string }

/** Decodes a JWT's session id and end (ms since 1970) without verifying it; null if it is not a
 *  JWT of the product API. */
export function claimsOf(jwt: string): { sessionId: string; endsAtMs: number } | null {
  const [, middle] = jwt.split('.')
  if (middle === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null) return null
    const { sessionId, exp } = claims as Record<string, unknown>
    return typeof exp === 'number' && typeof sessionId === 'string'
      ? { sessionId, endsAtMs: exp * 1000 }
      : null
  } catch {
    return null
  }
}

/** The fields of a user that the session has, without others of the response. What is too long for
 *  a cookie is left out or cut. */
export const sessionFieldsOf = (user: SessionUser): SessionUser => ({
  id: user.id,
  isPremium: user.isPremium,
  device_id: deviceToken.test(user.device_id ?? '') ? user.device_id : null,
  gender: user.gender.slice(0, 20),
  blocked: user.blocked,
  confirmed: user.confirmed,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  username: user.username.slice(0, 100),
  provider: user.provider.slice(0, 40),
  freeTestTaken: user.freeTestTaken,
})

/** Whether a pair of tokens ends later than another. */
export const isNewerToken = (tokens: Tokens, than: Tokens) =>
  (claimsOf(tokens.jwt)?.endsAtMs ?? 0) > (claimsOf(than.jwt)?.endsAtMs ?? 0)
