import { Hono } from 'hono'
import type { Api } from '../env.ts'
import { member, neverKept } from './bearer.ts'
import { openSessions, revokeSessions } from './sessions.ts'
import { notFound } from '../strapi/errors.ts'

export const signOut = new Hono<Api>()
signOut.use(neverKept)

signOut.post('/', async (c) => {
  const { user, sessionId } = member(c)
  await revokeSessions(c.env.DB, user.id, { only: sessionId }, 'signed-out', new Date())
  return c.json({ ok: true })
})

/** The devices on which a member is signed in. */
export const sessions = new Hono<Api>()
sessions.use(neverKept)

sessions.get('/', async (c) => {
  const { user, sessionId } = member(c)
  const open = await openSessions(c.env.DB, user.id, new Date())
  const data = open.map((session) => ({
    id: session.id,
    deviceKind: session.device_kind,
    userAgent: session.user_agent,
    createdAt: session.created_at,
    lastSeenAt: session.last_seen_at,
    isCurrent: session.id === sessionId,
  }))
  return c.json({ data, meta: {} })
})

sessions.delete('/', async (c) => {
  await revokeSessions(c.env.DB, member(c).user.id, 'all', 'everywhere', new Date())
  return c.json({ ok: true })
})

sessions.delete('/:id', async (c) => {
  const only = c.req.param('id')
  const ended = await revokeSessions(
    c.env.DB,
    member(c).user.id,
    { only },
    'signed-out',
    new Date(),
  )
  if (ended === 0) throw notFound()
  return c.json({ ok: true })
})
