import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { SessionUser } from '../../../domain/session-user.ts'
import { ownUser, updateProfile } from '../../api-client/account.ts'

const refreshAfterMs = 60_000

/** Reloads the user from the product API if the last time is longer ago than `olderThanMs`, so that
 *  the session learns that the account became premium or is in use on another device. During an
 *  outage the session stays as it is. The push token is compared each time, so right after signing
 *  in, too. */
export async function refreshUser(c: Context<AppEnv>, olderThanMs = refreshAfterMs) {
  const { reader } = c.var
  if (!reader.user) return
  if (Date.now() - reader.userCheckedAt < olderThanMs) return saveDeviceToken(c, reader.user)
  const user = await ownUser(reader.api, reader.user.id)
  if (!user.ok) return
  reader.updateUser(user.value)
  await saveDeviceToken(c, user.value)
}

/** The cookie in which the app stores its push token. What it stores in localStorage,
 *  client/session.ts copies here. */
const deviceTokenCookie = 'device_id'

/** Saves the push token of the app in the profile if it has changed. */
async function saveDeviceToken(c: Context<AppEnv>, { id, gender, device_id }: SessionUser) {
  const token = c.var.reader.cookie(deviceTokenCookie)
  if (!token || token === device_id || !/^[\w:.-]{10,400}$/.test(token)) return
  const { reader } = c.var
  const saved = await updateProfile(reader.api, { id, gender, device_id: token })
  if (saved.ok) reader.updateUser(saved.value)
}
