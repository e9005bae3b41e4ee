import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'

// The browser's side of a push message, written from RFC 8291 and RFC 8188, and independent of what
// the product API encrypts with.

export type Device = { p256dh: string; auth: string; privateKey: CryptoKey; publicKey: Uint8Array }

const text = (value: string) => new TextEncoder().encode(value)
const encode = (bytes: ArrayBuffer) => encodeBase64Url(bytes).replace(/=+$/, '')

/** A device's keys, as PushManager.subscribe makes them. */
export async function newDevice(): Promise<Device> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = (await crypto.subtle.generateKey(curve, true, ['deriveBits'])) as CryptoKeyPair
  const raw = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer
  return {
    p256dh: encode(raw),
    auth: encode(crypto.getRandomValues(new Uint8Array(16)).buffer),
    privateKey: pair.privateKey,
    publicKey: new Uint8Array(raw),
  }
}

/** Decrypts a message that is encrypted for the device: a single record of aes128gcm. Errors:
 *  throws on anything else. */
export async function decryptMessage(device: Device, body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(body)
  const salt = bytes.slice(0, 16)
  const recordSize = new DataView(body).getUint32(16)
  const senderKey = bytes.slice(21, 21 + (bytes[20] ?? 0))
  const record = bytes.slice(21 + senderKey.length)
  if (record.length > recordSize) throw new Error('more than one record')
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const sender = await crypto.subtle.importKey('raw', senderKey, curve, false, [])
  // Types of Workers call the member `$public`.
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: sender } as unknown as Parameters<typeof crypto.subtle.deriveBits>[0],
    device.privateKey,
    256,
  )
  const info = concatenated(text('WebPush: info\0'), device.publicKey, senderKey)
  const secret = await hkdf(new Uint8Array(decodeBase64Url(device.auth)), shared, info, 32)
  const key = await hkdf(salt, secret, text('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(salt, secret, text('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const padded = new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(iv) }, aes, record),
  )
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return new TextDecoder().decode(padded.slice(0, end))
}

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  secret: ArrayBuffer,
  info: Uint8Array,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info: info.slice() },
    key,
    bytes * 8,
  )
}

function concatenated(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}
