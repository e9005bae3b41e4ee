import { RichText } from '../../client/islands/parts/rich-text.tsx'
import { stemMarkup, textMarkup } from '../../authoring/question-forms/stem-markup.ts'
import { blockFields, type QuestionFields } from '../../authoring/text-format/paper-text.ts'
import { languages, type Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { figureAddress } from './figures.ts'
import { passageIn, type Paper } from './stored-papers.ts'

/** A question as readers see it in the paper, in each of its languages. `id`: of the preview on the
 *  page. `hasKey`: with the right option and the explanation. */
export function QuestionPreview({
  id,
  number,
  fields,
  paper,
  text,
  hasKey = false,
}: {
  id: string
  number: number
  fields: QuestionFields
  paper: Pick<Paper, 'pieces' | 'languages'>
  text: DeskMessages
  hasKey?: boolean
}) {
  const { options, figure, alt, correct, why, only } = fields
  const shown = only === null ? paper.languages : [only]
  return shown.map((locale) => (
    <div key={locale} className="asread" lang={locale}>
      <p className="small">{languages[locale].name}</p>
      <fieldset className="question">
        <legend>
          {number}. <RichText text={stemOf(paper, fields, locale)} />
        </legend>
        {figure !== '' && (
          <img className="figure" src={figureAddress(figure)} alt={alt[locale] ?? ''} />
        )}
        {options.map((option, index) => (
          <label key={index}>
            <input
              type="radio"
              name={`${id}.${locale}`}
              value={index}
              defaultChecked={hasKey && index === correct}
            />
            <span>
              <RichText text={markupOf(option[locale], locale)} />
            </span>
          </label>
        ))}
      </fieldset>
      {hasKey && (
        <p className="small">
          <b>{text('why')}: </b>
          <RichText text={markupOf(why[locale], locale)} />
        </p>
      )}
    </div>
  ))
}

/** The markup of an option or an explanation, or the text as it was typed where its formulas or
 *  figures cannot be drawn. */
export const markupOf = (text = '', locale: Locale): string =>
  orAsTyped(text, () => textMarkup(text, locale))

/** The markup of what a question asks, with the passage that it shares. */
export function stemOf(
  { pieces }: Pick<Paper, 'pieces'>,
  fields: QuestionFields,
  locale: Locale,
): string {
  const stem = fields.stem[locale] ?? ''
  const piece = passageIn(pieces, fields)
  const shared = piece && blockFields(piece.text, ['text']).fields[`text ${locale}`]
  const passage = piece && shared !== undefined ? { id: piece.name, text: shared } : null
  return orAsTyped(stem, () => stemMarkup(stem, locale, passage))
}

function orAsTyped(text: string, markup: () => string): string {
  try {
    return markup()
  } catch {
    return text
  }
}
