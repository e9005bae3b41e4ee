import type { Context } from 'hono'
import { deviceName } from '../../domain/device-name.ts'
import { clientInfo } from '../client-info.ts'
import type { ApiEnv } from '../env.ts'
import { mailGateway, smsGateway } from './message-gateways.ts'
import { passkeyAddedNotice } from './message-texts.ts'
import { identitySettings } from './settings.ts'
import type { User } from './users.ts'

/** Tells the owner, by mail to a confirmed address, else by SMS, so that they notice a passkey that
 *  somebody else has added. Runs after the answer; a failure is logged. */
export function tellAboutPasskey(c: Context<ApiEnv>, user: User) {
  const { locale, userAgent } = clientInfo(c)
  const { subject, text } = passkeyAddedNotice(user.locale ?? locale, deviceName(userAgent))
  const settings = identitySettings(c.env)
  const send = async () => {
    if (user.email !== null && user.confirmed === 1)
      await mailGateway(settings).sendMail(user.email, subject, `${text}\n`)
    else if (user.phone !== null) await smsGateway(settings).sendSms(user.phone, text)
  }
  c.executionCtx.waitUntil(
    send().catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'passkeys', notice: String(error) }))
    }),
  )
}
