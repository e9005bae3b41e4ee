import { runStatements, type Database } from '../../product-api/database.ts'
import { withdrawnPathOf } from '../loading/import-statements.ts'
import { rulingsPath } from '../text-format/rulings.ts'
import { cataloguePath } from './content-files.ts'

/** One file of an export. `key`: where its content is stored. */
export type ExportEntry = {
  /** Below the folder, as in content/. */
  path: string
  kind: 'text' | 'figure' | 'live-mock' | 'rulings'
  key: string
  /** Changes when the content may have changed. */
  version: string
  /** When its documents last changed; null where readers see no such time. */
  updatedAt: string | null
}

export type ExportIndex = {
  /** In the order of their paths. */
  entries: ExportEntry[]
  /** What has a text that is secret still: live mocks before their results. */
  withheld: string[]
  /** What readers see and no text exists of, one sentence each. */
  missing: string[]
}

/** What the database publishes, file by file. `withSecrets`: also live mocks before their results,
 *  with their keys. Cost: one batch, which reads each row of documents and of questions once, about
 *  20,000 rows for 300 files. */
export async function exportIndex(
  database: Database,
  { withSecrets = false } = {},
): Promise<ExportIndex> {
  const [texts = [], figures = [], mocks = [], rulings = [], untold = []] = await runStatements(
    database,
    [selectTexts, selectFigures, selectLiveMocks, selectRulingState, selectWithoutText].map(
      (text) => ({ text, values: [] }),
    ),
  )
  const withheld: string[] = []
  const missing = untold.map(({ kind, slug }) => `the ${String(kind)} ${String(slug)}`)
  const entries: ExportEntry[] = []
  const add = (entry: ExportEntry) => {
    const taken = entries.find(({ path }) => path === entry.path)
    if (!isFilePath(entry.path)) missing.push(`${entry.key}: its name is no file's`)
    else if (!taken) entries.push(entry)
    else missing.push(`${entry.key}: ${entry.path} is ${taken.key}`)
  }
  for (const { path, digest, loadedAt, folder, slug, updatedAt } of texts)
    add({
      path: typeof folder === 'string' ? `${folder}/${String(slug)}.txt` : String(path),
      ...{ kind: 'text', key: String(path), version: `${String(digest)} ${String(loadedAt)}` },
      updatedAt: textOrNull(updatedAt),
    })
  for (const { path } of figures)
    add({
      path: `figures/${figureNameOf(String(path))}`,
      ...{ kind: 'figure', key: String(path), version: String(path), updatedAt: null },
    })
  for (const { slug, hasSource, isOut, version, updatedAt } of mocks) {
    const path = `live-mocks/${String(slug)}.txt`
    if (isOut !== 1 && !withSecrets) withheld.push(path)
    else if (hasSource !== 1) missing.push(`the live mock ${String(slug)}`)
    else
      add({
        ...{ path, kind: 'live-mock', key: String(slug), version: String(version) },
        updatedAt: textOrNull(updatedAt),
      })
  }
  const { count = 0, last = 0, others = 0 } = rulings[0] ?? {}
  if (Number(others) > 0)
    missing.push(`${Number(others)} rulings about questions that no text has any more`)
  if (Number(count) > 0)
    add({
      ...{ path: rulingsPath, kind: 'rulings', key: rulingsPath, updatedAt: null },
      version: `${Number(count)} ${Number(last)}`,
    })
  entries.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { entries, withheld, missing }
}

