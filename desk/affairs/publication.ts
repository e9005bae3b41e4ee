import questionsSql from '../../authoring/loading/sql/questions.sql?raw'
import pageSql from '../../authoring/loading/sql/page.sql?raw'
import { stagePage } from '../../authoring/loading/content-rows.ts'
import { loadStatements, type ReadScript } from '../../authoring/loading/import-statements.ts'
import { withdrawalStatements } from '../../authoring/publishing/withdraw-content.ts'
import { dayInIndia } from '../../domain/india-time.ts'
import { sha256 } from '../../product-api/cryptography.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { pageOfText, pathOfDay, slugOfDay, textOfDay } from './day-page.ts'
import { dayOf, event, type Day } from './days.ts'

/** Publishes every approved day whose minute has come, each in one transaction with its entry in
 *  the audit log. A day that cannot be published stays scheduled and is tried again a minute later;
 *  its page says why. Cost: one look-up in an index where nothing is due. */
export async function publishDueDays(db: Database, now: Date) {
  const { results } = await db
    .prepare(
      `SELECT date FROM affairs_days WHERE state = 'scheduled' AND publish_at <= ?
       ORDER BY publish_at LIMIT 10`,
    )
    .bind(now.toISOString())
    .all<{ date: string }>()
  for (const { date } of results) {
    const day = await dayOf(db, date)
    if (day?.state !== 'scheduled') continue
    try {
      await publishDay(db, day, now)
    } catch (error) {
      const later = await dayOf(db, date)
      // An overlapping run published it, or somebody saved another version meanwhile.
      if (later?.state !== 'scheduled' || later.version !== day.version) continue
      console.error(JSON.stringify({ at: 'publication', date, error: String(error) }))
      if (later.failure === null) await recordFailure(db, day, String(error), now)
    }
  }
}

async function publishDay(db: Database, day: Day, now: Date) {
  const { date, version, content } = day
  const at = now.toISOString()
  // The digest of an approved version; the database refuses any other.
  const digest = await sha256(JSON.stringify(content))
  const source = textOfDay(date, content, dayInIndia(now))
  const load = stagePage(pageOfText(date, source), at)
  const file = { path: pathOfDay(date), digest, now: at, source }
  await runStatements(db, [
    ...(await loadStatements(file, load, readScript)),
    {
      text: `UPDATE affairs_days SET state = 'published', published_version = version,
        published_at = ?, failure = NULL
        WHERE date = ? AND version = ?`,
      values: [at, date, version],
    },
    auditStatement(event(null, 'affairs_published', date, { version }), now),
  ])
}

async function recordFailure(db: Database, { date, version }: Day, reason: string, now: Date) {
  await runStatements(db, [
    {
      text: 'UPDATE affairs_days SET failure = ? WHERE date = ? AND version = ?',
      values: [reason.slice(0, 500), date, version],
    },
    auditStatement(event(null, 'affairs_failed', date, { version }), now),
  ])
}

/** Takes a published day off the site. Its text stays as a draft. -> whether it was published. */
export async function withdrawDay(db: Database, date: string, operator: Operator, now: Date) {
  const day = await dayOf(db, date)
  if (!day || day.publishedVersion === null) return false
  await runStatements(db, [
    ...withdrawalStatements([{ kind: 'page', slug: slugOfDay(date) }], now.toISOString()),
    {
      text: `UPDATE affairs_days SET state = 'draft', published_version = NULL, published_at = NULL
        WHERE date = ?`,
      values: [date],
    },
    auditStatement(
      event(operator, 'affairs_withdrawn', date, { version: day.publishedVersion }),
      now,
    ),
  ])
  return true
}

const readScript: ReadScript = (name) => {
  if (name === 'page') return Promise.resolve(pageSql)
  if (name === 'questions') return Promise.resolve(questionsSql)
  throw new Error(`the desk does not publish by ${name}.sql`)
}
