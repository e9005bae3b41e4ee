import { readFile } from 'node:fs/promises'
import type { Load } from './parts.ts'

/** Where content goes. A batch is one transaction: all of it or nothing. Returns the rows of each statement. */
export type Database = {
  batch(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>
}
export type Statement = { text: string; values: readonly (string | number)[] }

/** Loads one content file and remembers its digest, all or nothing. */
export async function loadFile(database: Database, file: FileStamp, load: Load) {
  await database.batch(await statementsFor(file, load))
}

export type FileStamp = { path: string; digest: string; now: string }

/** What one content file asks of the database, in order; to be run in one transaction. */
export async function statementsFor(
  { path, digest, now }: FileStamp,
  { script, parts }: Load,
): Promise<Statement[]> {
  return [
    { text: 'DELETE FROM import_parts', values: [] },
    ...parts.map(({ part, json }) => ({
      text: 'INSERT INTO import_parts (part, body) VALUES (?, ?)',
      values: [part, JSON.stringify(json)],
    })),
    ...(await statementsOf(script)).map((text) => ({ text, values: [] })),
    { text: 'DELETE FROM import_parts', values: [] },
    {
      text: `INSERT INTO content_files (path, digest, loaded_at) VALUES (?, ?, ?)
             ON CONFLICT (path) DO UPDATE SET digest = excluded.digest, loaded_at = excluded.loaded_at`,
      values: [path, digest, now],
    },
  ]
}

const scripts = new Map<string, string[]>()

async function statementsOf(script: Load['script']): Promise<string[]> {
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
