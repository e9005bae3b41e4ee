import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { patternYears, type Exam } from '../../../domain/exams.ts'
import { findExam } from '../../exams.ts'
import { failed, ok } from '../../../domain/result.ts'
import { grandTests, papersOfExam } from '../../api-client/papers.ts'
import { patternOfExam } from '../../api-client/patterns.ts'
import { cached } from '../../middleware/page-cache.ts'
import { notFoundFailure } from '../../respond/page-in-parts.ts'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { ExamPage, FirstQuestion, PaperSections } from './exam-page.tsx'
import { GrandTestsPage } from './grand-tests-page.tsx'
import { PapersOfKind, PapersOrNote, PapersPage } from './papers-page.tsx'
import { papersOfKind } from './paper-sections.ts'

export const papers = new Hono<AppEnv>()

papers.get('/grand-tests', cached(), (c) => {
  const { api, page } = c.var
  return c.var.renderParts({
    known: {},
    frame: () => <GrandTestsPage page={page} />,
    load: async () => {
      const found = await grandTests(api, page.locale)
      if (!found.ok) return found
      return ok({ facts: {}, parts: { papers: <PapersOrNote page={page} papers={found.value} /> } })
    },
  })
})

papers.get('/pdo-1-subject', cached(), (c) =>
  papersPage(c, findExam('pdo-paper-1'), 'subject-papers', null),
)
papers.get('/pdo-2-subject', cached(), (c) =>
  papersPage(c, findExam('pdo-paper-2'), 'subject-papers', null),
)

papers.get('/:exam', cached({ vary: ['q'] }), (c) => {
  const exam = findExam(c.req.param('exam'))
  if (!exam) return c.notFound()
  const { api, page } = c.var
  const query = (c.req.query('q') ?? '').slice(0, 80)
  return c.var.renderParts({
    known: {},
    frame: () => <ExamPage page={page} exam={exam} />,
    load: async () => {
      const found = await papersOfExam(api, exam, page.locale)
      if (!found.ok) return found
      const of = { page, exam, papers: found.value }
      const parts = {
        first: <FirstQuestion {...of} />,
        papers: <PaperSections {...{ ...of, query }} />,
      }
      return ok({ facts: {}, parts })
    },
    optional: {
      pattern: async () => {
        const sheet = await patternOfExam(api, exam.slug, page.locale)
        return sheet.ok && sheet.value && <PatternTable page={page} sheet={sheet.value} />
      },
    },
  })
})

papers.get('/:exam/model-paper', cached(), (c) =>
  papersPage(c, findExam(c.req.param('exam')), 'model-paper', null),
)

papers.get('/:exam/previous-papers', cached(), (c) =>
  papersPage(c, findExam(c.req.param('exam')), 'previous-papers', null),
)

papers.get('/:exam/:section{previous-papers_\\d{4}}', cached(), (c) => {
  const year = Number(c.req.param('section').slice(-4))
  return papersPage(c, findExam(c.req.param('exam')), 'previous-papers', year)
})

/** The page of one kind of an exam's papers. Exams with all papers on one page have none. */
function papersPage(
  c: Context<AppEnv>,
  exam: Exam | undefined,
  kind: 'model-paper' | 'previous-papers' | 'subject-papers',
  year: number | null,
) {
  if (!exam || exam.hasPapersOnOnePage) return c.notFound()
  const { api, page } = c.var
  const of = { page, exam, kind, year }
  // A year of the specification has a page; another one where a paper is of it.
  const isKnown = year === null || patternYears.some((one) => one === year)
  return c.var.renderParts({
    known: isKnown ? {} : null,
    frame: () => <PapersPage {...of} />,
    load: async () => {
      const found = await papersOfExam(api, exam, page.locale)
      if (!found.ok) return found
      const ofKind = papersOfKind(found.value, kind)
      if (!isKnown && !ofKind.some((paper) => paper.year === year)) return failed(notFoundFailure)
      return ok({ facts: {}, parts: { papers: <PapersOfKind {...of} ofKind={ofKind} /> } })
    },
  })
}
