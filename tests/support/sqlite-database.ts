import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import {
  databaseOverBatches,
  type Database,
  type QueryResult,
  type Statement,
} from '../../product-api/database.ts'

const folder = 'product-api/migrations'

/** An SQLite database with foreign keys, as D1 has them. `migrated`: with all migrations. */
export function sqlite({ migrated = true } = {}): DatabaseSync {
  const database = emptyDatabase()
  if (migrated) database.deserialize((migratedCopy ??= migratedDatabase().serialize()))
  return database
}

/** Applying all migrations takes longer than most tests. */
let migratedCopy: Uint8Array | null = null

const emptyDatabase = () => new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })

function migratedDatabase(): DatabaseSync {
  const database = emptyDatabase()
  for (const name of readdirSync(folder).sort()) {
    database.exec('BEGIN')
    database.exec(readFileSync(`${folder}/${name}`, 'utf8'))
    database.exec('COMMIT')
  }
  return database
}

/** Runs a batch as one transaction, as D1 does. Throws what SQLite says, with nothing changed. */
export function runBatch(database: DatabaseSync, statements: readonly Statement[]): QueryResult[] {
  database.exec('BEGIN')
  try {
    const results = statements.map(({ text, values }): QueryResult => {
      const before = totalChanges(database)
      const rows = database.prepare(text).all(...values)
      const { id } = database.prepare('SELECT last_insert_rowid() AS id').get() as { id: number }
      const changes = totalChanges(database) - before
      return { results: rows.map((row) => ({ ...row })), meta: { changes, last_row_id: id } }
    })
    database.exec('COMMIT')
    return results
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** Rows written since the database was opened, those of triggers and cascades included. */
export const totalChanges = (database: DatabaseSync) =>
  (database.prepare('SELECT total_changes() AS n').get() as { n: number }).n

/** The database as the commands use it, without a server in between. */
export const databaseOf = (database: DatabaseSync): Database =>
  databaseOverBatches((statements) => Promise.resolve(runBatch(database, statements)))

/** Every row of every table, without the columns that differ between runs: those of any table
 *  ('created_at') or of one ('live_mock_keys.code'). */
export function dumpOf(
  database: DatabaseSync,
  except: readonly string[] = [],
): Record<string, string[]> {
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_index_%'
         AND name <> 'search_version'`,
    )
    .all() as { name: string }[]
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) =>
          JSON.stringify(row, (key, value: unknown) =>
            except.includes(key) || except.includes(`${name}.${key}`) ? undefined : value,
          ),
        )
        .sort(),
    ]),
  )
}
