import * as v from 'valibot'
import { jsonObject, requestBody } from './bodies.ts'
import { time } from './fields.ts'

// Passkeys: the JSON forms of WebAuthn Level 3, which browsers parse and write themselves
// (PublicKeyCredential.parseRequestOptionsFromJSON, toJSON).

const binary = (name: string, maxLength: number) =>
  v.pipe(
    v.string(`${name} must be a string`),
    v.regex(/^[\w-]+$/, `${name} must be base64url`),
    v.maxLength(maxLength, `${name} is too long`),
  )

const credentialId = binary('id', 1400)
const publicKeyType = v.literal('public-key', 'type must be public-key')
const clientDataJSON = binary('clientDataJSON', 4000)
const transports = v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/)))

/** What a device answers when it has made a passkey (RegistrationResponseJSON). Members that are
 *  not read are left out. */
export const newPasskey = v.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: v.object({
    clientDataJSON,
    attestationObject: binary('attestationObject', 12_000),
    transports: v.fallback(v.optional(v.pipe(transports, v.maxLength(10)), []), []),
  }),
  clientExtensionResults: v.optional(jsonObject, {}),
})
export type NewPasskey = v.InferOutput<typeof newPasskey>

/** What a device answers when somebody signs in (AuthenticationResponseJSON). */
export const passkeyAssertion = v.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: v.object({
    clientDataJSON,
    authenticatorData: binary('authenticatorData', 4000),
    signature: binary('signature', 4000),
    userHandle: v.optional(v.nullable(binary('userHandle', 100))),
  }),
  clientExtensionResults: v.optional(jsonObject, {}),
})
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>

export const newPasskeyRequest = requestBody({ credential: newPasskey })
export const passkeySignInRequest = requestBody({ credential: passkeyAssertion })

const descriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.array(v.string()),
})

/** PublicKeyCredentialRequestOptionsJSON. */
export const passkeySignInOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  /** Empty: the device offers the passkeys that it has. */
  allowCredentials: v.array(descriptor),
})

/** PublicKeyCredentialCreationOptionsJSON. */
export const newPasskeyOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  excludeCredentials: v.array(descriptor),
})

/** A passkey of the account, for its owner. */
export const passkey = v.object({
  id: v.string(),
  /** Of the browser in which it was set up. */
  userAgent: v.string(),
  createdAt: time,
  /** null: not used yet. */
  lastUsedAt: v.nullable(time),
})
export type Passkey = v.InferOutput<typeof passkey>
