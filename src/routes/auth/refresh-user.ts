import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { SessionUser } from '../../../domain/session-user.ts'
import { ownUser, updateProfile } from '../../api-client/account.ts'

const refreshAfterMs = 60_000

/** Updates the session from the product API, at most once a minute: whether the account is premium
 *  by now, and whether it is in use elsewhere. During an outage the session cookie remains
 *  valid. */
export async function refreshUser(c: Context<AppEnv>, olderThanMs = refreshAfterMs) {
  const { reader } = c.var
  if (!reader.user || Date.now() - reader.userCheckedAt < olderThanMs) return
  const asked = await ownUser(reader.api, reader.user.id)
  if (!asked.ok) return
  reader.updateUser(asked.value)
  await saveDeviceToken(c, asked.value)
}

/** The cookie in which the app stores its push token. A token that differs from the profile is
 *  saved there. */
const deviceTokenCookie = 'device_id'

async function saveDeviceToken(c: Context<AppEnv>, { id, gender, device_id }: SessionUser) {
  const token = c.var.reader.cookie(deviceTokenCookie)
  if (!token || token === device_id || !/^[\w:.-]{10,400}$/.test(token)) return
  const { reader } = c.var
  const saved = await updateProfile(reader.api, { id, gender, device_id: token })
  if (saved.ok) reader.updateUser(saved.value)
}
