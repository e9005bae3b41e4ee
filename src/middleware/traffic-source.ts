import { setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import {
  trafficSourceCookie,
  trafficSourceMaxAgeSec,
  readTrafficSource,
} from '../../domain/traffic-source.ts'
import type { AppEnv } from '../app-env.ts'

/** Keeps what an address says about this visit: where the reader came from (for a day), and that the app opened it.
 *  Such an answer belongs to one reader: its cookies never reach the cache, which lies below. */
export const visit = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const source = readTrafficSource(c.req.query('user_source'))
  const saysWebview = c.req.query('webview')
  if (source === null && saysWebview === undefined) return
  if (source !== null)
    setCookie(c, trafficSourceCookie, source.keptUntil(Date.now()), {
      path: '/',
      maxAge: trafficSourceMaxAgeSec,
      sameSite: 'Lax',
      secure: true,
    })
  if (saysWebview !== undefined)
    setCookie(c, 'webview', saysWebview === 'true' ? 'true' : '', {
      path: '/',
      maxAge: saysWebview === 'true' ? 365 * 24 * 3600 : 0,
      sameSite: 'Lax',
      secure: true,
      httpOnly: true,
    })
  c.header('cache-control', 'private, no-store')
})
