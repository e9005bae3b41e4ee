import * as v from 'valibot'
import { otherCountry } from '../../../domain/gst-states.ts'
import type { Database, PreparedStatement } from '../../database.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { WriteGuard } from '../ledger/write-guard.ts'
import { dateInIndia, fiscalYearOf } from './india-time.ts'
import type { Supply, TaxParts, TaxTerms } from './tax-parts.ts'
import type { Seller } from './tax-settings.ts'

export type TaxDocumentKind = 'invoice' | 'credit-note'

/** A row of `tax_documents`. Amounts are minor units of `currency`. */
export type TaxDocument = {
  id: number
  kind: TaxDocumentKind
  gstin: string
  fiscal_year: number
  n: number
  transaction_id: string
  issued_at: string
  issued_on: string
  seller: string
  plan: string
  place_of_supply: string
  /** Of an export: the country of destination; null if it is not known. */
  country: string | null
  supply: Supply
  percent: number
  currency: string
  amount_minor: number
  taxable_minor: number
  cgst_minor: number
  sgst_minor: number
  igst_minor: number
}

/** '26-27/000123' for an invoice, 'CN26-27/000007' for a credit note: at most 16 characters, as
 *  rule 46 of the CGST Rules wants. */
export function documentNumber({
  kind,
  fiscal_year,
  n,
}: Pick<TaxDocument, 'kind' | 'fiscal_year' | 'n'>): string {
  const years = [fiscal_year, fiscal_year + 1].map((year) => String(year).slice(-2)).join('-')
  return `${kind === 'credit-note' ? 'CN' : ''}${years}/${String(n).padStart(6, '0')}`
}

const sellerSchema = v.object({
  name: v.string(),
  address: v.string(),
  sac: v.string(),
  lut: v.string(),
})

export const sellerOf = ({ gstin, seller }: Pick<TaxDocument, 'gstin' | 'seller'>): Seller => ({
  gstin,
  ...v.parse(sellerSchema, JSON.parse(seller)),
})

export const taxTermsIn = (row: TaxDocument): TaxTerms => ({
  placeOfSupply: row.place_of_supply,
  supply: row.supply,
  percent: row.percent,
})

/** The documents of a transaction in the order of their issue; its invoice is the first. */
export const documentsOf = async (db: Database, transactionId: string): Promise<TaxDocument[]> =>
  (
    await db
      .prepare('SELECT * FROM tax_documents WHERE transaction_id = ? ORDER BY id')
      .bind(transactionId)
      .all<TaxDocument>()
  ).results

export type NewDocument = {
  kind: TaxDocumentKind
  seller: Seller
  terms: TaxTerms
  parts: TaxParts
  /** What earlier credit notes of the transaction give back, and what is refunded altogether. */
  creditedMinor: number
  refundedMinor: number
}

/** Inserts a document under the next number of its series, in the batch of the write that it
 *  belongs to: only if that write was done, if a transaction has no invoice yet, and for a credit
 *  note, only if the refunds are those from which its parts were computed. */
export function insertDocument(
  db: Database,
  row: Transaction,
  { kind, seller, terms, parts, creditedMinor, refundedMinor }: NewDocument,
  { writtenBy, at }: WriteGuard,
): PreparedStatement {
  const { gstin, ...facts } = seller
  const issuedOn = dateInIndia(new Date(at))
  return db
    .prepare(
      `INSERT INTO tax_documents (
         kind, gstin, fiscal_year, n, transaction_id, issued_at, issued_on, seller, plan,
         place_of_supply, country, supply, percent, currency, amount_minor, taxable_minor,
         cgst_minor, sgst_minor, igst_minor)
       SELECT ?1, ?2, ?3, (
           SELECT coalesce(max(n), 0) + 1 FROM tax_documents
           WHERE gstin = ?2 AND kind = ?1 AND fiscal_year = ?3),
         t.id, ?4, ?5, ?6, t.plan, ?7, iif(?7 = '${otherCountry}', t.payer_country, NULL), ?8, ?9,
         t.currency, ?10, ?11, ?12, ?13, ?14
       FROM payment_transactions t
       WHERE t.id = ?15 AND t.written_by = ?16 AND t.refunded_minor = ?17 AND ?18 = (
         SELECT coalesce(sum(d.amount_minor), 0) FROM tax_documents d
         WHERE d.transaction_id = t.id AND d.kind = ?1)`,
    )
    .bind(
      kind,
      gstin,
      fiscalYearOf(issuedOn),
      at,
      issuedOn,
      JSON.stringify(facts),
      terms.placeOfSupply,
      terms.supply,
      terms.percent,
      parts.amountMinor,
      parts.taxableMinor,
      parts.cgstMinor,
      parts.sgstMinor,
      parts.igstMinor,
      row.id,
      writtenBy,
      refundedMinor,
      creditedMinor,
    )
}
