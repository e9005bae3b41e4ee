import type { Locale } from '../../domain/locale.ts'
import { localizedPath } from './address.ts'

/** The address to redirect to after signing in or out, always on this site (no open redirect):
 *  '/vao' -> ORIGIN/vao; ORIGIN/vao -> ORIGIN/vao; anything else (another host, '//host', 'vao',
 *  an invalid URL) -> ORIGIN. */
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

/** `safeCallbackUrl` as a path on this site: '/vao?x#y'. */
export function safeCallbackPath(requested: string | null | undefined, origin: string): string {
  const { pathname, search, hash } = new URL(safeCallbackUrl(requested, origin))
  return pathname + search + hash
}

/** The path of the sign-in page that returns to `callbackPath`: '/login?callbackUrl=%2Fvao'. */
export const loginPath = (callbackPath: string, locale: Locale) =>
  `${localizedPath('/login', locale)}?${new URLSearchParams({ callbackUrl: callbackPath })}`
