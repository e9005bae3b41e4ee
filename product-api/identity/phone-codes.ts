import type { Database } from '../database.ts'
import { validation } from '../strapi/errors.ts'
import { matchesHmac, hmac } from './cryptography.ts'

export const resendAfterSeconds = 30
export const codeLifetimeSeconds = 300
const maxTries = 5

export type PhoneCode = { phone: string; digest: string; sent_at: string; expires_at: string }

/** Makes a code for a phone in place of the one before, or null where that was sent less than 30 seconds ago.
 *  Of many requests at once, one gets a code. */
export async function createPhoneCode(
  db: Database,
  secret: string,
  phone: string,
  now: Date,
): Promise<string | null> {
  const code = randomSixDigits()
  const row = await db
    .prepare(
      `INSERT INTO phone_codes (phone, digest, sent_at, expires_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (phone) DO UPDATE SET digest = excluded.digest, attempts = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
       WHERE sent_at <= ?5 RETURNING phone`,
    )
    .bind(
      phone,
      await hmac(secret, 'phone-code', phone + code),
      now.toISOString(),
      new Date(now.getTime() + codeLifetimeSeconds * 1000).toISOString(),
      new Date(now.getTime() - resendAfterSeconds * 1000).toISOString(),
    )
    .first()
  return row ? code : null
}

/** How long the last code of a phone still lives, and how long to wait for another; whether it can still be used. */
export async function phoneCodeStatus(db: Database, phone: string, now: Date) {
  const row = await db
    .prepare('SELECT sent_at, expires_at, attempts FROM phone_codes WHERE phone = ?')
    .bind(phone)
    .first<{ sent_at: string; expires_at: string; attempts: number }>()
  const secondsUntil = (time: string, more = 0) =>
    Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000) + more)
  // Used in this very moment: another one may be asked for.
  if (!row) return { usable: false, resendAfterSeconds: 1, expiresInSeconds: 1 }
  return {
    usable: row.attempts < maxTries,
    resendAfterSeconds: secondsUntil(row.sent_at, resendAfterSeconds),
    expiresInSeconds: secondsUntil(row.expires_at),
  }
}

/** Lets another code be asked for at once, since the gateway did not take this one. It stays valid: it may arrive yet. */
export async function allowImmediateResend(db: Database, phone: string) {
  await db
    .prepare(`UPDATE phone_codes SET sent_at = '1970-01-01T00:00:00.000Z' WHERE phone = ?`)
    .bind(phone)
    .run()
}

/** Uses up the code of a phone. Errors: Refusal 400 'Incorrect code provided' for a wrong one, 400 'The code has
 *  expired' where there is none, five were wrong, its time is over, or it was used. */
export async function redeemPhoneCode(
  db: Database,
  secrets: readonly string[],
  phone: string,
  code: string,
  now: Date,
) {
  const row = await db
    .prepare(
      `UPDATE phone_codes SET attempts = attempts + 1
       WHERE phone = ? AND attempts < ? AND expires_at > ? RETURNING digest`,
    )
    .bind(phone, maxTries, now.toISOString())
    .first<{ digest: string }>()
  if (!row) throw validation('The code has expired')
  if (!(await matchesHmac(secrets, 'phone-code', phone + code, row.digest)))
    throw validation('Incorrect code provided')
  const used = await db
    .prepare('DELETE FROM phone_codes WHERE phone = ? AND digest = ? RETURNING phone')
    .bind(phone, row.digest)
    .first()
  if (!used) throw validation('The code has expired')
}

/** Every one of the million codes is as likely: what would make some likelier is thrown again. */
function randomSixDigits(): string {
  const range = 1_000_000
  const fair = Math.floor(2 ** 32 / range) * range
  for (;;) {
    const [drawn = fair] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < fair) return String(drawn % range).padStart(6, '0')
  }
}
