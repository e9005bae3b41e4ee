import * as v from 'valibot'
import type { KeyDecision } from '../../domain/attempt/marking.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { previewRuling } from '../../product-api/scoring/ruling-preview.ts'
import { rulingTexts } from '../../product-api/scoring/ruling-texts.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'

const proposalRow = v.object({
  ...{ id: v.number(), questionId: v.number(), question: v.string() },
  wording: v.nullable(v.string()),
  kind: v.picklist(['accept', 'cancel']),
  accepted: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.number()))),
  award: v.nullable(v.picklist(['all', 'attempters', 'nobody'])),
  locale: v.nullable(v.picklist(locales)),
  reason: rulingTexts,
  ...{ proposedBy: v.number(), proposer: v.string(), proposedAt: v.string() },
})

/** A ruling that waits for a second person. `question`: its id of the content files. */
export type RulingProposal = Omit<
  v.InferOutput<typeof proposalRow>,
  'kind' | 'accepted' | 'award'
> &
  KeyDecision

const columns = `SELECT p.id, p.question_id AS questionId, q.editor_id AS question, p.wording,
  p.kind, p.accepted, p.award, p.locale, p.reason, p.proposed_by AS proposedBy,
  o.name AS proposer, p.proposed_at AS proposedAt
  FROM ruling_proposals p JOIN questions q ON q.id = p.question_id
  JOIN operators o ON o.id = p.proposed_by WHERE p.state = 'proposed'`

const parsed = (row: unknown): RulingProposal => {
  const { kind, accepted, award, ...proposal } = v.parse(proposalRow, row)
  return kind === 'accept'
    ? { ...proposal, kind, accepted: accepted ?? [] }
    : { ...proposal, kind, award: award ?? 'all' }
}

export async function openRulings(db: Database): Promise<RulingProposal[]> {
  const { results } = await db.prepare(`${columns} ORDER BY p.id LIMIT 100`).bind().all()
  return results.map(parsed)
}

export async function openRulingById(db: Database, id: number): Promise<RulingProposal | null> {
  const row = await db.prepare(`${columns} AND p.id = ?`).bind(id).first()
  return row === null ? null : parsed(row)
}

export async function openRulingOf(
  db: Database,
  questionId: number,
): Promise<RulingProposal | null> {
  const row = await db.prepare(`${columns} AND p.question_id = ?`).bind(questionId).first()
  return row === null ? null : parsed(row)
}

/** A ruling as somebody asks for it. `reports`: document ids of the reports that it answers. */
export type NewRulingProposal = KeyDecision & {
  questionId: number
  question: string
  wording: string | null
  locale: Locale | null
  reason: Readonly<Record<Locale, string>>
  reports: readonly string[]
}

/** Proposes a ruling. Errors: 'open' where one about the question waits already. */
export async function proposeRuling(
  db: Database,
  { question, ...ruling }: NewRulingProposal,
  operator: Operator,
  now: Date,
): Promise<'proposed' | 'open'> {
  const json = JSON.stringify({ ...ruling, by: operator.id, at: now.toISOString() })
  try {
    await runStatements(db, [
      {
        text: `INSERT INTO ruling_proposals (question_id, wording, kind, accepted, award, locale,
            reason, reports, proposed_by, proposed_at, state)
          SELECT ?1 ->> 'questionId', ?1 ->> 'wording', ?1 ->> 'kind', ?1 -> 'accepted',
            ?1 ->> 'award', ?1 ->> 'locale', ?1 -> 'reason', ?1 -> 'reports', ?1 ->> 'by',
            ?1 ->> 'at', 'proposed'`,
        values: [json],
      },
      auditStatement({ operator, action: 'ruling_proposed', subject: `question ${question}` }, now),
    ])
    return 'proposed'
  } catch (error) {
    if (/one_proposed_ruling|ruling_proposals\.question_id/.test(String(error))) return 'open'
    throw error
  }
}

/** Decides a proposal. With the approval the database makes the ruling and closes its reports.
 *  Errors: 'decided' where somebody else was faster, 'own' where this is who proposed it: the
 *  database refuses both. */
export async function decideRuling(
  db: Database,
  proposal: RulingProposal,
  state: 'approved' | 'declined',
  operator: Operator,
  now: Date,
): Promise<'done' | 'decided' | 'own'> {
  const { id, question } = proposal
  const action = state === 'approved' ? 'ruling_approved' : 'ruling_declined'
  const { raised, lowered } =
    state === 'approved' ? await previewRuling(db, proposal) : { raised: 0, lowered: 0 }
  try {
    await runStatements(db, [
      {
        text: `UPDATE ruling_proposals SET state = ?, decided_by = ?, decided_at = ?, expected = ?
          WHERE id = ?`,
        values: [state, operator.id, now.toISOString(), raised + lowered, id],
      },
      auditStatement({ operator, action, subject: `question ${question}` }, now),
    ])
    return 'done'
  } catch (error) {
    if (String(error).includes('decided once')) return 'decided'
    if (String(error).includes('second person')) return 'own'
    throw error
  }
}
