import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { answerHistoryPath } from '../../addresses/paths.ts'
import { localizedPath } from '../../addresses/address.ts'
import { answerHistory, chooseAnswer } from '../../api-client/attempts.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { AnswerHistoryPage } from './answer-history-page.tsx'
import { accessFromAddress } from './attempt-access.ts'
import { attemptUnavailable } from './attempt-unavailable.tsx'

/** What happened to the answers of an attempt. */
export const history = new Hono<AppEnv>()

const address = '/attempts/:id{[0-9a-f]{8}-[0-9a-f-]{27}}/answers'

history.get(address, async (c) => {
  const id = c.req.param('id')
  const redirect = await accessFromAddress(c, id)
  if (redirect) return redirect
  const pageNumber = Math.max(1, Math.trunc(Number(c.req.query('page'))) || 1)
  const isFull = c.req.query('entries') === 'all'
  const found = await answerHistory(c.var.reader.api, id, { page: pageNumber, isFull })
  if (!found.ok) return attemptUnavailable(c, found.error)
  const choice = v.parse(choiceOutcome, c.req.query('choice'))
  return c.render(
    <AnswerHistoryPage
      page={c.var.page}
      history={found.value}
      pageNumber={Math.min(pageNumber, found.value.pages)}
      choice={choice}
      supportEmail={c.var.brand.supportEmail}
    />,
  )
})

/** Chooses the other of two devices' answers to a question. */
history.post(address, async (c) => {
  const { page, reader } = c.var
  const id = c.req.param('id')
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { question, event } = v.parse(choiceForm, form.value)
  const chosen = await chooseAnswer(reader.api, id, { question, event })
  const isOver = !chosen.ok && chosen.error.kind === 'http-error' && chosen.error.status === 409
  if (!chosen.ok && !isOver) return attemptUnavailable(c, chosen.error)
  const path = localizedPath(answerHistoryPath(id), page.locale)
  return c.redirect(`${page.origin}${path}?choice=${isOver ? 'over' : 'done'}`, 303)
})

const text = v.fallback(v.string(), '')
const choiceForm = v.object({ question: text, event: text })
const choiceOutcome = v.fallback(v.nullable(v.picklist(['done', 'over'])), null)
