import { Hono } from 'hono'
import { profileRequest } from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { readBody } from '../strapi/request-body.ts'
import { requireMember, noStore } from './authentication.ts'
import { forbidden } from './refusals.ts'
import { userJson, type User } from './users.ts'

export const profileRoutes = new Hono<ApiEnv>()
profileRoutes.use(noStore)

/** PUT { id?, gender?, device_id? } -> the user. device_id: absent leaves it, null removes it. */
profileRoutes.put('/', async (c) => {
  const { user } = requireMember(c)
  const { id, gender, device_id = user.device_id } = await readBody(c, profileRequest)
  if (id !== undefined && id !== user.id) throw forbidden()
  const now = new Date()
  const updated = await c.env.DB.prepare(
    'UPDATE users SET gender = ?, device_id = ?, updated_at = ? WHERE id = ? RETURNING *',
  )
    .bind(gender, device_id, now.toISOString(), user.id)
    .first<User>()
  return c.json(await userJson(c.env.DB, updated ?? user, now))
})
