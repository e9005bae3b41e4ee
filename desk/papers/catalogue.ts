import * as v from 'valibot'
import { locales, type Locale } from '../../domain/locale.ts'
import type { Database } from '../../product-api/database.ts'

const named = v.array(v.object({ slug: v.string(), name: v.string() }))
const exams = v.array(
  v.object({
    ...{ slug: v.string(), name: v.string() },
    languages: v.pipe(v.string(), v.parseJson(), v.array(v.picklist(locales))),
  }),
)

export type ExamChoice = { slug: string; name: string; languages: Locale[] }
export type TopicChoice = { slug: string; name: string }

/** Every exam but withdrawn ones, with its name in a language, or in another where it has none. */
export async function examsIn(db: Database, locale: Locale): Promise<ExamChoice[]> {
  const { results } = await db
    .prepare(
      `SELECT c.slug, x.name, c.languages FROM categories c JOIN category_texts x ON x.id = (
         SELECT id FROM category_texts WHERE category_id = c.id ORDER BY locale <> ? LIMIT 1)
       WHERE c.withdrawn_at IS NULL ORDER BY c.state_id, c.position`,
    )
    .bind(locale)
    .all()
  return v.parse(exams, results)
}

/** Every topic with its name in a language, or in another where it has none. */
export async function topicsIn(db: Database, locale: Locale): Promise<TopicChoice[]> {
  const { results } = await db
    .prepare(
      `SELECT t.slug, x.name FROM tags t JOIN tag_texts x ON x.id = (
         SELECT id FROM tag_texts WHERE tag_id = t.id ORDER BY locale <> ? LIMIT 1)
       ORDER BY t.position`,
    )
    .bind(locale)
    .all()
  return v.parse(named, results)
}

/** Of these ids of questions, those that belong to something else than this paper. */
export async function takenIds(
  db: Database,
  slug: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { results } = await db
    .prepare(
      `SELECT q.editor_id AS id FROM json_each(?2) j JOIN questions q ON q.editor_id = j.value
       WHERE NOT EXISTS (
         SELECT 1 FROM test_questions u JOIN practice_tests t ON t.id = u.test_id
         WHERE u.question_id = q.id AND t.slug = ?1)
       AND (EXISTS (SELECT 1 FROM test_questions WHERE question_id = q.id)
         OR EXISTS (SELECT 1 FROM page_questions WHERE question_id = q.id))`,
    )
    .bind(slug, JSON.stringify(ids))
    .all<{ id: string }>()
  return new Set(results.map(({ id }) => id))
}
