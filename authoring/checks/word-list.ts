import { locales, type Locale } from '../../domain/locale.ts'
import type { Problem } from '../draft.ts'

/** A term in the form that is written, and the forms of it that are not. */
export type Term = { locale: Locale; form: string; others: readonly string[] }

/** Reads authoring/word-list.txt. Errors: throws at a line that is no entry, no comment and not
 *  empty. */
export function readWordList(source: string): Term[] {
  return source.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [, language, form = '', others = ''] = /^(\w+): (.+?) = (.+)$/.exec(line) ?? []
    const locale = locales.find((one) => one === language)
    if (locale === undefined) throw new Error(`line ${index + 1} of the word list: ${line}`)
    return [{ locale, form, others: others.split(',').map((other) => other.trim()) }]
  })
}

/** A wrong option may be a form that nobody should write. */
const isWrongOption = (line: string) => line.startsWith('( )')

/** The lines of a text file that have another form of a term than the word list. */
export function spellingProblems(file: string, source: string, terms: readonly Term[]): Problem[] {
  return source.split('\n').flatMap((line, index) => {
    if (line.startsWith('#') || isWrongOption(line)) return []
    return terms.flatMap(({ form, others }) =>
      others
        // Of "పార్లమెంట్", "పార్లమెంటు" is not a part; of "SSC", nothing is.
        .filter((other) => line.replaceAll(form, '').includes(other))
        .map((other) => ({
          file,
          line: index + 1,
          reason: `"${other}": the word list has "${form}"`,
        })),
    )
  })
}
