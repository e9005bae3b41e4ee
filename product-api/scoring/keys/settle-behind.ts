import type { MiddlewareHandler } from 'hono'
import type { Api } from '../../env.ts'
import { overD1 } from './over-d1.ts'
import { settleRulings } from './settle.ts'

const onceIn = 50

/** Goes on, behind the back of one request in fifty, with the scoring that a killed task has left unfinished. Whoever reads a result does
 *  not wait for it; what others are compared with does. Cost: two small reads where nothing is left. */
export const settlingBehind: MiddlewareHandler<Api> = async (c, next) => {
  await next()
  if (Math.random() * onceIn >= 1) return
  c.executionCtx.waitUntil(settleRulings(overD1(c.env.DB), new Date()))
}
