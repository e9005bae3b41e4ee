import type { FormFields } from '../../http/request-body.ts'
import type { BlockFields } from '../../authoring/text-format/paper-text.ts'
import { dayInIndia } from '../../domain/india-time.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { paperKinds, type PaperKind } from '../../domain/paper.ts'
import { line, textsOf } from './question-form.ts'

/** The fields of a paper's head as its form has them: `title.kn`, `minutes`, `wrong`, … A field
 *  that the form lacks stays as it is. */
export function headFieldsIn(form: FormFields, now: Date): BlockFields {
  const single = ['kind', 'year', 'minutes', 'right', 'wrong', 'blank', 'qualifying'] as const
  const changed: BlockFields = { checked: dayInIndia(now) }
  for (const key of [...single, 'access', 'source', 'position'] as const)
    if (form[key] !== undefined) changed[key] = line(form[key])
  if (changed.kind !== 'previous-papers' && form.kind !== undefined) changed.year = ''
  for (const key of ['title', 'about'] as const)
    for (const [locale, text] of Object.entries(textsOf(form, key)))
      if (form[`${key}.${locale}`] !== undefined) changed[`${key} ${locale}`] = line(text)
  return changed
}

export const kindIn = (form: FormFields): PaperKind =>
  paperKinds.find((kind) => kind === form.kind) ?? 'model-paper'

/** The languages that are ticked as `language.kn`, of those that there may be, in their order. */
export const languagesTicked = (form: FormFields, all: readonly Locale[]): Locale[] =>
  all.filter((locale) => form[`language.${locale}`] !== undefined)

/** The marks that exams give and take. A paper of the files may have others. */
export const marksChoices = ['0', '1/4', '1/3', '1/2', '2/3', '1', '2', '3', '4']

export const emptyTexts = Object.fromEntries(locales.map((locale) => [locale, '']))
