import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Base64 for URLs, without padding. */
export const base64url = (bytes: Uint8Array<ArrayBuffer> | ArrayBuffer) =>
  encodeBase64Url(bytes instanceof ArrayBuffer ? bytes : bytes.slice().buffer).replace(/=+$/, '')

/** A text's UTF-8 in Base64 for URLs. */
export const textToBase64Url = (text: string) => base64url(bytesOf(text).slice())

/** 256 random bits as 43 URL-safe characters. */
export const randomToken = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256, for values too random to be guessed from their digest. */
export const sha256 = async (text: string) =>
  base64url(await crypto.subtle.digest('SHA-256', bytesOf(text)))

const hmacKey = (secret: string) =>
  crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/** HMAC-SHA-256, for values short enough to be guessed from a plain digest. `purpose` separates
 *  kinds: a digest of one kind never matches another. It is part of what is signed, so this cannot
 *  verify another service's signature, such as that of a payment provider's webhook. */
export async function hmac(secret: string, purpose: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    'HMAC',
    await hmacKey(secret),
    bytesOf(`${purpose}\0${text}`),
  )
  return base64url(signature)
}

/** Whether a text has the HMAC of `hmac` under one of the secrets. Compares in constant time. */
export async function matchesHmac(
  secrets: readonly string[],
  purpose: string,
  text: string,
  expected: string,
): Promise<boolean> {
  const data = bytesOf(`${purpose}\0${text}`)
  const matches = await Promise.all(
    secrets.map(async (secret) =>
      crypto.subtle.verify('HMAC', await hmacKey(secret), decodeBase64Url(expected), data),
    ),
  )
  return matches.includes(true)
}

/** The prefix makes the key different from the token's digest in the database, so that the database
 *  alone cannot decrypt anything. */
async function encryptionKey(token: string): Promise<CryptoKey> {
  const raw = await crypto.subtle.digest('SHA-256', bytesOf(`successor\0${token}`))
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts a text (AES-GCM) with a key derived from `token`, which must be 256 random bits. */
export async function encrypt(token: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await encryptionKey(token),
    bytesOf(text),
  )
  return `${base64url(iv)}.${base64url(encrypted)}`
}

/** Decrypts what `encrypt` made with the same token. Errors: throws on anything else. */
export async function decrypt(token: string, encrypted: string): Promise<string> {
  const [iv = '', text = ''] = encrypted.split('.')
  const decrypted = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: decodeBase64Url(iv) },
    await encryptionKey(token),
    decodeBase64Url(text),
  )
  return new TextDecoder().decode(decrypted)
}

/** Uniform: a value from the incomplete last range is drawn again. */
export function randomSixDigits(): string {
  const range = 1_000_000
  const unbiased = Math.floor(2 ** 32 / range) * range
  for (;;) {
    const [drawn = unbiased] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < unbiased) return String(drawn % range).padStart(6, '0')
  }
}
