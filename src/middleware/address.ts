import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { canonicalPath, splitLocale } from '../addresses/address.ts'
import type { AppEnv } from '../app-env.ts'

/** The path without its locale, so that the route table is written once. Any request -> '/vao'. */
export function pathWithoutLocale(request: Request): string {
  return splitLocale(new URL(request.url).pathname).path
}

/** Works out where the reader is: language, layout, inside the app or not. */
export const address = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url)
  const config = c.get('config')
  const { locale, path } = splitLocale(url.pathname)
  c.set('page', {
    origin: config.SITE_URL || url.origin,
    locale,
    path,
    layout: url.searchParams.get('layout') === 'plain' ? 'plain' : 'full',
    inApp: isInApp(
      c.req.header('user-agent') ?? '',
      config.ANDROID_APP_USER_AGENT,
      url.searchParams.get('webview') ?? getCookie(c, 'webview'),
    ),
  })
  await next()
})

/** Sends every page to its one address, for good. */
export const oneAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const proper = /^(GET|HEAD)$/.test(c.req.method) ? canonicalPath(pathname) : null
  return proper === null ? next() : c.redirect(proper + search, 301)
})

/** Android's web view says `; wv)`; our app adds a suffix of its own; `webview=true` is said once and kept in a cookie. */
function isInApp(userAgent: string, appSuffix: string, said: string | undefined): boolean {
  return (
    userAgent.includes('; wv)') ||
    (appSuffix !== '' && userAgent.includes(appSuffix)) ||
    said === 'true'
  )
}
