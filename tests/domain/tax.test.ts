import { describe, expect, it } from 'vitest'
import { countryCodeOf, countryName } from '../../domain/countries.ts'
import { gstStateCodes, isGstState, placeOfSupplyName } from '../../domain/gst-states.ts'
import { locales } from '../../domain/locale.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { signedDecimalOf } from '../../product-api/payments/money.ts'
import { exchangeRates, toRupees } from '../../product-api/payments/tax/exchange-rates.ts'
import { gstinError } from '../../product-api/payments/tax/gstin.ts'
import {
  refundedTaxParts,
  taxPartsOf,
  taxTermsOf,
} from '../../product-api/payments/tax/tax-parts.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** A GSTIN that is printed in many guides, and one whose check character is a digit. */
const karnataka = '29AAGCB7383J1Z4'
const gujarat = '24AAACC1206D1ZM'
const seller = {
  SELLER_GSTIN: karnataka,
  SELLER_LEGAL_NAME: 'Abhyasa Learning Private Limited',
  SELLER_ADDRESS: '1 MG Road, Bengaluru 560001',
}
const secret = { PAYMENT_SECRETS: 'a-payment-secret-of-the-tests-4444444' }
const settingsOf = (env: Record<string, string>) =>
  configurePayments({ ...secret, ...env }).settings

describe('a GSTIN', () => {
  it.each([karnataka, gujarat])('%s is accepted', (gstin) => {
    expect(gstinError(gstin)).toBeNull()
  })

  it.each([
    ['29AAGCB7383J1Z', 'does not have 15'],
    ['29aagcb7383j1z4', 'does not have 15'],
    ['28AAGCB7383J1Z4', 'code of a state'],
    ['00AAGCB7383J1Z4', 'code of a state'],
    ['29AAGCB7383J0Z4', 'has no PAN'],
    ['2912345678901Z4', 'has no PAN'],
  ])('%s %s', (gstin, error) => {
    const padded = gstin.length === 14 && error.startsWith('has') ? `${gstin}4` : gstin
    expect(gstinError(padded)).toContain(error)
  })

  it('with any other single character is refused', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for (const index of karnataka.split('').keys())
      for (const letter of alphabet) {
        if (letter === karnataka[index]) continue
        const changed = karnataka.slice(0, index) + letter + karnataka.slice(index + 1)
        expect([changed, gstinError(changed)]).not.toEqual([changed, null])
      }
  })
})

describe('the settings of the tax', () => {
  it('have defaults, with which there is no tax', () => {
    expect(settingsOf({})).toMatchObject({
      ...{ SELLER_GSTIN: '', SELLER_LEGAL_NAME: '', SELLER_ADDRESS: '', SELLER_LUT: '' },
      ...{ SELLER_SAC: '999293', TAX_PERCENT: 18 },
    })
  })

  it('are taken as they are given', () => {
    const given = { SELLER_SAC: '9992', TAX_PERCENT: '5', SELLER_LUT: 'AD290326000123X' }
    expect(settingsOf({ ...seller, ...given })).toMatchObject({
      ...{ ...seller, ...given, TAX_PERCENT: 5 },
    })
  })

  it.each([
    ['SELLER_GSTIN', '29AAGCB7383J1Z5', 'SELLER_GSTIN has a wrong check character'],
    ['SELLER_LEGAL_NAME', '', 'SELLER_LEGAL_NAME is missing beside SELLER_GSTIN'],
    ['SELLER_LEGAL_NAME', 'x'.repeat(301), 'SELLER_LEGAL_NAME is longer than 300'],
    ['SELLER_ADDRESS', '', 'SELLER_ADDRESS is missing beside SELLER_GSTIN'],
    ['SELLER_SAC', '123456', 'SELLER_SAC is not a SAC'],
    ['TAX_PERCENT', '0', 'TAX_PERCENT is not from 1 to 40'],
    ['TAX_PERCENT', '18.5', 'TAX_PERCENT is not a whole number'],
    ['SELLER_LUT', 'an undertaking', 'SELLER_LUT is not the number of an LUT'],
  ])('with %s = "%s" are refused by name', (name, value, error) => {
    expect(() => settingsOf({ ...seller, [name]: value })).toThrow(error)
  })
})

describe('the terms of a payment', () => {
  const withLut = { gstin: karnataka, lut: 'AD290326000123X' }
  const inr = (payerState: string | null) => ({ currency: 'INR', payerState, payerCountry: null })
  const usd = (payerCountry: string | null) => ({
    ...{ currency: 'USD', payerState: null, payerCountry },
  })

  it('are those of the seller’s state for a payer there, and without a known state', () => {
    for (const payerState of ['29', null])
      expect(taxTermsOf(withLut, 18, inr(payerState))).toEqual({
        ...{ placeOfSupply: '29', supply: 'intra-state', percent: 18 },
      })
  })

  it('are IGST for a payer of every other state', () => {
    for (const code of gstStateCodes.filter((one) => one !== '29'))
      expect(taxTermsOf(withLut, 18, inr(code))).toEqual({
        ...{ placeOfSupply: code, supply: 'inter-state', percent: 18 },
      })
  })

  it('are an export without tax in another currency, whatever state the payer has', () => {
    for (const payer of [{ ...usd(null), payerState: '29' }, usd('US'), usd(null)])
      expect(taxTermsOf(withLut, 18, payer)).toEqual({
        ...{ placeOfSupply: '96', supply: 'export', percent: 0 },
      })
  })

  it('are an export with IGST if the seller has no letter of undertaking', () => {
    const without = { ...withLut, lut: '' }
    expect(taxTermsOf(without, 18, usd('GB'))).toEqual({
      ...{ placeOfSupply: '96', supply: 'taxed-export', percent: 18 },
    })
  })

  it('are no export in another currency if the payer lives in India', () => {
    const payer = { currency: 'USD', payerState: null, payerCountry: 'IN' }
    expect(taxTermsOf(withLut, 18, payer)).toEqual({
      ...{ placeOfSupply: '29', supply: 'intra-state', percent: 18 },
    })
  })
})

