import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import type { StagedContent, QuestionRow } from './content-rows.ts'

export type ContentFile = { path: string; digest: string; now: string }

/** Loads one content file and remembers its digest, all or nothing. */
export async function loadFile(database: Database, file: ContentFile, load: StagedContent) {
  await runStatements(database, await loadStatements(file, load))
}

/** What one content file asks of the database, in order; to be run in one transaction. */
export async function loadStatements(file: ContentFile, load: StagedContent): Promise<Statement[]> {
  const token = randomUUID()
  return [
    ...beginImport(token, file.now),
    ...load.parts.map(({ part, json }) => insertStagedPart(token, part, json)),
    ...insertStagedQuestions(token, load.questions ?? []),
    ...(await publishImport(token, load.script)),
    {
      text: `INSERT INTO content_files (path, digest, loaded_at) VALUES (?, ?, ?)
             ON CONFLICT (path) DO UPDATE SET digest = excluded.digest, loaded_at = excluded.loaded_at`,
      values: [file.path, file.digest, file.now],
    },
  ]
}

/** Begins an import, and sweeps away what imports of earlier days left behind when they were killed. */
export const beginImport = (token: string, now: string): Statement[] => [
  { text: `DELETE FROM imports WHERE started_at < datetime(?, '-1 day')`, values: [now] },
  { text: `INSERT INTO imports (token, started_at) VALUES (?, datetime(?))`, values: [token, now] },
]

export const insertStagedPart = (token: string, part: string, json: unknown): Statement => ({
  text: 'INSERT INTO staged_parts (token, part, body) VALUES (?, ?, ?)',
  values: [token, part, JSON.stringify(json)],
})

/** D1 takes values of up to 2 MB; smaller ones keep memory flat. */
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
             SELECT ?, value ->> 'id', value ->> 'paper', value ->> 'position', value ->> 'section', value FROM json_each(?)`,
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

/** Everything that was staged under the token becomes content, and the staging is emptied. For one batch. */
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

/** Gives up an import: nothing of it stays. */
export const discardImport = (token: string): Statement => ({
  text: 'DELETE FROM imports WHERE token = ?',
  values: [token],
})

/** Questions come before the paper or the quiz that they stand in. */
async function publishStatements(script: StagedContent['script']): Promise<string[]> {
  const hasQuestions = script === 'paper' || script === 'page'
  return [
    ...(hasQuestions ? await scriptStatements('questions') : []),
    ...(await scriptStatements(script)),
  ]
}

const scripts = new Map<string, string[]>()

async function scriptStatements(script: StagedContent['script'] | 'questions'): Promise<string[]> {
  let statements = scripts.get(script)
  if (!statements) {
    const source = await readFile(new URL(`./sql/${script}.sql`, import.meta.url), 'utf8')
    statements = source
      .replace(/^--.*$/gm, '')
      .split(/;\s*(?:\n|$)/)
      .map((text) => text.trim())
      .filter((text) => text !== '')
    scripts.set(script, statements)
  }
  return statements
}
