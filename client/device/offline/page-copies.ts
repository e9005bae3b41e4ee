import { defaultLocale, locales } from '../../../domain/locale.ts'
import {
  buildIn,
  copyToShow,
  headersOfCopy,
  keptHeaders,
  languageIn,
  ownerIn,
  titleIn,
} from './kept-page.ts'
import { recordedLanguage, recordedOwner } from './reader-record.ts'

// Copies of pages in Cache storage, by their path. The number is the version of the layout: caches
// of another one are neither read nor removed.
//
// pages-1             the pages for everybody that were read last
// own-pages-1         those of a signed-in reader; removed at sign-out
// pack-1 {id} {lang}  what the reader keeps for offline (pack-store.ts)
// shell-1             the page that says what is on this phone, in each language that was read
// scripts-1           the scripts of all these pages

export const lastPages = 'pages-1'
export const ownPages = 'own-pages-1'
export const shellCache = 'shell-1'
export const scriptCache = 'scripts-1'
export const packPrefix = 'pack-1 '

/** Budgets of what is kept without being asked: at most 30 pages of 600 KB, and 60 scripts. */
const maxPages = 30
const maxPageBytes = 600_000
const maxScripts = 60

/** Pages whose content is the reader's business or out of date at once: never copied. Halls have
 *  copies of their own. */
const neverCopied = new RegExp(
  '^(?:/[a-z]{2})?/(?:account|api|attempts|checkout|feedback|login|offline|payment' +
    '|search|subscription)(?:/|$)|subscription/checkout|-pack$',
)

const isCopied = (path: string) => !neverCopied.test(path)

/** Stores a page that the reader has just read. Of a signed-in reader it goes where a sign-out
 *  removes it; of others only what is the same for everybody. */
export async function storeReadPage(
  caches: CacheStorage,
  path: string,
  response: Response,
  html: string,
) {
  const isForAll = /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
  const owner = ownerIn(html)
  if (response.status !== 200 || html.length > maxPageBytes || !isCopied(path)) return
  if (owner === 'over' || (owner === null && !isForAll)) return
  const cache = await caches.open(owner === null ? lastPages : ownPages)
  await cache.delete(path)
  await cache.put(path, pageCopy(response, html))
  const pages = await cache.keys()
  for (const page of pages.slice(0, -maxPages)) await cache.delete(page)
  await storeScripts(caches, [buildIn(html) ?? ''].filter(Boolean))
}

/** A response to store. version: of its content. */
export function pageCopy(response: Response, html: string, version = ''): Response {
  const headers = headersOfCopy(response)
  headers.set(keptHeaders.at, String(Date.now()))
  headers.set(keptHeaders.title, encodeURIComponent(titleIn(html)))
  headers.set(keptHeaders.version, version)
  return new Response(html, { headers })
}

/** Stores scripts that are not stored yet. Errors: rejects without network or space. */
export async function storeScripts(caches: CacheStorage, paths: readonly string[]) {
  const cache = await caches.open(scriptCache)
  for (const path of paths) {
    if (await cache.match(path)) continue
    const response = await fetch(path)
    // The login page of a Wi-Fi network is HTML, and may come with status 200.
    const type = response.headers.get('content-type') ?? ''
    if (response.status !== 200 || !type.includes('javascript')) throw new TypeError(path)
    await cache.put(path, response)
  }
  const all = await cache.keys()
  for (const script of all.slice(0, -maxScripts)) await cache.delete(script)
}

/** The latest copy of a page that this reader may see; null if there is none. */
export async function copyOf(caches: CacheStorage, path: string): Promise<Response | null> {
  const owner = await recordedOwner(caches)
  const names = (await caches.keys()).filter(
    (name) => name === lastPages || name.startsWith(packPrefix) || name === ownPages,
  )
  let latest: Response | null = null
  for (const name of names) {
    const page = await (await caches.open(name)).match(path)
    if (!page || keptAt(page) <= keptAt(latest)) continue
    if (name === ownPages && ownerIn(await page.clone().text()) !== owner) continue
    latest = page
  }
  return latest && shown(caches, latest, owner)
}

/** The page that says what is on this phone, in the language of the address or the one that was
 *  read last. */
export async function offlinePage(caches: CacheStorage, path: string): Promise<Response | null> {
  const cache = await caches.open(shellCache)
  const named = locales.find((language) => path.startsWith(`/${language}/`))
  for (const language of [named, await recordedLanguage(caches), ...locales]) {
    const page = language && (await cache.match(shellPath(language)))
    if (page) return shown(caches, page, await recordedOwner(caches), false)
  }
  return null
}

/** The path of that page. */
export const shellPath = (language: string) =>
  language === defaultLocale ? '/offline' : `/${language}/offline`

/** Fetches that page for a language, unless the copy is of this build. Errors: rejects without
 *  network or space. */
export async function storeShell(caches: CacheStorage, language: string, build: string | null) {
  const cache = await caches.open(shellCache)
  const path = shellPath(language)
  const stored = await cache.match(path)
  if (stored && buildIn(await stored.text()) === build) return
  const response = await fetch(path, { credentials: 'omit' })
  if (response.status !== 200) return
  const html = await response.text()
  await storeScripts(caches, scriptsIn(html))
  await cache.put(path, pageCopy(response, html))
}

/** The scripts that a page names for use without a network, and its entry script. */
export const scriptsIn = (html: string): string[] => [
  ...new Set(
    [buildIn(html) ?? '', ...(/ data-scripts="([^"]*)"/.exec(html)?.[1] ?? '').split(' ')].filter(
      (path) => path !== '',
    ),
  ),
]

async function shown(
  caches: CacheStorage,
  page: Response,
  owner: string | null,
  hasNotice = true,
): Promise<Response> {
  const html = await page.text()
  const notice = hasNotice ? await noticeIn(caches, html) : ''
  const account = owner === '' ? null : owner
  return new Response(copyToShow(html, account, notice), { headers: page.headers })
}

/** The sentence above a copy, from the page in its language that says what is on this phone. */
async function noticeIn(caches: CacheStorage, html: string): Promise<string> {
  const language = languageIn(html) ?? defaultLocale
  const shell = await (await caches.open(shellCache)).match(shellPath(language))
  const found = /<template data-kept-notice[^>]*>(.*?)<\/template>/s.exec(
    (await shell?.text()) ?? '',
  )
  return found?.[1] ?? ''
}

const keptAt = (page: Response | null) => Number(page?.headers.get(keptHeaders.at) ?? 0)
