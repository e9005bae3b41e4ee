import type { Context, ExecutionContext, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { build } from 'virtual:client'
import type { Env } from '../config.ts'
import { privateNoStore } from '../edge-cache.ts'
import {
  browserCaching,
  findStoredPage,
  forgetPage,
  storePage,
  type PageContent,
  type StoredPage,
} from '../page-store.ts'
import { hasSessionCookie, todayCookie, webviewCookie } from '../session/cookies.ts'
import type { AppEnv } from '../app-env.ts'

/** A stored page younger than this is served as it is. An older one is served, too, and rendered
 *  again in `waitUntil` (stale-while-revalidate). */
const freshForMs = 60_000
/** An isolate renders a stale page again at most once in this time. */
const revalidationIntervalMs = 10_000

type RouteCaching = { vary: readonly string[] }
const cachedRoutes = new WeakMap<object, RouteCaching>()

/** Opts a route into caching: its page is stored once for all readers without a session, by path,
 *  layout, app and build. Has to be the route's first handler:
 *  `papers.get('/:exam', cached({ vary: ['q'] }), …)`. `vary`: the query parameters that change the
 *  page; a request with one of them is rendered and not stored. All other parameters (utm_source,
 *  fbclid) are ignored. A page that reads an undeclared parameter, or anything of the reader, is
 *  `private, no-store`, so that a mistake here leaks nothing. */
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

/** Serves and stores the pages of routes with `cached`. Runs before the session is unsealed and
 *  before React is loaded. A stored page is served even if the product API is down. Every other
 *  response is `private, no-store` unless its route sets cache-control; permanent redirects keep
 *  the default of HTTP. `renderAgain`: runs the site for a revalidation request. Cost of a hit in
 *  memory: one Map look-up and one Response. */
export const pageCache = (
  renderAgain: (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response>,
) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caching = cachingOf(c)
    const key = caching && keyOf(c)
    if (key !== null && hasSessionCookie(c.req.raw)) {
      // A member's page is never stored, but made of the parts of the one for everybody.
      const found: (StoredPage | null)[] = []
      c.set('storedPage', async () => {
        const stored = await findAndRevalidate(c, key, renderAgain)
        found.push(stored)
        return stored
      })
      await next()
      // Not before: what this page reads in the member's name would be read for everybody instead.
      if (found.includes(null) && claimRevalidation(key)) revalidate(c, renderAgain, key)
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', privateNoStore)
      return
    }
    const stored =
      key === null || revalidations.has(c.req.raw)
        ? null
        : await findAndRevalidate(c, key, renderAgain)
    if (stored) {
      c.set('isFromCache', true)
      return new Response(stored.bytes, { headers: stored.headers })
    }
    await next()
    const { res } = c
    if (res.headers.has('cache-control')) return
    // The route may not have run, where a middleware has answered before it.
    const hasOptedIn = caching !== null && c.get('routeCaching') === caching
    const inParts = c.get('completePage')
    if (key === null || !hasOptedIn || !res.body || !isStorable(res)) {
      if (res.status !== 301) res.headers.set('cache-control', privateNoStore)
      return
    }
    res.headers.set('vary', 'cookie')
    const storedHeaders = new Headers(res.headers)
    storedHeaders.set('cache-control', browserCaching)
    // A page that is begun early may still fail: only this site's own stores keep it, when it is
    // complete.
    res.headers.set('cache-control', inParts?.isBegunEarly ? privateNoStore : browserCaching)
    c.executionCtx.waitUntil(
      completePage(c).then((page) => page && storePage(key, page, storedHeaders)),
    )
  })

/** The page that `next` made, for storing. null: a part failed, or it turned out to be personal. */
async function completePage(c: Context<AppEnv>): Promise<PageContent | null> {
  const inParts = c.get('completePage')
  if (inParts) {
    const page = await inParts.sent
    return c.get('isPersonal') ? null : page
  }
  const [bodyToSend, bodyToStore] = c.res.body!.tee()
  c.res = new Response(bodyToSend, c.res)
  return { bytes: await new Response(bodyToStore).bytes(), parts: new Map() }
}

