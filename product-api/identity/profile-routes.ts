import { Hono } from 'hono'
import { profileRequest } from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { readBody } from '../strapi/request-body.ts'
import { requireMember, noStore } from './authentication.ts'
import { applicationError, forbidden } from './refusals.ts'
import { userJson, type User } from './users.ts'

export const profileRoutes = new Hono<ApiEnv>()
profileRoutes.use(noStore)

/** PUT { id?, gender?, username?, name?, device_id? } -> the user. What is absent stays, but for
 *  gender; name and device_id null remove them. Errors: Refusal 400 where another account has the
 *  username. */
profileRoutes.put('/', async (c) => {
  const { user } = requireMember(c)
  const {
    id,
    gender,
    username = user.username,
    name = user.name,
    device_id = user.device_id,
  } = await readBody(c, profileRequest)
  if (id !== undefined && id !== user.id) throw forbidden()
  const now = new Date()
  const updated = await c.env.DB.prepare(
    `UPDATE OR IGNORE users SET gender = ?, username = ?, name = ?, device_id = ?, updated_at = ?
     WHERE id = ? RETURNING *`,
  )
    .bind(gender, username, name, device_id, now.toISOString(), user.id)
    .first<User>()
  if (!updated) throw applicationError('Email or Username are already taken')
  return c.json(await userJson(c.env.DB, updated, now))
})
