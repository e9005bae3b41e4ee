// What the service worker reads from the HTML of this site's pages, and writes into a copy.

/** The entry script of a page; it differs between builds. */
export const buildIn = (html: string): string | null =>
  /\/assets\/entry-[\w-]+\.js/.exec(html)?.[0] ?? null

/** The account whose page it is; null for a guest's. 'over': of a session that has ended. */
export const ownerIn = (html: string): string | null =>
  /<html[^>]* data-session="([^"]*)"/.exec(html)?.[1] ?? null

export const languageIn = (html: string): string | null =>
  /<html[^>]* lang="([a-z]{2})"/.exec(html)?.[1] ?? null

export const titleIn = (html: string): string =>
  /<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

/** The addresses of a page's figures, in the smallest size: a page has them in several. */
export const figuresIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/ src="(\/image\/[^"]+)"/g)].map(([, src = '']) => decoded(src))),
]

/** Headers of a stored copy: those of the response, without what describes its encoding. */
export function headersOfCopy(response: Response): Headers {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name)
  return headers
}

/** Headers that this code adds to a stored page. kept-at: when, in ms since 1970. kept-title: its
 *  title, percent-encoded. kept-version: of its content, in packs. */
export const keptHeaders = { at: 'x-kept-at', title: 'x-kept-title', version: 'x-kept-version' }

/** A page's copy as its reader sees it. The attribute data-kept tells its script that it is one.
 *  owner: the account that is signed in, so that its cards are its own on a page for everybody.
 *  notice: markup that says it, above the content. */
export function copyToShow(html: string, owner: string | null, notice: string): string {
  const session = owner !== null && ownerIn(html) === null ? ` data-session="${owner}"` : ''
  return html
    .replace('<html', `<html data-kept${session}`)
    .replace(/<main[^>]*>/, (main) => main + notice)
}

const decoded = (attribute: string) => attribute.replaceAll('&amp;', '&')
