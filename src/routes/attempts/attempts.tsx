import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { replay } from '../../../domain/attempt/journal.ts'
import type { AppEnv } from '../../app-env.ts'
import { jsonBody, forwardToApi } from '../../respond/forward-to-api.ts'
import { formOf } from '../../respond/form.ts'
import { shownFrom, skinOf, skins } from '../../../domain/attempt/attempt.ts'
import { localizedPath } from '../../addresses/address.ts'
import type { FrozenPaper } from '../../../domain/attempt/solutions.ts'
import { resultPathOf } from '../../../domain/attempt/attempt-result.ts'
import { journalOf, submitAttempt } from '../../api-client/attempts.ts'
import { frozenPaperOf } from '../../api-client/results.ts'
import { formEvents } from './form-events.ts'
import { HallPage } from './hall-page.tsx'
import { strange } from './strange.tsx'

/** Sitting a test: the hall, what its script sends, and the form that works without one. */
export const attempts = new Hono<AppEnv>()

const longestBody = 262_144

const isAttempt = ':id{[0-9a-f]{8}-[0-9a-f-]{27}}'
const hall = `/attempts/${isAttempt}`

attempts.get(hall, async (c) => {
  const found = await hallOf(c)
  if ('response' in found) return found.response
  const { attempt, events, paper } = found
  if (attempt.status === 'submitted') return toResult(c, attempt.id)
  const skin = c.req.query('skin')
  return c.render(
    <HallPage
      place={c.var.page}
      attempt={attempt}
      paper={paper}
      state={replay(events)}
      shown={shownFrom(c.req.query('shows'), paper.languages, attempt.locale)}
      skin={skins.find((known) => known === skin) ?? skinOf(attempt.exam)}
    />,
    { layout: 'plain' },
  )
})

/** The whole paper, sent in by a browser without script. Sent twice, it is the same. */
attempts.post(hall, async (c) => {
  const id = c.req.param('id')
  const [typed, paper] = await Promise.all([formOf(c), frozenPaperOf(c.var.reader.call, id)])
  if (!paper.ok) return strange(c, paper.error)
  const events = await formEvents(typed, paper.value, id, Date.now())
  const submitted = await submitAttempt(c.var.reader.call, id, events)
  return submitted.ok ? toResult(c, id) : strange(c, submitted.error)
})

attempts.get(`${hall}/events`, (c) => {
  const after = c.req.query('after')
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`
  return forwardToApi(c, `${inApi(c)}/events${query}`, null)
})

for (const what of ['events', 'submit', 'reveal'] as const)
  attempts.post(`${hall}/${what}`, async (c) => {
    const body = await jsonBody(c, longestBody)
    return body instanceof Response ? body : forwardToApi(c, `${inApi(c)}/${what}`, body)
  })

const inApi = (c: Context<AppEnv>) => `/api/user-test-progresses/${c.req.param('id')}`

const toResult = (c: Context<AppEnv>, id: string) =>
  c.redirect(c.var.page.origin + localizedPath(resultPathOf(id), c.var.page.locale), 303)

async function hallOf(c: Context<AppEnv>) {
  const { reader } = c.var
  const id = c.req.param('id') ?? ''
  const [journal, paper] = await Promise.all([
    journalOf(reader.call, id),
    frozenPaperOf(reader.call, id),
  ])
  if (!journal.ok) return { response: strange(c, journal.error) }
  if (!paper.ok) return { response: strange(c, paper.error) }
  return { ...journal.value, paper: paper.value satisfies FrozenPaper }
}
