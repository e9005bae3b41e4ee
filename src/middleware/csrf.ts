import { createMiddleware } from 'hono/factory'
import { isReturn } from '../../domain/payment.ts'
import type { AppEnv } from '../app-env.ts'

/** Refuses what another site's page sends here to change something. Browsers say where a request comes from; what says nothing is no browser. */
export const sameSite = createMiddleware<AppEnv>(async (c, next) => {
  const { method } = c.req
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return next()
  // A provider may send the payer back by a form. Nothing is believed of it, and no session is looked at.
  if (isReturn(c.get('page').path)) return next()
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isForeign = origin === undefined ? site === 'cross-site' : !ownOrigins(c).includes(origin)
  if (isForeign) return c.text('This came from another site.', 403)
  return next()
})

/** The address that was asked, and the one that the operator says is the site's. */
const ownOrigins = (c: { req: { url: string }; get: (key: 'page') => { origin: string } }) => [
  new URL(c.req.url).origin,
  c.get('page').origin,
]
