import * as v from 'valibot'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import type { Database } from '../database.ts'

// Texts of content that other features show, each in the requested language or the next best.

export type Explanation = { locale: Locale; text: string }

/** Questions' explanations by the questions' documentIds. They are today's, not those of a paper
 *  version: an improved explanation is shown to everybody. Cost: one read. */
export async function explanationsOf(
  db: Database,
  questions: readonly string[],
  locale: Locale,
): Promise<Map<string, Explanation>> {
  const { results } = await selectExplanations(db, questions, locale).all<
    Explanation & { id: string }
  >()
  return new Map(results.map(({ id, ...explanation }) => [id, explanation]))
}

export const selectExplanations = (db: Database, questions: readonly string[], locale: Locale) =>
  db
    .prepare(
      `SELECT q.document_id AS id, x.locale, x.text
       FROM json_each(?1) j JOIN questions q ON q.document_id = j.value
       JOIN explanations x ON x.question_id = q.id AND x.locale = (
         SELECT locale FROM explanations WHERE question_id = q.id
         ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)`,
    )
    .bind(JSON.stringify(questions), ...fallbackChain(locale).slice(0, 2))

/** `locale`: the language of `name`. */
export type TopicName = v.InferOutput<typeof TopicName>
const TopicName = v.object({ slug: v.string(), name: v.string(), locale: v.picklist(locales) })

/** Selects the names of all topics, in their order; for `parseTopicNames`. */
export const selectTopicNames = (db: Database, locale: Locale) =>
  db
    .prepare(
      `SELECT g.slug, x.name, x.locale FROM tags g JOIN tag_texts x ON x.id = (
         SELECT id FROM tag_texts WHERE tag_id = g.id
         ORDER BY CASE locale WHEN ?1 THEN 0 WHEN ?2 THEN 1 ELSE 2 END LIMIT 1)
       ORDER BY g.position`,
    )
    .bind(...fallbackChain(locale).slice(0, 2))

export const parseTopicNames = (rows: readonly unknown[]) => v.parse(v.array(TopicName), rows)
