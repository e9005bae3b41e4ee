import { Hono } from 'hono'
import { quizRequest } from '../../domain/contracts/study.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { readBody } from '../strapi/request-body.ts'
import { notFound } from '../strapi/errors.ts'
import { defaultLocale } from '../strapi/query.ts'
import { marked, quizOf } from './quizzes.ts'

/** The short quizzes of current affairs, by day. An addition to the specification's table. */
export const quizzes = new Hono<ApiEnv>()

const path = '/:date{\\d{4}-\\d{2}-\\d{2}}'

/** GET ?locale= -> { data: QuizQuestion[] }, without keys; empty where nothing is asked about the day. */
quizzes.get(path, async (c) => {
  const locale = c.req.query('locale') || defaultLocale
  return c.json({ data: await quizOf(c.env.DB, c.req.param('date'), locale), meta: {} })
})

/** POST { answers: { question: index }, locale } -> { data: MarkedQuizQuestion[] }. Errors: 404 where nothing is asked. */
quizzes.post(path, noStore, async (c) => {
  const { answers, locale } = await readBody(c, quizRequest, { isDataAllowed: true })
  const questions = await quizOf(c.env.DB, c.req.param('date'), locale)
  if (questions.length === 0) throw notFound()
  return c.json({ data: await marked(c.env.DB, questions, answers, locale), meta: {} })
})
