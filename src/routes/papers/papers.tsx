import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { findExam, patternYears, type Exam } from '../../../domain/exams.ts'
import { grandTests, papersOfExam } from '../../api-client/papers.ts'
import { patternOfExam } from '../../api-client/patterns.ts'
import { cached } from '../../middleware/page-cache.ts'
import { ExamPage } from './exam-page.tsx'
import { GrandTestsPage } from './grand-tests-page.tsx'
import { PapersPage } from './papers-page.tsx'
import { papersOfKind } from './paper-sections.ts'

export const papers = new Hono<AppEnv>()

papers.get('/grand-tests', cached(), async (c) => {
  const found = await grandTests(c.var.api, c.var.page.locale)
  if (!found.ok) return c.var.fail(found.error)
  return c.render(<GrandTestsPage page={c.var.page} papers={found.value} />)
})

papers.get('/pdo-1-subject', cached(), (c) =>
  papersPage(c, findExam('pdo-paper-1'), 'subject-papers', null),
)
papers.get('/pdo-2-subject', cached(), (c) =>
  papersPage(c, findExam('pdo-paper-2'), 'subject-papers', null),
)

papers.get('/:exam', cached({ vary: ['q'] }), async (c) => {
  const exam = findExam(c.req.param('exam'))
  if (!exam) return c.notFound()
  const { api, page } = c.var
  const patternPromise = patternOfExam(api, exam.slug, page.locale)
  const found = await papersOfExam(api, exam, page.locale)
  if (!found.ok) return c.var.fail(found.error)
  const pattern = await c.var.defer(patternPromise.then((sheet) => (sheet.ok ? sheet.value : null)))
  const typed = (c.req.query('q') ?? '').slice(0, 80)
  return c.render(
    <ExamPage page={page} exam={exam} papers={found.value} query={typed} pattern={pattern} />,
  )
})

papers.get('/:exam/model-paper', cached(), (c) =>
  papersPage(c, findExam(c.req.param('exam')), 'model-paper', null),
)

papers.get('/:exam/previous-papers', cached(), (c) =>
  papersPage(c, findExam(c.req.param('exam')), 'previous-papers', null),
)

papers.get('/:exam/:section{previous-papers_\\d{4}}', cached(), (c) => {
  const year = patternYears.find((year) => c.req.param('section').endsWith(`_${year}`))
  if (!year) return c.notFound()
  return papersPage(c, findExam(c.req.param('exam')), 'previous-papers', year)
})

/** The page of one kind of an exam's papers. Exams with all papers on one page have none. */
async function papersPage(
  c: Context<AppEnv>,
  exam: Exam | undefined,
  kind: 'model-paper' | 'previous-papers' | 'subject-papers',
  year: number | null,
) {
  if (!exam || exam.hasPapersOnOnePage) return c.notFound()
  const found = await papersOfExam(c.var.api, exam, c.var.page.locale)
  if (!found.ok) return c.var.fail(found.error)
  const ofKind = papersOfKind(found.value, kind)
  const shown = year === null ? ofKind : ofKind.filter((paper) => paper.year === year)
  return c.render(
    <PapersPage
      page={c.var.page}
      exam={exam}
      kind={kind}
      year={year}
      papers={shown}
      others={ofKind}
    />,
  )
}
