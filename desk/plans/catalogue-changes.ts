import * as v from 'valibot'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement, auditStatementIf, type AuditAction } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { catalogueChange, isMadeAlone, type CatalogueChange } from './catalogue-change.ts'

const changeRow = v.pipe(
  v.object({
    id: v.number(),
    kind: v.string(),
    subject: v.string(),
    detail: v.pipe(v.string(), v.parseJson()),
    fromAt: v.string(),
    state: v.picklist(['proposed', 'approved', 'declined', 'made']),
    proposedBy: v.number(),
    proposer: v.string(),
    proposedAt: v.string(),
    failure: v.nullable(v.string()),
  }),
  v.transform(({ kind, subject, detail, ...row }) => ({
    ...row,
    change: v.parse(catalogueChange, { kind, subject, detail }),
  })),
)
/** A change of plans, prices or coupons that was asked for. `fromAt`: when it is to be made. */
export type StoredChange = v.InferOutput<typeof changeRow>

const columns = `SELECT k.id, k.kind, k.subject, k.detail, k.from_at AS fromAt, k.state,
  k.proposed_by AS proposedBy, o.name AS proposer, k.proposed_at AS proposedAt, k.failure
  FROM catalogue_changes k JOIN operators o ON o.id = k.proposed_by`

/** What waits for a second person or for its time, the oldest first. */
export async function openChanges(db: Database): Promise<StoredChange[]> {
  const { results } = await db
    .prepare(`${columns} WHERE k.state IN ('proposed', 'approved') ORDER BY k.id LIMIT 100`)
    .all()
  return v.parse(v.array(changeRow), results)
}

/** Approved changes whose time has come, in the order in which they are made. */
export async function dueChanges(db: Database, now: Date): Promise<StoredChange[]> {
  const { results } = await db
    .prepare(
      `${columns} WHERE k.state = 'approved' AND k.from_at <= ? ORDER BY k.from_at, k.id LIMIT 20`,
    )
    .bind(now.toISOString())
    .all()
  return v.parse(v.array(changeRow), results)
}

export async function openChangeById(db: Database, id: number): Promise<StoredChange | null> {
  const row = await db
    .prepare(`${columns} WHERE k.id = ? AND k.state IN ('proposed', 'approved')`)
    .bind(id)
    .first()
  return row === null ? null : v.parse(changeRow, row)
}

const auditSubject = ({ kind, subject }: CatalogueChange) =>
  `${kind.startsWith('coupon') ? 'coupon' : 'plan'} ${subject}`

const eventOf = (operator: Operator | null, action: AuditAction, { change, note }: Recorded) => ({
  ...{ operator, action, subject: auditSubject(change) },
  detail: { change: change.kind, ...(note !== '' && { note }) },
})
type Recorded = { change: CatalogueChange; note: string }

/** What the log says of a change besides its subject: an amount, a percentage, a time. */
export type Noted = { change: CatalogueChange; fromAt: string; note: string }

/** Asks for a change; one that is made alone is approved by the same transaction. A form that is
 *  sent again changes nothing. */
export async function proposeChange(
  db: Database,
  formKey: string,
  { change, fromAt, note }: Noted,
  operator: Operator,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const isNew = {
    text: 'EXISTS (SELECT 1 FROM catalogue_changes WHERE form_key = ? AND proposed_at = ?)',
    values: [formKey, at],
  }
  const event = eventOf(operator, 'catalogue_proposed', { change, note })
  await runStatements(db, [
    {
      text: `INSERT INTO catalogue_changes (form_key, kind, subject, detail, from_at, proposed_by,
          proposed_at, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'proposed')
        ON CONFLICT (form_key) DO NOTHING`,
      values: [
        ...[formKey, change.kind, change.subject, JSON.stringify(change.detail), fromAt],
        ...[operator.id, at],
      ],
    },
    auditStatementIf(isNew, event, now),
    ...(isMadeAlone(change)
      ? [
          {
            text: `UPDATE catalogue_changes SET state = 'approved', decided_by = ?, decided_at = ?
              WHERE form_key = ? AND state = 'proposed'`,
            values: [operator.id, at, formKey],
          },
        ]
      : []),
  ])
}

/** Decides a proposal; declining also takes back one that was approved and is not made yet. Errors:
 *  'decided' where somebody else was faster, 'own' where it needs a second person and this is the
 *  first: the database refuses both. */
export async function decideChange(
  db: Database,
  { id, change }: StoredChange,
  state: 'approved' | 'declined',
  operator: Operator,
  now: Date,
): Promise<'done' | 'decided' | 'own'> {
  const action = state === 'approved' ? 'catalogue_approved' : 'catalogue_declined'
  try {
    await runStatements(db, [
      {
        text: `UPDATE catalogue_changes SET state = ?, decided_by = ?, decided_at = ?
          WHERE id = ?`,
        values: [state, operator.id, now.toISOString(), id],
      },
      auditStatement(eventOf(operator, action, { change, note: '' }), now),
    ])
    return 'done'
  } catch (error) {
    if (String(error).includes('decided once')) return 'decided'
    if (String(error).includes('second person')) return 'own'
    throw error
  }
}

export const madeEvent = (change: CatalogueChange) =>
  eventOf(null, 'catalogue_made', { change, note: '' })
