import type { BlockFields } from '../../authoring/text-format/paper-text.ts'
import type { Texts } from '../../authoring/draft.ts'
import type { Locale } from '../../domain/locale.ts'
import { paperKinds } from '../../domain/paper.ts'
import type { DeskMessages } from '../messages.ts'
import { Field } from '../ui/fields.tsx'
import { marksChoices } from './head-form.ts'
import { PairedFields } from './question-fields.tsx'

/** What a paper says about itself: title, time, marks, source. */
export function HeadFields({
  fields,
  locales,
  text,
  errorOf,
}: {
  fields: BlockFields
  locales: readonly Locale[]
  text: DeskMessages
  errorOf: (field: string) => string | undefined
}) {
  const textsOf = (key: string): Texts =>
    Object.fromEntries(locales.map((locale) => [locale, fields[`${key} ${locale}`] ?? '']))
  const choice = (name: string, label: string, values: readonly (readonly [string, string])[]) => {
    const value = fields[name] ?? ''
    const isListed = values.some(([one]) => one === value)
    return (
      <label className="f">
        <span className="l">{label}</span>
        <select name={name} defaultValue={value}>
          {!isListed && value !== '' && <option>{value}</option>}
          {values.map(([one, shown]) => (
            <option key={one} value={one}>
              {shown}
            </option>
          ))}
        </select>
      </label>
    )
  }
  const marks = marksChoices.map((one) => [one, one] as const)
  const paired = { locales, errorOf }
  return (
    <>
      <PairedFields {...paired} field="title" label={text('title')} values={textsOf('title')} />
      <PairedFields
        {...paired}
        field="about"
        label={text('about_paper')}
        values={textsOf('about')}
        rows={2}
      />
      <div className="two">
        {choice(
          'kind',
          text('paper_kind'),
          paperKinds.map((kind) => [kind, text(`kind_${kind.replaceAll('-', '_') as KindKey}`)]),
        )}
        <Field
          name="year"
          label={text('paper_year')}
          value={fields.year ?? ''}
          inputMode="numeric"
          hint={text('paper_year_hint')}
        />
        <Field
          name="minutes"
          label={text('minutes')}
          value={fields.minutes ?? ''}
          inputMode="numeric"
          error={errorOf('minutes')}
        />
        {choice('access', text('access'), [
          ['free', text('access_free')],
          ['premium', text('access_premium')],
        ])}
        {choice('right', text('marks_right'), marks)}
        {choice('wrong', text('marks_wrong'), marks)}
        {choice('blank', text('marks_blank'), marks)}
        <Field
          name="position"
          label={text('position')}
          value={fields.position ?? ''}
          inputMode="numeric"
        />
      </div>
      <Field
        name="source"
        label={text('pattern_source')}
        value={fields.source ?? ''}
        error={errorOf('source')}
        hint={text('pattern_source_hint')}
      />
    </>
  )
}

type KindKey =
  'model_paper' | 'previous_papers' | 'practice_papers' | 'subject_papers' | 'grand_test'
