import { Hono } from 'hono'
import { drainBody } from '../http/request-body.ts'
import { readerRoutes } from './attempts/routes.ts'
import type { ReaderEnv } from './reader-env.ts'
import { respondToError } from './respond-to-error.ts'
import { errorResponse } from './strapi/error-response.ts'
import { notFound } from './strapi/errors.ts'
import { cardReviewRoutes } from './study/card-routes.ts'

/** Every route inside a reader's object; the Worker forwards the requests
 *  (attempts/forwarding.ts). */
export const readerApp = new Hono<ReaderEnv>()
readerApp.use(async (c, next) => {
  const { reader } = c.env as unknown as { reader: ReaderEnv['Variables'] }
  c.set('stores', reader.stores)
  c.set('owner', reader.owner)
  c.set('isOwner', reader.isOwner)
  c.set('moveOldAttempts', reader.moveOldAttempts)
  c.set('askOther', reader.askOther)
  await next()
  await drainBody(c.req.raw)
})
readerApp.route('/api', readerRoutes)
readerApp.route('/api/card-reviews', cardReviewRoutes)
readerApp.notFound((c) => errorResponse(c, notFound()))
readerApp.onError(respondToError)
