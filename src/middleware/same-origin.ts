import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isProviderReturn } from '../../domain/payment.ts'
import type { AppEnv } from '../app-env.ts'

/** Refuses writes that come from another site's page (CSRF). Browsers send Origin or Sec-Fetch-Site
 *  with them; a client without these headers is no browser and has no reader's cookies. */
export const requireSameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const { method } = c.req
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return next()
  // Payment providers may redirect the payer back with a form POST. It is answered with a redirect,
  // and the session middleware ignores its cookies.
  if (isProviderReturn(c.get('page').path)) return next()
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isCrossOrigin =
    origin === undefined ? site === 'cross-site' : !ownOrigins(c).includes(origin)
  if (isCrossOrigin) return c.text('This came from another site.', 403)
  return next()
})

/** The origin of the request, and that of the setting SITE_URL. */
const ownOrigins = (c: Context<AppEnv>) => [new URL(c.req.url).origin, c.get('page').origin]
