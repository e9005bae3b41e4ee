import { Maths } from '../../client/islands/parts/maths.tsx'
import { renderFormulas } from '../../authoring/formulas.ts'
import type { QuestionFields } from '../../authoring/text-format/paper-text.ts'
import { languages, type Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { figureAddress } from './figures.ts'

/** A question as readers see it in the paper, in each of its languages. `id`: of the preview on the
 *  page. `hasKey`: with the right option and the explanation. */
export function QuestionPreview({
  id,
  number,
  fields,
  locales,
  text,
  hasKey = false,
}: {
  id: string
  number: number
  fields: QuestionFields
  locales: readonly Locale[]
  text: DeskMessages
  hasKey?: boolean
}) {
  const { stem, options, figure, alt, correct, why, only } = fields
  const shown = only === null ? locales : [only]
  return shown.map((locale) => (
    <div key={locale} className="asread" lang={locale}>
      <p className="small">{languages[locale].name}</p>
      <fieldset className="question">
        <legend>
          {number}. <Maths text={mathsOf(stem[locale])} />
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
              <Maths text={mathsOf(option[locale])} />
            </span>
          </label>
        ))}
      </fieldset>
      {hasKey && (
        <p className="small">
          <b>{text('why')}: </b>
          <Maths text={mathsOf(why[locale])} />
        </p>
      )}
    </div>
  ))
}

/** A text with its formulas set, or as it was typed where one cannot be. */
export function mathsOf(text = ''): string {
  try {
    return renderFormulas(text)
  } catch {
    return text
  }
}
