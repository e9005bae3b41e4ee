import { Hono } from 'hono'
import { quizRequest } from '../../domain/contracts/study.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { requestedLocale } from '../requested-locale.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { markQuiz, quizQuestions } from './quizzes.ts'

/** The short quizzes about current affairs, by day. */
export const quizRoutes = new Hono<ApiEnv>()

const path = '/:date{\\d{4}-\\d{2}-\\d{2}}'

/** GET ?locale= -> { data: QuizQuestion[] }, without keys; empty for a day without questions. */
quizRoutes.get(path, async (c) => {
  const data = await quizQuestions(c.env.DB, c.req.param('date'), requestedLocale(c))
  return c.json({ data, meta: {} })
})

/** POST { answers: { question: index }, locale } -> { data: MarkedQuizQuestion[] }. Errors: 404 for
 *  a day without questions. */
quizRoutes.post(path, noStore, async (c) => {
  const { answers, locale } = await readBody(c, quizRequest, { isDataAllowed: true })
  const questions = await quizQuestions(c.env.DB, c.req.param('date'), locale)
  if (questions.length === 0) throw notFound()
  return c.json({ data: await markQuiz(c.env.DB, questions, answers, locale), meta: {} })
})
