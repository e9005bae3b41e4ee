import * as v from 'valibot'
import { markedQuizQuestion, quizQuestion } from '../../domain/contracts/study.ts'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { explanationsOf } from '../content/texts.ts'
import type { Database } from '../database.ts'

/** A question about a page of current affairs, without its key. */
export type QuizQuestion = v.InferOutput<typeof quizQuestion>
export type MarkedQuizQuestion = v.InferOutput<typeof markedQuizQuestion>

const Row = v.object({
  id: v.string(),
  page: v.string(),
  locale: v.picklist(locales),
  stem: v.string(),
  options: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})

/** The questions about all pages of a day (2026-11-21), in order. */
export async function quizQuestions(
  db: Database,
  date: string,
  locale: Locale,
): Promise<QuizQuestion[]> {
  const { results } = await db
    .prepare(
      `SELECT q.document_id AS id, p.slug AS page, x.locale, x.stem, x.options
       FROM pages p
       JOIN page_questions g ON g.page_id = p.id
       JOIN questions q ON q.id = g.question_id
       JOIN question_texts x ON x.id = (
         SELECT id FROM question_texts WHERE question_id = q.id
         ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)
       WHERE p.kind = 'current-affairs' AND p.date = ?1 ORDER BY p.slug, g.position`,
    )
    .bind(date, ...fallbackChain(locale).slice(0, 2))
    .all()
  return v.parse(v.array(Row), results)
}

/** Marks a quiz. `answers`: question -> index. Nothing is stored: a quiz has no attempts. */
export async function markQuiz(
  db: Database,
  questions: readonly QuizQuestion[],
  answers: Readonly<Record<string, number>>,
  locale: Locale,
): Promise<MarkedQuizQuestion[]> {
  const ids = questions.map(({ id }) => id)
  const { results } = await db
    .prepare(
      `SELECT q.document_id AS id, k.correct_option AS right FROM json_each(?) j
       JOIN questions q ON q.document_id = j.value JOIN answer_keys k ON k.question_id = q.id`,
    )
    .bind(JSON.stringify(ids))
    .all()
  const keys = new Map(v.parse(v.array(KeyRow), results).map(({ id, right }) => [id, right]))
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

const KeyRow = v.object({ id: v.string(), right: v.number() })
