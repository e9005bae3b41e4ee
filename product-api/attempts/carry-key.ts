import { timingSafeEqual } from 'hono/utils/buffer'
import { keyedDigest } from '../identity/digests.ts'

/** What a rescue code carries besides the answers: 96 bits that let another device deliver them, and do nothing else. */
export const carryKeyOf = async (secret: string, attemptId: string): Promise<string> =>
  (await keyedDigest(secret, 'carry', attemptId)).slice(0, 16)

/** Whether it is the key of an attempt, under any of the secrets: a code may be older than the newest. */
export async function isCarryKey(
  secrets: readonly string[],
  attemptId: string,
  given: string,
): Promise<boolean> {
  const answers = await Promise.all(
    secrets.map(async (secret) => timingSafeEqual(await carryKeyOf(secret, attemptId), given)),
  )
  return answers.includes(true)
}
