import { timingSafeEqual } from 'hono/utils/buffer'
import { hmac } from '../cryptography.ts'

/** What ends a reminder without signing in: the number of its reminder_choices row and 132 bits of
 *  an HMAC. It can do nothing else, and stops working when the consent has ended. */
export const endTokenOf = async (secret: string, choice: number): Promise<string> =>
  `${choice}.${(await hmac(secret, 'end-reminder', String(choice))).slice(0, 22)}`

/** The number in a token that one of the secrets signed; null for any other. */
export async function choiceOfToken(
  secrets: readonly string[],
  token: string,
): Promise<number | null> {
  const [number = ''] = token.split('.')
  if (!/^\d{1,15}$/.test(number)) return null
  const matches = await Promise.all(
    secrets.map(async (secret) => timingSafeEqual(await endTokenOf(secret, Number(number)), token)),
  )
  return matches.includes(true) ? Number(number) : null
}
