import { Refusal } from '../strapi/errors.ts'
import { notConfigured, type GatewaySettings, type IdentitySettings } from './settings.ts'

/** Sends an SMS or a mail. Errors: Refusal 503, which says which gateway failed; the log has the
 *  cause, without the text. */
export type SmsGateway = { sendSms: (phone: string, text: string) => Promise<void> }
export type MailGateway = {
  sendMail: (to: string, subject: string, text: string, options?: MailOptions) => Promise<void>
}

/** `idempotencyKey`: the same for each try of one mail; a gateway that knows the header
 *  Idempotency-Key sends it once. */
type MailOptions = { idempotencyKey?: string }

/** Below the site's own deadline of 6 seconds, so that the site still gets the 503. */
const deadlineMs = 4000

/** The SMS gateway of the settings, which takes POST { to, text } with a bearer token.
 *  Errors: Refusal 503 if none is configured. */
export function smsGateway({ sms }: IdentitySettings): SmsGateway {
  if (!sms) throw notConfigured('The SMS gateway', 'SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN')
  return { sendSms: (to, text) => deliver('The SMS gateway', sms, { to, text }) }
}

/** The mail gateway of the settings, which takes POST { to, subject, text } with a bearer token.
 *  Errors: Refusal 503 if none is configured. */
export function mailGateway({ mail }: IdentitySettings): MailGateway {
  if (!mail) throw notConfigured('The mail gateway', 'MAIL_GATEWAY_URL', 'MAIL_GATEWAY_TOKEN')
  return {
    sendMail: (to, subject, text, { idempotencyKey } = {}) =>
      deliver('The mail gateway', mail, { to, subject, text }, idempotencyKey),
  }
}

async function deliver(
  name: string,
  { url, token }: GatewaySettings,
  message: Record<string, string>,
  idempotencyKey?: string,
) {
  const error = await deliveryErrorOf(url, token, message, idempotencyKey)
  if (error === null) return
  console.error(JSON.stringify({ at: 'gateway', gateway: name, error }))
  throw new Refusal(503, 'ServiceUnavailableError', `${name} did not accept the message`, {})
}

/** Why the gateway did not accept the message; null if it did. */
async function deliveryErrorOf(
  url: string,
  token: string,
  message: Record<string, string>,
  idempotencyKey: string | undefined,
) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(message),
      // A redirect must not receive the token.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    await answer.body?.cancel()
    return answer.ok ? null : `status ${answer.status}`
  } catch (error) {
    return String(error)
  }
}
