import { decodeBase64Url } from 'hono/utils/encode'
import { scrypt, timingSafeEqual } from 'node:crypto'
import { base64url } from '../cryptography.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../limits/concurrency-limit.ts'

type Cost = { logN: number; r: number; p: number }

// OWASP's recommendation for scrypt with 16 MB of memory: about 170 ms of CPU on Workers.
const cost: Cost = { logN: 14, r: 8, p: 5 }
const keyBytes = 32
const saltBytes = 16
const maxMemoryBytes = 64 * 1024 * 1024

/** Hashing blocks the isolate: at most about half of its time goes into it. Devices on which the
 *  account was signed in before have places of their own, so that a flood leaves them a way in. */
const hashLimits = {
  anybody: createConcurrencyLimit({
    ...{ maxRunning: 2, maxWaiting: 12, maxWaitingOfOne: 8, maxInTenSeconds: 30 },
  }),
  knownDevice: createConcurrencyLimit({
    ...{ maxRunning: 1, maxWaiting: 4, maxWaitingOfOne: 4, maxInTenSeconds: 10 },
  }),
} satisfies Record<string, ConcurrencyLimit>

/** As if nothing had been hashed yet. */
export const forgetRecentHashes = () => Object.values(hashLimits).forEach((limit) => limit.reset())

/** Who waits: the client's address, and whether the account was signed in before on its device. */
export type HashClient = { from?: string; isKnownDevice?: boolean }

/** Hashes a password as `scrypt$14$8$5$salt$hash`, salt and hash in base64url.
 *  Errors: Refusal 503 with Retry-After where too many are hashed at once. Cost: about 170 ms of
 *  CPU. */
export async function hashPassword(
  password: string,
  { from = '' }: HashClient = {},
): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const derived = await hashLimits.anybody.run(from, () => derive(password, salt, cost))
  return formatHash(cost, salt, derived)
}

/** Whether a password has this hash. Null (an account without a password) never matches but costs
 *  the same time, so that timing does not reveal which accounts exist. Errors: as
 *  hashPassword. */
export async function verifyPassword(
  password: string,
  storedHash: string | null,
  { from = '', isKnownDevice = false }: HashClient = {},
): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (storedHash ?? dummyHash).split('$')
  const storedCost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await hashLimits[isKnownDevice ? 'knownDevice' : 'anybody'].run(from, () =>
    derive(password, decodeBase64Url(salt), storedCost),
  )
  return timingSafeEqual(derived, decodeBase64Url(hash)) && storedHash !== null
}

const formatHash = ({ logN, r, p }: Cost, salt: Bytes, hash: Bytes) =>
  ['scrypt', logN, r, p, base64url(salt), base64url(hash)].join('$')

const dummyHash = formatHash(cost, new Uint8Array(saltBytes), new Uint8Array(keyBytes))

type Bytes = Uint8Array<ArrayBuffer>

function derive(password: string, salt: Bytes, { logN, r, p }: Cost): Promise<Bytes> {
  // Keyboards may send the same letters as different code points.
  const text = password.normalize('NFKC')
  const options = { N: 2 ** logN, r, p, maxmem: maxMemoryBytes }
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    )
  })
}
