import { Hono } from 'hono'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { ownAttempt } from './attempt-row.ts'
import { explanationsOf } from './explanations.ts'
import { countedEvents } from './journal.ts'
import { marksOf } from './marks.ts'
import { notSubmitted } from './refusals.ts'
import type { Api } from '../env.ts'
import { neverKept } from '../identity/bearer.ts'
import { notFound } from '../strapi/errors.ts'

export const explanations = new Hono<Api>()

/** GET ?attempt=ID[&id=QUESTION][&locale=kn] -> the key and the explanation of a question, or of all that are open: after the
 *  submission every one, in practice those that were revealed. */
explanations.get('/get-explanation', neverKept, async (c) => {
  const attempt = await ownAttempt(c, c.req.query('attempt') ?? '')
  const isSubmitted = attempt.submitted_at !== null
  if (!isSubmitted && attempt.mode !== 'practice') throw notSubmitted()
  const { results: events } = await countedEvents(c.env.DB, attempt.id).all<JournalEvent>()
  const { marked, state } = await marksOf(c.env.DB, attempt, events)
  const isOpen = (id: string) => isSubmitted || state.questions.get(id)?.isRevealed === true

  const id = c.req.query('id')
  if (id !== undefined && !marked.questions.some((question) => question.id === id)) throw notFound()
  if (id !== undefined && !isOpen(id)) throw notSubmitted()
  const shown = marked.questions.filter((question) =>
    id === undefined ? isOpen(question.id) : question.id === id,
  )

  const texts = await explanationsOf(
    c.env.DB,
    shown.map((question) => question.id),
    c.req.query('locale') ?? attempt.locale,
  )
  const data = shown.map((question) => ({
    id: question.id,
    accepted: question.accepted,
    explanation: texts.get(question.id) ?? null,
  }))
  return c.json({ data, meta: {} })
})
