import type { HTMLAttributes } from 'react'

/** One question of a form: label above, hint below, the fault in words beside it, and what was typed kept. */
export function Field({
  name,
  label,
  hint,
  value,
  fault,
  focused,
  required,
  rows,
  type,
  maxLength,
  autoComplete,
  inputMode,
}: {
  name: string
  label: string
  hint?: string
  value: string
  fault?: string | undefined
  focused: boolean
  required?: boolean
  rows?: number
  type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  maxLength?: number
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
}) {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  const field = {
    id: name,
    name,
    defaultValue: value,
    required,
    autoComplete,
    inputMode,
    autoFocus: focused,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      {rows ? (
        <textarea {...field} rows={rows} />
      ) : (
        <input {...field} type={type} maxLength={maxLength} />
      )}
      {hint && (
        <small id={`${name}-hint`} className="hint">
          {hint}
        </small>
      )}
      {fault && (
        <strong id={`${name}-fault`} className="fault">
          {fault}
        </strong>
      )}
    </p>
  )
}