describe('the country of a payer', () => {
  it.each([
    ['US', 'US'],
    ['gb', 'GB'],
    ['C2', null],
    ['', null],
    ['U1', null],
    ['USA', null],
    [undefined, null],
  ])('is read from %s as %s', (given, code) => {
    expect(countryCodeOf(given)).toBe(code)
  })

  it('has a name in every language', () => {
    expect(locales.map((locale) => countryName('SG', locale))).toEqual([
      ...['ಸಿಂಗಪುರ್', 'Singapore', 'సింగపూర్'],
    ])
    expect(countryName('XX', 'kn')).toBe('XX')
  })
})

describe('the parts of an amount', () => {
  const intra = { placeOfSupply: '29', supply: 'intra-state', percent: 18 } as const
  const inter = { placeOfSupply: '37', supply: 'inter-state', percent: 18 } as const

  it.each([
    // 29900 * 100 / 118 = 25338.98…
    [29_900, 25_339, 2281, 2280],
    // 59 * 100 / 118 is 50 exactly.
    [59, 50, 5, 4],
    [118, 100, 9, 9],
    [0, 0, 0, 0],
    [1, 1, 0, 0],
  ])('of %d within the state are %d, %d and %d', (amountMinor, taxableMinor, cgst, sgst) => {
    expect(taxPartsOf(amountMinor, intra)).toEqual({
      ...{ amountMinor, taxableMinor, cgstMinor: cgst, sgstMinor: sgst, igstMinor: 0 },
    })
  })

  it('round half up: 3 with 100 % tax would be 1.5', () => {
    expect(taxPartsOf(3, { ...inter, percent: 100 })).toMatchObject({ taxableMinor: 2 })
  })

  it('of an export under an LUT are the amount alone', () => {
    const terms = { placeOfSupply: '96', supply: 'export', percent: 0 } as const
    expect(taxPartsOf(499, terms)).toEqual({
      ...{ amountMinor: 499, taxableMinor: 499, cgstMinor: 0, sgstMinor: 0, igstMinor: 0 },
    })
  })

  it('of refunds, however they are split, add up to those of the payment', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 2000; round += 1) {
      const amountMinor = 1 + Math.floor(random.next() * 50_000)
      const terms = { ...(round % 2 === 0 ? intra : inter), percent: round % 40 }
      const sum = taxPartsOf(0, terms)
      for (let refunded = 0; refunded < amountMinor;) {
        const next = Math.min(amountMinor, refunded + 1 + Math.floor(random.next() * amountMinor))
        const parts = refundedTaxParts(refunded, next, terms)
        for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
          expect(parts[name]).toBeGreaterThanOrEqual(0)
          sum[name] += parts[name]
        }
        refunded = next
      }
      expect(sum).toEqual(taxPartsOf(amountMinor, terms))
    }
  })
})

describe('exchange rates', () => {
  it.each(['USD', 'USD=', 'USD=0', 'USD=0.00', 'USD=84.3.5', 'usd=84', 'USD@2026=84', '=84'])(
    'are refused: %s',
    (given) => {
      expect(() => exchangeRates('2026-11', [given])).toThrow('is not a rate such as')
    },
  )

  it('convert to paise, rounded half up, by the month of the invoice', () => {
    const rates = exchangeRates('2026-11', ['USD=84.35', 'USD@2026-10=83', 'JPY=0.5555'])
    expect(toRupees(299, 'INR', '2020-01-01', rates)).toBe(299)
    expect(toRupees(699, 'USD', '2026-11-30', rates)).toBe(58_961)
    // 10 cents at 84.35 are 843.5 paise.
    expect(toRupees(10, 'USD', '2026-11-01', rates)).toBe(844)
    expect(toRupees(699, 'USD', '2026-10-31', rates)).toBe(58_017)
    expect(toRupees(500, 'JPY', '2026-11-01', rates)).toBe(27_775)
    expect(() => toRupees(699, 'USD', '2026-09-30', rates)).toThrow('USD for 2026-09')
    expect(() => toRupees(500, 'JPY', '2026-10-01', rates)).toThrow('JPY for 2026-10')
  })

  it('leave room for amounts below zero in the files', () => {
    expect([-5, -12_345, 0].map((minor) => signedDecimalOf(minor, 'INR'))).toEqual([
      ...['-0.05', '-123.45', '0.00'],
    ])
  })
})

describe('the states', () => {
  it('are 36, each with a name in every language', () => {
    expect(gstStateCodes).toHaveLength(36)
    for (const locale of locales) {
      const names = gstStateCodes.map((code) => placeOfSupplyName(code, locale))
      expect(new Set(names).size).toBe(36)
      for (const name of names) expect(name).not.toMatch(/^\d/)
    }
    expect(isGstState('96')).toBe(false)
    expect(placeOfSupplyName('96', 'en')).toBe('Other Countries')
  })
})
