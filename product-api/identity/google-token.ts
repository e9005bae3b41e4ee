import { decode, verify } from 'hono/jwt'
import * as v from 'valibot'
import { googleSigningKey } from './google-keys.ts'
import { applicationError } from './refusals.ts'

const longestToken = 8192

const claims = v.object({
  iss: v.picklist(['accounts.google.com', 'https://accounts.google.com']),
  aud: v.string(),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  exp: v.number(),
  nonce: v.optional(v.string()),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
  email_verified: v.union([v.boolean(), v.picklist(['true', 'false'])]),
})

export type GoogleIdentity = { sub: string; email: string }

export type Expected = { clientId: string; jwksUrl: string; nonce: string | undefined }

/** Whom Google's id_token names, with an e-mail address that Google has verified.
 *  Errors: Refusal 400 for a token that is not Google's, not for us, over, of another sign-in (nonce), or without a
 *  verified address; 503 where Google's keys cannot be had. */
export async function verifyGoogleToken(
  token: string,
  { clientId, jwksUrl, nonce }: Expected,
  now: Date,
): Promise<GoogleIdentity> {
  const kid = keyIdOf(token)
  const key = kid === null ? null : await googleSigningKey(jwksUrl, kid, now)
  const said = key && v.safeParse(claims, await payloadOf(token, key, clientId))
  if (!said?.success) throw notVerified()
  const { aud, sub, email, email_verified, nonce: saidNonce } = said.output
  // A token made for a sign-in with a nonce is good for that sign-in alone.
  if (aud !== clientId || saidNonce !== nonce) throw notVerified()
  if (email_verified !== true && email_verified !== 'true')
    throw applicationError('Google has not verified this email')
  return { sub, email }
}

function keyIdOf(token: string): string | null {
  if (token.length > longestToken) return null
  try {
    return decode(token).header.kid ?? null
  } catch {
    // No token at all; told as every other forged one.
    return null
  }
}

async function payloadOf(token: string, key: JsonWebKey, aud: string): Promise<unknown> {
  try {
    // Google's clock may be a moment ahead of ours: when it was issued is not looked at.
    return await verify(token, key, { alg: 'RS256', aud, iat: false })
  } catch {
    // Forged, over, or of another algorithm: the one who brought it learns no more than that it is not good.
    return null
  }
}

const notVerified = () => applicationError('The Google sign-in could not be verified')
