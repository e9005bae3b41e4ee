import { Hono } from 'hono'
import * as v from 'valibot'
import { ownerOf } from '../attempts/attempt-row.ts'
import type { Api } from '../env.ts'
import { neverKept } from '../identity/bearer.ts'
import { callerOf } from '../identity/caller.ts'
import { countAttempt } from '../identity/limits.ts'
import { readBody } from '../identity/request-body.ts'
import { keepReport, ownReports, reportReasons } from './keys/question-reports.ts'
import { notFound, validation } from '../strapi/errors.ts'

/** What readers say is wrong with a question, and what came of it. */
export const questionReports = new Hono<Api>()
questionReports.use(neverKept)

const text = (name: string, longest: number) =>
  v.pipe(
    v.string(`${name} must be a string`),
    v.trim(),
    v.maxLength(longest, `${name} is too long`),
  )
const locale = v.picklist(['kn', 'en', 'te'], 'locale must be one of: kn, en, te')

const report = {
  question: text('question', 100),
  test: v.optional(v.nullable(text('test', 200)), null),
  attempt: v.optional(v.nullable(text('attempt', 100)), null),
  locale,
  reason: v.picklist(reportReasons, `reason must be one of: ${reportReasons.join(', ')}`),
  message: v.optional(text('message', 2000), ''),
}

/** POST { question, test?, attempt?, locale, reason, message? } -> 201 { data: ReportJson }; 200 for what is reported already.
 *  A message is needed where the reason says nothing by itself. */
questionReports.post('/', async (c) => {
  const owner = ownerOf(c)
  const given = await readBody(c, report, { inData: true })
  if (given.reason === 'other' && given.message === '')
    throw validation('message is a required field')
  await countAttempt(c, 'report-question', `${owner.kind} ${owner.id}`)
  const kept = await keepReport(c.env.DB, owner, given, new Date())
  if (!kept) throw notFound()
  return c.json({ data: kept.report, meta: {} }, kept.isNew ? 201 : 200)
})

/** GET ?locale= -> { data: ReportJson[] }: the caller's own, newest first, outcomes in that language. */
questionReports.get('/', async (c) => {
  const asked = v.parse(v.fallback(locale, callerOf(c).locale), c.req.query('locale'))
  const data = await ownReports(c.env.DB, ownerOf(c), asked)
  return c.json({ data, meta: {} })
})
