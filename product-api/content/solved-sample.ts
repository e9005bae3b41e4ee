import { Hono } from 'hono'
import * as v from 'valibot'
import { slug } from '../../domain/contracts/fields.ts'
import { solvedQuestion } from '../../domain/contracts/solved-sample.ts'
import type { Locale } from '../../domain/locale.ts'
import { nearestReplica, type Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { requestedLocale } from '../requested-locale.ts'
import { validation } from '../strapi/errors.ts'
import { fallbackLocales } from './fallback-locales.ts'
import { explanationsOf } from './texts.ts'

/** What a premium paper shows to everybody: two of its questions with their solutions. */
export const solvedSampleRoutes = new Hono<ApiEnv>()

/** GET ?test=SLUG&locale= -> { data: SolvedQuestion[] }: always the same two; none of a free paper,
 *  which shows its questions and never a key. */
solvedSampleRoutes.get('/', async (c) => {
  const test = v.safeParse(slug, c.req.query('test'))
  if (!test.success) throw validation('test must be a slug')
  const data = await solvedSampleOf(nearestReplica(c.env.DB), test.output, requestedLocale(c))
  return c.json({ data, meta: {} })
})

const Row = v.object({
  ...v.pick(solvedQuestion, ['id', 'locale', 'stem']).entries,
  options: v.pipe(v.string(), v.parseJson(), solvedQuestion.entries.options),
  correct: v.number(),
})

/** The first question of the first two sections; of a paper without sections its first two. Not
 *  those with a figure, without an explanation, or whose key somebody has ruled about. Cost: two
 *  reads. */
async function solvedSampleOf(db: Database, test: string, locale: Locale) {
  const { results } = await db
    .prepare(selectSample)
    .bind(test, ...fallbackLocales(locale).slice(0, 2))
    .all()
  const rows = v.parse(v.array(Row), results)
  const explanations = await explanationsOf(
    db,
    rows.map(({ id }) => id),
    locale,
  )
  return rows.flatMap(({ correct, ...question }) => {
    const explanation = explanations.get(question.id)
    return explanation ? [{ ...question, accepted: [correct], explanation }] : []
  })
}

/** ?1: the paper, ?2 and ?3: the languages to look for first. */
const selectSample = `
WITH candidates AS (
  SELECT tq.question_id, tq.position,
    row_number() OVER (PARTITION BY tq.section_id ORDER BY tq.position) AS nth
  FROM practice_tests p JOIN test_questions tq ON tq.test_id = p.id
  JOIN questions q ON q.id = tq.question_id
  WHERE p.slug = ?1 AND p.access = 'premium' AND p.withdrawn_at IS NULL AND q.figure IS NULL
    AND EXISTS (SELECT 1 FROM explanations WHERE question_id = q.id)
    AND NOT EXISTS (SELECT 1 FROM key_rulings WHERE question_id = q.id))
SELECT q.document_id AS id, x.locale, x.stem, x.options, k.correct_option AS correct
FROM candidates c JOIN questions q ON q.id = c.question_id
JOIN answer_keys k ON k.question_id = q.id
JOIN question_texts x ON x.id = (
  SELECT id FROM question_texts WHERE question_id = q.id
  ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)
ORDER BY c.nth, c.position LIMIT 2`
