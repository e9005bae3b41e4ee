import { formTokenField } from './form-token.ts'

/** What every form of a session carries against forged requests. */
export const FormToken = ({ value }: { value: string }) => (
  <input type="hidden" name={formTokenField} value={value} />
)

export type FieldProps = {
  name: string
  /** Where the name stands more than once on the page. */
  id?: string
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  /** The label is for screen readers only, where a heading above says the same. */
  isLabelHidden?: boolean
  type?: 'text' | 'url' | 'date' | 'time' | 'email'
  rows?: number
  lang?: string | undefined
  maxLength?: number
  autoComplete?: string
  inputMode?: 'numeric' | 'url' | 'email'
}

/** A labelled text field, with its hint and what is wrong with it. `rows`: several lines. */
export function Field(props: FieldProps) {
  const { name, id = name, label, value, hint, error } = props
  const { isLabelHidden, rows, type = 'text', lang, maxLength, autoComplete, inputMode } = props
  const notes = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
  const described = notes.filter((id) => id !== false).join(' ')
  const attributes = {
    ...{ id, name, lang, maxLength, autoComplete, inputMode },
    defaultValue: value,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': error === undefined ? undefined : true,
  }
  return (
    <div className={error === undefined ? 'f' : 'f bad'}>
      <label htmlFor={id} className={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      {rows === undefined ? (
        <input type={type} {...attributes} />
      ) : (
        <textarea rows={rows} {...attributes} />
      )}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
