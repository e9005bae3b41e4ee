import type { Locale } from '../draft.ts'
import { withoutFormulas } from '../formulas.ts'

const letters: Record<Locale, RegExp> = {
  kn: /\p{Script=Kannada}/u,
  te: /\p{Script=Telugu}/u,
  en: /\p{Script=Latin}/u,
}

/** Why a text is not in the language it was promised in, or null.
 *  Latin stands in Kannada and Telugu where it is a term: in brackets, in formulas, in capitals,
 *  as a name with a capital letter beside real words, or listed by the editor under `terms:`. */
export function languageProblem(
  text: string,
  locale: Locale,
  terms: readonly string[],
): string | null {
  const strayScript = (['kn', 'te'] as const).find(
    (other) => other !== locale && letters[other].test(text),
  )
  if (strayScript) return `${strayScript} letters in a text promised in ${locale}`
  if (locale === 'en') return null

  const bare = withoutTerms(text, terms)
  const words = bare.match(/\p{Script=Latin}[\p{Script=Latin}'’-]*/gu) ?? []
  const plain = words.find((word) => /^[a-z]{4,}/.test(word))
  if (plain) return `"${plain}" stands in Latin letters in a text promised in ${locale}`
  const isWords = words.some((word) => /^[A-Z]?[a-z]{3,}/.test(word))
  if (isWords && !letters[locale].test(text))
    return `no ${locale} letter in a text promised in ${locale}`
  return null
}

/** Why a text cannot be in its language at all, or null: words, and not one letter of the language's script. */
export function scriptProblem(text: string, locale: Locale): string | null {
  const isWords = /\p{L}{3,}/u.test(text)
  return isWords && !letters[locale].test(text)
    ? `no ${locale} letter in a text promised in ${locale}`
    : null
}

function withoutTerms(text: string, terms: readonly string[]): string {
  let bare = withoutFormulas(text)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/`[^`]+`/g, ' ')
  bare = bare.replace(/\]\([^)]*\)/g, '] ').replace(/https?:\S+/g, ' ')
  for (const term of terms) bare = bare.replaceAll(term, ' ')
  return bare
}

/** The numbers of a text, so that two languages can be compared: '1,956 ರಲ್ಲಿ' -> ['1956']. */
export function numbersIn(text: string): string[] {
  return (text.replace(/(\d),(?=\d)/g, '$1').match(/\d+(?:\.\d+)?/g) ?? []).sort()
}
