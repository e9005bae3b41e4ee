import type * as v from 'valibot'
import type { newPasskeyOptions, passkeySignInOptions } from '../../domain/contracts/passkeys.ts'
import { textToBase64Url } from '../cryptography.ts'
import { challengeLifetimeSeconds } from './passkey-challenges.ts'
import type { PasskeyRow } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import type { User } from './users.ts'

// What a browser is asked for (WebAuthn Level 3, sections 5.4 and 5.5). User verification is
// required: the finger, face or lock of the device is the second proof beside having it.

const timeout = challengeLifetimeSeconds * 1000
/** ES256, which phones have; EdDSA; RS256, which Windows Hello has. */
export const algorithms = [-7, -8, -257]

/** The handle by which devices know the account: the random document id, nothing of the person. */
export const userHandleOf = (documentId: string) => textToBase64Url(documentId)

/** Asks for any passkey that the device has for this site, so that nobody has to type who they
 *  are. */
export const signInOptions = (
  { id: rpId }: RelyingParty,
  challenge: string,
): v.InferOutput<typeof passkeySignInOptions> => ({
  ...{ challenge: textToBase64Url(challenge), rpId, timeout },
  ...{ userVerification: 'required', allowCredentials: [] },
})

/** Asks for a new passkey, but not of a device that has one for this account. */
export const registrationOptions = (
  { id }: RelyingParty,
  challenge: string,
  user: User,
  known: readonly PasskeyRow[],
): v.InferOutput<typeof newPasskeyOptions> => ({
  rp: { id, name: 'Abhyasa' },
  user: {
    id: userHandleOf(user.document_id),
    name: user.email ?? user.phone ?? user.username,
    displayName: user.name ?? user.username,
  },
  challenge: textToBase64Url(challenge),
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: known.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key',
    transports: transports.split(',').filter((name) => name !== ''),
  })),
})
