import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

/** The aim of an owner in an exam, in percent of the marks; null: none. */
export async function targetOf(db: Database, owner: Owner, exam: string): Promise<number | null> {
  const row = await db
    .prepare(`SELECT percent FROM progress_targets WHERE ${ownerColumn(owner)} = ? AND exam = ?`)
    .bind(owner.id, exam)
    .first<{ percent: number }>()
  return row?.percent ?? null
}

/** Stores the aim; null removes it. Does nothing for an unknown exam: an owner has at most one row
 *  for each. */
export async function storeTarget(
  db: Database,
  owner: Owner,
  { exam, percent }: { exam: string; percent: number | null },
  now: Date,
): Promise<void> {
  const column = ownerColumn(owner)
  if (percent === null)
    await db
      .prepare(`DELETE FROM progress_targets WHERE ${column} = ? AND exam = ?`)
      .bind(owner.id, exam)
      .run()
  else
    await db
      .prepare(
        `INSERT INTO progress_targets (${column}, exam, percent, set_at)
         SELECT ?1, slug, ?3, ?4 FROM categories WHERE slug = ?2
         ON CONFLICT (${column}, exam) DO UPDATE SET percent = ?3, set_at = ?4`,
      )
      .bind(owner.id, exam, percent, now.toISOString())
      .run()
}