/** No part of it leads out of the folder or is hidden. */
const isFilePath = (path: string) => /^\w[\w.-]*(\/\w[\w.-]*)*$/.test(path)

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** 'triangle.png' for '/figures/triangle.0123456789.png'. */
const figureNameOf = (url: string) =>
  url.replace(/^\/figures\//, '').replace(/\.[0-9a-f]{10}(?=\.[a-z]+$)/, '')

/** Every text that is kept, with where it belongs if its path does not say so: what the desk has
 *  published and what was imported. Rulings are written from their rows. D1 allows five SELECTs in
 *  one compound. */
const selectTexts = `
WITH places (path, folder, slug) AS (
  SELECT d.path, 'papers/' || c.slug, d.slug FROM content_documents d
  JOIN practice_tests t USING (slug) JOIN categories c ON c.id = t.category_id
  WHERE d.kind = 'paper' AND d.path LIKE '%:%'
  UNION ALL SELECT d.path, iif(p.kind = 'current-affairs', p.kind, 'pages'), d.slug
  FROM content_documents d JOIN pages p USING (slug) WHERE d.kind = 'page' AND d.path LIKE '%:%'
  UNION ALL SELECT path, 'patterns', slug FROM content_documents
  WHERE kind = 'pattern' AND path LIKE '%:%'
  UNION ALL SELECT path, 'flash-cards', 'imported-' || min(slug) FROM content_documents
  WHERE kind = 'card' AND path LIKE '%:%' GROUP BY path)
SELECT f.path, f.digest, f.loaded_at AS loadedAt, p.folder, p.slug,
  iif(f.path = '${cataloguePath}', ${catalogueTime()}, x.at) AS updatedAt
FROM content_files f JOIN content_sources s USING (path) LEFT JOIN places p USING (path)
LEFT JOIN (
  SELECT d.path, max(coalesce(
    t.updated_at, c.updated_at, g.updated_at, n.updated_at, l.updated_at)) AS at
  FROM content_documents d
  LEFT JOIN practice_tests t ON d.kind = 'paper' AND t.slug = d.slug
  LEFT JOIN flash_cards c ON d.kind = 'card' AND c.editor_id = d.slug
  LEFT JOIN pages g ON d.kind = 'page' AND g.slug = d.slug
  LEFT JOIN pattern_sheets n ON d.kind = 'pattern' AND n.slug = d.slug
  LEFT JOIN study_plans l ON d.kind = 'study-plan' AND l.slug = d.slug
  GROUP BY d.path) x USING (path)
WHERE f.path <> '${rulingsPath}' ORDER BY f.path`

function catalogueTime(): string {
  const tables = ['states', 'categories', 'tags', 'subscription_plans', 'coupons']
  const times = tables.map((table) => `coalesce((SELECT max(updated_at) FROM ${table}), '')`)
  return `max(${times.join(', ')})`
}

/** The figures that questions show; of two of one name, the later question's first. */
const selectFigures = `
SELECT m.path FROM media m
JOIN (SELECT figure, max(id) AS last FROM questions WHERE figure IS NOT NULL GROUP BY figure) q
  ON q.figure = m.path
ORDER BY q.last DESC`

/** Whether a ruling's question has a text in the export. `q`: questions. */
export const isWritten = `q.editor_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM page_questions g WHERE g.question_id = q.id)
  OR EXISTS (
    SELECT 1 FROM test_questions g JOIN practice_tests t ON t.id = g.test_id
    WHERE g.question_id = q.id AND (t.withdrawn_at IS NULL OR EXISTS (
      SELECT 1 FROM content_sources WHERE path = ${withdrawnPathOf('t.slug')}))))`

const selectLiveMocks = `
SELECT m.slug, k.source IS NOT NULL AS hasSource, m.published_at IS NOT NULL AS isOut,
  coalesce(f.digest, '') || ' ' || coalesce(f.loaded_at, '') AS version, m.updated_at AS updatedAt
FROM live_mocks m JOIN live_mock_keys k USING (slug)
LEFT JOIN content_files f ON f.path = 'live-mocks/' || m.slug || '.txt'
WHERE m.withdrawn_at IS NULL ORDER BY m.slug`

const selectRulingState = `
SELECT count(*) FILTER (WHERE ${isWritten}) AS count, max(r.id) FILTER (WHERE ${isWritten}) AS last,
  count(*) FILTER (WHERE NOT (${isWritten})) AS others
FROM key_rulings r JOIN questions q ON q.id = r.question_id`

/** Documents that readers see and no kept text brought. */
const selectWithoutText = `
SELECT kind, slug FROM (
  SELECT 'paper' AS kind, slug FROM practice_tests WHERE withdrawn_at IS NULL
    AND slug NOT IN (SELECT slug FROM live_mocks)
  UNION ALL SELECT 'page', slug FROM pages
  UNION ALL SELECT 'card', editor_id FROM flash_cards
  UNION ALL SELECT 'pattern', slug FROM pattern_sheets
  UNION ALL SELECT 'study-plan', slug FROM study_plans) d
WHERE NOT EXISTS (
  SELECT 1 FROM content_documents r JOIN content_sources s USING (path)
  WHERE r.kind = d.kind AND r.slug = d.slug)
ORDER BY kind, slug`
