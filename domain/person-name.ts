const maxNameLength = 60

/** A name as it is stored: one form of each letter (NFC), single spaces, none at its ends. */
export const normalizeName = (typed: string): string =>
  typed.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Letters, signs and digits of any script with their joiners, spaces and what names have between
 *  their parts. No '/', ':' and '@': the SMS to a parent has the name, and must have no link. */
const namePattern = /^(?=.*\p{L})[\p{L}\p{M}\p{N} .,'’()_\u200c\u200d-]+$/u

/** Why a normalized name is not accepted; null if it is. At most 60 letters and signs. */
export function nameFault(name: string): 'name-long' | 'not-a-name' | null {
  if (Array.from(name).length > maxNameLength) return 'name-long'
  return namePattern.test(name) ? null : 'not-a-name'
}
