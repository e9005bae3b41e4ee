import { scrypt, timingSafeEqual } from 'node:crypto'
import { decodeBase64Url } from 'hono/utils/encode'
import { base64url } from './cryptography.ts'

type Cost = { logN: number; r: number; p: number }

// OWASP's setting of scrypt with 16 MB: about 170 ms of CPU (notes/platform.md, section 15).
const cost: Cost = { logN: 14, r: 8, p: 5 }
const keyBytes = 32
const saltBytes = 16
const maxMemoryBytes = 64 * 1024 * 1024

/** Hashes a password as `scrypt$14$8$5$salt$hash`, salt and hash in base64url. Cost: about 170 ms of CPU. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  return written(cost, salt, await derive(password, salt, cost))
}

/** Whether a password is the one that was hashed. Null, the hash of nobody, costs the same time and is never right. */
export async function verifyPassword(password: string, kept: string | null): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (kept ?? dummyHash).split('$')
  const found = await derive(password, decodeBase64Url(salt), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(found, decodeBase64Url(hash)) && kept !== null
}

const written = ({ logN, r, p }: Cost, salt: Bytes, hash: Bytes) =>
  ['scrypt', logN, r, p, base64url(salt), base64url(hash)].join('$')

const dummyHash = written(cost, new Uint8Array(saltBytes), new Uint8Array(keyBytes))

type Bytes = Uint8Array<ArrayBuffer>

function derive(password: string, salt: Bytes, { logN, r, p }: Cost): Promise<Bytes> {
  // The same letters typed on another keyboard may come as other code points.
  const text = password.normalize('NFKC')
  const options = { N: 2 ** logN, r, p, maxmem: maxMemoryBytes }
  return new Promise((done, fail) => {
    scrypt(text, salt, keyBytes, options, (error, key) =>
      error ? fail(error) : done(new Uint8Array(key)),
    )
  })
}
