import type { AgeBand } from '../../domain/privacy.ts'
import { messagesFor } from './messages.ts'
import type { Locale } from '../../domain/locale.ts'

/** The question whether somebody is 18 or over. `chosen`: what was chosen before an error. */
export function AgeField({
  locale,
  chosen,
  error,
  hasHint = true,
}: {
  locale: Locale
  chosen: string | undefined
  error: string | undefined
  hasHint?: boolean
}) {
  const messages = messagesFor(locale)
  const options: [AgeBand, string][] = [
    ['adult', messages.age_adult()],
    ['minor', messages.age_minor()],
  ]
  return (
    <fieldset className="ticks" aria-describedby={error ? 'ageBand-error' : undefined}>
      <legend>{messages.age_title()}</legend>
      {options.map(([band, label]) => (
        <label key={band}>
          <input
            type="radio"
            name="ageBand"
            value={band}
            defaultChecked={band === chosen}
            required
          />
          <span>{label}</span>
        </label>
      ))}
      {hasHint && <small>{messages.age_lead()}</small>}
      {error && (
        <strong id="ageBand-error" className="error">
          {error}
        </strong>
      )}
    </fieldset>
  )
}
