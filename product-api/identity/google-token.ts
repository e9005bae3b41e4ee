import { decode, verify } from 'hono/jwt'
import * as v from 'valibot'
import { googleSigningKey } from './google-keys.ts'
import { applicationError } from './refusals.ts'

const maxTokenLength = 8192

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

/** The Google id and verified e-mail address in an id_token.
 *  Errors: Refusal 400 for a token that is not Google's, not for this client, expired, of another
 *  sign-in (nonce), or without a verified address; 503 if Google's keys cannot be fetched.
 *  Source: OpenID Connect Core 1.0, section 3.1.3.7. */
export async function verifyGoogleToken(
  token: string,
  { clientId, jwksUrl, nonce }: Expected,
  now: Date,
): Promise<GoogleIdentity> {
  const kid = keyIdOf(token)
  const key = kid === null ? null : await googleSigningKey(jwksUrl, kid, now)
  const parsed = key && v.safeParse(claims, await payloadOf(token, key, clientId))
  if (!parsed?.success) throw notVerified()
  const { aud, sub, email, email_verified, nonce: tokenNonce } = parsed.output
  // A token made for a sign-in with a nonce is valid for that sign-in only.
  if (aud !== clientId || tokenNonce !== nonce) throw notVerified()
  if (email_verified !== true && email_verified !== 'true')
    throw applicationError('Google has not verified this email')
  return { sub, email }
}

function keyIdOf(token: string): string | null {
  if (token.length > maxTokenLength) return null
  try {
    return decode(token).header.kid ?? null
  } catch {
    // Not a JWT; answered like any other invalid token.
    return null
  }
}

async function payloadOf(token: string, key: JsonWebKey, aud: string): Promise<unknown> {
  try {
    // `iat` is not checked, because Google's clock may be ahead of ours.
    return await verify(token, key, { alg: 'RS256', aud, iat: false })
  } catch {
    // Forged, expired, or of another algorithm: the answer does not say which.
    return null
  }
}

const notVerified = () => applicationError('The Google sign-in could not be verified')
