import * as v from 'valibot'
import { declineReasons, type DeclinedFor } from '../../domain/payment.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import {
  declinePayersRequest,
  isPayersRequestOpen,
} from '../../product-api/payments/refunds/declined-requests.ts'
import { auditStatementIf } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'

/** Declines the payer's request for a refund of an order, and records it. False if it was decided
 *  meanwhile, and while a refund waits for a second person; then nothing is written. */
export async function declineRequest(
  db: Database,
  orderId: string,
  declined: DeclinedFor,
  operator: Operator,
  now: Date,
): Promise<boolean> {
  const [, rows = []] = await runStatements(db, [
    auditStatementIf(
      // Names the order twice.
      { text: isPayersRequestOpen('?'), values: [orderId, orderId] },
      {
        operator,
        action: 'refund_request_declined',
        subject: `order ${orderId}`,
        detail: { reason: declined.reason, note: declined.note },
      },
      now,
    ),
    declinePayersRequest(orderId, declined, now),
  ])
  return rows.length === 1
}

const declinedRow = v.object({
  reason: v.picklist(declineReasons),
  note: v.string(),
  at: v.string(),
})

/** Why the latest request for a refund of an order was declined; null if it was not. */
export async function latestDeclined(
  db: Database,
  orderId: string,
): Promise<(DeclinedFor & { at: string }) | null> {
  const row = await db
    .prepare(
      `SELECT r.decline_reason AS reason, r.decline_note AS note, r.updated_at AS at
       FROM (SELECT * FROM refund_requests WHERE transaction_id = ?
         ORDER BY created_at DESC, id DESC LIMIT 1) r
       WHERE r.status = 'declined' AND r.asked_by = 'reader' AND r.decline_reason IS NOT NULL`,
    )
    .bind(orderId)
    .first()
  return row === null ? null : v.parse(declinedRow, row)
}
