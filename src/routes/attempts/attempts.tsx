import { attemptResultPath, hallPath } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { replay } from '../../../domain/attempt/journal.ts'
import type { AppEnv } from '../../app-env.ts'
import { findExam } from '../../exams.ts'
import { forwardToApi, jsonText } from '../../respond/forward-to-api.ts'
import { answerFields } from '../../respond/form.ts'
import { parseShownLanguages, skinOf, skins } from '../../../domain/attempt/attempt.ts'
import { localizedPath } from '../../addresses/address.ts'
import { ok } from '../../../domain/result.ts'
import { attemptJournal, carriedQuestions, sendForm } from '../../api-client/attempts.ts'
import { attemptPaper } from '../../api-client/results.ts'
import { formDevice, formEvents } from './form-events.ts'
import { HallPage } from './hall-page.tsx'
import { startIndexOf } from './start-index.ts'
import { accessFromAddress } from './attempt-access.ts'
import { attemptReceived, attemptUnavailable, isNotAccessible } from './attempt-unavailable.tsx'

/** Taking a test: the exam hall, the endpoints for its script, and its form without script. */
export const attempts = new Hono<AppEnv>()

/** Enough for the complete journal of an attempt. */
const maxBodyBytes = 262_144

const hall = '/attempts/:id{[0-9a-f]{8}-[0-9a-f-]{27}}'

attempts.get(hall, async (c) => {
  const redirect = await accessFromAddress(c, c.req.param('id'))
  if (redirect) return redirect
  const found = await loadHall(c)
  if ('response' in found) return found.response
  const { attempt, events, replaced, paper } = found
  if (attempt.status === 'submitted') return redirectToResult(c, attempt.id)
  const skin = c.req.query('skin')
  return c.render(
    <HallPage
      page={c.var.page}
      attempt={attempt}
      paper={paper}
      state={replay(events)}
      startIndex={startIndexOf(
        events,
        paper.questions.map((question) => question.id),
      )}
      replaced={replaced}
      access={await c.var.reader.sealAccess(attempt)}
      owner={c.var.reader.user ? `member-${c.var.reader.user.id}` : 'guest'}
      shown={parseShownLanguages(c.req.query('shows'), paper.languages, attempt.locale)}
      skin={skins.find((known) => known === skin) ?? skinOf(findExam(attempt.exam))}
    />,
    { layout: 'plain' },
  )
})

/** The whole paper, sent by a browser without script: submitted, or saved until then. Sent twice,
 *  it has the same effect as once. A browser that is not known as the attempt's owner, because it
 *  refuses cookies or lost them, is believed what its page was sealed with. */
attempts.post(hall, async (c) => {
  const id = c.req.param('id')
  const form = await answerFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { reader } = c.var
  const sealed = form.value.access
  const own = await attemptPaper(reader.api, id)
  const carryKey =
    !own.ok && isNotAccessible(own.error) && sealed !== undefined
      ? await reader.useAccess(id, sealed)
      : null
  const paper = carryKey === null ? own : await attemptPaper(reader.api, id)
  const questions = paper.ok
    ? ok(paper.value.questions)
    : carryKey === null
      ? paper
      : await carriedQuestions(reader.api, id, carryKey)
  if (!questions.ok) return attemptUnavailable(c, questions.error)
  const events = await formEvents(form.value, questions.value, id, Date.now())
  const device = await formDevice(id, c.req.header('user-agent') ?? '')
  const submits = form.value.do !== 'save'
  const sent = await sendForm(reader.api, id, {
    ...{ events, device, submits },
    ...(!paper.ok && carryKey !== null && { carryKey }),
  })
  if (!sent.ok) return attemptUnavailable(c, sent.error)
  if (!paper.ok) return attemptReceived(c)
  const access = carryKey === null ? '' : `?${new URLSearchParams({ access: sealed ?? '' })}`
  const path = submits ? attemptResultPath(id) : hallPath(id)
  return c.redirect(c.var.page.origin + localizedPath(path, c.var.page.locale) + access, 303)
})

attempts.get(`${hall}/events`, (c) => {
  const { after, limit } = c.req.query()
  const fields = { ...(after !== undefined && { after }), ...(limit !== undefined && { limit }) }
  const query = `?${new URLSearchParams(fields)}`
  return forwardToApi(c, `${apiPath(c)}/events${query}`, null)
})

for (const action of ['events', 'submit', 'reveal', 'choose'] as const)
  attempts.post(`${hall}/${action}`, async (c) => {
    const body = await jsonText(c, maxBodyBytes)
    if (!body.ok) return c.var.fail(body.error, 'json')
    return forwardToApi(c, `${apiPath(c)}/${action}`, body.value)
  })

const apiPath = (c: Context<AppEnv>) => `/api/user-test-progresses/${c.req.param('id')}`

const redirectToResult = (c: Context<AppEnv>, id: string) =>
  c.redirect(c.var.page.origin + localizedPath(attemptResultPath(id), c.var.page.locale), 303)

async function loadHall(c: Context<AppEnv>) {
  const { reader } = c.var
  const id = c.req.param('id') ?? ''
  const [journal, paper] = await Promise.all([
    attemptJournal(reader.api, id),
    attemptPaper(reader.api, id),
  ])
  if (!journal.ok) return { response: attemptUnavailable(c, journal.error) }
  if (!paper.ok) return { response: attemptUnavailable(c, paper.error) }
  return { ...journal.value, paper: paper.value }
}
