import type { Database } from '../../database.ts'
import { toRupees, type ExchangeRates } from './exchange-rates.ts'
import { documentNumber, sellerOf, type TaxDocument } from './tax-documents.ts'
import type { Supply } from './tax-parts.ts'

/** An inter-state invoice above this value, in paise, is listed by itself (table 5, B2CL), others
 *  by sums (table 7, B2CS): ₹1,00,000 since August 2024. Source: notification 12/2024-Central
 *  Tax. */
export const largeInvoiceMinor = 10_000_000

/** Sums of amounts in paise; below zero where refunds exceed supplies. */
export type TaxSums = {
  valueMinor: number
  taxableMinor: number
  cgstMinor: number
  sgstMinor: number
  igstMinor: number
}

/** An invoice or a credit note in rupees. */
export type ReturnedDocument = TaxSums & {
  number: string
  issuedOn: string
  placeOfSupply: string
  supply: Supply
  percent: number
}

/** An export's document with what its form has no column for: where it went, and its own currency.
 *  `country`: null if the provider did not say. `lut`: '' for an export with tax. */
export type ExportedDocument = ReturnedDocument & {
  kind: TaxDocument['kind']
  country: string | null
  currency: string
  foreignMinor: number
  lut: string
}

/** What a seller returns for a month: the tables of GSTR-1 for supplies to payers who are not
 *  registered. Credit notes of invoices that are listed by sums reduce those sums.
 *  Source: CGST Rules 2017, rule 59, form GSTR-1. */
export type Gstr1 = {
  gstin: string
  month: string
  /** Table 7. */
  b2cs: (TaxSums & { placeOfSupply: string; percent: number })[]
  /** Table 5. */
  b2cl: ReturnedDocument[]
  /** Table 6A. */
  exports: ReturnedDocument[]
  /** The invoices of exports, then their notes: what an officer asks about them. */
  destinations: ExportedDocument[]
  /** Table 9B, unregistered: the notes of B2CL and export invoices. */
  cdnur: ReturnedDocument[]
  /** Table 12. */
  hsn: (TaxSums & { sac: string; percent: number })[]
  /** Table 13. */
  documents: { kind: TaxDocument['kind']; from: string; to: string; count: number }[]
  total: TaxSums
}

type Row = TaxDocument & { invoice_on: string; invoice_minor: number }

