import type { Context, ExecutionContext, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { build } from 'virtual:client'
import type { Env } from '../config.ts'
import { privateNoStore } from '../edge-cache.ts'
import { browserCaching, findStoredPage, storePage } from '../page-store.ts'
import { hasSessionCookie } from '../session/cookies.ts'
import type { AppEnv } from '../app-env.ts'

/** A page younger than this is served as it is; an older one is served, and rendered again in
 *  `waitUntil` (stale-while-revalidate). */
const freshForMs = 60_000
/** A page that is being rendered again is not begun a second time in this isolate for so long. */
const claimedForMs = 10_000

type RouteCaching = { vary: readonly string[] }
const cachedRoutes = new WeakMap<object, RouteCaching>()

/** Lets the page of a route be stored, for all readers without a session: by address, layout, app
 *  and build. It stands first in its route: `papers.get('/:exam', cached({ vary: ['q'] }), …)`.
 *  `vary`: the query parameters that change the page; with one of them it is rendered for this
 *  reader and not stored. All others (utm_source, fbclid) leave it the same. A page that reads a
 *  parameter which is not listed, or anything of the reader, is `private, no-store`, so that
 *  forgetting one here leaks nothing. */
export function cached({
  vary = [],
}: { vary?: readonly string[] } = {}): MiddlewareHandler<AppEnv> {
  const caching = { vary }
  const middleware = createMiddleware<AppEnv>(async (c, next) => {
    c.set('routeCaching', caching)
    const stopWatching = watchQuery(c, vary)
    await next()
    stopWatching()
  })
  cachedRoutes.set(middleware, caching)
  return middleware
}

/** Serves stored pages before anything is opened or loaded to make one, and stores what routes
 *  allow with `cached`. With the product API down, a page that was once rendered is still served.
 *  `renderAgain` runs the site on a request of our own. Every other page is `private, no-store`,
 *  unless its route says otherwise. Cost of a hit in memory: a look-up and one Response. */
export const pageCache = (
  renderAgain: (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response>,
) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caching = cachingOf(c)
    const key = caching && keyOf(c)
    const stored = key === null || revalidations.has(c.req.raw) ? null : await findStoredPage(key)
    if (key !== null && stored) {
      if (Date.now() - stored.renderedAt > freshForMs && claimRevalidation(key))
        revalidate(c, renderAgain)
      c.set('isFromCache', true)
      return new Response(stored.bytes, { headers: stored.headers })
    }
    await next()
    const { res } = c
    if (!isPage(res) || res.headers.has('cache-control')) return
    const mayStore = caching !== null && c.get('routeCaching') === caching
    if (key === null || !mayStore || res.status !== 200 || !res.body || hasSetCookie(res)) {
      res.headers.set('cache-control', privateNoStore)
      return
    }
    res.headers.set('vary', 'cookie')
    if (c.get('inlineAssets').nonce !== undefined) {
      // Streamed to this reader with late parts. What is stored is a whole page, rendered without
      // them.
      res.headers.set('cache-control', privateNoStore)
      revalidate(c, renderAgain)
      return
    }
    res.headers.set('cache-control', browserCaching)
    const [toReader, toStore] = res.body.tee()
    c.res = new Response(toReader, res)
    c.executionCtx.waitUntil(storePage(key, toStore, new Headers(c.res.headers)))
  })

const isPage = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/html') === true

const hasSetCookie = (response: Response) => response.headers.has('set-cookie')

/** How the route that will answer lets its page be stored; null: it does not, or not for this
 *  request. Known before the route runs, because the router has matched it already. */
function cachingOf(c: Context<AppEnv>): RouteCaching | null {
  const { method } = c.req
  if ((method !== 'GET' && method !== 'HEAD') || hasSessionCookie(c.req.raw)) return null
  for (const { handler, method, path } of matchedRoutes(c)) {
    const caching = cachedRoutes.get(handler)
    if (caching) return hasParameter(c.req.url, caching.vary) ? null : caching
    // Something before the route that has opted in may answer.
    if (method !== 'ALL' || path !== '/*') return null
  }
  return null
}

function hasParameter(url: string, names: readonly string[]): boolean {
  const search = url.indexOf('?')
  if (search === -1 || names.length === 0) return false
  const parameters = new URLSearchParams(url.slice(search))
  return names.some((name) => parameters.has(name))
}

/** Marks the answer as personal when the route reads a query parameter that is not declared. ->
 *  stops watching. */
function watchQuery({ req, set }: Context<AppEnv>, declared: readonly string[]): () => void {
  const original = { query: req.query.bind(req), queries: req.queries.bind(req) }
  const watch = (name: string | undefined) => {
    if (name === undefined || !declared.includes(name)) set('isPersonal', true)
  }
  req.query = ((name?: string) => {
    watch(name)
    return name === undefined ? original.query() : original.query(name)
  }) as typeof req.query
  req.queries = ((name?: string) => {
    watch(name)
    return name === undefined ? original.queries() : original.queries(name)
  }) as typeof req.queries
  return () => Object.assign(req, original)
}

function keyOf(c: Context<AppEnv>): string {
  const { origin, layout, inApp } = c.get('page')
  const path = new URL(c.req.url).pathname
  const variant = `${layout}${inApp ? '-app' : ''}`
  return `https://page.invalid/${build}/${variant}/${encodeURIComponent(origin)}${path}`
}

/** Renders the page again for everybody, as a reader without cookies would get it. */
function revalidate(c: Context<AppEnv>, renderAgain: Parameters<typeof pageCache>[0]) {
  const request = new Request(c.req.url, {
    headers: { 'user-agent': c.req.header('user-agent') ?? '' },
  })
  if (getCookie(c, 'webview') === 'true') request.headers.set('cookie', 'webview=true')
  revalidations.add(request)
  const { env, executionCtx } = c
  executionCtx.waitUntil(
    Promise.resolve(renderAgain(request, env, executionCtx)).then((response) =>
      response.body?.pipeTo(new WritableStream()),
    ),
  )
}

/** Requests of our own: what they get is rendered, never a stored page. */
const revalidations = new WeakSet<Request>()
const claimedAt = new Map<string, number>()

/** Whether nobody in this isolate has begun to render this page again in the last seconds. */
function claimRevalidation(key: string): boolean {
  if (Date.now() - (claimedAt.get(key) ?? 0) < claimedForMs) return false
  if (claimedAt.size > 1000) claimedAt.clear()
  claimedAt.set(key, Date.now())
  return true
}
