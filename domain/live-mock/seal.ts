import { joinSealed, keyRounds, partsOfSealed, type SealedPaper } from './sealed-paper.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The AES key of an opening code: 32 bytes. Cost: 600,000 rounds, half a second of a cheap phone;
 *  not for Workers, which refuse so many. */
export async function keyOfCode(code: string, salt: Bytes): Promise<Bytes> {
  const { subtle } = crypto
  const secret = new TextEncoder().encode(code)
  const base = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: keyRounds } as const
  return new Uint8Array(await subtle.deriveBits(parameters, base, 256))
}

/** Encrypts a paper. `salt`: that of the key; `iv`: random, never used twice with one key. */
export async function sealPaper(
  paper: SealedPaper,
  key: Bytes,
  salt: Bytes,
  iv: Bytes,
): Promise<Bytes> {
  const zipped = await through(
    new TextEncoder().encode(JSON.stringify(paper)),
    new CompressionStream('gzip'),
  )
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await cipherKey(key),
    zipped,
  )
  return joinSealed(salt, iv, new Uint8Array(encrypted))
}

/** Decrypts a sealed paper. null: another key, or damaged bytes. */
export async function openSealed(bytes: Bytes, key: Bytes): Promise<SealedPaper | null> {
  const parts = partsOfSealed(bytes)
  if (!parts) return null
  try {
    const { iv, encrypted } = parts
    const zipped = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv },
      await cipherKey(key),
      encrypted,
    )
    const json = await through(new Uint8Array(zipped), new DecompressionStream('gzip'))
    return JSON.parse(new TextDecoder().decode(json)) as SealedPaper
  } catch {
    // WebCrypto throws when the authentication tag is wrong.
    return null
  }
}

/** Decrypts a sealed paper by its opening code. null: it is another code, or the bytes are damaged.
 *  Cost: as `keyOfCode`. */
export async function openByCode(bytes: Bytes, code: string): Promise<SealedPaper | null> {
  const parts = partsOfSealed(bytes)
  return parts && openSealed(bytes, await keyOfCode(code, parts.salt))
}

/** SHA-256 in hexadecimal: whether a download is complete. */
export async function sealedDigestOf(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const toBase64 = (bytes: Bytes): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const cipherKey = (key: Bytes) =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])

const through = async (bytes: Bytes, transform: CompressionStream | DecompressionStream) =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer(),
  )
