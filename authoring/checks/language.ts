import { languages, locales, recordOfLocales, type Locale } from '../../domain/locale.ts'
import { figurePattern } from '../figures/figure.ts'
import { withoutFormulas } from '../formulas.ts'

const letters = recordOfLocales(
  (locale) => new RegExp(`\\p{Script=${languages[locale].script}}`, 'u'),
)

/** Why a text is not in its language, or null. Kannada and Telugu text may contain Latin letters in
 *  brackets, in formulas, in capitals, in capitalised names beside words of the language, and in
 *  the terms that the editor lists under `terms:`. */
export function languageProblem(
  text: string,
  locale: Locale,
  terms: readonly string[],
): string | null {
  const strayScript = locales.find(
    (other) =>
      languages[other].script !== 'Latin' &&
      languages[other].script !== languages[locale].script &&
      letters[other].test(text),
  )
  if (strayScript) return `${strayScript} letters in a text in ${locale}`
  if (languages[locale].script === 'Latin') return null

  const bare = withoutTerms(text, terms)
  const words = bare.match(/\p{Script=Latin}[\p{Script=Latin}'’-]*/gu) ?? []
  const plain = words.find((word) => /^[a-z]{4,}/.test(word))
  if (plain) return `"${plain}" is in Latin letters in a text in ${locale}`
  const isWords = words.some((word) => /^[A-Z]?[a-z]{3,}/.test(word))
  if (isWords && !letters[locale].test(text)) return `no ${locale} letter in a text in ${locale}`
  return null
}

/** Why a text cannot be in its language at all, or null: it has words, but no letter of the
 *  script. */
export function scriptProblem(text: string, locale: Locale): string | null {
  const isWords = /\p{L}{3,}/u.test(text)
  return isWords && !letters[locale].test(text)
    ? `no ${locale} letter in a text in ${locale}`
    : null
}

function withoutTerms(text: string, terms: readonly string[]): string {
  let bare = withoutFormulas(text)
    .replace(figurePattern, ' ')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/`[^`]+`/g, ' ')
  bare = bare.replace(/\]\([^)]*\)/g, '] ').replace(/https?:\S+/g, ' ')
  for (const term of terms) bare = bare.replaceAll(term, ' ')
  return bare
}

/** The numbers of a text, sorted, for comparing languages: '1,956 ರಲ್ಲಿ' -> ['1956']. */
export function numbersIn(text: string): string[] {
  return (text.replace(/(\d),(?=\d)/g, '$1').match(/\d+(?:\.\d+)?/g) ?? []).sort()
}
