import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { quizAnswersIn } from '../../../domain/study/flash-deck.ts'
import { affairsOf, latestAffairs } from '../../api-client/pages.ts'
import { markQuiz, quizOf } from '../../api-client/study.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { AffairsDayPage } from './affairs-day-page.tsx'
import { CurrentAffairsPage } from './current-affairs-page.tsx'
import { MarkedQuiz, Quiz } from './quiz.tsx'

export const currentAffairs = new Hono<AppEnv>()

const day = '/current-affairs/:date{\\d{4}-\\d{2}-\\d{2}}'

currentAffairs.get('/current-affairs', async (c) => {
  const affairs = await latestAffairs(c.var.ask, c.var.page.locale, dayInIndia(new Date()), 60)
  if (!affairs.ok) return explain(c, affairs.error)
  return c.render(<CurrentAffairsPage place={c.var.page} affairs={affairs.value} />)
})

currentAffairs.get(day, (c) => onDay(c, c.req.param('date'), null))

/** The quiz of the day, marked at once. What cannot be marked now comes back as it was filled in. */
currentAffairs.post(day, async (c) => {
  const { ask, page: place } = c.var
  const date = c.req.param('date')
  const answers = quizAnswersIn(await formOf(c))
  const marked = await markQuiz(ask, place.locale, date, answers)
  c.header('cache-control', 'no-store')
  return onDay(c, date, marked.ok ? { marked: marked.value } : { kept: answers })
})

type Answered =
  | { marked: Parameters<typeof MarkedQuiz>[0]['questions'] }
  | { kept: Parameters<typeof Quiz>[0]['kept'] }

async function onDay(c: Context<AppEnv>, date: string, answered: Answered | null) {
  const { ask, page: place, brand } = c.var
  const [entries, found] = await Promise.all([
    affairsOf(ask, place.locale, date),
    quizOf(ask, place.locale, date),
  ])
  if (!entries.ok) return explain(c, entries.error)
  if (entries.value.length === 0) return c.notFound()
  // A day can do without its quiz.
  const questions = found.ok ? found.value : []
  const quiz =
    answered && 'marked' in answered ? (
      <MarkedQuiz place={place} questions={answered.marked} />
    ) : questions.length > 0 ? (
      <Quiz place={place} questions={questions} kept={answered?.kept ?? null} />
    ) : null
  return c.render(
    <AffairsDayPage place={place} brand={brand} date={date} entries={entries.value} quiz={quiz} />,
  )
}
