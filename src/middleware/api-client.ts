import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ClientInfo } from '../api-client/client-info.ts'
import { createApiClient, type ApiClient } from '../api-client/client.ts'
import { lastGoodCopies } from '../api-client/last-good-copies.ts'
import { edgeCache } from '../edge-cache.ts'
import { hasSessionCookie } from '../session/cookies.ts'
import type { AppEnv } from '../app-env.ts'

/** Sets `c.var.api`, the client of the product API without authorization. */
export const apiClient = createMiddleware<AppEnv>((c, next) => {
  c.set('api', clientOf(c))
  return next()
})

/** The client of a request, for what runs before it is set. Cost: a few closures. */
export function clientOf(c: Context<AppEnv>): ApiClient {
  const config = c.get('config')
  return createApiClient({
    transport: config.productApi,
    clientInfo: () => clientInfoOf(c),
    copies: lastGoodCopies(edgeCache, config.PRODUCT_API_URL),
    requestId: c.get('requestId'),
    now: Date.now,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    checksEdgeCacheFirst: hasSessionCookie(c.req.raw),
    onNoStore: () => c.set('isPersonal', true),
  })
}

/** What letters and messages name as this site: the operator's setting, never the request's Host,
 *  which anybody can forge. '' where it is not set; on a developer's machine, the request's. */
function ownHostOf(c: Context<AppEnv>): string {
  const { SITE_URL } = c.get('config')
  if (SITE_URL !== '') return new URL(SITE_URL).host
  const { host, hostname } = new URL(c.req.url)
  return hostname === 'localhost' || hostname === '127.0.0.1' ? host : ''
}

function clientInfoOf(c: Context<AppEnv>): ClientInfo {
  const { isAppAgent, locale } = c.get('page')
  return {
    requestId: c.get('requestId'),
    deviceKind: isAppAgent ? 'phone' : 'browser',
    address: c.req.header('cf-connecting-ip') ?? '127.0.0.1',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
    locale,
    siteHost: ownHostOf(c),
  }
}
