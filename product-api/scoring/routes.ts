import { Hono } from 'hono'
import { questionReportRequest } from '../../domain/contracts/question-reports.ts'
import type { ApiEnv } from '../env.ts'
import { groupedReads } from '../grouped-reads.ts'
import { noStore } from '../identity/authentication.ts'
import { clientInfo } from '../client-info.ts'
import { enforceRateLimit } from '../identity/rate-limits.ts'
import { ownerOf } from '../owner.ts'
import { requestedLocale } from '../requested-locale.ts'
import { notFound, validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { addReport, reportsOf } from './question-reports.ts'
import { weakTopics } from './scoring.ts'

const userTopics = new Hono<ApiEnv>().use(noStore)

/** GET ?locale= -> { data: TopicResult[] }: how well the caller knows each topic, weakest first. */
userTopics.get('/', async (c) => {
  const data = await weakTopics(c.env.DB, ownerOf(c), requestedLocale(c))
  return c.json({ data, meta: {} })
})

const questionReports = new Hono<ApiEnv>().use(noStore)

/** POST { question, test?, attempt?, locale, reason, message? } -> 201 { data: QuestionReport };
 *  200 if it is already reported. The reason 'other' requires a message. */
questionReports.post('/', async (c) => {
  const owner = ownerOf(c)
  const report = await readBody(c, questionReportRequest, { isDataAllowed: true })
  if (report.reason === 'other' && report.message === '')
    throw validation('message is a required field')
  await enforceRateLimit(c, 'report-question', `${owner.kind} ${owner.id}`)
  const added = await addReport(c.env.DB, owner, report, new Date())
  if (!added) throw notFound()
  return c.json({ data: added.report, meta: {} }, added.isNew ? 201 : 200)
})

/** GET ?locale= -> { data: QuestionReport[] }: the caller's own, newest first, with outcomes in
 *  that language. */
questionReports.get('/', async (c) => {
  const locale = requestedLocale(c, clientInfo(c).locale)
  const data = await reportsOf(groupedReads(c.env, 'primary'), ownerOf(c), locale)
  return c.json({ data, meta: {} })
})

/** How well topics are known, and what readers report about questions. Mounted at /api. */
export const scoringRoutes = new Hono<ApiEnv>()
  .route('/user-topics', userTopics)
  .route('/question-reports', questionReports)
