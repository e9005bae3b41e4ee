import { Hono } from 'hono'
import * as v from 'valibot'
import type { Api } from '../env.ts'
import { neverKept } from '../identity/bearer.ts'
import { readBody } from '../identity/request-body.ts'
import { notFound } from '../strapi/errors.ts'
import { defaultLocale } from '../strapi/query.ts'
import { marked, quizOf } from './quizzes.ts'

/** The short quizzes of current affairs, by day. An addition to the specification's table. */
export const quizzes = new Hono<Api>()

const path = '/:date{\\d{4}-\\d{2}-\\d{2}}'

/** GET ?locale= -> { data: QuizQuestion[] }, without keys; empty where nothing is asked about the day. */
quizzes.get(path, async (c) => {
  const locale = c.req.query('locale') || defaultLocale
  return c.json({ data: await quizOf(c.env.DB, c.req.param('date'), locale), meta: {} })
})

const sent = {
  locale: v.optional(v.picklist(['kn', 'en', 'te'], 'locale must be one of: kn, en, te'), 'kn'),
  answers: v.pipe(
    v.record(
      v.string(),
      v.pipe(v.number(), v.integer(), v.minValue(0)),
      'answers must be indexes by question',
    ),
    v.maxEntries(100, 'answers are at most 100'),
  ),
}

/** POST { answers: { question: index }, locale } -> { data: MarkedQuizQuestion[] }. Errors: 404 where nothing is asked. */
quizzes.post(path, neverKept, async (c) => {
  const { answers, locale } = await readBody(c, sent, { inData: true })
  const questions = await quizOf(c.env.DB, c.req.param('date'), locale)
  if (questions.length === 0) throw notFound()
  return c.json({ data: await marked(c.env.DB, questions, answers, locale), meta: {} })
})
