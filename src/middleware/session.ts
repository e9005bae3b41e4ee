import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isReturn } from '../../domain/payment.ts'
import { sessionSeconds } from '../../domain/session-user.ts'
import type { Caller } from '../api-client/users.ts'
import { sharedMemory } from '../session/session-state-store.ts'
import { privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'
import { guestOf } from '../session/guest.ts'
import { ReaderSession } from '../session/reader.ts'

export const sessionCookie = '__Host-session'
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** A cookie in use is sealed anew once a day, not at every answer: an answer on its way while the reader signs out
 *  shall not bring the session back. */
const resealAfterMs = 24 * 3600_000

/** Opens the session, if the request brings one; seals it on the way out, once, and only if it changed.
 *  Cost for a visitor: looking for a cookie. What seals is loaded with the first session that there is. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const isOnReturn = isReturn(c.get('page').path)
  const sealed = isOnReturn && c.req.method !== 'GET' ? undefined : getCookie(c, sessionCookie)
  const { session: own } = c.get('config')
  const caller = callerOf(c)
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  if (!own) {
    c.set('reader', new ReaderSession(caller, guestOf(c, c.get('config')), null, null, waitUntil))
    return next()
  }
  const { keys, store } = own
  const memory = sharedMemory(
    store,
    async (text) => (await sealing()).hide(keys, text),
    async (hidden) => (await sealing()).show(keys, hidden),
  )
  const opened = sealed === undefined ? null : await (await sealing()).open(keys, sealed)
  const guest = guestOf(c, c.get('config'))
  const reader = new ReaderSession(caller, guest, memory, opened?.content ?? null, waitUntil)
  if (opened) await reader.catchUp()
  c.set('reader', reader)
  await next()
  // A payer who comes back may have lost the cookie, or come by a form without it: an answer that wrote it could sign them out.
  if (isOnReturn) return
  if (guest.isKnown && reader.user) await guest.becomeMember(reader.call)
  const isOld = opened && (opened.isOldKey || Date.now() - opened.sealedAt > resealAfterMs)
  if (reader.content && (reader.isChanged || isOld)) {
    const { seal } = await sealing()
    const value = await seal(keys, reader.content)
    setCookie(c, sessionCookie, value, { ...attributes, maxAge: sessionSeconds })
  } else if (sealed !== undefined && !reader.content) {
    deleteCookie(c, sessionCookie, attributes)
  }
  const isGuestNew = guest.keep(c)
  if (sealed !== undefined || reader.isChanged || isGuestNew)
    c.header('cache-control', privateNoStore)
})

const sealing = () => import('../session/sealed-cookie.ts')

function callerOf(c: Context<AppEnv>): Caller {
  const { inApp, locale, origin } = c.get('page')
  return {
    send: c.get('config').productApi,
    requestId: c.get('requestId'),
    deviceKind: inApp ? 'phone' : 'browser',
    address: c.req.header('cf-connecting-ip') ?? '127.0.0.1',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
    locale,
    siteHost: new URL(origin).host,
  }
}
