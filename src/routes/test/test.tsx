import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import type { Attempt } from '../../../domain/attempt/attempt.ts'
import type { Exam } from '../../../domain/exams.ts'
import { findExam } from '../../exams.ts'
import { runningAttempts } from '../../api-client/attempts.ts'
import { examOfGrandTest } from '../../api-client/known-content.ts'
import { grandTests, paperBySlug, papersOfExam } from '../../api-client/papers.ts'
import { isLocale } from '../../../domain/locale.ts'
import { cached } from '../../middleware/page-cache.ts'
import { notFoundFailure } from '../../respond/page-in-parts.ts'
import { failed, ok } from '../../../domain/result.ts'
import { paperFormFields, submitPaperForm } from './form-submission.ts'
import { lockOf, ownLockOf } from './lock-facts.ts'
import { paperPage } from './paper-page.ts'
import { PremiumLock } from './premium-lock.tsx'
import { PrintablePaper, PrintPage } from './print-page.tsx'
import { SheetForm, SheetPage } from './sheet-page.tsx'
import { OtherPapers, StartLinks, TestContent, TestPage } from './test-page.tsx'

export const test = new Hono<AppEnv>()

test.get('/grand-tests/:name{model-paper_.+}', cached(), async (c) => {
  const slug = c.req.param('name').slice('model-paper_'.length)
  const { api, page } = c.var
  const known = await examOfGrandTest(api, slug)
  if (known !== null) return testPage(c, findExam(known), slug)
  const found = await grandTests(api, page.locale)
  if (!found.ok) return c.var.fail(found.error)
  const grandTest = found.value.find((paper) => paper.slug === slug)
  return testPage(c, grandTest && findExam(grandTest.exam), slug)
})

/** Mounted last, because it matches every path of three segments. */
export const anyTest = new Hono<AppEnv>()

anyTest.get('/:state/:sgt/:slug', cached(), (c) => {
  const { state, sgt, slug } = c.req.param()
  return testPage(c, examIn(state, sgt), slug)
})

/** Submits the paper as a plain form. */
anyTest.post('/:state/:sgt/:slug', async (c) => {
  const { state, sgt, slug } = c.req.param()
  const exam = examIn(state, sgt)
  if (!exam) return c.notFound()
  const form = await paperFormFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const found = await paperBySlug(c.var.api, exam, slug, c.var.page.locale)
  if (!found.ok) return c.var.fail(found.error)
  return found.value?.questions ? submitPaperForm(c, found.value, form.value) : c.notFound()
})

/** Scores a printed answer sheet of a paper. */
anyTest.get('/:state/:sgt/:slug/sheet', cached(), (c) => {
  const { state, sgt, slug } = c.req.param()
  return paperPage(c, examIn(state, sgt), slug, {
    frame: (exam, { title, locale }) => (
      <SheetPage page={c.var.page} exam={exam} slug={slug} title={title} textLocale={locale} />
    ),
    parts: (exam, paper) => {
      const { questions } = paper
      if (!questions) return failed(notFoundFailure)
      return ok({ form: <SheetForm page={c.var.page} {...{ exam, paper, questions }} /> })
    },
  })
})

/** A paper for printing on A4, with the language of `?beside=` next to the first. */
anyTest.get('/:state/:sgt/:slug/print', cached({ vary: ['beside'] }), (c) => {
  const { state, sgt, slug } = c.req.param()
  const { api, page } = c.var
  const requested = c.req.query('beside')
  const second = isLocale(requested) && requested !== page.locale ? requested : null
  return paperPage(c, examIn(state, sgt), slug, {
    layout: 'plain',
    frame: (exam, facts) => <PrintPage page={page} exam={exam} facts={facts} />,
    parts: async (exam, paper) => {
      if (!paper.questions) return failed(notFoundFailure)
      const beside = second ? await paperBySlug(api, exam, slug, second) : ok(null)
      if (!beside.ok) return beside
      const languages = { paper, second: beside.value }
      return ok({ paper: <PrintablePaper page={page} exam={exam} {...languages} /> })
    },
  })
})

const examIn = (state: string, slug: string) => {
  const exam = findExam(slug)
  return exam?.state === state ? exam : undefined
}

/** The page of one test. */
function testPage(c: Context<AppEnv>, exam: Exam | undefined, slug: string) {
  const { api, page, reader } = c.var
  const startLinks = (exam: Exam, running: readonly Attempt[]) => (
    <StartLinks {...{ page, exam, slug, running }} />
  )
  return paperPage(c, exam, slug, {
    frame: (exam, facts) => <TestPage page={page} exam={exam} slug={slug} facts={facts} />,
    parts: async (exam, paper) => {
      const content = <TestContent page={page} exam={exam} paper={paper} />
      const lock = paper.questions ? null : await lockOf(c, exam, slug)
      return ok({
        start: startLinks(exam, []),
        paper: content,
        lock: lock && <PremiumLock page={page} exam={exam} lock={lock} />,
      })
    },
    optional: (exam) => ({
      others: async () => {
        const papers = await papersOfExam(api, exam, page.locale)
        const others = papers.ok ? papers.value.filter((other) => other.slug !== slug) : []
        return <OtherPapers page={page} papers={others} />
      },
    }),
    // Not for guests: reading their data would make this page private. They can resume at the
    // start.
    own: (exam) => ({
      start: async () => {
        const running = await runningAttempts(reader.api, slug)
        return startLinks(exam, running.ok ? running.value : [])
      },
      lock: async () => {
        const found = await paperBySlug(api, exam, slug, page.locale)
        if (!found.ok || found.value?.questions !== null) return null
        const lock = await ownLockOf(c, exam, slug)
        return <PremiumLock page={page} exam={exam} lock={lock} />
      },
    }),
  })
}