/** The GSTINs under which documents were issued in a month ('2026-11'). */
export async function gstinsOf(db: Database, month: string): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT gstin FROM tax_documents WHERE issued_on BETWEEN ?1 AND ?2 ORDER BY gstin`,
    )
    .bind(`${month}-01`, `${month}-31`)
    .all<{ gstin: string }>()
  return results.map(({ gstin }) => gstin)
}

/** The return of a seller for a month ('2026-11'), by the dates of the documents in India. Amounts
 *  of other currencies are converted document by document, notes at the rate of their invoice.
 *  Errors: throws MissingRate. Cost: one read of the month's documents. */
export async function gstr1Of(
  db: Database,
  { gstin, month, rates }: { gstin: string; month: string; rates: ExchangeRates },
): Promise<Gstr1> {
  const { results } = await db
    .prepare(
      `SELECT d.*, i.issued_on AS invoice_on, i.amount_minor AS invoice_minor
       FROM tax_documents d
       JOIN tax_documents i ON i.transaction_id = d.transaction_id AND i.kind = 'invoice'
       WHERE d.gstin = ?1 AND d.issued_on BETWEEN ?2 AND ?3 ORDER BY d.fiscal_year, d.kind, d.n`,
    )
    .bind(gstin, `${month}-01`, `${month}-31`)
    .all<Row>()
  const all = results.map((row) => ({ row, document: inRupees(row, rates), list: listOf(row) }))
  const ofList = (list: ListName, kind: TaxDocument['kind']) =>
    all.flatMap((one) => (one.list === list && one.row.kind === kind ? [one.document] : []))
  const signed = all.map(({ row, document, list }) => ({
    ...{ row, list, placeOfSupply: document.placeOfSupply, percent: document.percent },
    sums: row.kind === 'invoice' ? document : negative(document),
  }))
  return {
    gstin,
    month,
    b2cs: grouped(
      signed.filter(({ list }) => list === 'b2cs'),
      ({ placeOfSupply, percent }) => ({ placeOfSupply, percent }),
    ),
    b2cl: ofList('b2cl', 'invoice'),
    exports: ofList('exports', 'invoice'),
    destinations: documentKinds.flatMap((kind) =>
      all.flatMap(({ row, document, list }) =>
        list === 'exports' && row.kind === kind ? [exportedDocument(row, document)] : [],
      ),
    ),
    cdnur: [...ofList('b2cl', 'credit-note'), ...ofList('exports', 'credit-note')].sort(
      (one, other) => (one.number < other.number ? -1 : 1),
    ),
    hsn: grouped(signed, ({ row, percent }) => ({ sac: sellerOf(row).sac, percent })),
    documents: documentKinds.flatMap((kind) =>
      seriesOf(results.filter((row) => row.kind === kind)),
    ),
    total: signed.reduce((sum, { sums }) => added(sum, sums), noSums),
  }
}

const documentKinds = ['invoice', 'credit-note'] as const

type ListName = 'b2cs' | 'b2cl' | 'exports'

/** The table to which an invoice, and so its notes, belongs. */
function listOf({ supply, invoice_minor }: Row): ListName {
  if (supply === 'export' || supply === 'taxed-export') return 'exports'
  return supply === 'inter-state' && invoice_minor > largeInvoiceMinor ? 'b2cl' : 'b2cs'
}

function inRupees(row: Row, rates: ExchangeRates): ReturnedDocument {
  const rupees = (minor: number) => toRupees(minor, row.currency, row.invoice_on, rates)
  const [cgstMinor, sgstMinor] = [rupees(row.cgst_minor), rupees(row.sgst_minor)]
  const [valueMinor, igstMinor] = [rupees(row.amount_minor), rupees(row.igst_minor)]
  return {
    number: documentNumber(row),
    issuedOn: row.issued_on,
    placeOfSupply: row.place_of_supply,
    supply: row.supply,
    percent: row.percent,
    valueMinor,
    // The rest, so that the converted parts add up to the converted amount.
    taxableMinor: valueMinor - cgstMinor - sgstMinor - igstMinor,
    ...{ cgstMinor, sgstMinor, igstMinor },
  }
}

const exportedDocument = (row: Row, document: ReturnedDocument): ExportedDocument => ({
  ...document,
  kind: row.kind,
  country: row.country,
  currency: row.currency,
  foreignMinor: row.amount_minor,
  lut: row.supply === 'export' ? sellerOf(row).lut : '',
})

/** Documents of one kind as consecutive numbers: one entry for each financial year. None can be
 *  cancelled. */
function seriesOf(rows: readonly Row[]): Gstr1['documents'] {
  const years = [...new Set(rows.map((row) => row.fiscal_year))]
  return years.flatMap((year) => {
    const ofYear = rows.filter((row) => row.fiscal_year === year)
    const [first, last] = [ofYear[0], ofYear.at(-1)]
    return first && last
      ? [
          {
            ...{ kind: first.kind, from: documentNumber(first), to: documentNumber(last) },
            count: ofYear.length,
          },
        ]
      : []
  })
}

const noSums: TaxSums = {
  ...{ valueMinor: 0, taxableMinor: 0, cgstMinor: 0, sgstMinor: 0, igstMinor: 0 },
}

const added = (one: TaxSums, other: TaxSums): TaxSums => ({
  valueMinor: one.valueMinor + other.valueMinor,
  taxableMinor: one.taxableMinor + other.taxableMinor,
  cgstMinor: one.cgstMinor + other.cgstMinor,
  sgstMinor: one.sgstMinor + other.sgstMinor,
  igstMinor: one.igstMinor + other.igstMinor,
})

const negative = (sums: TaxSums): TaxSums => ({
  valueMinor: -sums.valueMinor,
  taxableMinor: -sums.taxableMinor,
  cgstMinor: -sums.cgstMinor,
  sgstMinor: -sums.sgstMinor,
  igstMinor: -sums.igstMinor,
})

/** Sums by key, in the order of the keys. */
function grouped<Item extends { sums: TaxSums }, Key extends Record<string, string | number>>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): (Key & TaxSums)[] {
  const groups = new Map<string, Key & TaxSums>()
  for (const item of items) {
    const key = keyOf(item)
    const name = JSON.stringify(key)
    groups.set(name, { ...key, ...added(groups.get(name) ?? noSums, item.sums) })
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}
