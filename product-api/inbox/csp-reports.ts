import type { CspReport } from '../../domain/contracts/inbox.ts'
import type { Database } from '../database.ts'

/** Different violations of one day; further ones are not counted. */
const maxRowsPerDay = 500

/** Counts violations by day. Cost: one transaction. */
export async function countCspReports(db: Database, reports: readonly CspReport[], now: Date) {
  const day = now.toISOString().slice(0, 10)
  await db.batch(
    reports.flatMap(({ directive, blocked, page }) => [
      db
        .prepare(
          `UPDATE csp_reports SET count = count + 1
           WHERE day = ? AND directive = ? AND blocked = ? AND page = ?`,
        )
        .bind(day, directive, blocked, page),
      db
        .prepare(
          `INSERT OR IGNORE INTO csp_reports (day, directive, blocked, page, count)
           SELECT ?1, ?2, ?3, ?4, 1
           WHERE (SELECT count(*) FROM csp_reports WHERE day = ?1) < ?5`,
        )
        .bind(day, directive, blocked, page, maxRowsPerDay),
    ]),
  )
}

/** Violations since a day, the most frequent first: for `npm run csp-reports`. */
export const selectCspReports = (since: string) => ({
  text: `SELECT directive, blocked, page, sum(count) AS count, max(day) AS lastDay
    FROM csp_reports WHERE day >= ? GROUP BY directive, blocked, page
    ORDER BY count DESC, directive, blocked, page LIMIT 200`,
  values: [since],
})
