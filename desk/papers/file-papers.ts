import * as v from 'valibot'
import { locales, type Locale } from '../../domain/locale.ts'
import type { Database } from '../../product-api/database.ts'

const filePaper = v.object({
  ...{ slug: v.string(), title: v.string() },
  titleLocale: v.picklist(locales),
})

/** The papers of an exam that came from files of content/ and are not at the desk. */
export async function filePapers(db: Database, exam: string, locale: Locale) {
  const { results } = await db
    .prepare(
      `SELECT t.slug, x.title, x.locale AS titleLocale FROM practice_tests t
       JOIN categories c ON c.id = t.category_id
       JOIN practice_test_texts x ON x.id = (
         SELECT id FROM practice_test_texts WHERE test_id = t.id ORDER BY locale <> ?2 LIMIT 1)
       WHERE c.slug = ?1 AND t.withdrawn_at IS NULL
         AND t.slug NOT IN (SELECT slug FROM desk_papers)
         AND EXISTS (
           SELECT 1 FROM content_documents d JOIN content_sources s USING (path)
           WHERE d.kind = 'paper' AND d.slug = t.slug)
       ORDER BY t.kind, t.position`,
    )
    .bind(exam, locale)
    .all()
  return v.parse(v.array(filePaper), results)
}

/** The text of a paper's file, and its exam; null where no file of content/ brought it. */
export async function fileOfPaper(
  db: Database,
  slug: string,
): Promise<{ source: string; exam: string } | null> {
  return db
    .prepare(
      `SELECT s.source, c.slug AS exam FROM content_documents d
       JOIN content_sources s USING (path)
       JOIN practice_tests t ON t.slug = d.slug JOIN categories c ON c.id = t.category_id
       WHERE d.kind = 'paper' AND d.slug = ? AND d.path NOT LIKE 'desk:%'`,
    )
    .bind(slug)
    .first<{ source: string; exam: string }>()
}
