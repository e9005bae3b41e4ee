import * as v from 'valibot'
import { defaultLocale, locales, type Locale } from '../../domain/locale.ts'
import { noticeKinds, noticePlaces } from '../../domain/notice.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement, auditStatementIf, type AuditAction } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'

const noticeRow = v.object({
  id: v.number(),
  kind: v.picklist(noticeKinds),
  place: v.picklist(noticePlaces),
  exam: v.nullable(v.string()),
  from: v.string(),
  until: v.string(),
  texts: v.pipe(v.string(), v.parseJson(), v.object(v.entriesFromList(locales, v.string()))),
  state: v.picklist(['proposed', 'approved']),
  proposedBy: v.number(),
  proposer: v.string(),
  proposedAt: v.string(),
})
/** A notice that waits for a second person, or is shown now or later. */
export type StoredNotice = v.InferOutput<typeof noticeRow>

/** Those that have not ended, the one that begins first first. */
export async function openNotices(db: Database, now: Date): Promise<StoredNotice[]> {
  const { results } = await db
    .prepare(
      `SELECT n.id, n.kind, n.place, n.exam, n.from_at AS "from", n.until_at AS until, n.texts,
         n.state, n.proposed_by AS proposedBy, o.name AS proposer, n.proposed_at AS proposedAt
       FROM notices n JOIN operators o ON o.id = n.proposed_by
       WHERE n.state IN ('proposed', 'approved') AND n.until_at > ?
       ORDER BY n.state DESC, n.from_at, n.id LIMIT 50`,
    )
    .bind(now.toISOString())
    .all()
  return v.parse(v.array(noticeRow), results)
}

/** `formKey`: of the form; sent again, it changes nothing. */
export type NewNotice = Pick<StoredNotice, 'kind' | 'place' | 'exam' | 'from' | 'until'> & {
  formKey: string
  texts: Record<Locale, string>
}

export async function proposeNotice(
  db: Database,
  { formKey, kind, place, exam, from, until, texts }: NewNotice,
  operator: Operator,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await runStatements(db, [
    {
      text: `INSERT INTO notices (form_key, kind, place, exam, from_at, until_at, texts,
          proposed_by, proposed_at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'proposed')
        ON CONFLICT (form_key) DO NOTHING`,
      values: [
        ...[formKey, kind, place, exam, from, until, JSON.stringify(texts), operator.id, at],
      ],
    },
    auditStatementIf(
      {
        text: 'EXISTS (SELECT 1 FROM notices WHERE form_key = ? AND proposed_at = ?)',
        values: [formKey, at],
      },
      { operator, action: 'notice_proposed', subject: `notice ${place}`, detail: noteOf(texts) },
      now,
    ),
  ])
}

const noteOf = (texts: Readonly<Record<Locale, string>>) => ({
  note: texts[defaultLocale],
})

const actions: Record<'approved' | 'declined' | 'ended', AuditAction> = {
  approved: 'notice_approved',
  declined: 'notice_declined',
  ended: 'notice_ended',
}

/** Decides a notice, or ends one that is approved. Errors: 'decided' where somebody else was
 *  faster, 'own' for one's own approval: the database refuses both. */
export async function decideNotice(
  db: Database,
  { id, place, texts }: StoredNotice,
  state: 'approved' | 'declined' | 'ended',
  operator: Operator,
  now: Date,
): Promise<'done' | 'decided' | 'own'> {
  const at = now.toISOString()
  const change =
    state === 'ended'
      ? {
          text: `UPDATE notices SET state = 'ended', ended_at = ? WHERE id = ?`,
          values: [at, id],
        }
      : {
          text: 'UPDATE notices SET state = ?, decided_by = ?, decided_at = ? WHERE id = ?',
          values: [state, operator.id, at, id],
        }
  const event = { operator, action: actions[state], subject: `notice ${place}` }
  try {
    await runStatements(db, [change, auditStatement({ ...event, detail: noteOf(texts) }, now)])
    return 'done'
  } catch (error) {
    if (/decided once|CHECK constraint/.test(String(error))) return 'decided'
    if (String(error).includes('second person')) return 'own'
    throw error
  }
}
