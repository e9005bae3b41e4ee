import { hmac, matchesHmac, randomToken, sha256 } from '../cryptography.ts'
import type { Database } from '../database.ts'

export const challengeLifetimeSeconds = 300

/** For what a challenge was made, and for which browser. `browser`: '' for a client without an id.
 *  `userId`: null where nobody is signed in yet. */
export type ChallengeOwner = { browser: string; userId: number | null }

/** A challenge that proves itself: 256 random bits, its end, and an HMAC over both and the owner.
 *  Nothing is stored, so that asking for many fills nothing. */
export async function createPasskeyChallenge(
  secret: string,
  owner: ChallengeOwner,
  now: Date,
): Promise<string> {
  const body = `${randomToken()}.${now.getTime() + challengeLifetimeSeconds * 1000}`
  return `${body}.${await hmac(secret, 'passkey-challenge', signedText(body, owner))}`
}

/** When a challenge of this owner ends; null for another owner's, an altered and an expired one. */
export async function passkeyChallengeEnd(
  secrets: readonly string[],
  challenge: string,
  owner: ChallengeOwner,
  now: Date,
): Promise<Date | null> {
  const [, body = '', endMs = '', digest = ''] =
    /^([\w-]{43}\.(\d{13}))\.([\w-]{43})$/.exec(challenge) ?? []
  const end = new Date(Number(endMs))
  if (body === '' || end <= now) return null
  const text = signedText(body, owner)
  return (await matchesHmac(secrets, 'passkey-challenge', text, digest)) ? end : null
}

const signedText = (body: string, { browser, userId }: ChallengeOwner) =>
  `${body} ${userId ?? ''} ${browser}`

/** Uses a challenge up. -> false where it has been used before. Of simultaneous requests, one gets
 *  true. */
export async function redeemPasskeyChallenge(
  db: Database,
  challenge: string,
  end: Date,
): Promise<boolean> {
  const row = await db
    .prepare(
      `INSERT INTO used_passkey_challenges (digest, expires_at) VALUES (?, ?)
       ON CONFLICT DO NOTHING RETURNING digest`,
    )
    .bind(await sha256(challenge), end.toISOString())
    .first()
  return row !== null
}
