import type { Locale } from '../../domain/locale.ts'
import type { Problem, Texts } from '../draft.ts'
import type { Block } from './lines.ts'

/** Reads the fields of one block and collects its problems: missing, repeated and unknown
 *  fields. */
export class BlockReader {
  readonly #read = new Set<string>()
  readonly #file: string
  readonly #block: Block
  readonly #problems: Problem[]

  constructor(file: string, block: Block, problems: Problem[]) {
    this.#file = file
    this.#block = block
    this.#problems = problems
  }

  problem(reason: string, line = this.#block.line) {
    this.#problems.push({ file: this.#file, line, reason })
  }

  /** The text of a field without a language; '' where it is absent. */
  optional(key: string): string {
    this.#read.add(key)
    const fields = this.#block.fields.filter((field) => field.key === key && field.locale === null)
    if (fields[1]) this.problem(`"${key}" is written twice`, fields[1].line)
    return fields[0]?.text.trim() ?? ''
  }

  required(key: string): string {
    const text = this.optional(key)
    if (text === '') this.problem(`"${key}:" is missing`)
    return text
  }

  /** One of the given words. */
  choice<Word extends string>(key: string, words: readonly Word[]): Word {
    const text = this.required(key)
    const word = words.find((known) => known === text)
    if (word === undefined && text !== '')
      this.problem(`"${key}: ${text}" is none of ${words.join(', ')}`)
    return word ?? words[0]!
  }

  /** A whole number from 1 to 999,999; null where it is absent. */
  count(key: string): number | null {
    const text = this.optional(key)
    if (text === '') return null
    if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
    this.problem(`"${key}: ${text}" is not a whole number`)
    return null
  }

  /** An exact number of marks: '1', '0', '1/4', '3/2'. */
  marks(key: string): string {
    const text = this.required(key)
    if (text !== '' && !/^(0|[1-9][0-9]?)(\/[1-9][0-9]?)?$/.test(text))
      this.problem(`"${key}: ${text}" is not a number of marks such as 1, 2 or 1/4`)
    return text
  }

  /** A fraction below 1: '1/3', '35/100'; null where it is absent. */
  share(key: string): string | null {
    const text = this.optional(key)
    if (text === '') return null
    const [, part, whole] = /^([1-9][0-9]{0,2})\/([1-9][0-9]{0,2})$/.exec(text) ?? []
    if (Number(part) < Number(whole)) return text
    this.problem(`"${key}: ${text}" is not a share such as 1/3`)
    return null
  }

  /** A date in the form 2026-11-21. */
  date(key: string): string {
    const text = this.required(key)
    if (text !== '' && !isDate(text)) this.problem(`"${key}: ${text}" is not a date as 2026-11-21`)
    return text
  }

  /** A year, month or day: 2026, 2026-11 or 2026-11-21; undefined where it is absent. */
  period(key: string): string | undefined {
    const text = this.optional(key)
    if (text === '') return undefined
    const day = `${text}-01-01`.slice(0, 10)
    if (!/^\d{4}(?:-\d{2}){0,2}$/.test(text) || !isDate(day))
      this.problem(`"${key}: ${text}" is not a year, a month as 2026-11 or a date as 2026-11-21`)
    return text
  }

  /** Texts separated by commas. */
  list(key: string): string[] {
    return this.optional(key)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  }

  /** A field in each of the languages. Missing languages are problems, except that with
   *  `isOptional` the field may be absent. */
  texts(key: string, languages: readonly Locale[], isOptional = false): Texts {
    this.#read.add(key)
    const texts: Texts = {}
    for (const field of this.#block.fields) {
      if (field.key !== key || field.locale === null) continue
      const label = key === 'text' ? field.locale : `${key} ${field.locale}`
      if (texts[field.locale] !== undefined)
        this.problem(`"${label}:" is written twice`, field.line)
      else if (!languages.includes(field.locale))
        this.problem(`"${label}:" is a language that the file does not list`, field.line)
      else texts[field.locale] = field.text.trim()
    }
    const given = Object.keys(texts).length > 0
    for (const locale of languages)
      if (!texts[locale] && (given || !isOptional))
        this.problem(`"${key === 'text' ? locale : `${key} ${locale}`}:" is missing`)
    return texts
  }

  /** To be called last: reports the fields that were not read. */
  finish() {
    for (const field of this.#block.fields)
      if (!this.#read.has(field.key))
        this.problem(`"${field.key}:" is not a field of this ${this.#block.mark}`, field.line)
  }
}

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
