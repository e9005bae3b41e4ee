import { findExam, findState } from '../../domain/exams.ts'
import { defaultLocale, isLocale, locales, type Locale } from '../../domain/locale.ts'

/** header and footer, header alone, or neither (inside a test, or requested by the app). */
export type Layout = 'full' | 'header' | 'plain'

/** Where a request is. `path` is without the locale: '/vao-paper-1'. */
export type PageContext = {
  origin: string
  locale: Locale
  path: string
  layout: Layout
  /** Opened by the app, as far as anybody says: by the user agent or by ?webview=true. For what is
   *  shown. */
  inApp: boolean
  /** Opened by the app, by its user agent, which no link can forge. For what is refused. */
  isAppAgent: boolean
  /** What of the query the same page in another language needs, too: '?plan=…'. */
  query?: string
}

/** The language in which a page needs no prefix: its exam's or state's own, or the default. */
export function homeLocale(path: string): Locale {
  const end = path.indexOf('/', 1)
  const first = end === -1 ? path.slice(1) : path.slice(1, end)
  return (findState(first) ?? findExam(first))?.homeLocale ?? defaultLocale
}

/** '/en/vao' -> en, '/vao'. '/ap-pet' -> te, '/ap-pet'. `prefixed`: whether the path names its
 *  locale. */
export function splitLocale(pathname: string): { locale: Locale; path: string; prefixed: boolean } {
  const first = pathname.split('/', 2)[1]
  if (!isLocale(first)) {
    const path = withOneLeadingSlash(pathname)
    return { locale: homeLocale(path), path, prefixed: false }
  }
  return {
    locale: first,
    path: withOneLeadingSlash(pathname.slice(first.length + 1)),
    prefixed: true,
  }
}

/** Browsers take '//host' and '/\\host' for another host: '/kn//host' without its locale must not
 *  become one. */
const withOneLeadingSlash = (path: string) => `/${path.replace(/^[/\\]+/, '')}`

/** The address of a page in a locale: '/vao', en -> '/en/vao'; '/ap-pet', te -> '/ap-pet'. */
export function localizedPath(path: string, locale: Locale): string {
  const own = withOneLeadingSlash(path)
  if (locale === homeLocale(own)) return own
  return own === '/' ? `/${locale}` : `/${locale}${own}`
}

/** The canonical form of a path, or null if it has that form: no trailing slash, no prefix of the
 *  page's own language, no old spelling. */
export function canonicalPath(pathname: string): string | null {
  const { locale, path } = splitLocale(pathname)
  const withoutSlash = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  const canonical = localizedPath(
    withoutSlash === '/contactus' ? '/contact-us' : withoutSlash,
    locale,
  )
  return canonical === pathname ? null : canonical
}

/** The same page in every language, for hreflang and the language switch. */
export const alternates = (path: string) =>
  locales.map((locale) => ({ locale, path: localizedPath(path, locale) }))

/** Checkout pages: they may load providers' scripts, and show no advertising and no app prompt. */
export const isCheckout = (path: string) =>
  path.includes('/subscription/checkout') || path === '/village-administrative-officer-pack'

/** Pages on which somebody types a password or a code, or whose address contains one: no statistics,
 *  no advertising. */
export const isCredentialPath = (path: string) => /^\/(login|account)(\/|$)/.test(path)

/** Checkout pages, and the pages of a payment. */
export const isPaymentPath = (path: string) => isCheckout(path) || path.startsWith('/payment/')
