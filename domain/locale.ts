/** The languages of the interface, in the order of the language switch. */
export const locales = ['kn', 'en', 'te'] as const
export type Locale = (typeof locales)[number]

export const isLocale = (word: unknown): word is Locale => locales.some((locale) => locale === word)

/** Each language by its own name, for its own readers. */
export const languageNames: Record<Locale, string> = { kn: 'ಕನ್ನಡ', en: 'English', te: 'తెలుగు' }

const fallbacks: Record<Locale, readonly Locale[]> = {
  kn: ['kn', 'en', 'te'],
  en: ['en', 'kn', 'te'],
  te: ['te', 'en', 'kn'],
}

/** In which languages to look for a text, the reader's own first. */
export const fallbackChain = (locale: Locale): readonly Locale[] => fallbacks[locale]

/** The languages to ask for so that nothing of what exists in `written` is missed: the best for the reader,
 *  and the first of `written`, in which everything exists. */
export function localesToAsk(locale: Locale, written: readonly Locale[]): readonly Locale[] {
  const best = fallbacks[locale].find((candidate) => written.includes(candidate)) ?? locale
  const complete = written[0] ?? locale
  return best === complete ? [best] : [best, complete]
}
