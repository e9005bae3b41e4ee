import { arrayIn, isRecord, stringsIn } from '../untyped-data.ts'
import { figuresIn, keptHeaders } from './kept-page.ts'
import { packPrefix, pageCopy, scriptsIn, storeScripts, storeShell } from './page-copies.ts'

// Packs that the reader keeps for offline: a cache for each, 'pack-1 {id} {language}', with the
// pages of the pack as they are for everybody (fetched without cookies, so that nothing of an
// account is in them), their figures, and below '/pack' what is in it. A page is stored with its
// version: what is there is never fetched again, also after the browser was killed in between.

const indexKey = '/pack'
const parallelFetches = 3

export type PackPage = { path: string; version: string; bytes: number }
export type PackIndex = { id: string; pages: readonly PackPage[]; scripts: readonly string[] }

/** A pack on this phone. name: for its reader. first: its first page, a list. bytes: what it takes
 *  here. isComplete: nothing of it is missing, as far as the device knows. */
export type KeptPack = {
  id: string
  language: string
  name: string
  first: string
  bytes: number
  isComplete: boolean
}

/** Why keeping a pack stopped. refused: the browser stores nothing. full: no space. broken: no
 *  network, or no page of this site. */
export type Obstacle = 'refused' | 'full' | 'broken'

/** null: not what this site answers. Errors: rejects without network. */
export async function fetchIndex(address: string): Promise<PackIndex | null> {
  const response = await fetch(address, { credentials: 'omit' })
  const body: unknown = response.ok ? await response.json() : null
  if (!isRecord(body) || typeof body.id !== 'string') return null
  const pages = arrayIn(body.pages).flatMap((found) =>
    isRecord(found) && typeof found.path === 'string' && typeof found.bytes === 'number'
      ? [{ path: found.path, version: String(found.version), bytes: found.bytes }]
      : [],
  )
  return { id: body.id, pages, scripts: stringsIn(body.scripts) }
}

/** The pages of a pack that are missing here, or have changed. Errors: rejects if the browser
 *  stores nothing. */
export async function missingPages(pack: PackIndex, language: string): Promise<PackPage[]> {
  const cache = await caches.open(nameOf(pack.id, language))
  const missing: PackPage[] = []
  for (const page of pack.pages) {
    const stored = await cache.match(page.path)
    if (stored?.headers.get(keptHeaders.version) !== page.version) missing.push(page)
  }
  return missing
}

/** Fetches what is missing of a pack, and removes pages that are no longer part of it.
 *  onProgress: called with the number of pages that are here. Returns null when all are; else what
 *  stopped it. */
export async function keepPack(
  pack: PackIndex,
  { language, name, build }: { language: string; name: string; build: string | null },
  onProgress: (done: number) => void,
): Promise<Obstacle | null> {
  try {
    const cache = await caches.open(nameOf(pack.id, language))
    const missing = await missingPages(pack, language)
    let done = pack.pages.length - missing.length
    onProgress(done)
    await storeScripts(caches, pack.scripts)
    await storeShell(caches, language, build)
    const queue = missing.values()
    let isStopped = false
    const work = async () => {
      for (const page of queue) {
        await storePackPage(cache, page).catch((error: unknown) => {
          isStopped = true
          throw error
        })
        // What stopped it has been said: no progress may stand in its place.
        if (isStopped) return
        onProgress((done += 1))
      }
    }
    await Promise.all(Array.from({ length: parallelFetches }, work))
    await removeOthers(cache, pack)
    const size = await sizeOf(cache)
    const first = pack.pages[0]?.path ?? '/'
    const index = { version: 1, id: pack.id, language, name, first, bytes: size, isComplete: true }
    await cache.put(indexKey, new Response(JSON.stringify(index)))
    return null
  } catch (error) {
    return obstacleOf(error)
  }
}

function obstacleOf(error: unknown): Obstacle {
  const name = error instanceof Error ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  // Firefox's private windows and Chromium without site data answer so.
  if (name === 'SecurityError' || name === 'InvalidStateError' || name === 'ReferenceError')
    return 'refused'
  return 'broken'
}

/** Stores a page with its figures and the scripts of its build. The figures come first: a page that
 *  is here is complete. */
async function storePackPage(cache: Cache, { path, version }: PackPage) {
  const response = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } })
  const html = await response.text()
  // The page of a Wi-Fi network has no script of this site.
  const scripts = scriptsIn(html)
  if (response.status !== 200 || scripts.length === 0) throw new TypeError(path)
  await storeScripts(caches, scripts)
  for (const figure of figuresIn(html)) {
    if (await cache.match(figure)) continue
    const picture = await fetch(figure)
    if (picture.headers.get('content-type')?.startsWith('image/')) await cache.put(figure, picture)
  }
  await cache.put(path, pageCopy(response, html, version))
}

async function removeOthers(cache: Cache, pack: PackIndex) {
  const own = new Set(pack.pages.map(({ path }) => path))
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname === indexKey || pathname.startsWith('/image/') || own.has(pathname)) continue
    await cache.delete(url)
  }
}

async function sizeOf(cache: Cache): Promise<number> {
  const entries = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  const blobs = await Promise.all(entries.flatMap((entry) => (entry ? [entry.blob()] : [])))
  return blobs.reduce((sum, { size }) => sum + size, 0)
}

/** The packs on this phone. Errors: rejects if the browser stores nothing. */
export async function keptPacks(): Promise<KeptPack[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(packPrefix))
  const packs = await Promise.all(names.map(keptPack))
  return packs.filter((pack) => pack !== null)
}

async function keptPack(cacheName: string): Promise<KeptPack | null> {
  const [, id = '', language = ''] = cacheName.split(' ')
  const stored = await (await caches.open(cacheName)).match(indexKey)
  const found: unknown = stored ? await stored.json() : null
  if (!isRecord(found)) return null
  return {
    ...{ id, language },
    name: typeof found.name === 'string' ? found.name : id,
    first: typeof found.first === 'string' ? found.first : '/',
    bytes: typeof found.bytes === 'number' ? found.bytes : 0,
    isComplete: found.isComplete === true,
  }
}

export const removePack = (id: string, language: string) => caches.delete(nameOf(id, language))

const nameOf = (id: string, language: string) => `${packPrefix}${id} ${language}`
