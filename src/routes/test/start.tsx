import { hallPath } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { redirectToAttempt } from '../../respond/attempt-address.ts'
import { formFields } from '../../respond/form.ts'
import type { Exam } from '../../../domain/exams.ts'
import { findExam } from '../../exams.ts'
import type { Attempt } from '../../../domain/attempt/attempt.ts'
import type { Paper } from '../../../domain/paper.ts'
import { premiumReasonOf, runningAttempts, startAttempt } from '../../api-client/attempts.ts'
import { paperBySlug } from '../../api-client/papers.ts'
import { cached } from '../../middleware/page-cache.ts'
import type { KnownText } from '../../api-client/known-content.ts'
import { ok } from '../../../domain/result.ts'
import type { Reader } from '../../session/reader.ts'
import { InstructionsPage, instructionsParts, StartPart } from './instructions-page.tsx'
import { paperPage } from './paper-page.ts'
import { ResumePage } from './resume-page.tsx'
import type { Entitlement } from './entitlement-notice.tsx'
import { isSameStart, parseStartForm, defaultChoices, hallQuery } from './start-form.ts'

/** The instructions of a paper, and the start of a test. */
export const start = new Hono<AppEnv>()

const address = '/:state/:sgt/:slug/instructions'

start.get(address, cached(), (c) => {
  const { page, reader, api } = c.var
  const { slug } = c.req.param()
  const startOf = (exam: Exam, paper: Paper) => ({
    ...{ page, exam, paper, isDeclarationMissing: false },
    entitlement: entitlementBeforeStart(reader, paper),
  })
  return paperPage(c, examOf(c), slug, {
    frame: (exam, facts) => <InstructionsPage {...{ page, exam, slug, facts }} />,
    parts: (exam, paper) =>
      ok(instructionsParts(startOf(exam, paper), defaultChoices(paper, page.locale))),
    own: (exam) => ({
      start: async () => {
        const found = await paperBySlug(api, exam, slug, page.locale)
        return found.ok && found.value && <StartPart {...startOf(exam, found.value)} />
      },
    }),
  })
})

start.post(address, async (c) => {
  const found = await findPaper(c)
  if ('response' in found) return found.response
  const { exam, paper } = found
  const { page, reader } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { choices, declared, useFreeTest, restart } = parseStartForm(form.value, paper, page.locale)
  const renderForm = (entitlement: Entitlement, status: 403 | 422) => {
    c.status(status)
    const start = { page, exam, paper, isDeclarationMissing: !declared, entitlement }
    const parts = instructionsParts(start, choices)
    return c.var.renderParts<KnownText>({
      known: null,
      frame: (facts) => <InstructionsPage {...{ page, exam, slug: paper.slug, facts }} />,
      load: () => Promise.resolve(ok({ facts: paper, parts })),
    })
  }
  if (!declared) return renderForm(entitlementBeforeStart(reader, paper), 422)
  const toHall = (attempt: Attempt) =>
    redirectToAttempt(c, hallPath(attempt.id), attempt, hallQuery(choices, paper))

  const guest = await reader.becomeGuest()
  if (!guest.ok) return c.var.fail(guest.error)
  const running = await runningAttempts(reader.api, paper.slug)
  if (!running.ok) return c.var.fail(running.error)
  const same = running.value.find((attempt) => isSameStart(attempt, choices.mode))
  if (same) return toHall(same)
  if (running.value.length > 0 && !restart)
    return c.render(
      <ResumePage
        page={page}
        exam={exam}
        paper={paper}
        running={running.value}
        typed={form.value}
      />,
    )

  const started = await startAttempt(reader.api, {
    id: crypto.randomUUID(),
    test: paper.slug,
    mode: choices.mode,
    locale: choices.language,
    extraTime: choices.extraTime,
    useFreeTest,
  })
  if (started.ok) {
    // It may have used the free premium test.
    if (paper.access === 'premium') reader.expectUserChange()
    return toHall(started.value)
  }
  const reason = premiumReasonOf(started.error)
  return reason === null ? c.var.fail(started.error) : renderForm({ kind: reason }, 403)
})

/** The entitlement as far as the session knows it. Whether a plan covers the paper is decided by
 *  the product API when the test is started. */
function entitlementBeforeStart({ user }: Reader, { access }: Paper): Entitlement {
  if (access === 'free') return { kind: 'open' }
  if (!user) return { kind: 'sign-in' }
  return user.isPremium || user.freeTestTaken ? { kind: 'open' } : { kind: 'maybe-free' }
}

function examOf(c: Context<AppEnv>): Exam | undefined {
  const exam = findExam(c.req.param('sgt') ?? '')
  return exam?.state === c.req.param('state') ? exam : undefined
}

async function findPaper(
  c: Context<AppEnv>,
): Promise<{ exam: Exam; paper: Paper } | { response: Response | Promise<Response> }> {
  const exam = examOf(c)
  if (!exam) return { response: c.notFound() }
  const slug = c.req.param('slug') ?? ''
  const found = await paperBySlug(c.var.api, exam, slug, c.var.page.locale)
  if (!found.ok) return { response: c.var.fail(found.error) }
  return found.value ? { exam, paper: found.value } : { response: c.notFound() }
}
