/** The properties of a language that the programs need. */
type LanguageEntry = {
  /** Its own name, for its own readers. */
  name: string
  /** Its English name, as spreadsheets of content write it. */
  englishName: string
  /** The Unicode script of its letters: \p{Script=Kannada}. */
  script: string
  /** The languages to try if a text does not exist in this one. All others follow in table
   *  order. */
  fallbacks: readonly string[]
  /** For Intl.DateTimeFormat: Indian dates with Latin digits. */
  dateFormat: string
  /** For Intl.NumberFormat and toLocaleString. Always en-IN so far: ICU groups the digits of kn-IN
   *  by thousands (123,456), where India groups them by lakh (1,23,456). */
  numberFormat: string
  /** The language of pages whose exam or state names none. Exactly one entry is the default. */
  isDefault?: true
  /** Exam notifications say which version of a bilingual question prevails in case of doubt. */
  isAuthoritative?: true
}

// The one table of languages, in the order of the language switch. A further language is one entry
// here, a file in locales/ and its content; everything else derives from this table.
const table = {
  kn: {
    name: 'ಕನ್ನಡ',
    englishName: 'Kannada',
    script: 'Kannada',
    fallbacks: ['en'],
    dateFormat: 'kn-IN-u-nu-latn',
    numberFormat: 'en-IN',
    isDefault: true,
  },
  en: {
    name: 'English',
    englishName: 'English',
    script: 'Latin',
    fallbacks: ['kn'],
    dateFormat: 'en-IN-u-nu-latn',
    numberFormat: 'en-IN',
    isAuthoritative: true,
  },
  te: {
    name: 'తెలుగు',
    englishName: 'Telugu',
    script: 'Telugu',
    fallbacks: ['en'],
    dateFormat: 'te-IN-u-nu-latn',
    numberFormat: 'en-IN',
  },
} as const satisfies Record<string, LanguageEntry>

/** The code of a language of the interface and of content, as in BCP 47: 'kn'. */
export type Locale = keyof typeof table

export type Language = LanguageEntry & { fallbacks: readonly Locale[] }

export const languages: Readonly<Record<Locale, Language>> = table

/** The codes of all languages, in the order of the language switch. */
export const locales = /* @__PURE__ */ Object.keys(table) as readonly Locale[]

export const isLocale = (word: unknown): word is Locale => locales.some((locale) => locale === word)

/** The language of pages whose exam or state names none. */
export const defaultLocale: Locale = /* @__PURE__ */ localeWhere(({ isDefault }) => isDefault)

/** The language whose wording of a question prevails in case of doubt. */
export const authoritativeLocale: Locale = /* @__PURE__ */ localeWhere(
  ({ isAuthoritative }) => isAuthoritative,
)

function localeWhere(isWanted: (language: Language) => true | undefined): Locale {
  return locales.find((candidate) => isWanted(languages[candidate]))!
}

/** A value for every language: recordOfLocales((locale) => names[locale]). */
export const recordOfLocales = <Value>(valueOf: (locale: Locale) => Value) =>
  Object.fromEntries(locales.map((locale) => [locale, valueOf(locale)])) as Record<Locale, Value>

/** Each language by its own name: languageNames.kn is 'ಕನ್ನಡ'. */
export const languageNames = /* @__PURE__ */ recordOfLocales((locale) => languages[locale].name)

/** In which languages to look for a text, the reader's own first; every language once. */
export const fallbackChain = (locale: Locale): readonly Locale[] => chains[locale]

const chains = /* @__PURE__ */ recordOfLocales((locale): readonly Locale[] => [
  ...new Set([locale, ...languages[locale].fallbacks, ...locales]),
])

/** A value in English and in as many other languages as it has been written in. */
export type Translations<Value> = { en: Value } & Partial<Record<Locale, Value>>

/** The value in the reader's language, or in the first of its fallbacks that has one. */
export function translationFor<Value>(values: Translations<Value>, locale: Locale): Value {
  const found = fallbackChain(locale).find((one) => values[one] !== undefined)
  return (found && values[found]) ?? values.en
}

/** The languages to request for a reader: their best one of `available`, and the first of
 *  `available`, in which all content exists. One or two languages. */
export function localesToRequest(locale: Locale, available: readonly Locale[]): readonly Locale[] {
  const best = fallbackChain(locale).find((candidate) => available.includes(candidate)) ?? locale
  const complete = available[0] ?? locale
  return best === complete ? [best] : [best, complete]
}
