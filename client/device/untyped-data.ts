import type { Locale } from '../../domain/locale.ts'

// Checks of data from a storage, another tab or the network. Storages break, and other versions of
// this code write into them.

export const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === 'object' && found !== null

/** The value if it is an array; else an empty array. */
export const arrayIn = (found: unknown): unknown[] => (Array.isArray(found) ? found : [])

export const stringsIn = (found: unknown): string[] =>
  arrayIn(found).filter((item): item is string => typeof item === 'string')

/** The value if it has the form of a language code; else null. The server checks that the site has
 *  that language: the table of languages would add 300 bytes to every hall. */
export const localeIn = (found: unknown): Locale | null =>
  typeof found === 'string' && /^[a-z]{2}$/.test(found) ? (found as Locale) : null

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The version of the JSON that this code stores. JSON without a version is of version 1: the field
 *  exists since November 2026. */
export const storedVersion = 1

/** Whether a later version of this code has stored the value, which must then not be changed. */
export const isOfLaterVersion = (found: unknown): boolean =>
  isRecord(found) && typeof found.version === 'number' && found.version > storedVersion
