import * as v from 'valibot'
import { integerSetting, textSetting, textSettingOr } from '../setting-schemas.ts'
import { gstinError } from './gstin.ts'

const maxTextLength = 300
const sellerText = v.pipe(
  textSetting,
  v.maxLength(maxTextLength, `is longer than ${maxTextLength} characters`),
)

/** The settings of the seller and the tax (README.md). Without SELLER_GSTIN there is no tax. */
export const taxSettingEntries = {
  SELLER_GSTIN: v.pipe(
    textSetting,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return
      const error = gstinError(dataset.value)
      if (error !== null) addIssue({ message: error })
    }),
  ),
  SELLER_LEGAL_NAME: sellerText,
  SELLER_ADDRESS: sellerText,
  SELLER_SAC: v.pipe(
    textSettingOr('999293'),
    v.check((value) => /^99\d{2}(\d{2})?$/.test(value), 'is not a SAC of 4 or 6 digits'),
  ),
  TAX_PERCENT: integerSetting(18, 1, 40),
  SELLER_LUT: v.pipe(
    textSetting,
    v.check((value) => /^[A-Z0-9/-]{0,40}$/.test(value), 'is not the number of an LUT'),
  ),
}

export type TaxSettings = v.InferOutput<v.ObjectSchema<typeof taxSettingEntries, undefined>>

/** The seller as documents name them. `lut`: the letter of undertaking under which services are
 *  exported without tax; '' if there is none. */
export type Seller = { gstin: string; name: string; address: string; sac: string; lut: string }

/** The seller that charges GST; null if the operator is not registered for it. */
export const taxedSeller = (settings: TaxSettings): Seller | null =>
  settings.SELLER_GSTIN === ''
    ? null
    : {
        gstin: settings.SELLER_GSTIN,
        name: settings.SELLER_LEGAL_NAME,
        address: settings.SELLER_ADDRESS,
        sac: settings.SELLER_SAC,
        lut: settings.SELLER_LUT,
      }

/** What a seller with a GSTIN lacks: one sentence for each setting. */
export const missingTaxSettings = (settings: TaxSettings): string[] =>
  settings.SELLER_GSTIN === ''
    ? []
    : (['SELLER_LEGAL_NAME', 'SELLER_ADDRESS'] as const)
        .filter((name) => settings[name] === '')
        .map((name) => `${name} is missing beside SELLER_GSTIN`)
