import type { Locale } from '../../domain/locale.ts'
import { localizedPath } from './address.ts'

/** Where to go after signing in or out: always an address of this site, whatever was requested.
 *  '/vao' -> ORIGIN/vao; ORIGIN/vao -> itself; anything else (another host, '//host', 'dash',
 *  garbage) -> ORIGIN. */
export function safeCallbackUrl(requested: string | null | undefined, origin: string): string {
  if (
    !requested ||
    !(requested.startsWith('/') || requested.startsWith(`${origin}/`) || requested === origin)
  )
    return origin
  if (!URL.canParse(requested, origin)) return origin
  const url = new URL(requested, origin)
  if (url.origin !== origin || hasHiddenHost.test(url.pathname)) return origin
  return requested === origin ? origin : url.href
}

/** An empty segment, plain or encoded. Browsers take '//host' and '/\\host' for other hosts, and
 *  '/kn//host' is one as soon as its locale is left out. No page of ours has one. */
const hasHiddenHost = /\/(\/|\\|%2f|%5c)/i

/** The same as a path on this site: '/vao?x#y'. */
export function safeCallbackPath(requested: string | null | undefined, origin: string): string {
  const { pathname, search, hash } = new URL(safeCallbackUrl(requested, origin))
  return pathname + search + hash
}

/** The sign-in page, which returns to `callbackPath` afterwards: '/login?callbackUrl=%2Fvao'. */
export const loginPath = (callbackPath: string, locale: Locale) =>
  `${localizedPath('/login', locale)}?${new URLSearchParams({ callbackUrl: callbackPath })}`
