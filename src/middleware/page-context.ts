import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { canonicalPath, splitLocale } from '../addresses/address.ts'
import type { AppEnv } from '../app-env.ts'
import { todayCookie, webviewCookie } from '../session/cookies.ts'

/** The path that Hono matches: without the locale ('/en/vao' -> '/vao'), so that each route is
 *  declared once for all languages. */
export function pathWithoutLocale(request: Request): string {
  return splitLocale(new URL(request.url).pathname).path
}

/** Sets `c.var.page`. */
export const pageContext = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url)
  const config = c.get('config')
  const { locale, path } = splitLocale(url.pathname)
  const isAppAgent = isAppUserAgent(c.req.header('user-agent') ?? '', config.ANDROID_APP_USER_AGENT)
  const webview = url.searchParams.get('webview') ?? getCookie(c, webviewCookie)
  c.set('page', {
    origin: config.SITE_URL || url.origin,
    locale,
    path,
    layout: url.searchParams.get('layout') === 'plain' ? 'plain' : 'full',
    isInApp: isAppAgent || webview === 'true',
    isAppAgent,
    hasTodayPanel: path === '/' && getCookie(c, todayCookie) !== undefined,
  })
  await next()
})

/** Redirects to the canonical address of a page, permanently. */
export const redirectToCanonicalPath = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const path = /^(GET|HEAD)$/.test(c.req.method) ? canonicalPath(pathname) : null
  return path === null ? next() : c.redirect(path + search, 301)
})

/** Android's web view adds `; wv)` to its user agent, our app a suffix of its own. */
const isAppUserAgent = (userAgent: string, appSuffix: string) =>
  userAgent.includes('; wv)') || (appSuffix !== '' && userAgent.includes(appSuffix))
