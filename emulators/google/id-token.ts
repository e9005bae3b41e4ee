import { currentFault } from './faults.ts'
import type { Grant } from './grants.ts'
import { signClaims } from './keys.ts'

const lifeSeconds = 3600

/** The id_token for a grant, as Google would make it, or with the fault that is switched on. */
export function idToken({ person, clientId, nonce }: Grant): Promise<string> {
  const { mode } = currentFault
  const iat = Math.floor(Date.now() / 1000) - (mode === 'expired' ? 2 * lifeSeconds : 0)
  const saidNonce = mode === 'wrong-nonce' ? 'another' : nonce
  return signClaims(
    {
      iss: 'https://accounts.google.com',
      azp: clientId,
      aud: mode === 'wrong-audience' ? 'another-client' : clientId,
      sub: person.sub,
      email: person.email,
      email_verified: mode !== 'unverified-email',
      name: person.name,
      ...(saidNonce !== undefined && { nonce: saidNonce }),
      iat,
      exp: iat + lifeSeconds,
    },
    { unknown: mode === 'unknown-key' },
  )
}
