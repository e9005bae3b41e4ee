import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import type { ContentDocument, StagedContent, QuestionRow } from './content-rows.ts'
import { runVerified, type Wait } from './verified-batch.ts'

export type ContentFile = { path: string; digest: string; now: string }

/** Loads one content file and stores its digest, in one transaction. Loading a file twice changes
 *  nothing, so a batch whose outcome is unknown is looked up and, if it has not run, run again.
 *  Errors: DatabaseFailure; with `unknown`, the file may have been loaded. */
export async function loadFile(
  database: Database,
  file: ContentFile,
  content: StagedContent,
  wait?: Wait,
) {
  await runVerified(
    async () => runStatements(database, await loadStatements(file, content)),
    async () => {
      const row = await database
        .prepare('SELECT digest, loaded_at FROM content_files WHERE path = ?')
        .bind(file.path)
        .first<{ digest: string; loaded_at: string }>()
      return row?.digest === file.digest && row.loaded_at === file.now
    },
    wait,
  )
}

/** The statements that load one content file, to be run in order in one transaction. */
export async function loadStatements(
  file: ContentFile,
  content: StagedContent,
): Promise<Statement[]> {
  const token = randomUUID()
  return [
    ...beginImport(token, file.now),
    ...content.parts.map(({ part, json }) => insertStagedPart(token, part, json)),
    ...insertStagedQuestions(token, content.questions ?? []),
    ...(await publishImport(token, content.script)),
    {
      text: `INSERT INTO content_files (path, digest, loaded_at) VALUES (?, ?, ?)
             ON CONFLICT (path) DO UPDATE
             SET digest = excluded.digest, loaded_at = excluded.loaded_at`,
      values: [file.path, file.digest, file.now],
    },
    ...recordDocuments(file.path, content.documents),
  ]
}

/** Records what a file brought. Another file that brought the same document is published again when
 *  it is the one that is found next time. Documents that the file no longer has stay recorded until
 *  they are withdrawn. */
function recordDocuments(path: string, documents: readonly ContentDocument[]): Statement[] {
  if (documents.length === 0) return []
  const json = JSON.stringify(documents)
  return [
    {
      text: `DELETE FROM content_files WHERE path <> ?1 AND path IN (
               SELECT d.path FROM json_each(?2) j JOIN content_documents d
               ON d.kind = j.value ->> 'kind' AND d.slug = j.value ->> 'slug')`,
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
): Promise<Statement[]> {
  return [
    { text: 'UPDATE import_turn SET token = ?', values: [token] },
    ...(await publishStatements(script)).map((text) => ({ text, values: [] })),
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
async function publishStatements(script: StagedContent['script']): Promise<string[]> {
  const hasQuestions = script === 'paper' || script === 'page'
  return [
    ...(hasQuestions ? await scriptStatements('questions') : []),
    ...(await scriptStatements(script)),
  ]
}

const scriptCache = new Map<string, string[]>()

async function scriptStatements(script: StagedContent['script'] | 'questions'): Promise<string[]> {
  let statements = scriptCache.get(script)
  if (!statements) {
    const source = await readFile(new URL(`./sql/${script}.sql`, import.meta.url), 'utf8')
    statements = source
      .replace(/^--.*$/gm, '')
      .split(/;\s*(?:\n|$)/)
      .map((text) => text.trim())
      .filter((text) => text !== '')
    scriptCache.set(script, statements)
  }
  return statements
}
