import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { getCookie } from 'hono/cookie'
import type { SessionUser } from '../../../domain/session-user.ts'
import { ownUser, updateProfile } from '../../api-client/own-account.ts'

const askedAgainAfterMs = 60_000

/** Asks the product API about the reader, at most once a minute: whether the account is premium by now, whether it is in use elsewhere.
 *  An outage changes nothing: the cookie knows who is signed in. */
export async function askAboutReader(c: Context<AppEnv>, olderThanMs = askedAgainAfterMs) {
  const { reader } = c.var
  if (!reader.user || Date.now() - reader.askedAt < olderThanMs) return
  const asked = await ownUser(reader.call, reader.user.id)
  if (!asked.ok) return
  reader.learn(asked.value)
  await keepDeviceToken(c, asked.value)
}

/** The app keeps its push token in this cookie. Where it is not the one we know, the profile learns it. */
const deviceTokenCookie = 'device_id'

async function keepDeviceToken(c: Context<AppEnv>, { id, gender, device_id }: SessionUser) {
  const token = getCookie(c, deviceTokenCookie)
  if (!token || token === device_id || !/^[\w:.-]{10,400}$/.test(token)) return
  const { reader } = c.var
  const saved = await updateProfile(reader.call, { id, gender, device_id: token })
  if (saved.ok) reader.learn(saved.value)
}
