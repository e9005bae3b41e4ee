import { Hono, type Context } from 'hono'
import { formRequest, startRequest } from '../../domain/contracts/attempts.ts'
import { noStore } from '../identity/authentication.ts'
import { jwtSecretsOf } from '../identity/settings.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import { callingOwner, type ReaderEnv } from '../reader-env.ts'
import { requestedLocale } from '../requested-locale.ts'
import { attemptResult } from '../scoring/scoring.ts'
import { readBody } from '../strapi/request-body.ts'
import { attemptJson } from './attempt-json.ts'
import { attemptPage } from './attempt-list.ts'
import type { AttemptRow } from './attempt-row.ts'
import { existingAttempt, startAttempt, testOfNewAttempt } from './attempt-start.ts'
import { submitForm } from './form-submission.ts'
import { requireOwnAttemptNow } from './overdue-attempts.ts'
import { requireOwnAttempt } from './own-attempt.ts'
import { notSubmitted } from './refusals.ts'

/** Starting attempts, reading them and their results. */
export const attemptRoutes = new Hono<ReaderEnv>()
attemptRoutes.use(noStore)

attemptRoutes.post('/', async (c) => {
  const owner = callingOwner(c)
  const { test: slug, ...request } = await readBody(c, startRequest, { isDataAllowed: true })
  const now = new Date()
  const existing = await existingAttempt(c.var.stores.own, owner, request.id)
  if (existing) return respond(c, existing, now)
  const test = await testOfNewAttempt(c.var.stores.shared, { id: request.id, slug }, now)
  const { attempt, isNew } = await startAttempt(c.var.stores, owner, test, request, now)
  return respond(c, attempt, now, isNew ? 201 : 200)
})

attemptRoutes.get('/', async (c) => {
  const now = new Date()
  const { search } = new URL(c.req.url)
  const { rows, pagination } = await attemptPage(c.var.stores.own, callingOwner(c), search, now)
  const data = await Promise.all(rows.map((row) => attemptJson(row, secretOf(c), now)))
  return c.json({ data, meta: { pagination } })
})

attemptRoutes.post('/form', async (c) => {
  const owner = callingOwner(c)
  const form = await readBody(c, formRequest, { isDataAllowed: true, maxBytes: 65_536 })
  const now = new Date()
  const { attempt, isNew } = await submitForm(c.var.stores, owner, form, now)
  return respond(c, attempt, now, isNew ? 201 : 200)
})

attemptRoutes.get('/:id', async (c) => {
  const now = new Date()
  return respond(c, await requireOwnAttemptNow(c, c.req.param('id'), now), now)
})

attemptRoutes.get('/:id/paper', async (c) => {
  const { version_id } = await requireOwnAttempt(c, c.req.param('id'))
  const paper = await paperVersion(c.var.stores.shared, version_id)
  return c.json({ data: paper, meta: {} })
})

attemptRoutes.get('/:id/result', async (c) => {
  const attempt = await requireOwnAttemptNow(c, c.req.param('id'), new Date())
  if (attempt.submitted_at === null) throw notSubmitted()
  const locale = requestedLocale(c, attempt.locale)
  const result = await attemptResult(c.var.stores, attempt, locale)
  // The row was read before attemptResult rescored the attempt.
  const { score, maximum } = result
  const rescored = { ...(await attemptJson(attempt, secretOf(c), new Date())), score, maximum }
  return c.json({ data: { attempt: rescored, ...result }, meta: {} })
})

const secretOf = (c: Context<ReaderEnv>) => jwtSecretsOf(c.env)[0]

async function respond(c: Context<ReaderEnv>, row: AttemptRow, now: Date, status: 200 | 201 = 200) {
  return c.json({ data: await attemptJson(row, secretOf(c), now), meta: {} }, status)
}
