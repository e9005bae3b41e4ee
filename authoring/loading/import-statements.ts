import { randomUUID } from 'node:crypto'
import type { Statement } from '../../product-api/database.ts'
import type { ContentDocument, QuestionRow, StagedContent } from './content-rows.ts'

/** `source`: the file's text, which is kept so that it can be written out again; absent where it
 *  has none. */
export type ContentFile = { path: string; digest: string; now: string; source?: string }

/** Under which path the text of a withdrawn paper is kept, in SQL. */
export const withdrawnPathOf = (slug: string) => `'withdrawn/papers/' || (${slug}) || '.txt'`

/** The SQL of a script in sql/, by its name. The commands read it from the file (script-files.ts),
 *  the desk has it in its bundle. */
export type ReadScript = (name: StagedContent['script'] | 'questions') => Promise<string>

/** The statements that load one content file, to be run in order in one transaction. */
export async function loadStatements(
  file: ContentFile,
  content: StagedContent,
  readScript: ReadScript,
): Promise<Statement[]> {
  const token = randomUUID()
  return [
    ...beginImport(token, file.now),
    ...content.parts.map(({ part, json }) => insertStagedPart(token, part, json)),
    ...insertStagedQuestions(token, content.questions ?? []),
    ...(await publishImport(token, content.script, readScript)),
    {
      text: `INSERT INTO content_files (path, digest, loaded_at) VALUES (?, ?, ?)
             ON CONFLICT (path) DO UPDATE
             SET digest = excluded.digest, loaded_at = excluded.loaded_at`,
      values: [file.path, file.digest, file.now],
    },
    ...(file.source === undefined ? [] : [keepSource(file.path, file.source)]),
    ...withdrawPapers(content.withdrawnPapers ?? [], file.now),
    ...recordDocuments(file.path, content.documents),
  ]
}

/** Papers that were withdrawn where they were published, as they come into another database. */
function withdrawPapers(slugs: readonly string[], now: string): Statement[] {
  if (slugs.length === 0) return []
  const json = JSON.stringify(slugs)
  const papers = 'slug IN (SELECT value FROM json_each(?1))'
  return [
    { text: `UPDATE practice_tests SET withdrawn_at = ?2 WHERE ${papers}`, values: [json, now] },
    {
      text: `DELETE FROM search_entries
             WHERE test_id IN (SELECT id FROM practice_tests WHERE ${papers})`,
      values: [json],
    },
  ]
}

const keepSource = (path: string, source: string): Statement => ({
  text: `INSERT INTO content_sources (path, source) VALUES (?, ?)
         ON CONFLICT (path) DO UPDATE SET source = excluded.source`,
  values: [path, source],
})

/** Records what a file brought. Another file that brought the same document is published again when
 *  it is the one that is found next time. A paper that comes back is no withdrawn one any more.
 *  Documents that the file no longer has stay recorded until they are withdrawn. */
function recordDocuments(path: string, documents: readonly ContentDocument[]): Statement[] {
  if (documents.length === 0) return []
  const json = JSON.stringify(documents)
  return [
    {
      text: `DELETE FROM content_files WHERE path <> ?1 AND path IN (
               SELECT d.path FROM json_each(?2) j JOIN content_documents d
               ON d.kind = j.value ->> 'kind' AND d.slug = j.value ->> 'slug'
               UNION ALL SELECT ${withdrawnPathOf(`j.value ->> 'slug'`)} FROM json_each(?2) j
               WHERE j.value ->> 'kind' = 'paper')`,
      values: [path, json],
    },
    {
      text: `INSERT OR IGNORE INTO content_documents (path, kind, slug)
             SELECT ?1, value ->> 'kind', value ->> 'slug' FROM json_each(?2)`,
      values: [path, json],
    },
  ]
}

/** Begins an import, and deletes what interrupted imports of earlier days left staged. */
export const beginImport = (token: string, now: string): Statement[] => [
  { text: `DELETE FROM imports WHERE started_at < datetime(?, '-1 day')`, values: [now] },
  { text: `INSERT INTO imports (token, started_at) VALUES (?, datetime(?))`, values: [token, now] },
]

export const insertStagedPart = (token: string, part: string, json: unknown): Statement => ({
  text: 'INSERT INTO staged_parts (token, part, body) VALUES (?, ?, ?)',
  values: [token, part, JSON.stringify(json)],
})

/** D1 accepts values of up to 2 MB; smaller ones limit the memory that an import needs. */
const maxValueBytes = 400_000

export function insertStagedQuestions(
  token: string,
  questions: readonly QuestionRow[],
): Statement[] {
  const statements: Statement[] = []
  let slice: string[] = []
  let bytes = 0
  const close = () => {
    if (slice.length === 0) return
    statements.push({
      text: `INSERT INTO staged_questions (token, editor_id, paper, position, section, body)
             SELECT ?, value ->> 'id', value ->> 'paper', value ->> 'position',
               value ->> 'section', value
             FROM json_each(?)`,
      values: [token, `[${slice.join(',')}]`],
    })
    slice = []
    bytes = 0
  }
  for (const question of questions) {
    const json = JSON.stringify(question)
    if (bytes + json.length * 3 > maxValueBytes) close()
    slice.push(json)
    bytes += json.length * 3
  }
  close()
  return statements
}

/** Turns everything that was staged under the token into content and clears the staging. The
 *  statements belong in one batch, so that an import is published completely or not at all. */
export async function publishImport(
  token: string,
  script: StagedContent['script'],
  readScript: ReadScript,
): Promise<Statement[]> {
  return [
    { text: 'UPDATE import_turn SET token = ?', values: [token] },
    ...(await publishStatements(script, readScript)).map((text) => ({ text, values: [] })),
    { text: 'DELETE FROM imports WHERE token = ?', values: [token] },
    { text: 'UPDATE import_turn SET token = NULL', values: [] },
  ]
}

/** Discards everything that an import has staged. */
export const discardImport = (token: string): Statement => ({
  text: 'DELETE FROM imports WHERE token = ?',
  values: [token],
})

/** Questions are inserted before the paper or the quiz that refers to them. */
async function publishStatements(
  script: StagedContent['script'],
  readScript: ReadScript,
): Promise<string[]> {
  const hasQuestions = script === 'paper' || script === 'page'
  return [
    ...(hasQuestions ? statementsIn(await readScript('questions')) : []),
    ...statementsIn(await readScript(script)),
  ]
}

/** The statements of a script, without its comments. */
const statementsIn = (script: string): string[] =>
  script
    .replace(/^--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
