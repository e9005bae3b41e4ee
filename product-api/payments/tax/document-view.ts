import { offerOf } from '../ledger/transactions.ts'
import { documentNumber, sellerOf, type TaxDocument } from './tax-documents.ts'

/** The JSON of the documents of one transaction (domain/contracts/payments.ts, taxDocument). */
export function documentViews(documents: readonly TaxDocument[]) {
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  return documents.map((row) => ({
    kind: row.kind,
    number: documentNumber(row),
    issuedOn: row.issued_on,
    invoice:
      row.kind === 'credit-note' && invoice
        ? { number: documentNumber(invoice), issuedOn: invoice.issued_on }
        : null,
    seller: sellerOf(row),
    plan: offerOf(row),
    placeOfSupply: row.place_of_supply,
    country: row.country,
    supply: row.supply,
    percent: row.percent,
    currency: row.currency,
    amountMinor: row.amount_minor,
    taxableMinor: row.taxable_minor,
    cgstMinor: row.cgst_minor,
    sgstMinor: row.sgst_minor,
    igstMinor: row.igst_minor,
  }))
}
