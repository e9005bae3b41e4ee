import * as v from 'valibot'
import type { Database, Statement } from '../../product-api/database.ts'
import { roles, type Operator } from '../operators/operators.ts'

/** What can be done at the desk. Each has a sentence in locales/desk: audit_{action}. */
export const auditActions = [
  ...(['operator_invited', 'operator_enrolled', 'operator_disabled'] as const),
  ...(['signed_in', 'signed_out'] as const),
  ...(['affairs_saved', 'affairs_sent', 'affairs_approved', 'affairs_returned'] as const),
  ...(['affairs_published', 'affairs_failed', 'affairs_withdrawn'] as const),
  ...(['paper_saved', 'paper_imported', 'paper_sent', 'paper_approved', 'paper_returned'] as const),
  ...(['paper_question_agreed', 'paper_question_differs'] as const),
  ...(['paper_difference_settled', 'paper_published', 'paper_failed'] as const),
  ...(['paper_withdrawn'] as const),
  ...(['contact_shown', 'account_signed_out', 'account_blocked'] as const),
  ...(['account_unblocked', 'report_corrected', 'report_declined'] as const),
  ...(['provider_asked', 'refund_proposed', 'refund_approved', 'refund_declined'] as const),
  ...(['refund_request_declined', 'sales_exported'] as const),
  ...(['grant_proposed', 'subscription_given', 'grant_declined'] as const),
  ...(['given_subscription_ended'] as const),
  ...(['crash_closed', 'catalogue_proposed', 'catalogue_approved'] as const),
  ...(['catalogue_declined', 'catalogue_made'] as const),
  ...(['notice_proposed', 'notice_approved', 'notice_declined', 'notice_ended'] as const),
  ...(['ruling_proposed', 'ruling_approved', 'ruling_declined'] as const),
] as const
export type AuditAction = (typeof auditActions)[number]

export type AuditEvent = {
  /** null: the desk itself, or a command. */
  operator: Pick<Operator, 'id' | 'role'> | null
  action: AuditAction
  /** What was changed, as a kind and an id: 'affairs 2026-11-26'. Nothing personal of readers. */
  subject: string
  detail?: Record<string, string | number>
}

/** The statement that records a change, to be run in the same transaction as the change. */
export const auditStatement = (event: AuditEvent, now: Date): Statement => ({
  text: `INSERT INTO audit_entries (at, operator_id, role, action, subject, detail)
    VALUES (?, ?, ?, ?, ?, ?)`,
  values: [
    now.toISOString(),
    event.operator?.id ?? null,
    event.operator?.role ?? null,
    event.action,
    event.subject,
    JSON.stringify(event.detail ?? {}),
  ],
})

/** The same, only if a condition holds: SQL whose values are `?`, before the change is made. */
export function auditStatementIf(
  condition: { text: string; values: Statement['values'] },
  event: AuditEvent,
  now: Date,
): Statement {
  const { text, values } = auditStatement(event, now)
  return {
    text: text.replace(/VALUES \(([?, ]+)\)$/, `SELECT $1 WHERE ${condition.text}`),
    values: [...values, ...condition.values],
  }
}

const entryRow = v.object({
  id: v.number(),
  at: v.string(),
  name: v.nullable(v.string()),
  role: v.nullable(v.picklist(roles)),
  action: v.picklist(auditActions),
  subject: v.string(),
  detail: v.pipe(
    v.string(),
    v.parseJson(),
    v.record(v.string(), v.union([v.string(), v.number()])),
  ),
})
export type AuditEntry = v.InferOutput<typeof entryRow>

const pageSize = 50

/** Entries before an id, the newest first; `next`: the id to go on from, or null at the end. */
export async function auditEntries(
  db: Database,
  before: number | null,
  limit = pageSize,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const { results } = await db
    .prepare(
      `SELECT e.id, e.at, o.name, e.role, e.action, e.subject, e.detail
       FROM audit_entries e LEFT JOIN operators o ON o.id = e.operator_id
       WHERE e.id < ? ORDER BY e.id DESC LIMIT ?`,
    )
    .bind(before ?? Number.MAX_SAFE_INTEGER, limit + 1)
    .all()
  const entries = v.parse(v.array(entryRow), results)
  const shown = entries.slice(0, limit)
  return { entries: shown, next: entries.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
