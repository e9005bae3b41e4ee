import { timingSafeEqual } from 'hono/utils/buffer'
import { hmac } from '../cryptography.ts'

/** The key in a rescue code: 96 bits with which another device may send answers to one attempt, and
 *  nothing else. */
export const carryKeyOf = async (secret: string, attemptId: string): Promise<string> =>
  (await hmac(secret, 'carry', attemptId)).slice(0, 16)

/** Whether `key` is the carry key of an attempt under any of the secrets: a rescue code may be
 *  older than the newest secret. */
export async function isCarryKey(
  secrets: readonly string[],
  attemptId: string,
  key: string,
): Promise<boolean> {
  const matches = await Promise.all(
    secrets.map(async (secret) => timingSafeEqual(await carryKeyOf(secret, attemptId), key)),
  )
  return matches.includes(true)
}
