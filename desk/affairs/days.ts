import * as v from 'valibot'
import type { Database, Statement } from '../../product-api/database.ts'
import { runStatements } from '../../product-api/database.ts'
import { sha256 } from '../../product-api/cryptography.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { auditStatement, type AuditAction } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { textStates, type TextState } from '../ui/state-steps.tsx'
import { dayContent, type DayContent } from './day-content.ts'

const columns = `d.date, d.version, d.state, d.publish_at AS publishAt, d.note, d.failure,
  d.published_version AS publishedVersion, d.published_at AS publishedAt,
  v.author_id AS authorId, o.name AS author, v.saved_at AS savedAt`
const source = `affairs_days d JOIN affairs_versions v USING (date, version)
  JOIN operators o ON o.id = v.author_id`

const dayRow = v.object({
  date: v.string(),
  version: v.number(),
  state: v.picklist(textStates),
  publishAt: v.string(),
  note: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  publishedVersion: v.nullable(v.number()),
  publishedAt: v.nullable(v.string()),
  authorId: v.number(),
  author: v.string(),
  savedAt: v.string(),
})
/** A day without its text. `author`: who saved the newest version. */
export type DaySummary = v.InferOutput<typeof dayRow>
export type Day = DaySummary & { content: DayContent }

const storedContent = v.pipe(v.string(), v.parseJson(), dayContent)

export async function dayOf(db: Database, date: string): Promise<Day | null> {
  const row = await db
    .prepare(`SELECT ${columns}, v.content FROM ${source} WHERE d.date = ?`)
    .bind(date)
    .first<{ content: string }>()
  return row && { ...v.parse(dayRow, row), content: v.parse(storedContent, row.content) }
}

/** The days from one to another, both included, that were begun. */
export async function daysFrom(db: Database, first: string, last: string): Promise<DaySummary[]> {
  const { results } = await db
    .prepare(`SELECT ${columns} FROM ${source} WHERE d.date BETWEEN ? AND ? ORDER BY d.date`)
    .bind(first, last)
    .all()
  return v.parse(v.array(dayRow), results)
}

export async function daysIn(db: Database, state: TextState): Promise<DaySummary[]> {
  const { results } = await db
    .prepare(`SELECT ${columns} FROM ${source} WHERE d.state = ? ORDER BY d.date LIMIT 100`)
    .bind(state)
    .all()
  return v.parse(v.array(dayRow), results)
}

/** The last day up to `today` that readers see, wherever it was written. */
export async function lastPublishedDay(db: Database, today: string): Promise<string | null> {
  const row = await db
    .prepare(`SELECT max(date) AS date FROM pages WHERE kind = 'current-affairs' AND date <= ?`)
    .bind(today)
    .first<{ date: string | null }>()
  return row?.date ?? null
}

/** The days of a range that readers see, wherever they were written. */
export async function publishedDays(db: Database, first: string, last: string) {
  const { results } = await db
    .prepare(`SELECT date FROM pages WHERE kind = 'current-affairs' AND date BETWEEN ? AND ?`)
    .bind(first, last)
    .all()
  return new Set(v.parse(v.array(v.object({ date: v.string() })), results).map(({ date }) => date))
}

/** Slug and name of every topic, in a language or, where it has none, in another. */
export async function topicsIn(db: Database, locale: string) {
  const { results } = await db
    .prepare(
      `SELECT t.slug, x.name FROM tags t JOIN tag_texts x ON x.id = (
         SELECT id FROM tag_texts WHERE tag_id = t.id ORDER BY locale <> ? LIMIT 1)
       ORDER BY t.position`,
    )
    .bind(locale)
    .all()
  return v.parse(v.array(v.object({ slug: v.string(), name: v.string() })), results)
}

export type Saved = { date: string; content: DayContent; publishAt: string; expected: number }

/** Saves a text as the next version of its day, by its author, as a draft. `expected`: the version
 *  that the author began from, 0 for a new day. The same text as before makes no version, but a
 *  changed time is kept. Errors: the day as somebody else saved it meanwhile; nothing is stored
 *  then. Returns the version. */
