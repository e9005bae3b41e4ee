import { Hono } from 'hono'
import * as v from 'valibot'
import type { ApiEnv } from '../env.ts'
import { requireMember, noStore } from './authentication.ts'
import * as fields from './fields.ts'
import { forbidden } from './refusals.ts'
import { readBody } from './request-body.ts'
import { userJson, type User } from './users.ts'

export const profileRoutes = new Hono<ApiEnv>()
profileRoutes.use(noStore)

const update = {
  id: v.optional(fields.ownId),
  // The specification's rule: missing from the update, it is 'others'.
  gender: v.optional(fields.gender, 'others'),
  device_id: v.optional(fields.deviceId),
}

/** PUT { id?, gender?, device_id? } -> the user. A device_id that is absent stays, null takes it away. */
profileRoutes.put('/', async (c) => {
  const { user } = requireMember(c)
  const { id, gender, device_id = user.device_id } = await readBody(c, update, { only: true })
  if (id !== undefined && id !== user.id) throw forbidden()
  const now = new Date()
  const updated = await c.env.DB.prepare(
    'UPDATE users SET gender = ?, device_id = ?, updated_at = ? WHERE id = ? RETURNING *',
  )
    .bind(gender, device_id, now.toISOString(), user.id)
    .first<User>()
  return c.json(await userJson(c.env.DB, updated ?? user, now))
})
