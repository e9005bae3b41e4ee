import * as v from 'valibot'
import { locales, type Locale } from '../../domain/locale.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { questionByEditorId, type RulableQuestion } from '../../product-api/scoring/rule-key.ts'

/** The address of a question's key at the desk. */
export const keyPath = (editorId: string) => `/keys/${encodeURIComponent(editorId)}`

const textRow = v.object({
  locale: v.picklist(locales),
  stem: v.string(),
  options: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})
const placeRow = v.object({ slug: v.string(), number: v.number(), attempts: v.number() })
const reportRow = v.object({
  ...{ id: v.string(), reason: v.string(), message: v.string() },
  locale: v.picklist(locales),
})

/** A published question with what is to be known before its key is ruled about. `texts`: as markup.
 *  `places`: the papers that it stands in. `reports`: the open ones about it. */
export type RuledQuestion = RulableQuestion & {
  editorId: string
  texts: readonly { locale: Locale; stem: string; options: string[] }[]
  places: readonly v.InferOutput<typeof placeRow>[]
  reports: readonly v.InferOutput<typeof reportRow>[]
}

/** The question with an id of the content files or of the desk; null: there is none. Cost: four
 *  reads; of attempts, a count in an index. */
export async function ruledQuestion(db: Database, editorId: string): Promise<RuledQuestion | null> {
  const question = await questionByEditorId(db, editorId)
  if (!question) return null
  const [texts = [], places = [], reports = []] = await runStatements(
    db,
    [selectTexts, selectPlaces, selectReports].map((text) => ({ text, values: [question.id] })),
  )
  return {
    ...question,
    editorId,
    texts: v.parse(v.array(textRow), texts),
    places: v.parse(v.array(placeRow), places),
    reports: v.parse(v.array(reportRow), reports),
  }
}

const selectTexts =
  'SELECT locale, stem, options FROM question_texts WHERE question_id = ? ORDER BY id'

const selectPlaces = `
SELECT t.slug, u.position + 1 AS number,
  (SELECT count(*) FROM paper_versions p JOIN attempts a ON a.version_id = p.id
   WHERE p.test_id = t.id AND a.submitted_at IS NOT NULL) AS attempts
FROM test_questions u JOIN practice_tests t ON t.id = u.test_id
WHERE u.question_id = ? ORDER BY t.slug`

const selectReports = `
SELECT document_id AS id, reason, message, locale FROM question_reports
WHERE question_id = ? AND status = 'open' ORDER BY id LIMIT 30`

/** The id of a paper's question by its number, from 1; null: there is none. */
export async function questionAt(
  db: Database,
  paper: string,
  number: number,
): Promise<string | null> {
  const row = await db
    .prepare(
      `SELECT q.editor_id AS id FROM practice_tests t
       JOIN test_questions u ON u.test_id = t.id JOIN questions q ON q.id = u.question_id
       WHERE t.slug = ? AND u.position = ?`,
    )
    .bind(paper, number - 1)
    .first<{ id: string }>()
  return row?.id ?? null
}
