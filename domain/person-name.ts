/** How people write their names: letters of any script with their marks and joiners, digits,
 *  spaces, dots, apostrophes and hyphens. No line breaks and no marks of direction, which
 *  would change the text around them. */
const namePattern = /^(?=.*\p{L})[\p{L}\p{M}\p{N} .'’\u200c\u200d-]+$/u

/** In characters, as a reader counts code points. */
export const maxNameLength = 60

/** A typed name as it is stored: composed, and with single spaces. */
export const normalName = (typed: string): string =>
  typed.normalize('NFC').replace(/\s+/g, ' ').trim()

export const isNameShortEnough = (name: string): boolean => Array.from(name).length <= maxNameLength

/** Whether a normal name, which is not too long, is one. */
export const isPersonName = (name: string): boolean => namePattern.test(name)
