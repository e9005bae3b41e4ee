import { declineReasons, maxDeclineNote, type DeclinedFor } from '../../../domain/payment.ts'
import { printableText } from '../../../domain/printable-text.ts'
import type { Statement } from '../../database.ts'

/** A reason as it was typed. Null for an unknown one, and for 'other' without words of its own;
 *  words beside another reason are not kept. */
export function declinedForOf(typedReason: string, typedNote: string): DeclinedFor | null {
  const reason = declineReasons.find((one) => one === typedReason)
  const note = printableText(typedNote).replace(/\s+/g, ' ').slice(0, maxDeclineNote)
  if (reason === undefined || (reason === 'other' && note === '')) return null
  return { reason, note: reason === 'other' ? note : '' }
}

/** Whether the payer's request for a refund of the payment `id` waits for a decision: nobody has
 *  approved it, and no refund of the payment waits for a second person. */
export const isPayersRequestOpen = (id: string) => `(
  EXISTS (
    SELECT 1 FROM refund_requests q
    WHERE q.transaction_id = ${id} AND q.asked_by = 'reader' AND q.status = 'requested')
  AND NOT EXISTS (
    SELECT 1 FROM refund_proposals p WHERE p.transaction_id = ${id} AND p.state = 'proposed'))`

/** Declines the payer's request for a refund of a payment, if it waits for a decision. Returns its
 *  row; none if somebody else was faster. */
export const declinePayersRequest = (
  transactionId: string,
  { reason, note }: DeclinedFor,
  now: Date,
): Statement => ({
  text: `UPDATE refund_requests
    SET status = 'declined', decline_reason = ?2, decline_note = ?3, next_check_at = NULL,
      updated_at = ?4
    WHERE transaction_id = ?1 AND asked_by = 'reader' AND status = 'requested'
      AND ${isPayersRequestOpen('?1')} RETURNING id`,
  values: [transactionId, reason, note, now.toISOString()],
})
