import { locales, type Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { Field } from '../ui/fields.tsx'
import type { Item, Question, Texts } from './day-content.ts'

type Parts = {
  text: DeskMessages
  locale: Locale
  errorOf: (field: string) => string | undefined
}

/** One text in every language; the page shows the language that is chosen above. */
export function TextFields({
  errorOf,
  field,
  label,
  values,
  hint,
  rows,
  isLabelHidden = false,
}: Pick<Parts, 'errorOf'> & {
  field: string
  label: string
  values: Texts
  hint?: string
  rows?: number
  isLabelHidden?: boolean
}) {
  return locales.map((one) => (
    <div key={one} data-writes={one}>
      <Field
        name={`${field}.${one}`}
        label={label}
        value={values[one] ?? ''}
        lang={one}
        isLabelHidden={isLabelHidden}
        error={errorOf(`${field}.${one}`)}
        {...(hint !== undefined && { hint })}
        {...(rows !== undefined && { rows })}
      />
    </div>
  ))
}

export function ItemFields({
  item,
  index,
  text,
  errorOf,
}: Parts & { item: Item; index: number; date: string }) {
  const field = `item.${index}`
  const { name, url, dated } = item.source
  return (
    <div className="card">
      <h2>{text('item', { number: index + 1 })}</h2>
      <TextFields
        errorOf={errorOf}
        field={`${field}.text`}
        label={text('item_text')}
        values={item.text}
        rows={3}
        isLabelHidden
      />
      <Field
        name={`${field}.source.name`}
        label={text('source_name')}
        value={name}
        error={errorOf(`${field}.source.name`)}
      />
      <div className="two">
        <Field
          name={`${field}.source.url`}
          label={text('source_link')}
          value={url}
          inputMode="url"
          error={errorOf(`${field}.source.url`)}
        />
        <Field
          name={`${field}.source.dated`}
          label={text('source_date')}
          value={dated}
          type="date"
          error={errorOf(`${field}.source.dated`)}
        />
      </div>
      <p className="hint">{text('item_remove')}</p>
    </div>
  )
}

export function QuestionFields({
  question,
  index,
  text,
  errorOf,
}: Parts & { question: Question; index: number }) {
  const field = `quiz.${index}`
  const keyError = errorOf(`${field}.correct`)
  return (
    <div className="card">
      <h2>{text('quiz_question', { number: index + 1 })}</h2>
      <input type="hidden" name={`${field}.id`} value={question.id} />
      <TextFields
        errorOf={errorOf}
        field={`${field}.stem`}
        label={text('question')}
        values={question.stem}
        rows={2}
        isLabelHidden
      />
      <fieldset className="editor-options">
        <legend className="hint">{text('options_hint')}</legend>
        {question.options.map((option, nth) => (
          <div key={nth} className="opt">
            <label className="pick">
              <input
                type="radio"
                name={`${field}.correct`}
                value={nth}
                defaultChecked={question.correct === nth}
                aria-label={text('right_option', { number: nth + 1 })}
              />
            </label>
            <div>
              <TextFields
                errorOf={errorOf}
                field={`${field}.option.${nth}`}
                label={text('option', { number: nth + 1 })}
                values={option}
                isLabelHidden
              />
            </div>
          </div>
        ))}
      </fieldset>
      {keyError !== undefined && <p className="err">{keyError}</p>}
      <TextFields
        errorOf={errorOf}
        field={`${field}.why`}
        label={text('why')}
        values={question.why}
        rows={2}
      />
      <p className="hint">{text('question_remove')}</p>
    </div>
  )
}
