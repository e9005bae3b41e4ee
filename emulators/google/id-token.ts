import { currentFault } from './faults.ts'
import type { Grant } from './grants.ts'
import { signClaims } from './keys.ts'

const lifetimeSeconds = 3600

/** The id_token for a grant in Google's format, with the current fault. */
export function idToken({ person, clientId, nonce }: Grant): Promise<string> {
  const { mode } = currentFault
  const iat = Math.floor(Date.now() / 1000) - (mode === 'expired' ? 2 * lifetimeSeconds : 0)
  const tokenNonce = mode === 'wrong-nonce' ? 'another' : nonce
  return signClaims(
    {
      iss: 'https://accounts.google.com',
      azp: clientId,
      aud: mode === 'wrong-audience' ? 'another-client' : clientId,
      sub: person.sub,
      email: person.email,
      email_verified: mode !== 'unverified-email',
      name: person.name,
      ...(tokenNonce !== undefined && { nonce: tokenNonce }),
      iat,
      exp: iat + lifetimeSeconds,
    },
    { isPublished: mode !== 'unknown-key' },
  )
}
