import { createMiddleware } from 'hono/factory'
import { brandOf } from '../brand.ts'
import { readConfig } from '../config.ts'
import { askThrough } from '../api-client/client.ts'
import { lastGoodCopies } from '../api-client/last-good-copies.ts'
import { edgeCache, privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'
import { isOneReaders } from './page-cache.ts'

/** Gives a request its settings, its id and its way of asking the product API, and writes its line of the log. */
export const request = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  const config = readConfig(c.env)
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('config', config)
  c.set('brand', brandOf(config))
  c.set('requestId', requestId)
  c.set(
    'ask',
    askThrough({
      send: config.productApi,
      copies: lastGoodCopies(edgeCache, config.PRODUCT_API_URL),
      now: Date.now,
      requestId,
      waitUntil: (work) => c.executionCtx.waitUntil(work),
      edgeFirst: isOneReaders(c),
      onForbidden: () => c.header('cache-control', privateNoStore),
    }),
  )
  await next()
  // The platform counts what the cache answers; a line of ours would cost more than the answer did.
  if (c.get('fromCache')) return
  console.log(
    JSON.stringify({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Date.now() - startedAt,
    }),
  )
})
