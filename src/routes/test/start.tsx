import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { hallPath } from '../../../domain/attempt/attempt.ts'
import { localizedPath } from '../../addresses/address.ts'
import { findExam, type Exam } from '../../../domain/exams.ts'
import type { Paper } from '../../../domain/paper.ts'
import { premiumReasonOf, runningAttempts, startAttempt } from '../../api-client/attempts.ts'
import { paperBySlug } from '../../api-client/papers.ts'
import { InstructionsPage } from './instructions-page.tsx'
import { ResumePage } from './resume-page.tsx'
import type { RightsShown } from './rights.tsx'
import { isSameStart, startFormOf, usualChoices, viewQuery } from './start-form.ts'

/** From a paper into the hall: the instructions, and the start. */
export const start = new Hono<AppEnv>()

const address = '/:state/:sgt/:slug/instructions'

start.get(address, async (c) => {
  const found = await paperOf(c)
  if ('response' in found) return found.response
  const { exam, paper } = found
  return c.render(
    <InstructionsPage
      place={c.var.page}
      exam={exam}
      paper={paper}
      choices={usualChoices(paper, c.var.page.locale)}
      declarationMissing={false}
      rights={rightsBefore(c, paper)}
    />,
  )
})

start.post(address, async (c) => {
  const found = await paperOf(c)
  if ('response' in found) return found.response
  const { exam, paper } = found
  const { page: place, reader } = c.var
  const typed = await formOf(c)
  const { choices, declared, useFreeTest, anew } = startFormOf(typed, paper, place.locale)
  const again = (rights: RightsShown, status: 403 | 422) => {
    c.status(status)
    return c.render(
      <InstructionsPage
        place={place}
        exam={exam}
        paper={paper}
        choices={choices}
        declarationMissing={!declared}
        rights={rights}
      />,
    )
  }
  if (!declared) return again(rightsBefore(c, paper), 422)
  const intoHall = (attemptId: string) =>
    c.redirect(
      place.origin + localizedPath(hallPath(attemptId), place.locale) + viewQuery(choices, paper),
      303,
    )

  const named = await reader.beGuest()
  if (!named.ok) return explain(c, named.error)
  const running = await runningAttempts(reader.call, paper.slug)
  if (!running.ok) return explain(c, running.error)
  const same = running.value.find((attempt) => isSameStart(attempt, choices.mode))
  if (same) return intoHall(same.id)
  if (running.value.length > 0 && !anew)
    return c.render(
      <ResumePage place={place} exam={exam} paper={paper} running={running.value} typed={typed} />,
    )

  const started = await startAttempt(reader.call, {
    id: crypto.randomUUID(),
    test: paper.slug,
    mode: choices.mode,
    locale: choices.language,
    extraTime: choices.extraTime,
    useFreeTest,
  })
  if (started.ok) return intoHall(started.value.id)
  const reason = premiumReasonOf(started.error)
  return reason === null ? explain(c, started.error) : again({ kind: reason }, 403)
})

/** What can be told of the right to a paper before anybody asks for it. Whether a plan covers it, the start decides. */
function rightsBefore(c: Context<AppEnv>, { access }: Paper): RightsShown {
  const { user } = c.var.reader
  if (access === 'free') return { kind: 'open' }
  if (!user) return { kind: 'sign-in' }
  return user.isPremium || user.freeTestTaken ? { kind: 'open' } : { kind: 'maybe-free' }
}

async function paperOf(
  c: Context<AppEnv>,
): Promise<{ exam: Exam; paper: Paper } | { response: Response | Promise<Response> }> {
  const exam = findExam(c.req.param('sgt') ?? '')
  if (!exam || exam.state !== c.req.param('state')) return { response: c.notFound() }
  const slug = c.req.param('slug') ?? ''
  const found = await paperBySlug(c.var.ask, exam, slug, c.var.page.locale)
  if (!found.ok) return { response: explain(c, found.error) }
  return found.value ? { exam, paper: found.value } : { response: c.notFound() }
}
