import * as v from 'valibot'
import { passkey, type Passkey } from '../../domain/contracts/passkeys.ts'
import type { Result } from '../../domain/result.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { signedIn, type SignedIn } from './sign-in.ts'
import { dataOf } from './strapi.ts'

// Sign-in by fingerprint (WebAuthn). Options and answers of the device are passed on as they are:
// the product API checks them.

/** JSON for navigator.credentials. */
export type PasskeyOptions = Record<string, unknown>
const options = v.record(v.string(), v.unknown())

/** `api`: `reader.signInApi`, with which both calls come from one browser. */
export const passkeySignInOptions = (api: ApiClient): Promise<Result<PasskeyOptions, ApiError>> =>
  api.call('POST', '/api/auth/passkey/options', options)

export const signInByPasskey = (
  api: ApiClient,
  credential: unknown,
): Promise<Result<SignedIn, ApiError>> =>
  api.call('POST', '/api/auth/passkey', signedIn, { body: { credential } })

/** `api`: the same with the member's bearer. Errors: http-error 403 where the sign-in is too long
 *  ago. */
export const newPasskeyOptions = (api: ApiClient): Promise<Result<PasskeyOptions, ApiError>> =>
  api.call('POST', '/api/passkeys/options', options)

export const addPasskey = (api: ApiClient, credential: unknown) =>
  api.call('POST', '/api/passkeys', anyAnswer, { body: { credential } })

/** The reader's passkeys. `api`: `reader.api`. */
export const ownPasskeys = (api: ApiClient): Promise<Result<Passkey[], ApiError>> =>
  api.call('GET', '/api/passkeys', dataOf(v.array(passkey)))

export const removePasskey = (api: ApiClient, id: string) =>
  api.call('DELETE', `/api/passkeys/${encodeURIComponent(id)}`, anyAnswer)
