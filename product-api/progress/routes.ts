import { Hono } from 'hono'
import * as v from 'valibot'
import { targetRequest } from '../../domain/contracts/progress.ts'
import { slug } from '../../domain/contracts/fields.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { ownerOf } from '../owner.ts'
import { databaseOfReader } from '../reader.ts'
import { requestedLocale } from '../requested-locale.ts'
import { readBody } from '../strapi/request-body.ts'
import { progressOf } from './progress.ts'
import { storeTarget } from './targets.ts'

/** What the caller's papers, cards and plan amount to. Mounted at /api. */
export const progressRoutes = new Hono<ApiEnv>()
progressRoutes.use('/user-progress/*', noStore)

/** GET ?exam=&locale= -> { data: Progress }: of the exam, or of the latest paper's. */
progressRoutes.get('/user-progress', async (c) => {
  const exam = v.parse(v.fallback(v.nullable(slug), null), c.req.query('exam') ?? null)
  const settings = { exam, locale: requestedLocale(c), now: new Date() }
  const owner = ownerOf(c)
  const stores = { own: databaseOfReader(c.env.READERS, owner), shared: c.env.DB }
  return c.json({ data: await progressOf(stores, owner, settings), meta: {} })
})

/** POST { exam, percent } -> { ok: true }. */
progressRoutes.post('/user-progress/target', async (c) => {
  const owner = ownerOf(c)
  const target = await readBody(c, targetRequest, { isDataAllowed: true })
  await storeTarget(c.env.DB, owner, target, new Date())
  return c.json({ ok: true })
})
