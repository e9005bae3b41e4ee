import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isReturn } from '../../domain/payment.ts'
import type { AppEnv } from '../app-env.ts'

/** Refuses requests by which another site's page would change something. Browsers say where a
 *  request comes from; a client that does not say is no browser, and carries no reader's
 *  cookies. */
export const requireSameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const { method } = c.req
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return next()
  // A provider may send the payer back by a form. It is answered by a redirect, and no session is
  // opened for it.
  if (isReturn(c.get('page').path)) return next()
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isForeign = origin === undefined ? site === 'cross-site' : !ownOrigins(c).includes(origin)
  if (isForeign) return c.text('This came from another site.', 403)
  return next()
})

/** The origin of this request, and the one that SITE_URL says is the site's. */
const ownOrigins = (c: Context<AppEnv>) => [new URL(c.req.url).origin, c.get('page').origin]
