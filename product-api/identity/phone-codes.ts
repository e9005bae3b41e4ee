import type { Database } from '../database.ts'
import { validation } from '../strapi/errors.ts'
import { matchesHmac, hmac, sha256, randomSixDigits } from '../cryptography.ts'

export const resendAfterSeconds = 30
export const codeLifetimeSeconds = 300
const maxTries = 5

/** Whose code: a phone's, in the browser that asked for it. `browser`: '' for a client without an
 *  id. */
export type CodeOwner = { phone: string; browser: string }

/** Creates a code, which replaces the last one of the same browser; null where that was sent less
 *  than 30 seconds ago. Of simultaneous requests, one gets a code. Codes that other browsers asked
 *  for stay as they are. */
export async function createPhoneCode(
  db: Database,
  secret: string,
  { phone, browser }: CodeOwner,
  now: Date,
): Promise<string | null> {
  const code = randomSixDigits()
  const row = await db
    .prepare(
      `INSERT INTO one_time_codes (phone, browser, digest, sent_at, expires_at)
       VALUES (?1, ?6, ?2, ?3, ?4)
       ON CONFLICT (phone, browser) DO UPDATE SET digest = excluded.digest, attempts = 0,
         sent_at = excluded.sent_at, expires_at = excluded.expires_at
       WHERE sent_at <= ?5 RETURNING phone`,
    )
    .bind(
      phone,
      await hmac(secret, 'phone-code', phone + code),
      now.toISOString(),
      new Date(now.getTime() + codeLifetimeSeconds * 1000).toISOString(),
      new Date(now.getTime() - resendAfterSeconds * 1000).toISOString(),
      await sha256(browser),
    )
    .first()
  return row ? code : null
}

/** Whether the last code can still be used, when it expires, and when another one may be
 *  requested. */
export async function phoneCodeStatus(db: Database, { phone, browser }: CodeOwner, now: Date) {
  const row = await db
    .prepare(
      'SELECT sent_at, expires_at, attempts FROM one_time_codes WHERE phone = ? AND browser = ?',
    )
    .bind(phone, await sha256(browser))
    .first<{ sent_at: string; expires_at: string; attempts: number }>()
  const secondsUntil = (time: string, more = 0) =>
    Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000) + more)
  // Redeemed by a simultaneous request: another one may be requested.
  if (!row) return { isUsable: false, resendAfterSeconds: 1, expiresInSeconds: 1 }
  return {
    isUsable: row.attempts < maxTries,
    resendAfterSeconds: secondsUntil(row.sent_at, resendAfterSeconds),
    expiresInSeconds: secondsUntil(row.expires_at),
  }
}

/** Lets another code be requested at once, because the gateway failed for this one. The code stays
 *  valid, since it may still arrive. */
export async function allowImmediateResend(db: Database, { phone, browser }: CodeOwner) {
  await db
    .prepare(
      `UPDATE one_time_codes SET sent_at = '1970-01-01T00:00:00.000Z'
       WHERE phone = ? AND browser = ?`,
    )
    .bind(phone, await sha256(browser))
    .run()
}

/** Redeems a code, once, in the browser that asked for it. Errors: Refusal 400 'Incorrect code
 *  provided' for a wrong code, 400 'The code has expired' where there is none, after five wrong
 *  ones, after its expiry, and once it was redeemed. */
export async function redeemPhoneCode(
  db: Database,
  secrets: readonly string[],
  { phone, browser }: CodeOwner,
  code: string,
  now: Date,
) {
  const row = await db
    .prepare(
      `UPDATE one_time_codes SET attempts = attempts + 1
       WHERE phone = ? AND browser = ? AND attempts < ? AND expires_at > ? RETURNING digest`,
    )
    .bind(phone, await sha256(browser), maxTries, now.toISOString())
    .first<{ digest: string }>()
  if (!row) throw validation('The code has expired')
  if (!(await matchesHmac(secrets, 'phone-code', phone + code, row.digest)))
    throw validation('Incorrect code provided')
  const redeemed = await db
    .prepare('DELETE FROM one_time_codes WHERE phone = ? AND digest = ? RETURNING phone')
    .bind(phone, row.digest)
    .first()
  if (!redeemed) throw validation('The code has expired')
}
