import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import { reportForm } from '../../../domain/question-report.ts'
import { ok } from '../../../domain/result.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import { anotherTryIn, queryOf, viewIn } from '../../../domain/attempt/solutions.ts'
import { isWorthAnotherTry, resultPathOf } from '../../../domain/attempt/attempt-result.ts'
import { sendReport } from '../../api-client/question-reports.ts'
import { frozenPaperOf, ownAttempts } from '../../api-client/results.ts'
import { scoreCard } from '../../ui/score-card.ts'
import { wordsIn } from '../../ui/words.ts'
import { AttemptsPage } from './attempts-page.tsx'
import { strange } from './strange.tsx'
import { AgainPage } from './result-again-page.tsx'
import { marked, solved } from './result-data.tsx'
import { ResultPage } from './result-page.tsx'
import { AttemptPrintPage, KeySheetPage } from './result-print-pages.tsx'

/** What follows a test: one's attempts, their results and solutions, practice of what went wrong, and paper. */
export const results = new Hono<AppEnv>()

const attempt = '/attempts/:id{[0-9a-f]{8}-[0-9a-f-]{27}}'

const attemptsOnPage = 20
const mostUnfinished = 50

results.get('/attempts', async (c) => {
  const { reader, page: place } = c.var
  const page = Math.max(1, Math.trunc(Number(c.req.query('page'))) || 1)
  const none = ok({ attempts: [], pages: 1 })
  const [running, submitted] = await Promise.all([
    reader.isNamed && page === 1 ? ownAttempts(reader.call, 'unfinished', 1, mostUnfinished) : none,
    reader.isNamed ? ownAttempts(reader.call, 'submitted', page, attemptsOnPage) : none,
  ])
  if (!running.ok) return explain(c, running.error)
  if (!submitted.ok) return explain(c, submitted.error)
  return c.render(
    <AttemptsPage
      place={place}
      isMember={reader.user !== null}
      running={running.value.attempts}
      submitted={submitted.value.attempts}
      page={page}
      pages={submitted.value.pages}
    />,
  )
})

results.get(`${attempt}/result`, async (c) => {
  const { page: place } = c.var
  const view = viewIn((name) => c.req.query(name))
  const found = await solved(c, view.in ?? place.locale)
  if ('response' in found) return found.response
  const number = (name: string) => Number(c.req.query(name)) || null
  return c.render(
    <ResultPage
      {...found}
      place={place}
      view={view}
      reported={number('reported')}
      refused={number('refused')}
    />,
  )
})

/** What is wrong with a question; back to where it stands, with thanks. */
results.post(`${attempt}/report`, async (c) => {
  const { reader, page: place } = c.var
  const id = c.req.param('id')
  const typed = await formOf(c)
  const number = Math.trunc(Number(typed.number)) || 1
  const report = v.safeParse(reportForm, typed)
  const sent = report.success ? await sendReport(reader.call, id, report.output) : null
  if (sent && !sent.ok && !(sent.error.kind === 'refused' && sent.error.status < 500))
    return explain(c, sent.error)
  const back = new URLSearchParams(typed.back)
  const query = new URLSearchParams(queryOf(viewIn((name) => back.get(name) ?? undefined)))
  query.set(sent?.ok ? 'reported' : 'refused', String(number))
  const page = localizedPath(resultPathOf(id), place.locale)
  return c.redirect(`${place.origin}${page}?${query}#${questionAnchor(number)}`, 303)
})

results.get(`${attempt}/again`, (c) => again(c, {}))

/** Checks what was chosen. Nothing of it is kept. */
results.post(`${attempt}/again`, async (c) => again(c, await formOf(c)))

async function again(c: Context<AppEnv>, typed: Record<string, string>) {
  const { page: place } = c.var
  const found = await solved(c, place.locale)
  if ('response' in found) return found.response
  const solutions = found.solutions.filter(({ result }) => isWorthAnotherTry(result))
  return c.render(
    <AgainPage
      place={place}
      attempt={found.result.attempt}
      solutions={solutions}
      tried={anotherTryIn(
        typed,
        solutions.map(({ question }) => question),
      )}
    />,
  )
}

results.get(`${attempt}/card.svg`, async (c) => {
  const { page: place, brand } = c.var
  const found = await marked(c)
  if ('response' in found) return found.response
  const { attempt, score, maximum, counts } = found.result
  const title = bestOf(attempt.title, place.locale) ?? { locale: place.locale, text: attempt.test }
  const card = scoreCard(
    { title, score, maximum, counts },
    brand.name[place.locale],
    place.locale,
    wordsIn(place.locale),
  )
  return c.body(card, 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': privateNoStore,
  })
})

/** The paper of an attempt for A4: so papers that need a right are printed by those who have it. */
results.get(`${attempt}/print`, async (c) => {
  const { page: place, reader } = c.var
  const paper = await frozenPaperOf(reader.call, c.req.param('id'))
  if (!paper.ok) return strange(c, paper.error)
  return c.render(
    <AttemptPrintPage
      place={place}
      attemptId={c.req.param('id')}
      paper={paper.value}
      beside={c.req.query('beside')}
    />,
    { layout: 'plain' },
  )
})

results.get(`${attempt}/key-sheet`, async (c) => {
  const found = await marked(c)
  if ('response' in found) return found.response
  return c.render(<KeySheetPage place={c.var.page} {...found} />, { layout: 'plain' })
})
