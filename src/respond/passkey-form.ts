import type { Context } from 'hono'
import * as v from 'valibot'
import { parseJson } from '../../http/request-body.ts'
import type { AppEnv } from '../app-env.ts'
import type { ApiError } from '../api-client/errors.ts'
import { refusalOf } from '../api-client/sign-in.ts'
import { messagesFor } from '../ui/messages.ts'

/** The device's answer in a form (ui/passkey-button.tsx); null: no JSON object. The product API
 *  checks what is in it. */
export function credentialIn(fields: Record<string, string>): Record<string, unknown> | null {
  const parsed = parseJson(fields.credential ?? '', v.looseObject({ id: v.string() }))
  return parsed.ok ? parsed.value : null
}

/** What the button says where there are no options: { message }, in the reader's language. */
export function passkeyOptionsRefused(c: Context<AppEnv>, error: ApiError) {
  const messages = messagesFor(c.var.page.locale)
  const { message, retryAfterSeconds } = refusalOf(error)
  if (/too many passkeys/i.test(message)) return c.json({ message: messages.passkey_full() }, 409)
  if (retryAfterSeconds !== null)
    return c.json({ message: messages.login_too_many({ seconds: retryAfterSeconds }) }, 429)
  return c.json({ message: messages.login_unavailable() }, 503)
}
