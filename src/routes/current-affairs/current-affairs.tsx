import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { parseQuizAnswers } from '../../../domain/study/flash-deck.ts'
import { affairsByDate, latestAffairs } from '../../api-client/pages.ts'
import { markQuiz, quizByDate } from '../../api-client/study.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { AffairsDayPage } from './affairs-day-page.tsx'
import { CurrentAffairsPage } from './current-affairs-page.tsx'
import { QuizResult, QuizForm } from './quiz.tsx'

export const currentAffairs = new Hono<AppEnv>()

const day = '/current-affairs/:date{\\d{4}-\\d{2}-\\d{2}}'

currentAffairs.get('/current-affairs', cached(), async (c) => {
  const today = dayInIndia(new Date())
  const affairs = await latestAffairs(c.var.api, c.var.page.locale, today, 60)
  if (!affairs.ok) return c.var.fail(affairs.error)
  return c.render(<CurrentAffairsPage page={c.var.page} affairs={affairs.value} today={today} />)
})

currentAffairs.get(day, cached(), (c) => dayPage(c, c.req.param('date'), null))

/** Marks the quiz of a day. If that fails, the form is shown again with the chosen options. */
currentAffairs.post(day, async (c) => {
  const { api, page } = c.var
  const date = c.req.param('date')
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const answers = parseQuizAnswers(form.value)
  const marked = await markQuiz(api, page.locale, date, answers)
  return dayPage(c, date, marked.ok ? { marked: marked.value } : { unmarked: answers })
})

type SubmittedQuiz =
  | { marked: Parameters<typeof QuizResult>[0]['questions'] }
  | { unmarked: Parameters<typeof QuizForm>[0]['answers'] }

async function dayPage(c: Context<AppEnv>, date: string, submitted: SubmittedQuiz | null) {
  const { api, page, brand } = c.var
  const [entries, found] = await Promise.all([
    affairsByDate(api, page.locale, date),
    quizByDate(api, page.locale, date),
  ])
  if (!entries.ok) return c.var.fail(entries.error)
  if (entries.value.length === 0) return c.notFound()
  // The page is shown without the quiz if it cannot be loaded.
  const questions = found.ok ? found.value : []
  const quiz =
    submitted && 'marked' in submitted ? (
      <QuizResult page={page} questions={submitted.marked} />
    ) : questions.length > 0 ? (
      <QuizForm page={page} questions={questions} answers={submitted?.unmarked ?? null} />
    ) : null
  return c.render(
    <AffairsDayPage page={page} brand={brand} date={date} entries={entries.value} quiz={quiz} />,
  )
}
