import { languageOf } from '../../authoring/recognition/languages.ts'
import type { QuestionFields } from '../../authoring/text-format/paper-text.ts'
import type { Texts } from '../../authoring/draft.ts'
import { languages, type Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { Field } from '../ui/fields.tsx'
import { maxOptions } from './question-form.ts'

export type Parts = {
  text: DeskMessages
  /** The languages of the paper: side by side, or below each other on a phone. */
  locales: readonly Locale[]
  errorOf: (field: string) => string | undefined
}

/** One text in every language of the paper. */
export function PairedFields({
  locales,
  errorOf,
  field,
  label,
  values,
  rows,
}: Omit<Parts, 'text'> & { field: string; label: string; values: Texts; rows?: number }) {
  return (
    <div className="pair">
      {locales.map((locale) => (
        <Field
          key={locale}
          name={`${field}.${locale}`}
          label={locales.length === 1 ? label : `${label} · ${languages[locale].name}`}
          value={values[locale] ?? ''}
          lang={locale}
          error={errorOf(`${field}.${locale}`)}
          {...(rows !== undefined && { rows })}
        />
      ))}
    </div>
  )
}

/** Options beside the circles of the key. A fifth one is behind a fold until it is used. */
export function OptionFields({ fields, ...parts }: Parts & { fields: QuestionFields }) {
  const { text, errorOf } = parts
  const { options, correct } = fields
  const row = (index: number) => (
    <div key={index} className="opt">
      <label className="pick">
        <input
          type="radio"
          name="correct"
          value={index}
          defaultChecked={correct === index}
          aria-label={text('right_option', { number: index + 1 })}
        />
      </label>
      <PairedFields
        {...parts}
        field={`option.${index}`}
        label={text('option', { number: index + 1 })}
        values={options[index] ?? {}}
      />
    </div>
  )
  const shown = Math.max(4, options.length)
  const error = errorOf('correct')
  return (
    <fieldset className="editor-options card">
      <legend className="unseen">{text('options_and_key')}</legend>
      <h2>{text('options_and_key')}</h2>
      <p className="hint">{text('options_hint')}</p>
      {Array.from({ length: shown }, (_, index) => row(index))}
      {shown < maxOptions && (
        <details>
          <summary className="hint">{text('fifth_option')}</summary>
          {row(shown)}
        </details>
      )}
      <div className="f" id="correct-field">
        {error !== undefined && <p className="err">{error}</p>}
      </div>
    </fieldset>
  )
}

/** Doubts of an import: each is ticked when it is settled. */
export function Doubts({ doubts, text }: { doubts: readonly string[]; text: DeskMessages }) {
  if (doubts.length === 0) return null
  return (
    <fieldset className="say warn">
      <legend className="unseen">{text('doubts')}</legend>
      <b>{text('doubts')}</b>
      {doubts.map((doubt, index) => (
        <label key={index} className="tick">
          <input type="checkbox" name={`doubt.${index}`} />
          <span>
            <span lang={languageOf(doubt) ?? undefined}>{doubt}</span>
            <small className="hint">{text('doubt_settled')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Topics as chips: the chosen ones, and the others behind a fold. */
export function TopicChips({
  chosen,
  topics,
  text,
  error,
}: {
  chosen: readonly string[]
  topics: readonly { slug: string; name: string }[]
  text: DeskMessages
  error: string | undefined
}) {
  const unknown = chosen.filter((slug) => !topics.some((topic) => topic.slug === slug))
  const used = [
    ...topics.filter(({ slug }) => chosen.includes(slug)),
    ...unknown.map((slug) => ({ slug, name: slug })),
  ]
  const chips = (list: readonly { slug: string; name: string }[], isChosen: boolean) => (
    <div className="chips">
      {list.map(({ slug, name }) => (
        <label key={slug}>
          <input type="checkbox" name={`topic.${slug}`} defaultChecked={isChosen} />
          {name}
        </label>
      ))}
    </div>
  )
  return (
    <section aria-labelledby="topics-title" className="card">
      <h2 id="topics-title">{text('topics')}</h2>
      <div className="f" id="topics-field">
        {error !== undefined && <p className="err">{error}</p>}
      </div>
      {chips(used, true)}
      <details open={error !== undefined}>
        <summary>{text('more_topics')}</summary>
        {chips(
          topics.filter(({ slug }) => !chosen.includes(slug)),
          false,
        )}
      </details>
    </section>
  )
}
