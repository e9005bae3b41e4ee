import { locales, type Locale } from '../../domain/locale.ts'
import type { Texts } from '../draft.ts'

const scripts: readonly (readonly [Locale, RegExp])[] = [
  ['kn', /[\u0c80-\u0cff]/g],
  ['te', /[\u0c00-\u0c7f]/g],
]

/** The language that a text is written in, by its letters; null: it has none, as a number. */
export function languageOf(text: string): Locale | null {
  const counts = scripts.map(([locale, pattern]) => ({
    locale,
    count: text.match(pattern)?.length ?? 0,
  }))
  const most = counts.reduce((max, one) => (one.count > max.count ? one : max))
  // English words stand in texts of every language, and no other ones in English.
  if (most.count > 0) return most.locale
  return /[a-z]{2}/i.test(text) ? 'en' : null
}

/** Lines as texts by language: all in the one language of a paper; else each in its letters' one.
 *  A line without letters goes on in the language before it. `separator`: between lines. */
export function textsOfLines(
  lines: readonly string[],
  languages: readonly Locale[],
  separator: string,
): Texts {
  const found: Partial<Record<Locale, string[]>> = {}
  let current = languages[0]!
  for (const part of lines.flatMap((line) => partsOf(line, languages))) {
    const locale = languageOf(part)
    if (locale && languages.includes(locale)) current = locale
    ;(found[current] ??= []).push(part)
  }
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const text = (found[locale] ?? []).join(separator).trim()
      return text === '' ? [] : [[locale, text]]
    }),
  )
}

/** An option: one text for all languages where it has no letters. */
export function optionOfLines(lines: readonly string[], languages: readonly Locale[]): Texts {
  const text = lines.join(' ').trim()
  if (languageOf(text) === null || !/\p{L}{2}/u.test(text))
    return Object.fromEntries(languages.map((locale) => [locale, text]))
  return textsOfLines(lines, languages, ' ')
}

/** 'ವಿಧಿ 19 / Article 19' is two texts where their scripts differ. */
function partsOf(line: string, languages: readonly Locale[]): string[] {
  if (languages.length === 1) return [line]
  const parts = line.split(/\s+[/|]\s+|\t+/).map((part) => part.trim())
  const own = parts.map(languageOf)
  const isSplit = parts.length > 1 && new Set(own).size === parts.length && !own.includes(null)
  return isSplit ? parts : [line]
}
