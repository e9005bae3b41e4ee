import { createMiddleware } from 'hono/factory'
import { drainBody } from '../../http/request-body.ts'
import { brandOf } from '../brand.ts'
import { readConfig } from '../config.ts'
import type { AppEnv } from '../app-env.ts'
import { loggedPath } from '../../http/logged-path.ts'

/** Sets `c.var.config`, `brand` and `requestId`, and logs the request. */
export const request = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  const config = readConfig(c.env)
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('config', config)
  c.set('brand', brandOf(config))
  c.set('requestId', requestId)
  await next()
  await drainBody(c.req.raw)
  // Writing a line would cost more than the cached response. Cloudflare counts these requests.
  if (c.get('isFromCache')) return
  console.log(
    JSON.stringify({
      requestId,
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.res.status,
      ms: Date.now() - startedAt,
    }),
  )
})
