import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { findExam, type Exam } from '../../../domain/exams.ts'
import { ok } from '../../../domain/result.ts'
import { runningAttempts } from '../../api-client/attempts.ts'
import { grandTests, paperBySlug, papersOfExam } from '../../api-client/papers.ts'
import { isLocale } from '../../../domain/locale.ts'
import { cached } from '../../middleware/page-cache.ts'
import { submitPaperForm } from './form-submission.ts'
import { PrintPage } from './print-page.tsx'
import { SheetPage } from './sheet-page.tsx'
import { TestPage } from './test-page.tsx'

export const test = new Hono<AppEnv>()

test.get('/grand-tests/:name{model-paper_.+}', cached(), async (c) => {
  const slug = c.req.param('name').slice('model-paper_'.length)
  const found = await grandTests(c.var.api, c.var.page.locale)
  if (!found.ok) return c.var.fail(found.error)
  const grandTest = found.value.find((paper) => paper.slug === slug)
  return testPage(c, grandTest && findExam(grandTest.exam), slug)
})

/** Mounted last, because it matches every path of three segments. */
export const anyTest = new Hono<AppEnv>()

anyTest.get('/:state/:sgt/:slug', cached(), (c) => {
  const { state, sgt, slug } = c.req.param()
  const exam = findExam(sgt)
  return testPage(c, exam?.state === state ? exam : undefined, slug)
})

/** Submits the paper as a plain form. */
anyTest.post('/:state/:sgt/:slug', async (c) => {
  const { state, sgt, slug } = c.req.param()
  const exam = findExam(sgt)
  if (exam?.state !== state) return c.notFound()
  const found = await paperBySlug(c.var.api, exam, slug, c.var.page.locale)
  if (!found.ok) return c.var.fail(found.error)
  return found.value?.questions ? submitPaperForm(c, found.value) : c.notFound()
})

/** Scores a printed answer sheet of a paper. */
anyTest.get('/:state/:sgt/:slug/sheet', cached(), async (c) => {
  const { state, sgt, slug } = c.req.param()
  const { api, page } = c.var
  const exam = findExam(sgt)
  if (exam?.state !== state) return c.notFound()
  const found = await paperBySlug(api, exam, slug, page.locale)
  if (!found.ok) return c.var.fail(found.error)
  const questions = found.value?.questions
  if (!found.value || !questions) return c.notFound()
  return c.render(<SheetPage page={page} exam={exam} paper={found.value} questions={questions} />)
})

/** A paper for printing on A4, with the language of `?beside=` next to the first. */
anyTest.get('/:state/:sgt/:slug/print', cached({ vary: ['beside'] }), async (c) => {
  const { state, sgt, slug } = c.req.param()
  const { api, page } = c.var
  const exam = findExam(sgt)
  if (exam?.state !== state) return c.notFound()
  const requested = c.req.query('beside')
  const second = isLocale(requested) && requested !== page.locale ? requested : null
  const [first, beside] = await Promise.all([
    paperBySlug(api, exam, slug, page.locale),
    second && paperBySlug(api, exam, slug, second),
  ])
  if (!first.ok) return c.var.fail(first.error)
  if (!first.value?.questions) return c.notFound()
  if (beside && !beside.ok) return c.var.fail(beside.error)
  return c.render(
    <PrintPage page={page} exam={exam} paper={first.value} second={beside?.value ?? null} />,
    { layout: 'plain' },
  )
})

/** The page of one test. The list of other papers is deferred. */
async function testPage(c: Context<AppEnv>, exam: Exam | undefined, slug: string) {
  if (!exam) return c.notFound()
  const { api, page, reader } = c.var
  const othersPromise = papersOfExam(api, exam, page.locale)
  const [found, running] = await Promise.all([
    paperBySlug(api, exam, slug, page.locale),
    // Not for guests: reading their data would make this page private. They can resume at the
    // start.
    reader.user ? runningAttempts(reader.api, slug) : ok([]),
  ])
  if (!found.ok) return c.var.fail(found.error)
  if (!found.value) return c.notFound()
  const others = await c.var.defer(
    othersPromise.then((papers) =>
      papers.ok ? papers.value.filter((other) => other.slug !== slug) : [],
    ),
  )
  return c.render(
    <TestPage
      page={page}
      exam={exam}
      paper={found.value}
      running={running.ok ? running.value : []}
      others={others}
    />,
  )
}
