import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { PatternFact, PatternSheet } from '../../../domain/pattern-sheet.ts'
import { ok } from '../../../domain/result.ts'
import type { Progress } from '../../../domain/study/progress.ts'
import { localizedPath } from '../../addresses/address.ts'
import { isNotFound } from '../../api-client/errors.ts'
import { patternOfExam } from '../../api-client/patterns.ts'
import {
  answerDrill,
  createDrill,
  ownDrill,
  ownProgress,
  setTarget,
} from '../../api-client/progress.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { DrillPage } from './drill-page.tsx'
import { ProgressPage } from './progress-page.tsx'
import type { TypedTarget } from './scores.tsx'

/** What the reader's papers, cards and plan amount to, and drills on what was missed. */
export const progress = new Hono<AppEnv>()

progress.get('/progress', (c) => progressPage(c, c.req.query('exam'), null))

progress.post('/progress/target', async (c) => {
  const { reader } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { exam = '', percent: text = '' } = form.value
  const typed = text.trim()
  const percent = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  if (typed !== '' && (percent < 1 || percent > 100)) {
    c.status(422)
    return progressPage(c, exam, { percent: text })
  }
  if (!reader.isIdentified || !isSlug(exam)) return c.redirect(address(c), 303)
  const stored = await setTarget(reader.api, exam, typed === '' ? null : percent)
  if (!stored.ok) return c.var.fail(stored.error)
  return c.redirect(`${address(c)}?exam=${exam}`, 303)
})

/** Makes a drill of what the reader missed in an exam, and opens it. */
progress.post('/progress/drill', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { exam = '' } = form.value
  if (!reader.isIdentified || !isSlug(exam)) return c.redirect(address(c), 303)
  const made = await createDrill(reader.api, exam, page.locale)
  if (made.ok) return c.redirect(`${address(c)}/drill/${made.value.id}`, 303)
  return isNotFound(made.error)
    ? c.redirect(`${address(c)}?exam=${exam}&missed=none`, 303)
    : c.var.fail(made.error)
})

const drill = '/progress/drill/:id{[0-9a-f]{8}-[0-9a-f-]{27}}'

progress.get(drill, async (c) => {
  const { reader, page } = c.var
  if (!reader.isIdentified) return c.notFound()
  const found = await ownDrill(reader.api, c.req.param('id'), page.locale)
  if (!found.ok) return isNotFound(found.error) ? c.notFound() : c.var.fail(found.error)
  return c.render(<DrillPage page={page} drill={found.value} />)
})

progress.post(drill, async (c) => {
  const { reader, page } = c.var
  const id = c.req.param('id')
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  if (!reader.isIdentified) return c.notFound()
  const chosen = Object.entries(form.value).filter(
    ([name, value]) => /^[A-Za-z0-9_-]{1,64}$/.test(name) && /^\d$/.test(value),
  )
  const answers = Object.fromEntries(chosen.map(([name, value]) => [name, Number(value)]))
  const marked = await answerDrill(reader.api, id, answers, page.locale)
  if (!marked.ok) return isNotFound(marked.error) ? c.notFound() : c.var.fail(marked.error)
  return c.redirect(`${address(c)}/drill/${id}`, 303)
})

const address = (c: Context<AppEnv>) => localizedPath('/progress', c.var.page.locale)

const isSlug = (text: string) => /^[a-z0-9-]{1,100}$/.test(text)

/** `typed`: a target that was not accepted. */
async function progressPage(c: Context<AppEnv>, exam: string | undefined, typed: TypedTarget) {
  const { reader, page, api } = c.var
  const wanted = exam !== undefined && isSlug(exam) ? exam : undefined
  const found = reader.isIdentified
    ? await ownProgress(reader.api, wanted, page.locale)
    : ok<Progress | null>(null)
  if (!found.ok) return c.var.fail(found.error)
  const own = found.value
  const { exam: shown = null, papers = [] } = own ?? {}
  const hasPassMark = papers.some(({ qualifying }) => qualifying !== null)
  const sheet =
    shown !== null && hasPassMark ? await patternOfExam(api, shown, page.locale) : ok(null)
  return c.render(
    <ProgressPage
      page={{ ...page, path: '/progress' }}
      progress={own}
      passFact={sheet.ok ? passFactOf(sheet.value) : null}
      typed={typed}
      isMember={reader.user !== null}
      isNothingMissed={c.req.query('missed') === 'none'}
    />,
  )
}

/** The verified source of an exam's pass mark; null: none. */
const passFactOf = (sheet: PatternSheet | null): PatternFact | null =>
  sheet?.stages
    .flatMap(({ facts }) => facts)
    .find(({ is, isVerified, isCurrent }) => is === 'qualifying' && isVerified && isCurrent) ?? null
