import { sha256 } from '../cryptography.ts'
import { alertOperator, insertLedgerEntry } from './ledger/entries.ts'
import { settle } from './ledger/settle.ts'
import { transactionBy, type Transaction } from './ledger/transactions.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PaymentProvider, WebhookEvent, WebhookRequest } from './providers/provider.ts'
import {
  recordReportedRefunds,
  reportedBy,
  storeReportedRefund,
} from './refunds/reported-refunds.ts'

/** The outcome of a webhook. `followUp`: settles the payment; called after the webhook is
 *  answered. */
export type ReceivedWebhook =
  | { kind: 'accepted'; followUp: () => Promise<unknown> }
  | { kind: 'forged' | 'unreadable' | 'unverifiable' }

/** Verifies a webhook and records it in the ledger, once by its id. Nothing in it but the ids is
 *  trusted: `followUp` fetches the order. */
export async function receiveWebhook(
  context: PaymentContext,
  provider: PaymentProvider,
  request: WebhookRequest,
): Promise<ReceivedWebhook> {
  const result = await provider.readWebhook(context, request)
  if (result.kind !== 'event') return result
  const { event } = result
  const row = await transactionOf(context, event)
  await recordWebhook(context, row, provider.facts.id, event, request.body)
  if (event.dispute !== null)
    alertOperator('dispute', { transaction: row?.id ?? null, event: event.id })
  return { kind: 'accepted', followUp: async () => row && (await followUp(context, row, event)) }
}

async function followUp(context: PaymentContext, row: Transaction, event: WebhookEvent) {
  const current = await settle(context, row.id, 'webhook')
  if (!current) return
  if (reportedBy(event)) await recordReportedRefunds(context, current, 'webhook')
}

async function transactionOf(
  { db }: PaymentContext,
  { transactionIds }: WebhookEvent,
): Promise<Transaction | null> {
  for (const key of ['id', 'provider_order_id', 'provider_capture_id'] as const)
    for (const id of transactionIds) {
      const row = await transactionBy(db, key, id)
      if (row) return row
    }
  return null
}

/** How long the follow-up of a webhook may take before the order's clock looks, too. */
const followUpMs = 15_000

/** Inserts one ledger entry, also if the event is sent several times. Makes the row due, so that
 *  its clock, or the cron trigger, settles it if the follow-up is cut off. */
async function recordWebhook(
  context: PaymentContext,
  row: Transaction | null,
  provider: string,
  event: WebhookEvent,
  body: string,
) {
  const { id: eventId, type: kind, dispute: detail } = event
  const reported = reportedBy(event)
  const at = context.now()
  const dueAt = context.tellClock ? new Date(at.getTime() + followUpMs) : at
  if (!row) alertOperator('webhook without a transaction', { provider, event: eventId, kind })
  await context.db.batch([
    insertLedgerEntry(context.db, {
      transactionId: row?.id ?? null,
      provider,
      eventId,
      kind,
      cause: 'webhook',
      detail,
      rawHash: await sha256(body),
      at,
    }),
    ...(row
      ? [
          context.db
            .prepare(
              `UPDATE payment_transactions SET next_check_at = min(coalesce(next_check_at, ?1), ?1)
               WHERE id = ?2 AND state NOT IN ('refunded', 'reversed', 'review')`,
            )
            .bind(dueAt.toISOString(), row.id),
          ...(reported ? [storeReportedRefund(context, row.id, reported)] : []),
        ]
      : []),
  ])
  if (row) context.tellClock?.({ ...row, next_check_at: dueAt.toISOString() })
}
