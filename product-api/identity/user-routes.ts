import { Hono, type Context } from 'hono'
import { deletionByConsent, deletionByPassword } from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { databaseOfReader, objectOf } from '../reader.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { noStore, requireMember } from './authentication.ts'
import { verifyPassword } from './passwords.ts'
import { eraseUser, exportPersonalData, type PersonalData } from './personal-data.ts'
import { enforceRateLimit, resetRateLimit } from './rate-limits.ts'
import { forbidden } from './refusals.ts'
import { userJson, type User } from './users.ts'

/** A member's own account. Answers are objects without `data`, as Strapi returns users. */
export function userRoutes(personalData: readonly PersonalData[]) {
  const routes = new Hono<ApiEnv>()
  routes.use(noStore)

  routes.get('/me', async (c) =>
    c.json(await userJson(c.env.DB, requireMember(c).user, new Date())),
  )

  routes.get('/me/export', async (c) => {
    const { user } = requireMember(c)
    const own = databaseOfReader(c.env.READERS, { kind: 'member', id: user.id })
    const data = await exportPersonalData(
      ...([c.env.DB, personalData, user, own, c.env.JOURNALS ?? null] as const),
    )
    return c.json({ exportedAt: new Date().toISOString(), ...data })
  })

  routes.delete('/me', async (c) => {
    const { user } = requireMember(c)
    await requireConsent(c, user)
    const object = objectOf(c.env.READERS, { kind: 'member', id: user.id })
    await eraseUser(c.env.DB, personalData, user, (isGone) => object.erase(isGone))
    return c.json({ ok: true })
  })

  // Another member's id and an unknown id get the same answer, so that ids cannot be probed.
  routes.get('/:id', async (c) => {
    const { user } = requireMember(c)
    if (c.req.param('id') !== String(user.id)) throw forbidden()
    return c.json(await userJson(c.env.DB, user, new Date()))
  })

  return routes
}

/** Errors: Refusal 400 without the password or, where the account has none, without
 *  { confirm: true }. */
async function requireConsent(c: Context<ApiEnv>, user: User) {
  if (user.password_hash === null) {
    await readBody(c, deletionByConsent)
    return
  }
  const { password } = await readBody(c, deletionByPassword)
  await enforceRateLimit(c, 'own-password', String(user.id))
  if (!(await verifyPassword(password, user.password_hash)))
    throw validation('The provided current password is invalid')
  await resetRateLimit(c, 'own-password', String(user.id))
}
