import { Refusal } from '../strapi/errors.ts'
import type { Locale } from './client-info.ts'
import { notConfigured, type GatewaySettings, type IdentitySettings } from './settings.ts'

/** How the product API reaches people. Both throw a Refusal 503 that says what is wrong, and log it without the text. */
export type Messages = {
  sendCode: (phone: string, text: string, locale: Locale) => Promise<void>
  sendMail: (to: string, subject: string, text: string) => Promise<void>
}

/** Below the site's own deadline of 6 seconds, so that it hears from us what is wrong. */
const deadlineMs = 4000

/** The SMS gateway that the settings name. Errors: Refusal 503 where they name none. */
export function smsGateway({ sms }: IdentitySettings): Pick<Messages, 'sendCode'> {
  if (!sms) throw notConfigured('The SMS gateway', 'SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN')
  return httpSms(sms)
}

/** The mail gateway that the settings name. Errors: Refusal 503 where they name none. */
export function mailGateway({ mail }: IdentitySettings): Pick<Messages, 'sendMail'> {
  if (!mail) throw notConfigured('The mail gateway', 'MAIL_GATEWAY_URL', 'MAIL_GATEWAY_TOKEN')
  return httpMail(mail)
}

/** Takes POST {to, text} with a bearer. */
const httpSms = (gateway: GatewaySettings): Pick<Messages, 'sendCode'> => ({
  sendCode: (to, text) => deliver('The SMS gateway', gateway, { to, text }),
})

/** Takes POST {to, subject, text} with a bearer. */
const httpMail = (gateway: GatewaySettings): Pick<Messages, 'sendMail'> => ({
  sendMail: (to, subject, text) => deliver('The mail gateway', gateway, { to, subject, text }),
})

async function deliver(
  name: string,
  { url, token }: GatewaySettings,
  message: Record<string, string>,
) {
  const fault = await faultOf(url, token, message)
  if (fault === null) return
  console.error(JSON.stringify({ at: 'gateway', gateway: name, fault }))
  throw new Refusal(503, 'ServiceUnavailableError', `${name} did not take the message`, {})
}

/** Null when the gateway took the message, otherwise why not. */
async function faultOf(url: string, token: string, message: Record<string, string>) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
      // A token is not carried on to wherever a gateway points.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    await answer.body?.cancel()
    return answer.ok ? null : `status ${answer.status}`
  } catch (error) {
    return String(error)
  }
}
