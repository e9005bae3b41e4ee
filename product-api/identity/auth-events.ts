import type { Context } from 'hono'
import type { ApiEnv } from '../env.ts'
import { clientInfo } from '../client-info.ts'
import { hmac } from '../cryptography.ts'
import type { Database, PreparedStatement } from '../database.ts'
import { counterSecretOf } from './settings.ts'

/** What the log of an account says. */
export type AuthEventKind =
  | 'registered'
  | 'signed-in-by-password'
  | 'signed-in-by-phone'
  | 'signed-in-by-google'
  | 'signed-in-by-reset'
  | 'signed-in-by-passkey'
  | 'wrong-password'
  | 'wrong-code'
  | 'wrong-passkey'
  | 'reset-requested'
  | 'password-changed'
  | 'contact-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'signed-out-everywhere'

type AuthEvent = { userId: number; kind: AuthEventKind }

/** Logs an event after the answer, so that neither its time nor a failure shows in it. Events of
 *  one kind within an hour are one row with a count. Cost: one write. */
export function logAuthEvent(c: Context<ApiEnv>, event: AuthEvent) {
  const { network, deviceKind } = clientInfo(c)
  const log = async () => {
    const tag = (await hmac(counterSecretOf(c.env), 'auth-event-network', network)).slice(0, 16)
    await authEventStatement(c.env.DB, event, { network: tag, deviceKind }, new Date()).run()
  }
  c.executionCtx.waitUntil(
    log().catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'auth-events', kind: event.kind, error: String(error) }))
    }),
  )
}

const authEventStatement = (
  db: Database,
  { userId, kind }: AuthEvent,
  { network, deviceKind }: { network: string; deviceKind: string },
  now: Date,
): PreparedStatement =>
  db
    .prepare(
      // An account that was deleted meanwhile has no log.
      `INSERT INTO auth_events (user_id, hour, kind, count, network, device_kind, last_at)
       SELECT id, ?2, ?3, 1, ?4, ?5, ?6 FROM users WHERE id = ?1
       ON CONFLICT (user_id, hour, kind) DO UPDATE SET count = count + 1,
         network = excluded.network, device_kind = excluded.device_kind,
         last_at = excluded.last_at`,
    )
    .bind(userId, now.toISOString().slice(0, 13), kind, network, deviceKind, now.toISOString())
