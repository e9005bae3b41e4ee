import type { PreparedStatement } from '../../database.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { WriteGuard } from '../ledger/write-guard.ts'
import type { PaymentContext } from '../payment-context.ts'
import { queueDocumentMail } from './document-mails.ts'
import { documentsOf, insertDocument, sellerOf, taxTermsIn } from './tax-documents.ts'
import { refundedTaxParts, taxPartsOf, taxTermsOf } from './tax-parts.ts'
import { taxedSeller } from './tax-settings.ts'

/** The statements that issue the invoice of a payment, in the batch that makes it paid. None if the
 *  seller is not registered for GST. `row`: with the payer's country as that batch stores it. */
export function issueInvoice(
  { db, settings }: PaymentContext,
  row: Transaction,
  guard: WriteGuard,
): PreparedStatement[] {
  const seller = taxedSeller(settings)
  if (!seller) return []
  const terms = taxTermsOf(seller, settings.TAX_PERCENT, {
    currency: row.currency,
    payerState: row.payer_state,
    payerCountry: row.payer_country,
  })
  const parts = taxPartsOf(row.amount_minor, terms)
  const document = { kind: 'invoice', seller, terms, parts, creditedMinor: 0 } as const
  return [
    insertDocument(db, row, { ...document, refundedMinor: row.refunded_minor }, guard),
    queueDocumentMail(db, row, 'invoice', guard),
  ]
}

/** The statements that issue a credit note for what was refunded since the last one, in the batch
 *  that writes the refund. None for a payment without an invoice. Its terms are the invoice's,
 *  whatever the settings are now. `refundedMinor`: the sum of all refunds after the write. Cost:
 *  one read. */
export async function issueCreditNote(
  { db }: PaymentContext,
  row: Transaction,
  refundedMinor: number,
  guard: WriteGuard,
): Promise<PreparedStatement[]> {
  const [invoice, ...notes] = await documentsOf(db, row.id)
  if (!invoice) return []
  const creditedMinor = notes.reduce((sum, note) => sum + note.amount_minor, 0)
  if (refundedMinor <= creditedMinor) return []
  const terms = taxTermsIn(invoice)
  const parts = refundedTaxParts(creditedMinor, refundedMinor, terms)
  const seller = sellerOf(invoice)
  const document = { kind: 'credit-note', seller, terms, parts, creditedMinor } as const
  return [
    insertDocument(db, row, { ...document, refundedMinor }, guard),
    queueDocumentMail(db, row, 'credit-note', guard),
  ]
}
