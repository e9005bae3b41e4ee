import { isGstState } from '../../../domain/gst-states.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Why a text is no GSTIN; null for a valid one. A GSTIN is the code of a state, the ten characters
 *  of a PAN, the number of the registration, a 'Z' and a check character.
 *  Source: CGST Rules 2017, rule 10, and GSTN's algorithm of the check character. */
export function gstinError(text: string): string | null {
  if (!/^[0-9A-Z]{15}$/.test(text)) return 'does not have 15 digits and capital letters'
  if (!isGstState(text.slice(0, 2))) return 'does not begin with the code of a state'
  if (!/^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z][0-9A-Z]$/.test(text)) return 'has no PAN in it'
  return checkCharacterOf(text.slice(0, 14)) === text.slice(14)
    ? null
    : 'has a wrong check character'
}

/** Every second character counts twice; of each product, its two digits to base 36 are added. */
function checkCharacterOf(text: string): string {
  let sum = 0n
  for (const [index, character] of Array.from(text).entries()) {
    const product = BigInt(digits.indexOf(character) * (1 + (index & 1)))
    sum += product / 36n + (product % 36n)
  }
  return ((36n - (sum % 36n)) % 36n).toString(36).toUpperCase()
}

/** The code of the state in which the seller is registered. */
export const stateOfGstin = (gstin: string) => gstin.slice(0, 2)
