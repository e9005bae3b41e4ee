import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { splitLocale } from '../addresses/address.ts'
import { examsInMemory, newestExams } from '../api-client/known-content.ts'
import type { AppEnv } from '../app-env.ts'
import { findExam, setKnownExams } from '../exams.ts'
import { clientOf } from './api-client.ts'

/** Lets the request find the exams of the newest catalogue that this isolate has: it comes with the
 *  index of the content. Before an isolate has the index, it knows the exams of its build. Only an
 *  address that may be of an exam that it does not know waits for an index of the last minute, so
 *  that a new exam has its pages from the first request. Cost: a look-up in memory; for an unknown
 *  address a request to the product API, at most once in ten seconds. */
export const exams = createMiddleware<AppEnv>(async (c, next) => {
  const api = clientOf(c)
  const origin = c.get('config').PRODUCT_API_URL
  setKnownExams(origin, examsInMemory(api))
  if (mayBeOfUnknownExam(c.req.url, matchedRoutes(c))) setKnownExams(origin, await newestExams(api))
  await next()
})

/** Whether no route of the site's own begins like the address, nor with an exam that is known. */
function mayBeOfUnknownExam(url: string, routes: readonly { path: string }[]): boolean {
  const route = routes.find(({ path }) => path !== '/*')
  if (route?.path.startsWith('/:') !== true) return false
  const [, first = '', second = ''] = splitLocale(new URL(url).pathname).path.split('/')
  return !findExam(first) && !findExam(second)
}
