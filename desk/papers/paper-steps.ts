import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import type { TextState } from '../ui/state-steps.tsx'
import { paperEvent } from './stored-papers.ts'

type Step = { slug: string; version: number }

/** Moves a version on, if it is still the newest one and in the state from which this step is made.
 *  -> whether it was; nothing is changed otherwise. */
async function movePaper(
  db: Database,
  { slug, version }: Step,
  from: TextState,
  set: { sql: string; values: readonly string[] },
  before: readonly Statement[],
  audit: Statement,
): Promise<boolean> {
  const isThere = 'EXISTS (SELECT 1 FROM desk_papers WHERE slug = ? AND version = ? AND state = ?)'
  const there = [slug, version, from]
  const answers = await runStatements(db, [
    ...before.map(({ text, values }) => ({
      // A version that was taken off the site and is approved again keeps its first approval; the
      // log has both.
      text: `${text} WHERE ${isThere} ON CONFLICT DO NOTHING`,
      values: [...values, ...there],
    })),
    // Before the step, whose condition it shares.
    {
      text: audit.text.replace(/VALUES \(([?, ]+)\)$/, `SELECT $1 WHERE ${isThere}`),
      values: [...audit.values, ...there],
    },
    {
      text: `UPDATE desk_papers SET ${set.sql} WHERE slug = ? AND version = ? AND state = ?
        RETURNING slug`,
      values: [...set.values, ...there],
    },
  ])
  return answers.at(-1)?.length === 1
}

export const sendPaper = (db: Database, step: Step, operator: Operator, now: Date) =>
  movePaper(
    db,
    step,
    'draft',
    { sql: `state = 'review', note = NULL`, values: [] },
    [],
    auditStatement(paperEvent(operator, 'paper_sent', step.slug, { version: step.version }), now),
  )

/** Errors: throws where the operator wrote this version or may not review, and where a question is
 *  not read or differs: the database refuses. */
export const approvePaper = (
  db: Database,
  step: Step & { publishAt: string },
  operator: Operator,
  now: Date,
) =>
  movePaper(
    db,
    step,
    'review',
    { sql: `state = 'scheduled', publish_at = ?, note = NULL`, values: [step.publishAt] },
    [
      {
        text: `INSERT INTO paper_approvals (slug, version, approver_id, approved_at)
          SELECT ?, ?, ?, ?`,
        values: [step.slug, step.version, operator.id, now.toISOString()],
      },
    ],
    auditStatement(
      paperEvent(operator, 'paper_approved', step.slug, { version: step.version }),
      now,
    ),
  )

export const returnPaper = (
  db: Database,
  step: Step & { note: string },
  operator: Operator,
  now: Date,
) =>
  movePaper(
    db,
    step,
    'review',
    { sql: `state = 'draft', note = ?`, values: [step.note] },
    [],
    auditStatement(
      paperEvent(operator, 'paper_returned', step.slug, {
        version: step.version,
        note: step.note,
      }),
      now,
    ),
  )