export async function saveDay(
  db: Database,
  { date, content, publishAt, expected }: Saved,
  author: Operator,
  now: Date,
): Promise<Result<number, Day>> {
  const json = JSON.stringify(content)
  const digest = await sha256(json)
  const before = await dayOf(db, date)
  if ((before?.version ?? 0) !== expected && before) return failed(before)
  if (before && JSON.stringify(before.content) === json && before.publishAt === publishAt)
    return ok(before.version)
  const version = expected + 1
  try {
    await runStatements(db, [
      {
        text: `INSERT INTO affairs_versions (date, version, author_id, content, digest, saved_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
        values: [date, version, author.id, json, digest, now.toISOString()],
      },
      {
        text: `INSERT INTO affairs_days (date, version, state, publish_at) VALUES (?, ?, 'draft', ?)
          ON CONFLICT (date) DO UPDATE SET version = excluded.version, state = 'draft',
            publish_at = excluded.publish_at, failure = NULL`,
        values: [date, version, publishAt],
      },
      auditStatement(event(author, 'affairs_saved', date, { version }), now),
    ])
    return ok(version)
  } catch (error) {
    if (!String(error).includes('somebody saved another version')) throw error
    const theirs = await dayOf(db, date)
    if (!theirs) throw error
    return failed(theirs)
  }
}

type Step = { date: string; version: number }

/** Moves a version on, if it is still the newest one and in the state from which this step is made.
 *  -> whether it was; nothing is changed otherwise. */
async function moveDay(
  db: Database,
  { date, version }: Step,
  from: TextState,
  set: { sql: string; values: readonly string[] },
  before: readonly Statement[],
  audit: Statement,
): Promise<boolean> {
  const isThere = `EXISTS (SELECT 1 FROM affairs_days WHERE date = ? AND version = ? AND state = ?)`
  const there = [date, version, from]
  const answers = await runStatements(db, [
    ...before.map(({ text, values }) => ({
      // A version that was taken off the site and is approved again keeps its first approval; the
      // log has both.
      text: `${text} WHERE ${isThere} ON CONFLICT DO NOTHING`,
      values: [...values, ...there],
    })),
    // Before the step, whose condition it shares.
    { text: asSelect(audit.text, isThere), values: [...audit.values, ...there] },
    {
      text: `UPDATE affairs_days SET ${set.sql} WHERE date = ? AND version = ? AND state = ?
        RETURNING date`,
      values: [...set.values, ...there],
    },
  ])
  return answers.at(-1)?.length === 1
}

/** An INSERT … VALUES (…) as INSERT … SELECT … WHERE condition. */
const asSelect = (insert: string, condition: string) =>
  insert.replace(/VALUES \(([?, ]+)\)$/, `SELECT $1 WHERE ${condition}`)

export const sendDay = (db: Database, step: Step, operator: Operator, now: Date) =>
  moveDay(
    db,
    step,
    'draft',
    { sql: `state = 'review', note = NULL`, values: [] },
    [],
    auditStatement(event(operator, 'affairs_sent', step.date, { version: step.version }), now),
  )

/** Errors: throws where the operator wrote this version or may not review: the database refuses. */
export const approveDay = (
  db: Database,
  step: Step & { publishAt: string },
  operator: Operator,
  now: Date,
) =>
  moveDay(
    db,
    step,
    'review',
    { sql: `state = 'scheduled', publish_at = ?, note = NULL`, values: [step.publishAt] },
    [
      {
        text: `INSERT INTO affairs_approvals (date, version, approver_id, approved_at)
          SELECT ?, ?, ?, ?`,
        values: [step.date, step.version, operator.id, now.toISOString()],
      },
    ],
    auditStatement(event(operator, 'affairs_approved', step.date, { version: step.version }), now),
  )

export const returnDay = (
  db: Database,
  step: Step & { note: string },
  operator: Operator,
  now: Date,
) =>
  moveDay(
    db,
    step,
    'review',
    { sql: `state = 'draft', note = ?`, values: [step.note] },
    [],
    auditStatement(
      event(operator, 'affairs_returned', step.date, { version: step.version, note: step.note }),
      now,
    ),
  )

export const event = (
  operator: Operator | null,
  action: AuditAction,
  date: string,
  detail: Record<string, string | number>,
) => ({ operator, action, subject: `affairs ${date}`, detail })
