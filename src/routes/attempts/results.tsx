import { attemptResultPath, questionAnchor } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import type { FormFields } from '../../../http/request-body.ts'
import type { AppEnv } from '../../app-env.ts'
import { sentParameter } from '../../respond/attempt-address.ts'
import { formFields } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { reportForm } from '../../../domain/question-report.ts'
import { ok } from '../../../domain/result.ts'
import {
  parseRetry,
  solutionsQuery,
  parseSolutionsView,
} from '../../../domain/attempt/solutions.ts'
import { isRetryable } from '../../../domain/attempt/attempt-result.ts'
import { isRefusal } from '../../api-client/errors.ts'
import { sendReport } from '../../api-client/question-reports.ts'
import { attemptPaper, ownAttempts } from '../../api-client/results.ts'
import { scoreCardSvg } from '../../ui/score-card.ts'
import { messagesFor } from '../../ui/messages.ts'
import { accessFromAddress, accessParameter } from './attempt-access.ts'
import { AttemptsPage } from './attempts-page.tsx'
import { attemptUnavailable } from './attempt-unavailable.tsx'
import { RetryPage } from './retry-page.tsx'
import { loadResult, loadSolutions } from './result-data.tsx'
import { ResultPage } from './result-page.tsx'
import { AttemptPrintPage, KeySheetPage } from './result-print-pages.tsx'

/** Results: the reader's attempts, their results and solutions, retrying wrong questions, reports
 *  of questions, print pages. */
export const results = new Hono<AppEnv>()

const attempt = '/attempts/:id{[0-9a-f]{8}-[0-9a-f-]{27}}'

const attemptsPerPage = 20
const maxUnfinished = 50

results.get('/attempts', async (c) => {
  const { reader, page } = c.var
  const pageNumber = Math.max(1, Math.trunc(Number(c.req.query('page'))) || 1)
  const none = ok({ attempts: [], pages: 1 })
  const [running, submitted] = await Promise.all([
    reader.isIdentified && pageNumber === 1
      ? ownAttempts(reader.api, 'unfinished', 1, maxUnfinished)
      : none,
    reader.isIdentified ? ownAttempts(reader.api, 'submitted', pageNumber, attemptsPerPage) : none,
  ])
  if (!running.ok) return c.var.fail(running.error)
  if (!submitted.ok) return c.var.fail(submitted.error)
  return c.render(
    <AttemptsPage
      page={page}
      isMember={reader.user !== null}
      running={running.value.attempts}
      submitted={submitted.value.attempts}
      pageNumber={pageNumber}
      pageCount={submitted.value.pages}
    />,
  )
})

results.get(`${attempt}/result`, async (c) => {
  const { page } = c.var
  const redirect = await accessFromAddress(c, c.req.param('id'))
  if (redirect) return redirect
  const asked = parseSolutionsView((name) => c.req.query(name))
  // Without cookies, the links to other pages of solutions do not open.
  const view = c.req.query(accessParameter) ? { ...asked, page: 'all' as const } : asked
  const found = await loadSolutions(c, view.in ?? page.locale)
  if ('response' in found) return found.response
  const number = (name: string) => Number(c.req.query(name)) || null
  return c.render(
    <ResultPage
      {...found}
      page={page}
      view={view}
      reportedNumber={number('reported')}
      keptNumber={number('kept')}
      rejectedNumber={number('refused')}
      vapidKey={c.var.config.VAPID_PUBLIC_KEY}
      sent={c.req.query(sentParameter)}
    />,
  )
})

/** Sends a report of a question and redirects back to the question, which confirms it. */
results.post(`${attempt}/report`, async (c) => {
  const { reader, page } = c.var
  const id = c.req.param('id')
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const number = Math.trunc(Number(form.value.number)) || 1
  const report = v.safeParse(reportForm, form.value)
  const sent = report.success ? await sendReport(reader.api, id, report.output) : null
  if (sent && !sent.ok && !isRefusal(sent.error)) return c.var.fail(sent.error)
  const back = new URLSearchParams(form.value.back)
  const query = new URLSearchParams(
    solutionsQuery(parseSolutionsView((name) => back.get(name) ?? undefined)),
  )
  query.set(sent?.ok ? 'reported' : 'refused', String(number))
  const path = localizedPath(attemptResultPath(id), page.locale)
  return c.redirect(`${page.origin}${path}?${query}#${questionAnchor(number)}`, 303)
})

results.get(`${attempt}/again`, (c) => retryPage(c, {}))

/** Marks the chosen options. Nothing is stored. */
results.post(`${attempt}/again`, async (c) => {
  const form = await formFields(c)
  return form.ok ? retryPage(c, form.value) : c.var.fail(form.error)
})

async function retryPage(c: Context<AppEnv>, typed: FormFields) {
  const { page } = c.var
  const found = await loadSolutions(c, page.locale)
  if ('response' in found) return found.response
  const solutions = found.solutions.filter(({ result }) => isRetryable(result))
  return c.render(
    <RetryPage
      page={page}
      attempt={found.result.attempt}
      solutions={solutions}
      retry={parseRetry(
        typed,
        solutions.map(({ question }) => question),
      )}
    />,
  )
}

results.get(`${attempt}/card.svg`, async (c) => {
  const { page, brand } = c.var
  const found = await loadResult(c)
  if ('response' in found) return found.response
  const { attempt, score, maximum, counts } = found.result
  const title = bestTextOf(attempt.title, page.locale) ?? {
    locale: page.locale,
    text: attempt.test,
  }
  const card = scoreCardSvg(
    { title, score, maximum, counts },
    brand.name[page.locale],
    page.locale,
    messagesFor(page.locale),
  )
  return c.body(card, 200, { 'content-type': 'image/svg+xml; charset=utf-8' })
})

/** The paper of an attempt for A4. Unlike /print of a paper, it also exists for premium papers. */
results.get(`${attempt}/print`, async (c) => {
  const { page, reader } = c.var
  const paper = await attemptPaper(reader.api, c.req.param('id'))
  if (!paper.ok) return attemptUnavailable(c, paper.error)
  return c.render(
    <AttemptPrintPage
      page={page}
      attemptId={c.req.param('id')}
      paper={paper.value}
      second={c.req.query('beside')}
    />,
    { layout: 'plain' },
  )
})

results.get(`${attempt}/key-sheet`, async (c) => {
  const found = await loadResult(c)
  if ('response' in found) return found.response
  return c.render(<KeySheetPage page={c.var.page} {...found} />, { layout: 'plain' })
})
