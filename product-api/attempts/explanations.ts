import { fallbackChain } from '../content/fallback.ts'

export type Explanation = { locale: string; text: string }

/** Questions' explanations by the questions' documentIds, each in the language asked for or the next best. They are the newest there
 *  are, not those of a version: what is explained better is better for everybody. Cost: one read. */
export async function explanationsOf(
  db: D1Database,
  questions: readonly string[],
  locale: string,
): Promise<Map<string, Explanation>> {
  const { results } = await db
    .prepare(
      `SELECT q.document_id AS id, x.locale, x.text
       FROM json_each(?1) j JOIN questions q ON q.document_id = j.value
       JOIN explanations x ON x.question_id = q.id AND x.locale = (
         SELECT locale FROM explanations WHERE question_id = q.id
         ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)`,
    )
    .bind(JSON.stringify(questions), ...fallbackChain(locale).slice(0, 2))
    .all<Explanation & { id: string }>()
  return new Map(results.map(({ id, ...explanation }) => [id, explanation]))
}
