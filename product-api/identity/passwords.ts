import { decodeBase64Url } from 'hono/utils/encode'
import { scrypt, timingSafeEqual } from 'node:crypto'
import { base64url } from '../cryptography.ts'

type Cost = { logN: number; r: number; p: number }

// OWASP's recommendation for scrypt with 16 MB of memory: about 170 ms of CPU on Workers.
const cost: Cost = { logN: 14, r: 8, p: 5 }
const keyBytes = 32
const saltBytes = 16
const maxMemoryBytes = 64 * 1024 * 1024

/** Hashes a password as `scrypt$14$8$5$salt$hash`, salt and hash in base64url.
 *  Cost: about 170 ms of CPU. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  return formatHash(cost, salt, await derive(password, salt, cost))
}

/** Whether a password has this hash. Null, for an account without one, is never right and costs the
 *  same time, so that timing does not reveal which accounts exist. */
export async function verifyPassword(
  password: string,
  storedHash: string | null,
): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (storedHash ?? dummyHash).split('$')
  const derived = await derive(password, decodeBase64Url(salt), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, decodeBase64Url(hash)) && storedHash !== null
}

const formatHash = ({ logN, r, p }: Cost, salt: Bytes, hash: Bytes) =>
  ['scrypt', logN, r, p, base64url(salt), base64url(hash)].join('$')

const dummyHash = formatHash(cost, new Uint8Array(saltBytes), new Uint8Array(keyBytes))

type Bytes = Uint8Array<ArrayBuffer>

function derive(password: string, salt: Bytes, { logN, r, p }: Cost): Promise<Bytes> {
  // Another keyboard may send the same letters as other code points.
  const text = password.normalize('NFKC')
  const options = { N: 2 ** logN, r, p, maxmem: maxMemoryBytes }
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    )
  })
}
