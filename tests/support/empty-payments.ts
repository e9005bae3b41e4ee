import { database } from './product-api.ts'

/** The tables of payments, those first that refer to others. */
const paymentTables = [
  ...['tax_document_mails', 'tax_documents'],
  ...['user_subscriptions', 'refund_requests', 'referral_transactions', 'payment_handoffs'],
  ...['payment_returns', 'settlement_entries', 'settlement_days', 'payment_events'],
  'payment_transactions',
] as const

/** Deletes all payments of earlier tests in the file, whose days and sums a test would meet. The
 *  triggers that protect ledger and tax documents are dropped. */
export async function deleteAllPayments() {
  await database().batch(
    [
      'DROP TRIGGER IF EXISTS payment_events_are_not_deleted',
      'DROP TRIGGER IF EXISTS tax_documents_are_not_deleted',
      ...paymentTables.map((table) => `DELETE FROM ${table}`),
    ].map((sql) => database().prepare(sql)),
  )
}
