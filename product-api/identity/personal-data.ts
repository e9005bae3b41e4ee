import type { Database, PreparedStatement, SqlValue } from '../database.ts'
import type { JournalBucket } from '../object-bindings.ts'
import type { User } from './users.ts'

/** One kind of personal data. Every feature with a table of personal data exports its kinds;
 *  product-api/personal-data.ts lists them all. */
export type PersonalData = {
  /** The key in the export. */
  name: string
  /** Reads all data of this kind, for the export that the user downloads. `own`: the database of
   *  the user's object. `journals`: the bucket of whole journals; null: there is none. */
  collect: (
    db: Database,
    user: User,
    own: Database,
    journals: JournalBucket | null,
  ) => Promise<unknown>
  /** Statements that erase it, run before the user's row is deleted, in the same transaction. Rows
   *  that the law requires stay, without the person. Absent if the user's row takes them along (ON
   *  DELETE CASCADE, ON DELETE SET NULL). */
  eraseStatements?: (db: Database, user: User) => PreparedStatement[]
}

/** The rows of one query, for `collect`. */
export const personalRows = async (db: Database, sql: string, ...values: SqlValue[]) =>
  (
    await db
      .prepare(sql)
      .bind(...values)
      .all()
  ).results

/** All personal data of a user: name -> data. Cost: one read for each kind. */
export async function exportPersonalData(
  db: Database,
  parts: readonly PersonalData[],
  user: User,
  own: Database,
  journals: JournalBucket | null,
): Promise<Record<string, unknown>> {
  const entries = parts.map(async ({ name, collect }): Promise<[string, unknown]> => [
    name,
    await collect(db, user, own, journals),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Deletes a user and erases their personal data: the object, then all rows in one transaction. A
 *  request that comes in between may begin a new object; it is erased again, and takes no more from
 *  those whom a replica knows still. Cut off before the end, the account is still there, and the
 *  call can be repeated. */
export async function eraseUser(
  db: Database,
  parts: readonly PersonalData[],
  user: User,
  eraseObject: (isAccountGone: boolean) => Promise<void>,
) {
  await eraseObject(false)
  await db.batch([
    ...parts.flatMap(({ eraseStatements }) => eraseStatements?.(db, user) ?? []),
    db.prepare('DELETE FROM users WHERE id = ?').bind(user.id),
  ])
  await eraseObject(true)
}