async function findAndRevalidate(
  c: Context<AppEnv>,
  key: string,
  renderAgain: Parameters<typeof pageCache>[0],
): Promise<StoredPage | null> {
  const stored = await findStoredPage(key)
  if (stored && Date.now() - stored.renderedAt > freshForMs && claimRevalidation(key))
    revalidate(c, renderAgain, key)
  return stored
}

const isStorable = ({ status, headers }: Response) =>
  status === 200 &&
  !headers.has('set-cookie') &&
  headers.get('content-type')?.startsWith('text/html') === true

/** The `cached` options of the route that will answer this request; null if it has none, or if the
 *  request has a parameter that changes the page. The router has matched the route already. */
function cachingOf(c: Context<AppEnv>): RouteCaching | null {
  const { method } = c.req
  if (method !== 'GET' && method !== 'HEAD') return null
  for (const { handler, method, path } of matchedRoutes(c)) {
    const caching = cachedRoutes.get(handler)
    if (caching) return hasParameter(c.req.url, caching.vary) ? null : caching
    // A handler other than the global middleware comes before `cached` and may answer.
    if (method !== 'ALL' || path !== '/*') return null
  }
  return null
}

/** Whether the page of this request may be stored for all readers: it must not contain anything of
 *  the request's query. */
export function isStoredForAll(c: Context<AppEnv>): boolean {
  const caching = c.get('routeCaching')
  return caching !== undefined && !hasParameter(c.req.url, caching.vary)
}

function hasParameter(url: string, names: readonly string[]): boolean {
  const search = url.indexOf('?')
  if (search === -1 || names.length === 0) return false
  const parameters = new URLSearchParams(url.slice(search))
  return names.some((name) => parameters.has(name))
}

/** Marks the response as personal when the route reads an undeclared query parameter. Returns a
 *  function that stops watching. */
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
  const { origin, layout, isInApp, hasTodayPanel } = c.get('page')
  const path = new URL(c.req.url).pathname
  const variant = `${layout}${isInApp ? '-app' : ''}${hasTodayPanel ? '-today' : ''}`
  return `https://page.invalid/${build}/${variant}/${encodeURIComponent(origin)}${path}`
}

/** Renders and stores the page for readers without cookies, after the response was sent. One that
 *  is no longer there, because its paper or exam was withdrawn, is removed. */
function revalidate(c: Context<AppEnv>, renderAgain: Parameters<typeof pageCache>[0], key: string) {
  const request = new Request(c.req.url, {
    headers: { 'user-agent': c.req.header('user-agent') ?? '' },
  })
  const cookies = [
    ...(getCookie(c, webviewCookie) === 'true' ? [`${webviewCookie}=true`] : []),
    ...(c.get('page').hasTodayPanel ? [`${todayCookie}=1`] : []),
  ]
  if (cookies.length > 0) request.headers.set('cookie', cookies.join('; '))
  revalidations.add(request)
  const { env, executionCtx } = c
  executionCtx.waitUntil(
    Promise.resolve(renderAgain(request, env, executionCtx)).then(async (response) => {
      if (response.status === 404) await forgetPage(key)
      await response.body?.pipeTo(new WritableStream())
    }),
  )
}

/** The requests that `revalidate` makes. They must not be answered from the cache. */
const revalidations = new WeakSet<Request>()
const claimedAt = new Map<string, number>()
const maxClaims = 1000

/** True for the first caller within `revalidationIntervalMs` in this isolate. */
function claimRevalidation(key: string): boolean {
  if (Date.now() - (claimedAt.get(key) ?? 0) < revalidationIntervalMs) return false
  if (claimedAt.size >= maxClaims) claimedAt.clear()
  claimedAt.set(key, Date.now())
  return true
}
