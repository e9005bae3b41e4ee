import { findExam, findState } from '../exams.ts'
import { defaultLocale, isLocale, locales, type Locale } from '../../domain/locale.ts'

/** `full`: header and footer. `header`: header only. `plain`: neither, as in the exam hall, on
 *  printed pages, and where the app asks for it by ?layout=plain. */
export type Layout = 'full' | 'header' | 'plain'

/** What pages need to know of the request. `path` is without the locale: '/vao-paper-1'. */
export type PageContext = {
  origin: string
  locale: Locale
  path: string
  layout: Layout
  /** Opened by the app, as far as anybody says: by the user agent or by ?webview=true. For what is
   *  shown. */
  isInApp: boolean
  /** Opened by the app, by its user agent, which no link can forge. For what is refused. */
  isAppAgent: boolean
  /** The home page of a browser with notes of what its reader does (client/device/today-notes.ts),
   *  which fill in a panel of that page. */
  hasTodayPanel: boolean
  /** The part of the query that the language switch keeps: '?plan=…'. Where a page does not say it,
   *  its own (middleware/page-renderer.tsx). */
  query?: string
  /** Where the language switch leads, if not to `path`: a page that answers a form may have no
   *  other address than that of the form before it. */
  switchPath?: string
}

/** The language whose pages have no locale prefix: that of the exam or state in the path, else the
 *  default. */
export function homeLocale(path: string): Locale {
  const end = path.indexOf('/', 1)
  const first = end === -1 ? path.slice(1) : path.slice(1, end)
  return (findState(first) ?? findExam(first))?.homeLocale ?? defaultLocale
}

/** '/en/vao' -> en, '/vao'. '/ap-pet' -> te, '/ap-pet'. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const first = pathname.split('/', 2)[1]
  if (!isLocale(first)) {
    const path = withOneLeadingSlash(pathname)
    return { locale: homeLocale(path), path }
  }
  return { locale: first, path: withOneLeadingSlash(pathname.slice(first.length + 1)) }
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

/** The canonical form of a path, or null if the path is canonical already: no trailing slash, no
 *  locale prefix for the home locale, no outdated name (/contactus). */
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

/** Whether this is a checkout page. Those may load providers' scripts, and have neither advertising
 *  nor a link to the app store. */
export const isCheckout = (path: string) =>
  path.includes('/subscription/checkout') || path === '/village-administrative-officer-pack'

/** Pages on which somebody types a password or a code, or whose address contains one: no
 *  statistics, no advertising. */
export const isCredentialPath = (path: string) => /^\/(login|account)(\/|$)/.test(path)

/** Whether this is a checkout page or the page of a payment. */
export const isPaymentPath = (path: string) => isCheckout(path) || path.startsWith('/payment/')
