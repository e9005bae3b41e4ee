import type { Database, PreparedStatement, SqlValue } from '../database.ts'
import type { User } from './users.ts'

/** One kind of data that we hold about a person. Every feature with a table about persons exports
 *  its parts; product-api/personal-data.ts lists them all. */
export type PersonalData = {
  /** The key in the export. */
  name: string
  /** Everything we hold of this kind, as plain data that the person may read. */
  collect: (db: Database, user: User) => Promise<unknown>
  /** Statements that erase it, run before the user's own row is deleted, in the same transaction.
   *  What the law requires us to retain stays, without the person. Absent where the rows go with
   *  the user's row (ON DELETE CASCADE, ON DELETE SET NULL). */
  eraseStatements?: (db: Database, user: User) => PreparedStatement[]
}

/** The rows of one query, for a part's `collect`. */
export const personalRows = async (db: Database, sql: string, ...values: SqlValue[]) =>
  (
    await db
      .prepare(sql)
      .bind(...values)
      .all()
  ).results

/** Everything that we hold about a user, by the parts' names. Cost: one read for each part. */
export async function exportPersonalData(
  db: Database,
  parts: readonly PersonalData[],
  user: User,
): Promise<Record<string, unknown>> {
  const entries = parts.map(async ({ name, collect }): Promise<[string, unknown]> => [
    name,
    await collect(db, user),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Erases a user and all that names them, in one transaction. */
export async function eraseUser(db: Database, parts: readonly PersonalData[], user: User) {
  await db.batch([
    ...parts.flatMap(({ eraseStatements }) => eraseStatements?.(db, user) ?? []),
    db.prepare('DELETE FROM users WHERE id = ?').bind(user.id),
  ])
}
