import type { Database, PreparedStatement } from '../database.ts'
import type { AttemptRows, AttemptTable } from '../reader.ts'

// The rows of whole attempts, which go from one database to another.

/** The columns that go along; the others are of one database alone. */
export const transferredColumns: Record<AttemptTable, readonly string[]> = {
  paper_versions: ['id', 'test_id', 'head'],
  attempts: [
    ...['id', 'version_id', 'test_id', 'user_id', 'guest_id', 'mode', 'locale', 'right_by'],
    ...['extra_time', 'started_at', 'ends_at', 'submitted_at', 'submitted_by', 'score_units'],
    ...['maximum_units', 'denominator', 'answered', 'last_tick', 'updated_at', 'is_compared'],
    ...['is_left_out', 'provisional_until', 'marked_n', 'form_paper', 'on_paper'],
    ...['journal_revision', 'last_n', 'counted_n', 'journal_state', 'journal_tail', 'compact_at'],
    ...['is_compacted', 'full_until', 'claimed_until', 'submit_tries', 'summary_n'],
  ],
  journal_segments: ['attempt_id', 'last_n', 'deliveries'],
  journal_archives: ['attempt_id', 'body'],
  attempt_marks: ['attempt_id', 'options', 'outcomes', 'units', 'spent_ms', 'locales'],
  score_changes: [
    ...['attempt_id', 'ruling_id', 'question', 'number', 'from_units', 'to_units'],
    ...['denominator', 'created_at'],
  ],
}

const tables = Object.keys(transferredColumns) as AttemptTable[]

/** Every row of some attempts. `ids`: JSON. Cost: one batch. */
export async function selectAttemptRows(db: Database, ids: string): Promise<AttemptRows> {
  const answers = await db.batch<AttemptRows[AttemptTable][number]>(
    tables.map((table) => {
      const columns = transferredColumns[table].map((column) =>
        column === 'body' ? 'hex(body) AS body' : column,
      )
      const condition: Partial<Record<AttemptTable, string>> = {
        paper_versions: `id IN (
          SELECT version_id FROM attempts WHERE id IN (SELECT value FROM json_each(?1)))`,
        attempts: 'id IN (SELECT value FROM json_each(?1))',
      }
      const where = condition[table] ?? 'attempt_id IN (SELECT value FROM json_each(?1))'
      return db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}`).bind(ids)
    }),
  )
  return Object.fromEntries(
    tables.map((table, index) => [table, answers[index]?.results ?? []]),
  ) as AttemptRows
}

/** Statements, for one batch, that store the rows in a reader's object, in place of rows that are
 *  there. */
export const insertAttempts = (own: Database, rows: AttemptRows): PreparedStatement[] =>
  tables.flatMap((table) => {
    const columns = transferredColumns[table]
    const values = columns.map((column) => (column === 'body' ? 'unhex(?)' : '?')).join(', ')
    const text = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${values})`
    return rows[table].map((row) =>
      own.prepare(text).bind(...columns.map((column) => row[column] ?? null)),
    )
  })
