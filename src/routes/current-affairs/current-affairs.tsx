import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { parseQuizAnswers } from '../../../domain/study/flash-deck.ts'
import { affairsByDate, latestAffairs } from '../../api-client/pages.ts'
import { markQuiz, quizByDate } from '../../api-client/study.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { AffairsDayPage } from './affairs-day-page.tsx'
import { CurrentAffairsPage } from './current-affairs-page.tsx'
import { QuizResult, QuizForm } from './quiz.tsx'

export const currentAffairs = new Hono<AppEnv>()

const day = '/current-affairs/:date{\\d{4}-\\d{2}-\\d{2}}'

currentAffairs.get('/current-affairs', cached(), async (c) => {
  const affairs = await latestAffairs(c.var.api, c.var.page.locale, dayInIndia(new Date()), 60)
  if (!affairs.ok) return c.var.fail(affairs.error)
  return c.render(<CurrentAffairsPage page={c.var.page} affairs={affairs.value} />)
})

currentAffairs.get(day, cached(), (c) => dayPage(c, c.req.param('date'), null))

/** The quiz of the day, marked at once. If that fails, the form comes back as it was filled in. */
currentAffairs.post(day, async (c) => {
  const { api, page } = c.var
  const date = c.req.param('date')
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const answers = parseQuizAnswers(form.value)
  const marked = await markQuiz(api, page.locale, date, answers)
  c.header('cache-control', 'no-store')
  return dayPage(c, date, marked.ok ? { marked: marked.value } : { kept: answers })
})

type Answered =
  | { marked: Parameters<typeof QuizResult>[0]['questions'] }
  | { kept: Parameters<typeof QuizForm>[0]['answers'] }

async function dayPage(c: Context<AppEnv>, date: string, answered: Answered | null) {
  const { api, page, brand } = c.var
  const [entries, found] = await Promise.all([
    affairsByDate(api, page.locale, date),
    quizByDate(api, page.locale, date),
  ])
  if (!entries.ok) return c.var.fail(entries.error)
  if (entries.value.length === 0) return c.notFound()
  // A day is shown without its quiz where that cannot be fetched.
  const questions = found.ok ? found.value : []
  const quiz =
    answered && 'marked' in answered ? (
      <QuizResult page={page} questions={answered.marked} />
    ) : questions.length > 0 ? (
      <QuizForm page={page} questions={questions} answers={answered?.kept ?? null} />
    ) : null
  return c.render(
    <AffairsDayPage page={page} brand={brand} date={date} entries={entries.value} quiz={quiz} />,
  )
}
