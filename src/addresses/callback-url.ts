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
  // Browsers resolve '//host' and '/\host' to another host. A pathname that begins with '//' would
  // do the same where a caller redirects to the path only.
  if (url.origin !== origin || url.pathname.startsWith('//')) return origin
  return requested === origin ? origin : url.href
}

/** `safeCallbackUrl` as a path on this site: '/vao?x#y'. */
export function safeCallbackPath(requested: string | null | undefined, origin: string): string {
  const { pathname, search, hash } = new URL(safeCallbackUrl(requested, origin))
  return pathname + search + hash
}

/** The path of the sign-in page that returns to `callbackPath`: '/login?callbackUrl=%2Fvao'. */
export const loginPath = (callbackPath: string, locale: Locale) =>
  `${localizedPath('/login', locale)}?${new URLSearchParams({ callbackUrl: callbackPath })}`
