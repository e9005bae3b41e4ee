import { createMiddleware } from 'hono/factory'
import { drainBody } from '../../http/request-body.ts'
import { brandOf } from '../brand.ts'
import { readConfig } from '../config.ts'
import type { AppEnv } from '../app-env.ts'

/** Gives a request its settings and its id, and writes its line of the log. */
export const request = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  const config = readConfig(c.env)
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('config', config)
  c.set('brand', brandOf(config))
  c.set('requestId', requestId)
  await next()
  await drainBody(c.req.raw)
  // The platform counts what the cache answers; a line of ours would cost more than the answer did.
  if (c.get('isFromCache')) return
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
