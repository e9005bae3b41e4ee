import { formTokenField } from './form-token.ts'

/** What every form of a session carries against forged requests. */
export const FormToken = ({ value }: { value: string }) => (
  <input type="hidden" name={formTokenField} value={value} />
)

export type FieldProps = {
  name: string
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
  const { name, label, value, hint, error, isLabelHidden, rows, type = 'text', ...rest } = props
  const notes = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`]
  const described = notes.filter((id) => id !== false).join(' ')
  const attributes = {
    ...rest,
    id: name,
    name,
    defaultValue: value,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': error === undefined ? undefined : true,
  }
  return (
    <div className={error === undefined ? 'f' : 'f bad'}>
      <label htmlFor={name} className={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      {rows === undefined ? (
        <input type={type} {...attributes} />
      ) : (
        <textarea rows={rows} {...attributes} />
      )}
      {hint !== undefined && (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <p className="err" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
