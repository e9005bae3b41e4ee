import { attemptResultPath } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { replay } from '../../../domain/attempt/journal.ts'
import type { AppEnv } from '../../app-env.ts'
import { forwardToApi, jsonText } from '../../respond/forward-to-api.ts'
import { formFields } from '../../respond/form.ts'
import { parseShownLanguages, skinOf, skins } from '../../../domain/attempt/attempt.ts'
import { localizedPath } from '../../addresses/address.ts'
import { attemptJournal, submitAttempt } from '../../api-client/attempts.ts'
import { attemptPaper } from '../../api-client/results.ts'
import { formEvents } from './form-events.ts'
import { HallPage } from './hall-page.tsx'
import { attemptUnavailable } from './attempt-unavailable.tsx'

/** Taking a test: the exam hall, the endpoints for its script, and its form without script. */
export const attempts = new Hono<AppEnv>()

/** Enough for the complete journal of an attempt. */
const maxBodyBytes = 262_144

const hall = '/attempts/:id{[0-9a-f]{8}-[0-9a-f-]{27}}'

attempts.get(hall, async (c) => {
  const found = await loadHall(c)
  if ('response' in found) return found.response
  const { attempt, events, paper } = found
  if (attempt.status === 'submitted') return redirectToResult(c, attempt.id)
  const skin = c.req.query('skin')
  return c.render(
    <HallPage
      page={c.var.page}
      attempt={attempt}
      paper={paper}
      state={replay(events)}
      shown={parseShownLanguages(c.req.query('shows'), paper.languages, attempt.locale)}
      skin={skins.find((known) => known === skin) ?? skinOf(attempt.exam)}
    />,
    { layout: 'plain' },
  )
})

/** Submits the attempt from the form, for browsers without script. Idempotent. */
attempts.post(hall, async (c) => {
  const id = c.req.param('id')
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const paper = await attemptPaper(c.var.reader.api, id)
  if (!paper.ok) return attemptUnavailable(c, paper.error)
  const events = await formEvents(form.value, paper.value, id, Date.now())
  const submitted = await submitAttempt(c.var.reader.api, id, events)
  return submitted.ok ? redirectToResult(c, id) : attemptUnavailable(c, submitted.error)
})

attempts.get(`${hall}/events`, (c) => {
  const after = c.req.query('after')
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`
  return forwardToApi(c, `${apiPath(c)}/events${query}`, null)
})

for (const action of ['events', 'submit', 'reveal'] as const)
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
