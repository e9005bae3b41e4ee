import * as v from 'valibot'
import { runStatements, type Database } from '../../product-api/database.ts'
import { queueRefundStatements } from '../../product-api/payments/operator/queue-refund.ts'
import {
  givenMinor,
  refundProblemOf,
  refundStateOf,
  type RefundProblem,
} from '../../product-api/payments/refunds/refund-limits.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import type { Order } from './orders.ts'

const proposalRow = v.object({
  id: v.number(),
  transactionId: v.string(),
  amountMinor: v.number(),
  currency: v.string(),
  reason: v.string(),
  needsSecond: v.pipe(
    v.number(),
    v.transform((needs) => needs === 1),
  ),
  proposedBy: v.number(),
  proposer: v.string(),
  proposedAt: v.string(),
})
/** A refund that waits for a second person. */
export type RefundProposal = v.InferOutput<typeof proposalRow>

const columns = `SELECT p.id, p.transaction_id AS transactionId, p.amount_minor AS amountMinor,
  t.currency, p.reason, p.needs_second AS needsSecond, p.proposed_by AS proposedBy,
  o.name AS proposer, p.proposed_at AS proposedAt
  FROM refund_proposals p JOIN payment_transactions t ON t.id = p.transaction_id
  JOIN operators o ON o.id = p.proposed_by`

export async function openProposals(db: Database): Promise<RefundProposal[]> {
  const { results } = await db
    .prepare(`${columns} WHERE p.state = 'proposed' ORDER BY p.id LIMIT 100`)
    .all()
  return v.parse(v.array(proposalRow), results)
}

export async function proposalById(db: Database, id: number): Promise<RefundProposal | null> {
  const row = await db
    .prepare(`${columns} WHERE p.id = ? AND p.state = 'proposed'`)
    .bind(id)
    .first()
  return row === null ? null : v.parse(proposalRow, row)
}

/** `aloneMinor`: up to which sum one person refunds alone. `despiteDispute`: also while the payer
 *  disputes the payment. */
export type Proposed = {
  amountMinor: number
  reason: string
  aloneMinor: number
  despiteDispute: boolean
}

/** Proposes a refund. Where all refunds of the payment together need no second person, it is
 *  approved and queued by the same transaction. Errors: 'open' where one waits already, or why this
 *  amount cannot be refunded; then nothing is written. */
export async function proposeRefund(
  db: Database,
  { id }: Order,
  proposed: Proposed,
  operator: Operator,
  now: Date,
): Promise<'waits' | 'queued' | 'open' | RefundProblem> {
  const { amountMinor, reason, aloneMinor, despiteDispute } = proposed
  const state = await refundStateOf(db, id)
  const problem = state ? refundProblemOf(state, amountMinor, despiteDispute) : 'not-paid'
  if (!state || problem !== null) return problem ?? 'not-paid'
  const needsSecond = state.givenMinor + amountMinor > aloneMinor
  const at = now.toISOString()
  const detail = { note: reason }
  try {
    await runStatements(db, [
      {
        text: `INSERT INTO refund_proposals (transaction_id, amount_minor, reason, needs_second,
            proposed_by, proposed_at, state)
          SELECT t.id, ?2, ?3, ${givenMinor('t')} + ?2 > ?4, ?5, ?6, 'proposed'
          FROM payment_transactions t WHERE t.id = ?1`,
        values: [id, amountMinor, reason, aloneMinor, operator.id, at],
      },
      auditStatement({ operator, action: 'refund_proposed', subject: `order ${id}`, detail }, now),
      ...(needsSecond
        ? []
        : [
            // Before the approval: the database approves only what is queued (migration 0103).
            ...queueRefundStatements(id, { amountMinor, reason, despiteDispute }, now),
            {
              text: `UPDATE refund_proposals SET state = 'approved', decided_by = ?, decided_at = ?
                WHERE transaction_id = ? AND state = 'proposed'`,
              values: [operator.id, at, id],
            },
          ]),
    ])
    return needsSecond ? 'waits' : 'queued'
  } catch (error) {
    if (/one_proposed_refund|refund_proposals\.transaction_id/.test(String(error))) return 'open'
    // Another refund was approved since the state was read.
    if (/what is sent|second person/.test(String(error)))
      return refusalOf(db, id, amountMinor, despiteDispute)
    throw error
  }
}

/** Why a refund was refused by the database. */
async function refusalOf(
  db: Database,
  id: string,
  amountMinor: number,
  despiteDispute: boolean,
): Promise<RefundProblem> {
  const state = await refundStateOf(db, id)
  return (state && refundProblemOf(state, amountMinor, despiteDispute)) ?? 'under-way'
}

/** Decides a proposal, and queues the refund that was agreed to, in one transaction; the product
 *  API's cron trigger sends it to the provider. Errors: 'decided' where somebody else was faster,
 *  'own' where it needs a second person and this is the first: the database refuses both; or why
 *  this amount cannot be refunded any more. */
export async function decideRefund(
  db: Database,
  { id, transactionId, amountMinor, reason }: RefundProposal,
  { state, despiteDispute }: { state: 'approved' | 'declined'; despiteDispute: boolean },
  operator: Operator,
  now: Date,
): Promise<'done' | 'decided' | 'own' | RefundProblem> {
  const action = state === 'approved' ? 'refund_approved' : 'refund_declined'
  try {
    await runStatements(db, [
      ...(state === 'approved'
        ? queueRefundStatements(transactionId, { amountMinor, reason, despiteDispute }, now)
        : []),
      {
        text: `UPDATE refund_proposals SET state = ?, decided_by = ?, decided_at = ? WHERE id = ?`,
        values: [state, operator.id, now.toISOString(), id],
      },
      auditStatement({ operator, action, subject: `order ${transactionId}` }, now),
    ])
    return 'done'
  } catch (error) {
    if (String(error).includes('decided once')) return 'decided'
    if (String(error).includes('second person')) return 'own'
    if (String(error).includes('what is sent'))
      return refusalOf(db, transactionId, amountMinor, despiteDispute)
    throw error
  }
}
