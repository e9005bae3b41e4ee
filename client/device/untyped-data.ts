import type { Locale } from '../../domain/locale.ts'

// Data from a storage, another tab or the network may be anything: storages break, and other
// versions of this code write into them.

export const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === 'object' && found !== null

/** The value as an array; empty where it is none. */
export const arrayIn = (found: unknown): unknown[] => (Array.isArray(found) ? found : [])

export const stringsIn = (found: unknown): string[] =>
  arrayIn(found).filter((item): item is string => typeof item === 'string')

/** A language code; null where it is none. Whether the site has that language is checked by the
 *  server: the table of languages would make every hall 300 bytes larger. */
export const localeIn = (found: unknown): Locale | null =>
  typeof found === 'string' && /^[a-z]{2}$/.test(found) ? (found as Locale) : null

/** undefined: no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The version of the JSON that this code stores. A version without a number is version 1, which
 *  was stored without one until November 2026. */
export const storedVersion = 1

/** Whether later code has stored this, so that it must stay as it is. */
export const isOfLaterVersion = (found: unknown): boolean =>
  isRecord(found) && typeof found.version === 'number' && found.version > storedVersion
