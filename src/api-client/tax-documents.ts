import * as v from 'valibot'
import type { TaxDocument } from '../../domain/payment.ts'
import type { Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import type { ApiClient } from './client.ts'
import { minorUnits, names, taxDocumentName } from './payments.ts'
import { dataOf } from './strapi.ts'

const day = v.pipe(v.string(), v.isoDate())

const taxDocument = v.pipe(
  v.object({
    ...taxDocumentName.entries,
    issuedOn: day,
    invoice: v.nullable(v.object({ number: v.string(), issuedOn: day })),
    seller: v.object({
      gstin: v.string(),
      name: v.string(),
      address: v.string(),
      sac: v.string(),
      lut: v.string(),
    }),
    plan: v.object({ slug: v.string(), days: v.number(), name: names }),
    placeOfSupply: v.string(),
    country: v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), null),
    supply: v.picklist(['intra-state', 'inter-state', 'export', 'taxed-export']),
    percent: v.number(),
    currency: v.pipe(v.string(), v.length(3)),
    amountMinor: minorUnits,
    taxableMinor: minorUnits,
    cgstMinor: minorUnits,
    sgstMinor: minorUnits,
    igstMinor: minorUnits,
  }),
  v.transform((row): TaxDocument => {
    const { plan, currency, amountMinor, taxableMinor, cgstMinor, sgstMinor, igstMinor } = row
    const { kind, number, issuedOn, invoice, seller, placeOfSupply, country } = row
    const { supply, percent } = row
    const money = (minor: number) => ({ currency, amountMinor: minor })
    return {
      ...{ kind, number, issuedOn, invoice, seller, placeOfSupply, country, supply, percent },
      plan: { slug: plan.slug, days: plan.days, names: plan.name },
      amount: money(amountMinor),
      taxable: money(taxableMinor),
      cgst: money(cgstMinor),
      sgst: money(sgstMinor),
      igst: money(igstMinor),
    }
  }),
)

/** The invoice and credit notes of the reader's own payment. Errors: http-error 404 for everybody
 *  else. */
export const taxDocumentsOf = (
  api: ApiClient,
  id: string,
): Promise<Result<TaxDocument[], ApiError>> =>
  api.call(
    'GET',
    `/api/payment-transactions/${encodeURIComponent(id)}/tax-documents`,
    dataOf(v.array(taxDocument)),
    { isRepeatable: true },
  )
