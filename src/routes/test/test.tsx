import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { findExam, type Exam } from '../../../domain/exams.ts'
import { ok } from '../../../domain/result.ts'
import { runningAttempts } from '../../api-client/attempts.ts'
import { grandTests, paperBySlug, papersOf } from '../../api-client/papers.ts'
import { isLocale } from '../../../domain/locale.ts'
import { submitForm } from './form-submission.ts'
import { PrintPage } from './print-page.tsx'
import { TestPage } from './test-page.tsx'

export const test = new Hono<AppEnv>()

test.get('/grand-tests/:name{model-paper_.+}', async (c) => {
  const slug = c.req.param('name').slice('model-paper_'.length)
  const found = await grandTests(c.var.ask, c.var.page.locale)
  if (!found.ok) return explain(c, found.error)
  const grandTest = found.value.find((paper) => paper.slug === slug)
  return onePaper(c, grandTest && findExam(grandTest.exam), slug)
})

/** Mounted last: its three parts would swallow every other path of three parts. */
export const anyTest = new Hono<AppEnv>()

anyTest.get('/:state/:sgt/:slug', (c) => {
  const { state, sgt, slug } = c.req.param()
  const exam = findExam(sgt)
  return onePaper(c, exam?.state === state ? exam : undefined, slug)
})

/** The paper as a form, filled in. */
anyTest.post('/:state/:sgt/:slug', async (c) => {
  const { state, sgt, slug } = c.req.param()
  const exam = findExam(sgt)
  if (exam?.state !== state) return c.notFound()
  const found = await paperBySlug(c.var.ask, exam, slug, c.var.page.locale)
  if (!found.ok) return explain(c, found.error)
  return found.value?.questions ? submitForm(c, found.value) : c.notFound()
})

/** A paper as it goes onto sheets of A4; `beside` puts a second language next to the first. */
anyTest.get('/:state/:sgt/:slug/print', async (c) => {
  const { state, sgt, slug } = c.req.param()
  const { ask, page: place } = c.var
  const exam = findExam(sgt)
  if (exam?.state !== state) return c.notFound()
  const asked = c.req.query('beside')
  const second = isLocale(asked) && asked !== place.locale ? asked : null
  const [first, beside] = await Promise.all([
    paperBySlug(ask, exam, slug, place.locale),
    second && paperBySlug(ask, exam, slug, second),
  ])
  if (!first.ok) return explain(c, first.error)
  if (!first.value?.questions) return c.notFound()
  if (beside && !beside.ok) return explain(c, beside.error)
  return c.render(
    <PrintPage place={place} exam={exam} paper={first.value} beside={beside?.value ?? null} />,
    { layout: 'plain' },
  )
})

/** The page of one test: what it is, and its questions if anybody may take it. Other papers may come late. */
async function onePaper(c: Context<AppEnv>, exam: Exam | undefined, slug: string) {
  if (!exam) return c.notFound()
  const { ask, page: place, reader } = c.var
  const othersLater = papersOf(ask, exam, place.locale)
  const [found, running] = await Promise.all([
    paperBySlug(ask, exam, slug, place.locale),
    // A visitor's page is the same for all; one who was here before is offered to resume at the start.
    reader.user ? runningAttempts(reader.call, slug) : ok([]),
  ])
  if (!found.ok) return explain(c, found.error)
  if (!found.value) return c.notFound()
  const others = await c.var.late(
    othersLater.then((papers) =>
      papers.ok ? papers.value.filter((other) => other.slug !== slug) : [],
    ),
  )
  return c.render(
    <TestPage
      place={place}
      exam={exam}
      paper={found.value}
      // That they cannot be asked for shuts nobody out of the paper.
      running={running.ok ? running.value : []}
      others={others}
    />,
  )
}
