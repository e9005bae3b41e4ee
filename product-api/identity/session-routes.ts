import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import { notFound } from '../strapi/errors.ts'
import { logAuthEvent } from './auth-events.ts'
import { requireMember, noStore } from './authentication.ts'
import { activeSessions, revokeSessions } from './sessions.ts'

export const signOutRoutes = new Hono<ApiEnv>()
signOutRoutes.use(noStore)

signOutRoutes.post('/', async (c) => {
  const { user, sessionId } = requireMember(c)
  await revokeSessions(c.env.DB, user.id, { only: sessionId }, 'signed-out', new Date())
  return c.json({ ok: true })
})

/** The devices on which a member is signed in. */
export const sessionRoutes = new Hono<ApiEnv>()
sessionRoutes.use(noStore)

sessionRoutes.get('/', async (c) => {
  const { user, sessionId } = requireMember(c)
  const active = await activeSessions(c.env.DB, user.id, new Date())
  const data = active.map((session) => ({
    id: session.id,
    deviceKind: session.device_kind,
    userAgent: session.user_agent,
    createdAt: session.created_at,
    lastSeenAt: session.last_seen_at,
    isCurrent: session.id === sessionId,
  }))
  return c.json({ data, meta: {} })
})

sessionRoutes.delete('/', async (c) => {
  const { user } = requireMember(c)
  await revokeSessions(c.env.DB, user.id, 'all', 'everywhere', new Date())
  logAuthEvent(c, { userId: user.id, kind: 'signed-out-everywhere' })
  return c.json({ ok: true })
})

sessionRoutes.delete('/:id', async (c) => {
  const only = c.req.param('id')
  const ended = await revokeSessions(
    c.env.DB,
    requireMember(c).user.id,
    { only },
    'signed-out',
    new Date(),
  )
  if (ended === 0) throw notFound()
  return c.json({ ok: true })
})
