import { Hono } from 'hono'
import { contentOf } from '../database.ts'
import { explanationsOf } from '../content/texts.ts'
import { noStore } from '../identity/authentication.ts'
import type { ReaderEnv } from '../reader-env.ts'
import { requestedLocale } from '../requested-locale.ts'
import { notFound } from '../strapi/errors.ts'
import { markAttempt } from './attempt-marks.ts'
import { requireOwnAttemptNow } from './overdue-attempts.ts'
import { notSubmitted } from './refusals.ts'
import { isCounted } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

export const explanationRoutes = new Hono<ReaderEnv>()

/** GET ?attempt=ID[&id=QUESTION][&locale=kn] -> the key and the explanation of a question, or of
 *  all that are available: all after the submission, the revealed ones in practice mode. */
explanationRoutes.get('/get-explanation', noStore, async (c) => {
  const attempt = await requireOwnAttemptNow(c, c.req.query('attempt') ?? '', new Date())
  const isSubmitted = attempt.submitted_at !== null
  if (!isSubmitted && attempt.mode !== 'practice') throw notSubmitted()
  const events = (await readEntries(c.var.stores, attempt)).filter(isCounted)
  const { marked, state } = await markAttempt(c.var.stores.shared, attempt, events)
  const isAvailable = (id: string) => isSubmitted || state.questions.get(id)?.isRevealed === true

  const id = c.req.query('id')
  if (id !== undefined && !marked.questions.some((question) => question.id === id)) throw notFound()
  if (id !== undefined && !isAvailable(id)) throw notSubmitted()
  const questions = marked.questions.filter((question) =>
    id === undefined ? isAvailable(question.id) : question.id === id,
  )

  const texts = await explanationsOf(
    contentOf(c.var.stores.shared),
    questions.map((question) => question.id),
    requestedLocale(c, attempt.locale),
  )
  const data = questions.map((question) => ({
    id: question.id,
    accepted: question.accepted,
    explanation: texts.get(question.id) ?? null,
  }))
  return c.json({ data, meta: {} })
})
