import type { Locale } from '../../domain/locale.ts'
import { alternates, localizedPath, splitLocale, type PageContext } from './address.ts'

/** Parameters that are not of the page: the access to an attempt, which a cookie keeps, what the
 *  app says of itself, campaigns, and codes of errors, which anybody may write into a link. */
const droppedParameters = /^(?:access|webview|layout|user_source|utm_.*|fbclid|gclid|error)$/
/** Parameters that hold an address of this site to which the page leads. */
const addressParameters = ['callbackUrl', 'from']

/** The part of a query that belongs to the page: '?plan=x&utm_source=y' -> '?plan=x'. */
export function pageQuery(search: string): string {
  const query = [...new URLSearchParams(search)].filter(([name]) => !droppedParameters.test(name))
  return query.length === 0 ? '' : `?${new URLSearchParams(query)}`
}

/** A path of this site in another language, with its query: '/en/vao?q=1', kn -> '/vao?q=1'. */
export function pathInLocale(path: string, locale: Locale): string {
  const end = path.search(/[?#]|$/)
  return localizedPath(splitLocale(path.slice(0, end)).path, locale) + path.slice(end)
}

/** The same page in every language, with its parameters; the addresses in them are in the language,
 *  too. */
export const languageLinks = ({ origin, path, query = '', switchPath = path }: PageContext) =>
  alternates(switchPath).map((other) => ({
    locale: other.locale,
    href: other.path + queryInLocale(query, origin, other.locale),
  }))

function queryInLocale(search: string, origin: string, locale: Locale): string {
  if (search === '') return ''
  const query = new URLSearchParams(search)
  for (const name of addressParameters) {
    const address = query.get(name)
    const path = address?.startsWith(`${origin}/`) ? address.slice(origin.length) : address
    if (path?.startsWith('/')) query.set(name, pathInLocale(path, locale))
  }
  return `?${query}`
}
