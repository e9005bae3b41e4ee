import { isEqualInConstantTime } from '../../http/equal-in-constant-time.ts'

// One-time codes by time, as authenticator apps compute them. Source: RFC 6238 (TOTP), RFC 4226
// (HOTP), RFC 4648 (Base32). SHA-1, six digits and 30 seconds are what every app supports.

const digits = 6
const stepSeconds = 30
/** Steps before and after the current one that are accepted, for phones whose clock is off. */
const tolerance = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits as Base32, the length that RFC 4226 recommends. */
export function newTotpSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => alphabet[byte % 32]).join('')
}

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds)

/** The code of a time step: '287082'. */
export async function codeOfStep(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    base32Bytes(secret),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  )
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = mac.getUint8(19) & 15
  const value = mac.getUint32(offset) & 0x7fffffff
  return String(value % 10 ** digits).padStart(digits, '0')
}

/** The step whose code was typed, if it is current and later than `lastStep`, the one that was
 *  accepted before; null otherwise. Compares every candidate in constant time. */
export async function matchingStep(
  secret: string,
  typed: string,
  lastStep: number,
  now: Date,
): Promise<number | null> {
  const code = typed.replace(/\s/g, '')
  const current = stepAt(now)
  let found: number | null = null
  for (let step = current - tolerance; step <= current + tolerance; step++) {
    const isEqual = isEqualInConstantTime(await codeOfStep(secret, step), code)
    if (isEqual && step > lastStep) found = step
  }
  return found
}

/** The address that an authenticator app reads from a QR code. Source: the Key URI format of Google
 *  Authenticator. */
export const totpAddress = (issuer: string, name: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(name)}` +
  `?secret=${secret}&issuer=${encodeURIComponent(issuer)}`

function base32Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let value = 0
  let bits = 0
  for (const letter of text) {
    const index = alphabet.indexOf(letter)
    if (index < 0) throw new Error('a TOTP secret that is not Base32')
    value = ((value << 5) | index) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}
