import type { Locale } from './locale.ts'

/** India's code. */
export const homeCountry = 'IN'

/** A code of a country (ISO 3166-1 alpha-2) as a provider writes it; null for anything else. */
export function countryCodeOf(given: string | null | undefined): string | null {
  const code = given?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) ? code : null
}

/** The name of a country in a language: 'US' -> 'United States'; the code itself for an unknown
 *  one. Cost: loads the names of the language at the first call. */
export const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
