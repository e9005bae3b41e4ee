// The copies of halls that this device keeps, so that a test that was begun goes on without a network, after a reload and after the
// browser was closed. One cache for each attempt and build: 'hall-1 {attempt} {entry script}'. A page is shown again only with the
// scripts it was made for, whatever has been built since.

const root = 'hall-1 '
/** Stands in a cache when all is there that its page needs. */
const completeKey = '/complete'
/** Attempts that were never finished; the oldest give way. */
const mostAttempts = 8
const pictureTypes = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** The attempt whose hall an address is, in any language; null for every other address. */
export const attemptIn = (pathname: string): string | null =>
  /^(?:\/[a-z]{2})?\/attempts\/([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(pathname)?.[1] ?? null

/** What may stand in a hall's cache besides its page: scripts, and the pictures of questions. */
export const isHallAsset = (pathname: string): boolean => /^\/(assets|image)\//.test(pathname)

/** The entry script of a page: another build has another one. */
const buildIn = (html: string): string | null =>
  /\/assets\/entry-[\w-]+\.js/.exec(html)?.[0] ?? null

const nameOf = (attempt: string, build: string) => `${root}${attempt} ${build}`

const namesOf = async (caches: CacheStorage, attempt: string) =>
  (await caches.keys()).filter((name) => name.startsWith(`${root}${attempt} `)).reverse()

/** Keeps a page of a hall as the network gave it, marked as a copy, so that its script knows that the times in it are old.
 *  Returns its build; null where it is no such page. */
export async function keepPage(
  caches: CacheStorage,
  attempt: string,
  path: string,
  response: Response,
): Promise<string | null> {
  if (response.status !== 200) return null
  const html = await response.text()
  const build = buildIn(html)
  if (build === null) return null
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name)
  const cache = await caches.open(nameOf(attempt, build))
  await cache.put(path, new Response(html.replace('<html', '<html data-kept'), { headers }))
  return build
}

/** The latest copy of a hall that has all it needs; without one, the latest. */
export async function keptPage(
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

/** Keeps what a hall needs, the page too if it is not there, and drops what older builds needed. Returns whether all is there. */
export async function keepHallWhole(
  caches: CacheStorage,
  fetch: (address: string, init?: RequestInit) => Promise<Response>,
  { attempt, path, build, assets }: HallToKeep,
): Promise<boolean> {
  const cache = await caches.open(nameOf(attempt, build))
  if (!(await cache.match(path))) {
    const page = await fetch(path, { redirect: 'manual' })
    // After a new build, the page that is open is of another one than the page that came now.
    if ((await keepPage(caches, attempt, path, page)) !== build) return false
  }
  for (const asset of assets) {
    if (await cache.match(asset)) continue
    await cache.delete(completeKey)
    const response = await fetch(asset, { headers: { accept: pictureTypes } })
    if (response.status !== 200) return false
    await cache.put(asset, response)
  }
  await cache.put(completeKey, new Response())
  for (const name of await namesOf(caches, attempt))
    if (name !== nameOf(attempt, build)) await caches.delete(name)
  await dropOldest(caches)
  return true
}

export type HallToKeep = {
  attempt: string
  path: string
  build: string
  assets: readonly string[]
}

export const isHallKept = async (
  caches: CacheStorage,
  { attempt, path, build }: Omit<HallToKeep, 'assets'>,
): Promise<boolean> => {
  const name = nameOf(attempt, build)
  if (!(await caches.has(name))) return false
  const cache = await caches.open(name)
  return Boolean((await cache.match(completeKey)) && (await cache.match(path)))
}

export async function forgetHallOf(caches: CacheStorage, attempt: string) {
  for (const name of await namesOf(caches, attempt)) await caches.delete(name)
}

async function dropOldest(caches: CacheStorage) {
  const names = (await caches.keys()).filter((name) => name.startsWith(root))
  const attempts = [...new Set(names.map((name) => name.split(' ')[1]!))]
  for (const attempt of attempts.slice(0, -mostAttempts)) await forgetHallOf(caches, attempt)
}
