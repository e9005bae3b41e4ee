import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Caller } from '../api-client/caller.ts'
import { createApiClient } from '../api-client/client.ts'
import { lastGoodCopies } from '../api-client/last-good-copies.ts'
import { edgeCache, privateNoStore } from '../edge-cache.ts'
import { hasSessionCookie } from '../session/cookies.ts'
import type { AppEnv } from '../app-env.ts'

/** Gives a request `c.var.api`, the product API asked in nobody's name. */
export const apiClient = createMiddleware<AppEnv>((c, next) => {
  const config = c.get('config')
  const requestId = c.get('requestId')
  c.set(
    'api',
    createApiClient({
      transport: config.productApi,
      caller: () => callerOf(c),
      copies: lastGoodCopies(edgeCache, config.PRODUCT_API_URL),
      requestId,
      now: Date.now,
      waitUntil: (work) => c.executionCtx.waitUntil(work),
      looksAtEdgeFirst: hasSessionCookie(c.req.raw),
      onNoStore: () => c.header('cache-control', privateNoStore),
    }),
  )
  return next()
})

function callerOf(c: Context<AppEnv>): Caller {
  const { inApp, locale, origin } = c.get('page')
  return {
    requestId: c.get('requestId'),
    deviceKind: inApp ? 'phone' : 'browser',
    address: c.req.header('cf-connecting-ip') ?? '127.0.0.1',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
    locale,
    siteHost: new URL(origin).host,
  }
}
