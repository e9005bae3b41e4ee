import { timestamps, type Component, type ContentType } from '../strapi/content-type.ts'
import { categories, tags } from './catalogue.ts'
import { fallbackLocales } from './fallback-locales.ts'

type QuestionRow = {
  test: number
  id: number
  documentId: string
  locale: string
  stem: string
  options: string
  section: string | null
  figure: string | null
  figureAlt: string | null
  figureWidth: number | null
  figureHeight: number | null
}

/** The questions of free tests, in order and without keys. `locale` is the language of each one. */
const questions: Component = {
  // A figure is part of its question; a Strapi has to be asked for it by name.
  nestedParts: ['options', 'figure'],
  async load(db, testIds, locale, tree) {
    const { results } = await db
      .prepare(
        `SELECT tq.test_id AS test, q.id, q.document_id AS documentId, x.locale, x.stem, x.options,
           s.slug AS section, q.figure, x.figure_alt AS figureAlt, q.figure_width AS figureWidth,
           q.figure_height AS figureHeight
         FROM json_each(?1) j
         JOIN practice_tests p ON p.id = j.value AND p.access = 'free'
         JOIN test_questions tq ON tq.test_id = p.id
         JOIN questions q ON q.id = tq.question_id
         JOIN question_texts x ON x.id = (
           SELECT id FROM question_texts WHERE question_id = q.id
           ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)
         LEFT JOIN test_sections s ON s.id = tq.section_id
         ORDER BY tq.test_id, tq.position`,
      )
      .bind(JSON.stringify(testIds), ...fallbackLocales(locale).slice(0, 2))
      .all<QuestionRow>()
    const byTest = new Map<number, unknown[]>()
    for (const row of results)
      byTest.set(row.test, [...(byTest.get(row.test) ?? []), question(row, tree.has('options'))])
    return byTest
  },
}

function question(row: QuestionRow, withOptions: boolean) {
  const texts = JSON.parse(row.options) as string[]
  return {
    id: row.id,
    documentId: row.documentId,
    locale: row.locale,
    stem: row.stem,
    section: row.section,
    figure: row.figure && {
      url: row.figure,
      alternativeText: row.figureAlt,
      width: row.figureWidth,
      height: row.figureHeight,
    },
    ...(withOptions && { options: texts.map((text, index) => ({ id: index + 1, text })) }),
  }
}

const sections: Component = {
  nestedParts: [],
  async load(db, testIds, locale) {
    const { results } = await db
      .prepare(
        `SELECT s.test_id AS test, s.id, s.slug, s.minutes, x.name, x.locale
         FROM json_each(?1) j
         JOIN test_sections s ON s.test_id = j.value
         JOIN test_section_texts x ON x.section_id = s.id AND x.locale = (
           SELECT locale FROM test_section_texts WHERE section_id = s.id
           ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)
         ORDER BY s.test_id, s.position`,
      )
      .bind(JSON.stringify(testIds), ...fallbackLocales(locale).slice(0, 2))
      .all<{
        test: number
        id: number
        slug: string
        minutes: number | null
        name: string
        locale: string
      }>()
    return new Map(
      testIds.map((id) => [
        id,
        results.filter((row) => row.test === id).map(({ test: _, ...section }) => section),
      ]),
    )
  },
}

/** Papers, without keys and explanations: those must never be readable before an attempt ends. */
export const practiceTests: ContentType = {
  table: 'practice_tests',
  texts: { table: 'practice_test_texts', key: 'test_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    kind: { column: 'kind', of: 'document' },
    year: { column: 'year', of: 'document' },
    position: { column: 'position', of: 'document' },
    languages: { column: 'languages', of: 'document', as: 'json' },
    access: { column: 'access', of: 'document' },
    minutes: { column: 'minutes', of: 'document' },
    rightMarks: { column: 'right_marks', of: 'document' },
    wrongMarks: { column: 'wrong_marks', of: 'document' },
    blankMarks: { column: 'blank_marks', of: 'document' },
    qualifying: { column: 'qualifying', of: 'document' },
    digest: { column: 'digest', of: 'document' },
    questionCount: { column: 'question_count', of: 'document' },
    source: { column: 'source', of: 'document' },
    checkedOn: { column: 'checked_on', of: 'document' },
    title: { column: 'title', of: 'text' },
    description: { column: 'description', of: 'text' },
    ...timestamps,
  },
  relations: {
    category: { to: () => categories, column: 'category_id' },
    tags: { to: () => tags, through: 'practice_test_tags', mine: 'test_id', theirs: 'tag_id' },
  },
  components: { questions, sections },
  isWithdrawable: true,
  order: 'd0.category_id, d0.kind, d0.year DESC, d0.position',
}
