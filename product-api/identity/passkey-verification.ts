import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { decodeBase64Url } from 'hono/utils/encode'
import type { NewPasskey, PasskeyAssertion } from '../../domain/contracts/passkeys.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { base64url, textToBase64Url } from '../cryptography.ts'
import { algorithms } from './passkey-options.ts'
import type { PasskeyRow } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

// The only file that uses @simplewebauthn/server. It is imported at the first use, because
// evaluating it takes longer than all the rest of the Worker.
const library = () => import('@simplewebauthn/server')

/** The challenge that the browser signed, as it was made; '' where it cannot be read. It is not
 *  verified yet. */
export function claimedChallenge(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(textOf(clientDataJSON))
    const challenge = data && typeof data === 'object' && 'challenge' in data ? data.challenge : ''
    return typeof challenge === 'string' ? textOf(challenge) : ''
  } catch {
    return ''
  }
}

const textOf = (encoded: string) => new TextDecoder().decode(decodeBase64Url(encoded))

/** What a device made, after every check of WebAuthn's section 7.1 but the attestation's, which is
 *  not asked for. Errors: why it is refused, for the log. */
export async function verifyNewPasskey(
  credential: NewPasskey,
  challenge: string,
  site: RelyingParty,
): Promise<Result<{ credentialId: string; publicKey: string; counter: number }, string>> {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential,
      ...expectationsOf(challenge, site),
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return failed('not verified')
    const { id, publicKey, counter } = registrationInfo.credential
    return ok({ credentialId: id, publicKey: base64url(publicKey), counter })
  } catch (error) {
    return failed(String(error))
  }
}

/** The device's new counter, after every check of WebAuthn's section 7.2: origin, site, signature,
 *  user verification, counter. Errors: why it is refused, for the log. */
export async function verifyPasskeyAssertion(
  credential: PasskeyAssertion,
  challenge: string,
  stored: PasskeyRow,
  site: RelyingParty,
): Promise<Result<{ counter: number }, string>> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      ...expectationsOf(challenge, site),
      credential: {
        id: stored.credential_id,
        publicKey: decodeBase64Url(stored.public_key),
        counter: stored.counter,
      },
    })
    return verified ? ok({ counter: authenticationInfo.newCounter }) : failed('wrong signature')
  } catch (error) {
    return failed(String(error))
  }
}

const expectationsOf = (challenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge: textToBase64Url(challenge),
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
})
