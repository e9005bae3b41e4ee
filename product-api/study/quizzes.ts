import * as v from 'valibot'
import { explanationsOf, type Explanation } from '../attempts/explanations.ts'
import { fallbackChain } from '../content/fallback.ts'

/** A question below a page of current affairs, without its key. `page`: its slug; `locale`: the language it is in. */
export type QuizQuestion = {
  id: string
  page: string
  locale: string
  stem: string
  options: string[]
}

export type MarkedQuizQuestion = QuizQuestion & {
  chosen: number | null
  right: number
  outcome: 'right' | 'wrong' | 'blank'
  explanation: Explanation | null
}

const Question = v.object({
  id: v.string(),
  page: v.string(),
  locale: v.string(),
  stem: v.string(),
  options: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})

/** The questions about all entries of a day (2026-11-21), in order. */
export async function quizOf(
  db: D1Database,
  date: string,
  locale: string,
): Promise<QuizQuestion[]> {
  const { results } = await db
    .prepare(
      `SELECT q.document_id AS id, p.slug AS page, x.locale, x.stem, x.options
       FROM pages p JOIN page_questions g ON g.page_id = p.id JOIN questions q ON q.id = g.question_id
       JOIN question_texts x ON x.id = (
         SELECT id FROM question_texts WHERE question_id = q.id
         ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)
       WHERE p.kind = 'current-affairs' AND p.date = ?1 ORDER BY p.slug, g.position`,
    )
    .bind(date, ...fallbackChain(locale).slice(0, 2))
    .all()
  return v.parse(v.array(Question), results)
}

/** Marks a quiz. `answers`: question -> index. Nothing is kept: a quiz is for whoever reads the day. */
export async function marked(
  db: D1Database,
  questions: readonly QuizQuestion[],
  answers: Readonly<Record<string, number>>,
  locale: string,
): Promise<MarkedQuizQuestion[]> {
  const ids = questions.map(({ id }) => id)
  const { results } = await db
    .prepare(
      `SELECT q.document_id AS id, k.correct_option AS right FROM json_each(?) j
       JOIN questions q ON q.document_id = j.value JOIN answer_keys k ON k.question_id = q.id`,
    )
    .bind(JSON.stringify(ids))
    .all()
  const keys = new Map(
    v
      .parse(v.array(v.object({ id: v.string(), right: v.number() })), results)
      .map((key) => [key.id, key.right]),
  )
  const explanations = await explanationsOf(db, ids, locale)
  return questions.flatMap((question) => {
    const right = keys.get(question.id)
    if (right === undefined) return []
    const chosen = answers[question.id] ?? null
    const outcome = chosen === null ? 'blank' : chosen === right ? 'right' : 'wrong'
    const explanation = explanations.get(question.id) ?? null
    return [{ ...question, chosen, right, outcome, explanation }]
  })
}
