import { Hono } from 'hono'
import { drillAnswers, drillRequest } from '../../domain/contracts/progress.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { ownerOf } from '../owner.ts'
import { databaseOfReader } from '../reader.ts'
import { requestedLocale } from '../requested-locale.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { answerDrill, createDrill, drillOf } from './drills.ts'

/** Drills of ten questions that the caller missed. */
export const drillRoutes = new Hono<ApiEnv>()
drillRoutes.use(noStore)

/** POST { exam } ?locale= -> 201 { data: Drill }. Errors: 404 if nothing was missed in the exam. */
drillRoutes.post('/', async (c) => {
  const [owner, locale] = [ownerOf(c), requestedLocale(c)]
  const { exam } = await readBody(c, drillRequest, { isDataAllowed: true })
  const id = await createDrill(c.env.DB, owner, { exam, locale, now: new Date() })
  const data = id === null ? null : await drillOf(c.env.DB, owner, id, locale)
  if (!data) throw notFound()
  return c.json({ data, meta: {} }, 201)
})

const path = '/:id{[0-9a-f-]{36}}'

/** GET ?locale= -> { data: Drill }; with keys and explanations after it was answered. */
drillRoutes.get(path, async (c) => {
  const data = await drillOf(c.env.DB, ownerOf(c), c.req.param('id'), requestedLocale(c))
  if (!data) throw notFound()
  return c.json({ data, meta: {} })
})

/** POST { answers: { question: index } } ?locale= -> { data: Drill }. A drill that is already
 *  answered keeps its answers. */
drillRoutes.post(`${path}/answers`, async (c) => {
  const [owner, locale, id] = [ownerOf(c), requestedLocale(c), c.req.param('id')]
  const { answers } = await readBody(c, drillAnswers, { isDataAllowed: true })
  const stores = { own: databaseOfReader(c.env.READERS, owner), shared: c.env.DB }
  await answerDrill(stores, owner, id, { answers, locale, now: new Date() })
  const data = await drillOf(c.env.DB, owner, id, locale)
  if (!data) throw notFound()
  return c.json({ data, meta: {} })
})
