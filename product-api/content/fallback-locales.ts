import { defaultLocale, fallbackChain, isLocale, type Locale } from '../../domain/locale.ts'

/** In which languages to look for a text of content, the requested one first. An unknown language
 *  gets the default's. */
export const fallbackLocales = (locale: string): readonly Locale[] =>
  fallbackChain(isLocale(locale) ? locale : defaultLocale)
