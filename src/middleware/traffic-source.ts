import { setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { trafficSourceCookie } from '../../domain/traffic-source-cookie.ts'
import { trafficSourceMaxAgeSec, newStoredSource } from '../../domain/traffic-source.ts'
import { privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'
import { webviewCookie } from '../session/cookies.ts'

/** A day: anybody can send a link with it. */
const webviewMaxAgeSec = 24 * 3600

/** Stores two query parameters in cookies: `user_source` (the campaign, for a day) and `webview`
 *  (the app opened the page). Comes before the page cache, so that stored pages have no cookies. */
export const trafficSource = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const source = newStoredSource(c.req.query('user_source'), Date.now())
  const webview = c.req.query('webview')
  if (source === null && webview === undefined) return
  if (source !== null)
    setCookie(c, trafficSourceCookie, source, {
      path: '/',
      maxAge: trafficSourceMaxAgeSec,
      sameSite: 'Lax',
      secure: true,
    })
  if (webview !== undefined)
    setCookie(c, webviewCookie, webview === 'true' ? 'true' : '', {
      path: '/',
      maxAge: webview === 'true' ? webviewMaxAgeSec : 0,
      sameSite: 'Lax',
      secure: true,
      httpOnly: true,
    })
  c.header('cache-control', privateNoStore)
})
