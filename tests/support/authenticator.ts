// A device with passkeys (WebAuthn Level 3) in software: what phones do, and what they never do.

type Bytes = Uint8Array<ArrayBuffer>

/** What a device can be made to do wrong. */
type Faults = {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  isUserPresent?: boolean
  counter?: number
  type?: string
  challenge?: string
  userHandle?: string
  hasWrongSignature?: boolean
}

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string }

/** A device with one passkey, for the site at `origin`. */
export async function newAuthenticator(origin: string) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const id = crypto.getRandomValues(new Uint8Array(16))
  let counter = 0
  let ownHandle = ''

  const clientData = (type: string, challenge: string, faults: Faults) =>
    utf8(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    )

  async function authenticatorData(rpId: string, faults: Faults, attested: Bytes | null) {
    const { isUserPresent = true, isUserVerified = true } = faults
    counter += 1
    const flags = (isUserPresent ? 1 : 0) | (isUserVerified ? 4 : 0) | (attested ? 64 : 0)
    const count = new Uint8Array(4)
    new DataView(count.buffer).setUint32(0, faults.counter ?? counter)
    const rpIdHash = await crypto.subtle.digest('SHA-256', utf8(faults.rpId ?? rpId))
    return joined(new Uint8Array(rpIdHash), Uint8Array.of(flags), count, attested ?? empty)
  }

  return {
    id: encoded(id),
    /** navigator.credentials.create -> RegistrationResponseJSON. */
    async create({ challenge, rp, user }: CreationOptions, faults: Faults = {}) {
      ownHandle = user.id
      const attested = joined(
        ...[new Uint8Array(16), Uint8Array.of(0, id.length), id],
        await coseKey(keys.publicKey),
      )
      const authData = await authenticatorData(rp.id, faults, attested)
      const attestationObject = joined(
        Uint8Array.of(0xa3),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Uint8Array.of(0xa0)],
        ...[cborText('authData'), cborBytes(authData)],
      )
      return {
        ...{ id: encoded(id), rawId: encoded(id), type: 'public-key' },
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', challenge, faults)),
          attestationObject: encoded(attestationObject),
          transports: ['internal', 'hybrid'],
        },
        clientExtensionResults: {},
      }
    },
    /** navigator.credentials.get -> AuthenticationResponseJSON. */
    async get({ challenge, rpId }: RequestOptions, faults: Faults = {}) {
      const data = clientData('webauthn.get', challenge, faults)
      const authData = await authenticatorData(rpId, faults, null)
      const dataHash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
      const signed = joined(authData, faults.hasWrongSignature ? empty : dataHash)
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        keys.privateKey,
        signed,
      )
      return {
        ...{ id: encoded(id), rawId: encoded(id), type: 'public-key' },
        response: {
          clientDataJSON: encoded(data),
          authenticatorData: encoded(authData),
          signature: encoded(derSignature(new Uint8Array(signature))),
          userHandle: faults.userHandle ?? (ownHandle || null),
        },
        clientExtensionResults: {},
      }
    },
  }
}

const empty = new Uint8Array()
const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const encoded = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const decoded = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const cborHead = (major: number, length: number) =>
  length < 24
    ? Uint8Array.of(major | length)
    : length < 256
      ? Uint8Array.of(major | 24, length)
      : Uint8Array.of(major | 25, length >> 8, length & 255)
const cborText = (text: string) => joined(cborHead(0x60, text.length), utf8(text))
const cborBytes = (bytes: Bytes) => joined(cborHead(0x40, bytes.length), bytes)

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} (RFC 9053). */
async function coseKey(key: CryptoKey): Promise<Bytes> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key)
  const head = Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21)
  return joined(head, cborBytes(decoded(x)), Uint8Array.of(0x22), cborBytes(decoded(y)))
}

/** r and s of 32 bytes each -> a DER sequence of two integers, which WebAuthn uses. */
function derSignature(raw: Bytes): Bytes {
  const integer = (bytes: Bytes) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const short = bytes.slice(first)
    const positive = (short[0] ?? 0) > 127 ? joined(Uint8Array.of(0), short) : short
    return joined(Uint8Array.of(2, positive.length), positive)
  }
  const both = joined(integer(raw.slice(0, 32)), integer(raw.slice(32)))
  return joined(Uint8Array.of(0x30, both.length), both)
}
