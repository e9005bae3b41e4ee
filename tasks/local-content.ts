import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { loadFile } from '../authoring/loading/load-file.ts'
import { catalogueFile, readCatalogue } from '../authoring/publishing/content-files.ts'
import { publishContent } from '../authoring/publishing/publish-content.ts'
import { goneDocuments, withdrawDocuments } from '../authoring/publishing/withdraw-content.ts'
import { runStatements, type Database } from '../product-api/database.ts'
import { checkedContentFiles } from './checked-content.ts'
import { withLocalDatabase } from './local-database.ts'
import { rescoreAttempts } from './rescore-attempts.ts'
import { TaskError } from './task.ts'

const contentFolder = 'content'

/** Migrates the local database and loads the changed content, printing the progress. */
export async function prepareDatabase(state: string) {
  await withLocalDatabase(state, async (database) => {
    await applyMigrations(database)
    const isTerminal = process.stdout.isTTY
    await loadContent(database, new Date(), (done, of) => {
      if (isTerminal)
        process.stdout.write(`\r  ${done} of ${of} content files${done === of ? '\n' : ''}`)
      else if (done === of) process.stdout.write(`  ${of} content files loaded\n`)
    })
    await rescoreAttempts(database)
  })
}

/** Migrates a database and loads the catalogue: the exams and topics that all content refers to. */
export async function prepareCatalogue(database: Database, now: Date) {
  await applyMigrations(database)
  const at = now.toISOString()
  const file = catalogueFile(await readCatalogue(contentFolder), at)
  await loadFile(database, { ...file, now: at }, file.content)
}

const statement = (text: string, ...values: (string | number)[]) => ({ text, values })

/** Applies the missing migrations and records them in wrangler's table. Returns their number. */
export async function applyMigrations(database: Database): Promise<number> {
  const [, rows = []] = await runStatements(database, [
    statement(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
       )`,
    ),
    statement('SELECT name FROM d1_migrations'),
  ])
  const applied = new Set(rows.map(({ name }) => name))
  const due = (await readD1Migrations('product-api/migrations')).filter(
    ({ name }) => !applied.has(name),
  )
  for (const { name, queries } of due)
    await runStatements(database, [
      ...queries.map((query) => statement(query)),
      statement('INSERT INTO d1_migrations (name) VALUES (?)', name),
    ])
  return due.length
}

/** Loads every content file that has changed since its last load, and withdraws what no file has
 *  any more. Returns the number of changed files. Errors: TaskError for the first failure. */
export async function loadContent(
  database: Database,
  now: Date,
  progress: (done: number, of: number) => void,
): Promise<number> {
  const files = await checkedContentFiles(contentFolder, now)
  const { results, before } = await publishContent(database, files, {
    now: now.toISOString(),
    progress: (result, done, of) => {
      if (result.outcome !== 'published') throw new TaskError(`${result.path}: ${result.reason}.`)
      progress(done, of)
    },
  })
  const gone = goneDocuments(before, files)
  if (gone.length > 0) await withdrawDocuments(database, gone, now.toISOString())
  return results.length
}
