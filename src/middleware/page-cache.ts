import type { Context, ExecutionContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { build } from 'virtual:client'
import type { Env } from '../config.ts'
import { isCheckout } from '../addresses/address.ts'
import { edgeCache, privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'

/** A page younger than this is shown as it is; an older one is shown while a new one is made behind the reader's back. */
const freshForMs = 60_000
const keptForSec = 7 * 24 * 3600
const mostBytesInMemory = 8_000_000

/** What browsers may do with a page that is the same for everybody: keep it for a minute, for this reader alone. */
const forBrowsers = 'public, max-age=60'

/** Parameters that change what a page shows. Any other (utm_source, fbclid, user_source) leaves it the same. */
const telling = ['q', 'sent', 'beside', 'of']

type Stored = { bytes: ArrayBuffer; headers: Headers; renderedAt: number }

/** Keeps pages that are the same for all: in this isolate's memory first, behind it in the edge's cache.
 *  By address, layout, app and build; never for a reader with a session. With the product API down, a page that
 *  was once read is still there. `renderAgain` runs the site on a request of our own.
 *  Cost of a hit in memory: a map look-up and one Response. */
export const pageCache = (
  renderAgain: (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response>,
) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!isSameForAll(c)) {
      await next()
      if (isPage(c.res) && !c.res.headers.has('cache-control'))
        c.res.headers.set('cache-control', privateNoStore)
      return
    }
    const key = keyOf(c)
    const isOurOwn = ourOwn.has(c.req.raw)
    const stored = isOurOwn ? null : await find(key)
    if (stored) {
      if (Date.now() - stored.renderedAt > freshForMs && claimRefresh(key)) refresh(c, renderAgain)
      c.set('fromCache', true)
      return new Response(stored.bytes, { headers: stored.headers })
    }
    await next()
    const { res } = c
    if (res.status !== 200 || !isPage(res) || !res.body || res.headers.has('cache-control')) return
    res.headers.set('cache-control', forBrowsers)
    res.headers.set('vary', 'cookie')
    if (c.get('parts').nonce !== undefined) {
      // Streamed to this reader with late parts: what is kept is a whole page, made without haste.
      res.headers.set('cache-control', privateNoStore)
      refresh(c, renderAgain)
      return
    }
    const [toReader, toKeep] = res.body.tee()
    c.res = new Response(toReader, res)
    c.executionCtx.waitUntil(keep(key, toKeep, new Headers(c.res.headers)))
  })

const isPage = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/html') === true

/** Below these stand no pages that are the same for all; looking for them in the cache would be time for nothing. */
const noPages = [
  '/api/',
  '/image/',
  '/.well-known/',
  '/login',
  '/account',
  '/attempts',
  '/payment',
  '/paypal',
  '/phonepe',
]

const identityCookies = ['__Host-session']

/** Whether the request is made by somebody in particular: what it gets is kept for nobody else. */
export function isOneReaders(c: Context<AppEnv>): boolean {
  const cookies = c.req.header('cookie')
  return cookies !== undefined && identityCookies.some((name) => cookies.includes(`${name}=`))
}

function isSameForAll(c: Context<AppEnv>): boolean {
  const { method, url } = c.req
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isOneReaders(c) || noPages.some((start) => c.req.path.startsWith(start))) return false
  // Prices and last days are of this moment.
  if (isCheckout(c.req.path)) return false
  const search = url.indexOf('?')
  if (search === -1) return true
  const parameters = new URLSearchParams(url.slice(search))
  return !telling.some((name) => parameters.has(name))
}

function keyOf(c: Context<AppEnv>): string {
  const { origin, layout, inApp } = c.get('page')
  const path = new URL(c.req.url).pathname
  return `https://page.invalid/${build}/${layout}${inApp ? '-app' : ''}/${encodeURIComponent(origin)}${path}`
}

/** Renders the page again for everybody, as a reader without cookies would get it. */
function refresh(c: Context<AppEnv>, renderAgain: Parameters<typeof pageCache>[0]) {
  const request = new Request(c.req.url, {
    headers: { 'user-agent': c.req.header('user-agent') ?? '' },
  })
  if (getCookie(c, 'webview') === 'true') request.headers.set('cookie', 'webview=true')
  ourOwn.add(request)
  const { env, executionCtx } = c
  executionCtx.waitUntil(
    Promise.resolve(renderAgain(request, env, executionCtx)).then((response) =>
      response.body?.pipeTo(new WritableStream()),
    ),
  )
}

const ourOwn = new WeakSet<Request>()
const refreshedAt = new Map<string, number>()

/** Whether nobody in this isolate has begun to refresh this page in the last seconds. */
function claimRefresh(key: string): boolean {
  if (Date.now() - (refreshedAt.get(key) ?? 0) < 10_000) return false
  if (refreshedAt.size > 1000) refreshedAt.clear()
  refreshedAt.set(key, Date.now())
  return true
}

const memory = new Map<string, Stored>()
let bytesInMemory = 0

async function find(key: string): Promise<Stored | null> {
  const near = memory.get(key)
  if (near) return near
  const far = await edgeCache.match(key)
  if (!far) return null
  const headers = new Headers(far.headers)
  const renderedAt = Number(headers.get('x-rendered-at'))
  headers.delete('x-rendered-at')
  headers.set('cache-control', forBrowsers)
  const stored = { bytes: await far.arrayBuffer(), headers, renderedAt }
  remember(key, stored)
  return stored
}

async function keep(key: string, body: ReadableStream, headers: Headers) {
  const bytes = await new Response(body).arrayBuffer()
  const renderedAt = Date.now()
  remember(key, { bytes, headers, renderedAt })
  const stored = new Headers(headers)
  stored.set('cache-control', `public, max-age=${keptForSec}`)
  stored.set('x-rendered-at', String(renderedAt))
  stored.delete('vary')
  await edgeCache.put(key, new Response(bytes, { headers: stored }))
}

/** The oldest leave first: a Map keeps the order of its keys. */
function remember(key: string, stored: Stored) {
  bytesInMemory += stored.bytes.byteLength - (memory.get(key)?.bytes.byteLength ?? 0)
  memory.delete(key)
  memory.set(key, stored)
  for (const [oldest, { bytes }] of memory) {
    if (bytesInMemory <= mostBytesInMemory) return
    memory.delete(oldest)
    bytesInMemory -= bytes.byteLength
  }
}
