import { countryName } from '../../../domain/countries.ts'
import { otherCountry, placeOfSupplyName } from '../../../domain/gst-states.ts'
import { authoritativeLocale } from '../../../domain/locale.ts'
import { decimalOf, signedDecimalOf } from '../money.ts'
import type { Gstr1, ReturnedDocument, TaxSums } from './gstr1.ts'

export type ReturnFile = { name: string; text: string }

type Cell = string | number

/** The CSV files of a return, with the columns of the sections of GSTN's offline tool. Amounts are
 *  rupees with two decimals. A section without rows has its header only. `exp-destinations` is none
 *  of the tool's sections: table 6A has no country, which the invoice must name. */
export function gstr1Files(gstr1: Gstr1): ReturnFile[] {
  return [
    file(
      'b2cs',
      'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,' +
        'E-Commerce GSTIN',
      gstr1.b2cs.map((one) => [
        ...['OE', placeText(one.placeOfSupply), '', one.percent, rupees(one.taxableMinor)],
        ...['0.00', ''],
      ]),
    ),
    file(
      'b2cl',
      'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,' +
        'Taxable Value,Cess Amount,E-Commerce GSTIN',
      gstr1.b2cl.map((one) => [
        ...[one.number, dateText(one.issuedOn), rupees(one.valueMinor)],
        ...[placeText(one.placeOfSupply), '', one.percent, rupees(one.taxableMinor), '0.00', ''],
      ]),
    ),
    file(
      'exp',
      'Export Type,Invoice Number,Invoice date,Invoice Value,Port Code,Shipping Bill Number,' +
        'Shipping Bill Date,Rate,Taxable Value,Cess Amount',
      gstr1.exports.map((one) => [
        ...[one.supply === 'export' ? 'WOPAY' : 'WPAY', one.number, dateText(one.issuedOn)],
        ...[rupees(one.valueMinor), '', '', '', one.percent, rupees(one.taxableMinor), '0.00'],
      ]),
    ),
    file(
      'cdnur',
      'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,' +
        'Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
      gstr1.cdnur.map((one) => [
        ...[unregisteredType(one), one.number, dateText(one.issuedOn), 'C'],
        ...[isExport(one) ? '' : placeText(one.placeOfSupply), rupees(one.valueMinor), ''],
        ...[one.percent, rupees(one.taxableMinor), '0.00'],
      ]),
    ),
    file(
      'exp-destinations',
      'Document Type,Document Number,Document Date,Place Of Supply,Country Code,' +
        'Country of Destination,Currency,Amount,Value,Rate,LUT',
      gstr1.destinations.map((one) => [
        ...[documentName(one.kind), one.number, dateText(one.issuedOn), placeText(otherCountry)],
        ...[one.country ?? '', one.country ? countryName(one.country, authoritativeLocale) : ''],
        ...[one.currency, decimalOf(one.foreignMinor, one.currency).value],
        ...[rupees(one.valueMinor), one.percent, one.lut],
      ]),
    ),
    file(
      'hsn(b2c)',
      'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,' +
        'Central Tax Amount,State/UT Tax Amount,Cess Amount',
      gstr1.hsn.map((one) => [one.sac, '', 'NA', 0, ...hsnSums(one), '0.00']),
    ),
    file(
      'docs',
      'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
      gstr1.documents.map(({ kind, from, to, count }) => [
        ...[kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note', from, to, count, 0],
      ]),
    ),
  ]
}

const documentName = (kind: 'invoice' | 'credit-note') =>
  kind === 'invoice' ? 'Invoice' : 'Credit Note'

const hsnSums = (one: TaxSums & { percent: number }): Cell[] => [
  rupees(one.valueMinor),
  one.percent,
  rupees(one.taxableMinor),
  rupees(one.igstMinor),
  rupees(one.cgstMinor),
  rupees(one.sgstMinor),
]

const isExport = ({ supply }: ReturnedDocument) => supply === 'export' || supply === 'taxed-export'

function unregisteredType({ supply }: ReturnedDocument): string {
  if (supply === 'export') return 'EXPWOP'
  return supply === 'taxed-export' ? 'EXPWP' : 'B2CL'
}

/** What the command prints: the totals of each table, and of all documents. */
export function gstr1Summary({ gstin, month, ...gstr1 }: Gstr1): string {
  const line = (name: string, count: number, sums: readonly TaxSums[]) => {
    const total = (key: keyof TaxSums) => rupees(sums.reduce((sum, one) => sum + one[key], 0))
    return (
      `${name}: ${count}, value ${total('valueMinor')}, taxable ${total('taxableMinor')}, ` +
      `IGST ${total('igstMinor')}, CGST ${total('cgstMinor')}, SGST ${total('sgstMinor')}`
    )
  }
  const withoutCountry = gstr1.destinations.filter(({ country }) => country === null).length
  return [
    `GSTR-1 of ${gstin} for ${month}, in rupees`,
    line('B2CS, by place of supply and rate, less credit notes', gstr1.b2cs.length, gstr1.b2cs),
    line('B2CL, invoices', gstr1.b2cl.length, gstr1.b2cl),
    line('Exports, invoices', gstr1.exports.length, gstr1.exports),
    ...(withoutCountry === 0
      ? []
      : [`Exports whose country of destination is not known: ${withoutCountry}`]),
    line('CDNUR, credit notes of B2CL and exports', gstr1.cdnur.length, gstr1.cdnur),
    line('HSN, by SAC and rate, less credit notes', gstr1.hsn.length, gstr1.hsn),
    ...gstr1.documents.map(
      ({ kind, from, to, count }) => `Documents, ${kind}: ${count} from ${from} to ${to}`,
    ),
    line(
      'Together, less credit notes',
      gstr1.documents.reduce((sum, { count }) => sum + count, 0),
      [gstr1.total],
    ),
  ].join('\n')
}

/** '29-Karnataka' */
const placeText = (code: string) => `${code}-${placeOfSupplyName(code, authoritativeLocale)}`

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct']
monthNames.push('Nov', 'Dec')

/** '2026-11-23' -> '23-Nov-2026' */
function dateText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${day}-${monthNames[Number.parseInt(month, 10) - 1]}-${year}`
}

const rupees = (minor: number) => signedDecimalOf(minor, 'INR')

const file = (name: string, header: string, rows: readonly Cell[][]): ReturnFile => ({
  name: `${name}.csv`,
  text: [header, ...rows.map((row) => row.map(cellText).join(','))]
    .map((one) => `${one}\r\n`)
    .join(''),
})

/** No cell begins with what a spreadsheet takes for a formula: they are numbers, codes and names of
 *  ours. */
const cellText = (cell: Cell) =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)
