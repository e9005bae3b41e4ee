import { buildIn, headersOfCopy, ownerIn } from '../offline/kept-page.ts'
import { recordedOwner, recordReader } from '../offline/reader-record.ts'
import { isRecord } from '../untyped-data.ts'

// Copies of exam halls in Cache storage: a test that was begun continues without a network, also
// after a reload and after the browser was closed. There is one cache for each attempt and build,
// 'hall-1 {attempt} {entry script}', so that a page is only served with the scripts of its own
// build. The number is the version of this layout: caches of a later one ('hall-2 …') are neither
// read nor removed.

const root = 'hall-1 '
/** An entry that marks a cache as complete: it has everything that its page needs. Its text is the
 *  path of the page. */
const completeKey = '/complete'
/** Attempts that have a copy at the same time; the oldest are removed. */
const maxAttempts = 8
const imageTypes = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** A hall with everything it needs to open. path: of its page. build: its page's entry script. */
export type HallCopy = {
  attempt: string
  path: string
  build: string
  assets: readonly string[]
}

/** The attempt whose hall has this path, in any language; null for any other path. */
export const attemptAtPath = (pathname: string): string | null =>
  /^(?:\/[a-z]{2})?\/attempts\/([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(pathname)?.[1] ?? null

/** Whether a path is a script or the figure of a question, which a hall's cache may have. */
export const isHallAsset = (pathname: string): boolean => /^\/(assets|image)\//.test(pathname)

const nameOf = (attempt: string, build: string) => `${root}${attempt} ${build}`

const namesOf = async (caches: CacheStorage, attempt: string) =>
  (await caches.keys()).filter((name) => name.startsWith(`${root}${attempt} `)).reverse()

/** Stores the page of a hall from a network response. The attribute data-kept marks it as a copy,
 *  so that its script knows that its times are old. Returns its build; null if the response is not
 *  such a page. */
export async function storePage(
  caches: CacheStorage,
  attempt: string,
  path: string,
  response: Response,
): Promise<string | null> {
  if (response.status !== 200) return null
  const html = await response.text()
  const build = buildIn(html)
  if (build === null) return null
  const headers = headersOfCopy(response)
  const cache = await caches.open(nameOf(attempt, build))
  await cache.put(path, new Response(html.replace('<html', '<html data-kept'), { headers }))
  await recordReader(caches, html)
  return build
}

/** A header of the page of a live mock that was opened by its code. */
const openedHeader = 'x-opened'

/** Stores the page of a hall whose sealed paper this phone has opened: from now on it is served
 *  without asking the network, because everybody opens theirs at the same moment. Returns whether
 *  the page is one. Errors: rejects without space. */
export async function storeOpenedHall(
  caches: CacheStorage,
  attempt: string,
  path: string,
  html: string,
  frameHeaders: Headers,
): Promise<boolean> {
  const headers = new Headers(frameHeaders)
  headers.set(openedHeader, 'true')
  const page = new Response(html, { headers })
  return (await storePage(caches, attempt, path, page)) !== null
}

/** The page that `storeOpenedHall` stored; null if there is none, or it is another account's. */
export async function openedHall(
  caches: CacheStorage,
  attempt: string,
  path: string,
): Promise<Response | null> {
  const page = await storedPage(caches, attempt, path)
  return page?.headers.has(openedHeader) ? page : null
}

/** The latest complete copy of a hall's page; without one, the latest incomplete copy. null if
 *  there is none, or another account has opened a hall on this device since. */
export async function storedPage(
  caches: CacheStorage,
  attempt: string,
  path: string,
): Promise<Response | null> {
  const page = await latestPage(caches, attempt, path)
  if (!page) return null
  const owner = ownerIn(await page.clone().text())
  const current = await recordedOwner(caches)
  // Copies of earlier builds came without a record of the owner.
  return owner === null || current === null || current === owner ? page : null
}

/** The path of an attempt's complete copy, in whatever language; without an attempt, of the hall
 *  that was begun last. '': there is none, or it is of an earlier build. */
export async function storedPath(caches: CacheStorage, attempt = ''): Promise<string> {
  const name = (await caches.keys()).findLast((name) => name.startsWith(root + attempt))
  const mark = name && (await (await caches.open(name)).match(completeKey))
  return mark ? mark.text() : ''
}

async function latestPage(
  caches: CacheStorage,
  attempt: string,
  path: string,
): Promise<Response | null> {
  let incomplete: Response | null = null
  for (const name of await namesOf(caches, attempt)) {
    const cache = await caches.open(name)
    const page = await cache.match(path)
    if (page && (await cache.match(completeKey))) return page
    incomplete ??= page ?? null
  }
  return incomplete
}

/** Stores everything that a hall needs, and removes its copies of older builds. Returns whether the
 *  copy is complete. Errors: rejects without network or space. */
export async function storeHall(
  caches: CacheStorage,
  fetch: (address: string, init?: RequestInit) => Promise<Response>,
  { attempt, path, build, assets }: HallCopy,
): Promise<boolean> {
  const cache = await caches.open(nameOf(attempt, build))
  if (!(await cache.match(path))) {
    const page = await fetch(path, { redirect: 'manual' })
    // After a deployment, the open page is of another build than the page fetched now.
    if ((await storePage(caches, attempt, path, page)) !== build) return false
  }
  for (const asset of assets) {
    if (await cache.match(asset)) continue
    await cache.delete(completeKey)
    const response = await fetch(asset, { headers: { accept: imageTypes } })
    if (!isAsset(response)) return false
    await cache.put(asset, response)
  }
  await cache.put(completeKey, new Response(path))
  for (const name of await namesOf(caches, attempt))
    if (name !== nameOf(attempt, build)) await caches.delete(name)
  await removeOldest(caches)
  return true
}

/** The login page of a Wi-Fi network is HTML, and may come with status 200. */
const isAsset = ({ status, headers }: Response) =>
  status === 200 &&
  /^(image\/|(text|application)\/javascript)/.test(headers.get('content-type') ?? '')

export const isHallStored = async (
  caches: CacheStorage,
  { attempt, path, build }: Omit<HallCopy, 'assets'>,
): Promise<boolean> => {
  const name = nameOf(attempt, build)
  if (!(await caches.has(name))) return false
  const cache = await caches.open(name)
  return Boolean((await cache.match(completeKey)) && (await cache.match(path)))
}

export async function removeHall(caches: CacheStorage, attempt: string) {
  for (const name of await namesOf(caches, attempt)) await caches.delete(name)
}

async function removeOldest(caches: CacheStorage) {
  const names = (await caches.keys()).filter((name) => name.startsWith(root))
  const attempts = [...new Set(names.map((name) => name.split(' ')[1]!))]
  for (const attempt of attempts.slice(0, -maxAttempts)) await removeHall(caches, attempt)
}

/** A message of a page to the service worker, which replies true or false. keep: store the hall.
 *  ask: is it stored? forget: remove it. Page and worker may be of different builds, so these kinds
 *  are never renamed. */
export type HallMessage =
  ({ kind: 'keep' | 'ask' } & HallCopy) | { kind: 'forget'; attempt: string }

/** null: not a message that this build understands. */
export function parseHallMessage(found: unknown): HallMessage | null {
  if (!isRecord(found)) return null
  const { kind, attempt, path, build, assets } = found
  if (typeof attempt !== 'string') return null
  if (kind === 'forget') return { kind, attempt }
  if (kind !== 'keep' && kind !== 'ask') return null
  if (typeof path !== 'string' || typeof build !== 'string' || !Array.isArray(assets)) return null
  return { kind, attempt, path, build, assets: assets.filter((item) => typeof item === 'string') }
}
