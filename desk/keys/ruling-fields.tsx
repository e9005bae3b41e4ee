import { awards } from '../../domain/attempt/attempt-result.ts'
import { languages, locales } from '../../domain/locale.ts'
import type { FormFields } from '../../http/request-body.ts'
import type { DeskContext } from '../desk-env.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { keyPath, type RuledQuestion } from './ruled-question.ts'
import { maxReasonLength, type RulingError } from './ruling-form.ts'

/** The form of a ruling. What it would change is shown before it is asked for. */
export function RulingFields({
  c,
  question,
  form,
  error,
}: {
  c: DeskContext
  question: RuledQuestion
  form: FormFields
  error: RulingError | 'open' | null
}) {
  const text = c.get('text')
  const path = keyPath(question.editorId)
  const decision = (value: 'accept' | 'cancel') => (
    <label>
      <input type="radio" name="decision" value={value} defaultChecked={form.decision === value} />
      <span>{text(`ruling_${value}`)}</span>
    </label>
  )
  return (
    <form method="post" action={path} className="editor">
      <FormToken value={c.get('formToken')} />
      <h2>{text('rule_on_key')}</h2>
      {error !== null && error !== 'open' && (
        <p className="err" role="alert">
          {text(`ruling_error_${error}`)}
        </p>
      )}
      <fieldset className="pickone">
        <legend>{text('ruling_what')}</legend>
        {decision('accept')}
        {decision('cancel')}
      </fieldset>
      <fieldset>
        <legend className="small">{text('ruling_right_options')}</legend>
        <div className="chips">
          {question.options.map((_, index) => (
            <label key={index}>
              <input
                type="checkbox"
                name={`accepted.${index}`}
                defaultChecked={form[`accepted.${index}`] !== undefined}
              />
              {index + 1}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="two">
        <label className="f">
          <span className="l">{text('ruling_award')}</span>
          <select name="award" defaultValue={form.award ?? 'all'}>
            {awards.map((award) => (
              <option key={award} value={award}>
                {text(`award_${award}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="f">
          <span className="l">{text('ruling_locale')}</span>
          <select name="locale" defaultValue={form.locale ?? ''}>
            <option value="">{text('ruling_everybody')}</option>
            {question.languages.map((locale) => (
              <option key={locale} value={locale}>
                {languages[locale].name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label className="tick">
        <input
          type="checkbox"
          name="any-wording"
          defaultChecked={form['any-wording'] !== undefined}
        />
        <span>{text('ruling_any_wording')}</span>
      </label>
      {locales.map((locale) => (
        <Field
          key={locale}
          name={`reason.${locale}`}
          label={text('ruling_reason', { language: languages[locale].name })}
          value={form[`reason.${locale}`] ?? ''}
          lang={locale}
          rows={2}
          maxLength={maxReasonLength}
        />
      ))}
      {question.reports.length > 0 && (
        <fieldset>
          <legend className="small">{text('ruling_reports')}</legend>
          {question.reports.map(({ id, message, locale }) => (
            <label key={id} className="tick">
              <input
                type="checkbox"
                name={`report.${id}`}
                defaultChecked={form.decision === undefined || form[`report.${id}`] !== undefined}
              />
              <span lang={locale}>{message === '' ? '–' : message}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="chips">
        <button className="btn quiet" formAction={`${path}/preview`}>
          {text('ruling_preview')}
        </button>
        <button className="btn">{text('ruling_propose')}</button>
      </div>
      <p className="hint">{text('ruling_propose_hint')}</p>
    </form>
  )
}
