import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ClientInfo } from '../api-client/client-info.ts'
import { createApiClient } from '../api-client/client.ts'
import { lastGoodCopies } from '../api-client/last-good-copies.ts'
import { edgeCache } from '../edge-cache.ts'
import { hasSessionCookie } from '../session/cookies.ts'
import type { AppEnv } from '../app-env.ts'

/** Sets `c.var.api`, the client of the product API without authorization. */
export const apiClient = createMiddleware<AppEnv>((c, next) => {
  const config = c.get('config')
  const requestId = c.get('requestId')
  c.set(
    'api',
    createApiClient({
      transport: config.productApi,
      clientInfo: () => clientInfoOf(c),
      copies: lastGoodCopies(edgeCache, config.PRODUCT_API_URL),
      requestId,
      now: Date.now,
      waitUntil: (work) => c.executionCtx.waitUntil(work),
      checksEdgeCacheFirst: hasSessionCookie(c.req.raw),
      onNoStore: () => c.set('isPersonal', true),
    }),
  )
  return next()
})

function clientInfoOf(c: Context<AppEnv>): ClientInfo {
  const { isInApp, locale, origin } = c.get('page')
  return {
    requestId: c.get('requestId'),
    deviceKind: isInApp ? 'phone' : 'browser',
    address: c.req.header('cf-connecting-ip') ?? '127.0.0.1',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
    locale,
    siteHost: new URL(origin).host,
  }
}
