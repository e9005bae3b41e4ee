import type { Locale } from '../../domain/locale.ts'
import type { SessionUser } from '../../domain/session-user.ts'
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

/** Where a sign-in leads: to `callbackPath`, by way of the question about age for those who have
 *  not been asked yet, and of a parent's consent for who is under 18 and new. */
export function pathAfterSignIn(
  { ageBand, createdAt, updatedAt }: Pick<SessionUser, 'ageBand' | 'createdAt' | 'updatedAt'>,
  callbackPath: string,
  locale: Locale,
): string {
  const isNew = createdAt === updatedAt
  if (ageBand === 'minor' && isNew) return localizedPath('/account/parent', locale)
  if (ageBand !== null) return callbackPath
  const query = new URLSearchParams({ callbackUrl: callbackPath })
  return `${localizedPath('/account/age', locale)}?${query}`
}
