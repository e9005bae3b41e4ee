import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { parseQuizAnswers } from '../../../domain/study/flash-deck.ts'
import { failed, ok } from '../../../domain/result.ts'
import { knownDay } from '../../api-client/known-content.ts'
import { affairsByDate, latestAffairs } from '../../api-client/pages.ts'
import { markQuiz, quizByDate } from '../../api-client/study.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { notFoundFailure } from '../../respond/page-in-parts.ts'
import { AffairsDayPage, AffairsEntries } from './affairs-day-page.tsx'
import { AffairsOrNote, CurrentAffairsPage } from './current-affairs-page.tsx'
import { QuizResult, QuizForm } from './quiz.tsx'

export const currentAffairs = new Hono<AppEnv>()

const day = '/current-affairs/:date{\\d{4}-\\d{2}-\\d{2}}'

currentAffairs.get('/current-affairs', cached(), (c) => {
  const { api, page } = c.var
  const today = dayInIndia(new Date())
  return c.var.renderParts({
    known: {},
    frame: () => <CurrentAffairsPage page={page} today={today} />,
    load: async () => {
      const found = await latestAffairs(api, page.locale, today, 60)
      if (!found.ok) return found
      const affairs = <AffairsOrNote page={page} affairs={found.value} today={today} />
      return ok({ facts: {}, parts: { affairs } })
    },
  })
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
  const isMarked = submitted !== null && 'marked' in submitted
  return c.var.renderParts<{ description: string }>({
    known: submitted ? null : await knownDay(api, date, page.locale),
    frame: ({ description }) => <AffairsDayPage {...{ page, date, description, isMarked }} />,
    load: async () => {
      const found = await affairsByDate(api, page.locale, date)
      if (!found.ok) return found
      if (found.value.length === 0) return failed(notFoundFailure)
      const entries = <AffairsEntries {...{ page, brand, date, entries: found.value }} />
      const description = found.value.map((entry) => entry.description).join(' ')
      return ok({ facts: { description }, parts: { entries } })
    },
    optional: { quiz: () => quizPart(c, date, submitted) },
  })
}

/** null: the day has none, or it cannot be loaded. */
async function quizPart(c: Context<AppEnv>, date: string, submitted: SubmittedQuiz | null) {
  const { api, page } = c.var
  if (submitted && 'marked' in submitted)
    return <QuizResult page={page} questions={submitted.marked} />
  const found = await quizByDate(api, page.locale, date)
  if (!found.ok || found.value.length === 0) return null
  return <QuizForm page={page} questions={found.value} answers={submitted?.unmarked ?? null} />
}
