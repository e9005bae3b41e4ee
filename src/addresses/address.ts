import { findExam, findState } from '../../domain/exams.ts'
import { defaultLocale, isLocale, locales, type Locale } from '../../domain/locale.ts'

/** header and footer, header alone, or neither (inside a test, or asked for by the app). */
export type Layout = 'full' | 'header' | 'plain'

/** Where a request is. `path` is without the locale: '/vao-paper-1'. */
export type PageContext = {
  origin: string
  locale: Locale
  path: string
  layout: Layout
  inApp: boolean
  /** What of the query the same page in another language needs, too: '?plan=…'. */
  query?: string
}

/** The language in which a page needs no prefix: its exam's or state's own, or the default. */
export function homeLocale(path: string): Locale {
  const end = path.indexOf('/', 1)
  const first = end === -1 ? path.slice(1) : path.slice(1, end)
  return (findState(first) ?? findExam(first))?.homeLocale ?? defaultLocale
}

/** '/en/vao' -> en, '/vao'. '/ap-pet' -> te, '/ap-pet'. `prefixed` tells whether the address names its locale. */
export function splitLocale(pathname: string): { locale: Locale; path: string; prefixed: boolean } {
  const first = pathname.split('/', 2)[1]
  if (!isLocale(first)) return { locale: homeLocale(pathname), path: pathname, prefixed: false }
  const path = pathname.slice(first.length + 1) || '/'
  return { locale: first, path, prefixed: true }
}

/** The address of a page in a locale: '/vao', en -> '/en/vao'; '/ap-pet', te -> '/ap-pet'. */
export function localizedPath(path: string, locale: Locale): string {
  if (locale === homeLocale(path)) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** The one address a path should have been asked for at, or null if it was: no trailing slash,
 *  no prefix of its own home language, no old spelling. */
export function canonicalPath(pathname: string): string | null {
  const { locale, path } = splitLocale(pathname)
  const tidy = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  const proper = localizedPath(tidy === '/contactus' ? '/contact-us' : tidy, locale)
  return proper === pathname ? null : proper
}

/** The same page in every language, for hreflang and the language switch. */
export const alternates = (path: string) =>
  locales.map((locale) => ({ locale, path: localizedPath(path, locale) }))

/** Where something is bought: provider scripts, if any; no advertising, no find-your-app prompt. */
export const isCheckout = (path: string) =>
  path.includes('/subscription/checkout') || path === '/village-administrative-officer-pack'

/** The checkout and what follows it: a payment's own pages, where the payer is alone, too. */
export const isPaymentPath = (path: string) => isCheckout(path) || path.startsWith('/payment/')
