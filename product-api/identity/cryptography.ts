import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Bytes as letters that fit an address, without the '=' at the end. */
export const base64url = (bytes: Uint8Array<ArrayBuffer> | ArrayBuffer) =>
  encodeBase64Url(bytes instanceof ArrayBuffer ? bytes : bytes.slice().buffer).replace(/=+$/, '')

/** 256 random bits, as 43 letters that fit an address. */
export const randomToken = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** As Strapi names documents: 24 letters and digits. */
export const newDocumentId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 24)

/** SHA-256, for what is random itself and cannot be guessed from it. */
export const sha256 = async (text: string) =>
  base64url(await crypto.subtle.digest('SHA-256', bytesOf(text)))

const hmacKey = (secret: string) =>
  crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/** HMAC-SHA-256, for what is short enough to be guessed. `purpose` keeps a digest of one kind from passing as another. */
export async function hmac(secret: string, purpose: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    'HMAC',
    await hmacKey(secret),
    bytesOf(`${purpose}\0${text}`),
  )
  return base64url(signature)
}

/** Whether a text has this keyed digest under one of the secrets. Takes the same time for any wrong text. */
export async function matchesHmac(
  secrets: readonly string[],
  purpose: string,
  text: string,
  kept: string,
): Promise<boolean> {
  const data = bytesOf(`${purpose}\0${text}`)
  const answers = await Promise.all(
    secrets.map(async (secret) =>
      crypto.subtle.verify('HMAC', await hmacKey(secret), decodeBase64Url(kept), data),
    ),
  )
  return answers.includes(true)
}

/** The key is not the digest that the database keeps of the same token, so the database alone opens nothing. */
async function sealingKey(token: string): Promise<CryptoKey> {
  const raw = await crypto.subtle.digest('SHA-256', bytesOf(`successor\0${token}`))
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Seals a text (AES-GCM) so that only the holder of `token`, 256 random bits, can open it. */
export async function encrypt(token: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await sealingKey(token),
    bytesOf(text),
  )
  return `${base64url(iv)}.${base64url(sealed)}`
}

/** Opens what `seal` made with the same token. Errors: throws on anything else. */
export async function decrypt(token: string, sealed: string): Promise<string> {
  const [iv = '', text = ''] = sealed.split('.')
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: decodeBase64Url(iv) },
    await sealingKey(token),
    decodeBase64Url(text),
  )
  return new TextDecoder().decode(opened)
}
