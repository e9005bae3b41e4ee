// A sealed paper: the questions of a live mock, encrypted, the same bytes for everybody. It may be
// downloaded days before the bell. The layout: one byte with the version, 16 bytes of salt, 12 of
// initialization vector, then the gzipped JSON of SealedPaper encrypted by AES-256-GCM. The key is
// PBKDF2-HMAC-SHA-256 of the opening code's 16 digits. Only WebCrypto is used, so the same code
// runs in browsers, in Workers and in Node.

export const sealVersion = 1
export const saltBytes = 16
export const ivBytes = 12
const headerBytes = 1 + saltBytes + ivBytes
/** OWASP's recommendation for PBKDF2-HMAC-SHA-256 (on password storage, 2023): half a
 *  second on a cheap phone. Workers refuse more than 100,000: they store the derived key. */
export const keyRounds = 600_000

/** A question as the exam hall shows it, in the languages in which it exists, without its key. */
export type SealedQuestion = {
  readonly id: string
  readonly section: string | null
  readonly topics: readonly string[]
  readonly figure: null
  readonly optionCount: number
  readonly texts: Readonly<
    Partial<
      Record<string, { readonly stem: string; readonly options: readonly string[]; alt: null }>
    >
  >
}

export type SealedPaper = { readonly questions: readonly SealedQuestion[] }

/** The parts of sealed bytes; null if they are none of this version. */
export function partsOfSealed(
  bytes: Uint8Array<ArrayBuffer>,
): Record<'salt' | 'iv' | 'encrypted', Uint8Array<ArrayBuffer>> | null {
  if (bytes[0] !== sealVersion || bytes.length <= headerBytes) return null
  return {
    salt: bytes.slice(1, 1 + saltBytes),
    iv: bytes.slice(1 + saltBytes, headerBytes),
    encrypted: bytes.slice(headerBytes),
  }
}

/** The bytes of a sealed paper of its parts. */
export function joinSealed(
  salt: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  encrypted: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerBytes + encrypted.length)
  bytes[0] = sealVersion
  bytes.set(salt, 1)
  bytes.set(iv, 1 + saltBytes)
  bytes.set(encrypted, headerBytes)
  return bytes
}
