import { homeCountry } from '../../../domain/countries.ts'
import { otherCountry } from '../../../domain/gst-states.ts'
import { halfOf, withoutTax } from '../money.ts'
import { stateOfGstin } from './gstin.ts'
import type { Seller } from './tax-settings.ts'

/** How a supply is taxed. intra-state: CGST and SGST; inter-state: IGST; export: under an LUT,
 *  without tax; taxed-export: IGST, because the seller has no LUT. */
export type Supply = 'intra-state' | 'inter-state' | 'export' | 'taxed-export'

/** The terms by which an amount is taxed. `placeOfSupply`: the code of a state, or '96'. */
export type TaxTerms = { placeOfSupply: string; supply: Supply; percent: number }

/** An amount in minor units and its parts, which add up to it. */
export type TaxParts = {
  amountMinor: number
  taxableMinor: number
  cgstMinor: number
  sgstMinor: number
  igstMinor: number
}

/** Where a payer lives: a state by its GST code, a country; null where it is not known. */
export type PayerPlace = {
  currency: string
  payerState: string | null
  payerCountry: string | null
}

/** The terms for a payment. A payer without a known state counts as living in the seller's, and one
 *  who pays foreign money as living abroad, unless the provider says that it is India.
 *  Sources: IGST Act 2017, section 2(6) (what is an export), section 12(2)(b) (place of supply) and
 *  section 16 (exports without tax). */
export function taxTermsOf(
  seller: Pick<Seller, 'gstin' | 'lut'>,
  taxPercent: number,
  { currency, payerState, payerCountry }: PayerPlace,
): TaxTerms {
  if (currency !== 'INR' && payerCountry !== homeCountry)
    return seller.lut === ''
      ? { placeOfSupply: otherCountry, supply: 'taxed-export', percent: taxPercent }
      : { placeOfSupply: otherCountry, supply: 'export', percent: 0 }
  const sellerState = stateOfGstin(seller.gstin)
  const placeOfSupply = payerState ?? sellerState
  const supply = placeOfSupply === sellerState ? 'intra-state' : 'inter-state'
  return { placeOfSupply, supply, percent: taxPercent }
}

/** The tax that is included in an amount. The taxable value is amount * 100 / (100 + percent),
 *  rounded half up to the minor unit; the rest is tax. SGST is half of it, rounded down, so that
 *  CGST has the odd minor unit. */
export function taxPartsOf(amountMinor: number, { supply, percent }: TaxTerms): TaxParts {
  const taxableMinor = withoutTax(amountMinor, percent)
  const taxMinor = amountMinor - taxableMinor
  if (supply !== 'intra-state')
    return { amountMinor, taxableMinor, cgstMinor: 0, sgstMinor: 0, igstMinor: taxMinor }
  const sgstMinor = halfOf(taxMinor)
  return { amountMinor, taxableMinor, cgstMinor: taxMinor - sgstMinor, sgstMinor, igstMinor: 0 }
}

/** The tax that a refund gives back: the parts of all refunds so far without those of the earlier
 *  ones. So the refunds of a whole payment add up to its parts exactly, however they were split. */
export function refundedTaxParts(
  beforeMinor: number,
  afterMinor: number,
  terms: TaxTerms,
): TaxParts {
  const [before, after] = [taxPartsOf(beforeMinor, terms), taxPartsOf(afterMinor, terms)]
  return {
    amountMinor: after.amountMinor - before.amountMinor,
    taxableMinor: after.taxableMinor - before.taxableMinor,
    cgstMinor: after.cgstMinor - before.cgstMinor,
    sgstMinor: after.sgstMinor - before.sgstMinor,
    igstMinor: after.igstMinor - before.igstMinor,
  }
}
