import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { Api } from '../env.ts'
import { member, neverKept } from './bearer.ts'
import * as fields from './fields.ts'
import { clearAttempts, countAttempt } from './limits.ts'
import { isPassword } from './passwords.ts'
import { erase, everythingHeld } from './personal-data.ts'
import { forbidden } from './refusals.ts'
import { readBody } from './request-body.ts'
import { userJson, type User } from './users.ts'
import { validation } from '../strapi/errors.ts'

/** A member's own account: bare objects, as Strapi shows users. */
export const users = new Hono<Api>()
users.use(neverKept)

users.get('/me', async (c) => c.json(await userJson(c.env.DB, member(c).user, new Date())))

users.get('/me/export', async (c) => {
  const held = await everythingHeld(c.env.DB, member(c).user)
  return c.json({ exportedAt: new Date().toISOString(), ...held })
})

users.delete('/me', async (c) => {
  const { user } = member(c)
  await readConsent(c, user)
  await erase(c.env.DB, user)
  return c.json({ ok: true })
})

/** Errors: Refusal 400 without the password, or, where the account has none, without { confirm: true }. */
async function readConsent(c: Context<Api>, user: User) {
  if (user.password_hash === null) {
    await readBody(c, {
      confirm: v.union([v.literal(true), v.literal('true')], 'confirm must be true'),
    })
    return
  }
  const { password } = await readBody(c, { password: fields.knownPassword('password') })
  await countAttempt(c, 'own-password', String(user.id))
  if (!(await isPassword(password, user.password_hash)))
    throw validation('The provided current password is invalid')
  await clearAttempts(c, 'own-password', String(user.id))
}

/** Nobody reads another member; that there is none of that number is not told either. */
users.get('/:id', async (c) => {
  const { user } = member(c)
  if (c.req.param('id') !== String(user.id)) throw forbidden()
  return c.json(await userJson(c.env.DB, user, new Date()))
})
