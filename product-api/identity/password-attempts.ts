import type { ClientInfo } from '../client-info.ts'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

// Hashing costs an isolate 170 ms in which it answers nobody. A network that tries passwords, or
// registers accounts, gets no more of that time than these allow. Right passwords do not count, so
// that a school's phones sign in one after the other.
const wrongPasswords = createTokenBuckets({ burst: 8, intervalMs: 40_000 })
const registrations = createTokenBuckets({ burst: 30, intervalMs: 5000 })

/** As if no network had tried anything yet. */
export function forgetPasswordAttempts() {
  wrongPasswords.reset()
  registrations.reset()
}

/** `verifyPassword` for somebody who signs in. A device where the account was signed in before has
 *  places of its own. Errors: Refusal 429 where the network has tried too many wrong ones, and as
 *  verifyPassword. */
export async function verifySignInPassword(
  { network, address: from }: ClientInfo,
  password: string,
  storedHash: string | null,
  isKnownDevice: boolean,
): Promise<boolean> {
  if (isKnownDevice) return verifyPassword(password, storedHash, { from, isKnownDevice })
  wrongPasswords.take(network)
  let isWrong = false
  try {
    isWrong = !(await verifyPassword(password, storedHash, { from }))
    return !isWrong
  } finally {
    if (!isWrong) wrongPasswords.giveBack(network)
  }
}

/** `hashPassword` for a new account. Errors: Refusal 429 where the network has registered too
 *  many, and as hashPassword. */
export function hashRegistrationPassword({ network, address: from }: ClientInfo, password: string) {
  registrations.take(network)
  return hashPassword(password, { from })
}
