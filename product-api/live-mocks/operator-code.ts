import type { Database } from '../database.ts'

/** What an operator needs for a notice or an SMS. `code`: as 16 digits. */
export type OperatorCode = { slug: string; bellAt: string; code: string; earlyReads: number }

/** The opening code of a live mock, for the operators' command alone; null for an unknown one. A
 *  reading before the bell is recorded with its time and number. Cost: one transaction. */
export async function readCodeAsOperator(
  db: Database,
  slug: string,
  now: Date,
): Promise<OperatorCode | null> {
  const [, found] = await db.batch<OperatorCode>([
    db
      .prepare(
        `UPDATE live_mock_keys SET early_reads = early_reads + 1, read_early_at = ?2
         WHERE slug = ?1 AND EXISTS (SELECT 1 FROM live_mocks WHERE slug = ?1 AND bell_at > ?2)`,
      )
      .bind(slug, now.toISOString()),
    db
      .prepare(
        `SELECT slug, bell_at AS bellAt, code, early_reads AS earlyReads
         FROM live_mock_keys JOIN live_mocks USING (slug) WHERE slug = ?1`,
      )
      .bind(slug),
  ])
  return found?.results[0] ?? null
}
