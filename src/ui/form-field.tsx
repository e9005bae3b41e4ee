import type { HTMLAttributes } from 'react'

/** A form field with its label, hint and error. `value`: what was typed before. */
export function FormField({
  name,
  label,
  hint,
  value,
  error,
  autoFocus,
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
  error?: string | undefined
  autoFocus: boolean
  required?: boolean
  rows?: number
  type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  maxLength?: number
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
}) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const field = {
    id: name,
    name,
    defaultValue: value,
    required,
    autoComplete,
    inputMode,
    autoFocus,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      {rows ? (
        <textarea {...field} rows={rows} />
      ) : (
        <input {...field} type={type} maxLength={maxLength} />
      )}
      {hint && <small id={`${name}-hint`}>{hint}</small>}
      {error && (
        <strong id={`${name}-error`} className="error">
          {error}
        </strong>
      )}
    </p>
  )
}
