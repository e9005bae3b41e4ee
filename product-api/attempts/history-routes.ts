import { Hono } from 'hono'
import * as v from 'valibot'
import { choiceRequest } from '../../domain/contracts/attempt-journal.ts'
import { noStore } from '../identity/authentication.ts'
import { jwtSecretsOf } from '../identity/settings.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import type { ReaderEnv } from '../reader-env.ts'
import { readBody } from '../strapi/request-body.ts'
import { chooseAnswer } from './answer-choice.ts'
import { answerHistory } from './answer-history.ts'
import { attemptJson } from './attempt-json.ts'
import { requireOwnAttemptNow } from './overdue-attempts.ts'
import { readReplacedAnswers } from './replaced-answers.ts'

/** What happened to the answers of an attempt, and the choice between those of two devices. */
export const historyRoutes = new Hono<ReaderEnv>()
historyRoutes.use(noStore)

const pageInQuery = v.pipe(v.string(), v.transform(Number), v.safeInteger(), v.minValue(1))

historyRoutes.get('/:id/history', async (c) => {
  const now = new Date()
  const attempt = await requireOwnAttemptNow(c, c.req.param('id'), now)
  const page = v.parse(v.fallback(pageInQuery, 1), c.req.query('page'))
  const isFull = c.req.query('entries') === 'all'
  const bucket = c.env.JOURNALS ?? null
  const history = await answerHistory(c.var.stores, bucket, attempt, { number: page, isFull })
  const json = await attemptJson(attempt, jwtSecretsOf(c.env)[0], now)
  return c.json({ data: { attempt: json, ...history }, meta: {} })
})

historyRoutes.post('/:id/choose', async (c) => {
  const choice = await readBody(c, choiceRequest, { isDataAllowed: true })
  const now = new Date()
  const attempt = await requireOwnAttemptNow(c, c.req.param('id'), now)
  const changed = await chooseAnswer(c.var.stores, attempt, choice, now)
  const paper = await paperVersion(c.env.DB, attempt.version_id)
  const replaced = await readReplacedAnswers(c.var.stores, changed, paper)
  const json = await attemptJson(changed, jwtSecretsOf(c.env)[0], now)
  return c.json({ data: { replaced, attempt: json }, meta: {} })
})
