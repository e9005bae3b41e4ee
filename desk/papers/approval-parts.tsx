import { questionFields } from '../../authoring/text-format/paper-text.ts'
import { RichText } from '../../client/islands/parts/rich-text.tsx'
import { dayInIndia } from '../../domain/india-time.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { markupOf, stemOf } from './question-preview.tsx'
import { questionPath } from './question-page.tsx'
import type { Reading } from './readings.ts'
import type { Paper, StoredBlock } from './stored-papers.ts'

/** A question whose second reader chose something else than its key: both, and the way out. Only
 *  who answered sees the key here. */
export function Difference({
  c,
  paper,
  question,
  reading,
}: {
  c: DeskContext
  paper: Paper
  question: StoredBlock & { number: number }
  reading: Reading
}) {
  const text = c.get('text')
  if (reading.readerId !== operatorOf(c).id) return null
  const fields = questionFields(question.text, paper.languages)
  const { stem, options, correct, why } = fields
  const locale = paper.languages.find((one) => stem[one] !== undefined) ?? paper.languages[0]!
  const optionText = (index: number | null) =>
    index === null ? text('no_single_answer') : `${index + 1} · ${options[index]?.[locale] ?? ''}`
  return (
    <section className="card">
      <h2>{text('open_difference', { number: question.number })}</h2>
      <div className="say bad">
        <b>{text('publication_stopped')}</b>
        <p>{text('publication_stopped_hint')}</p>
      </div>
      <div lang={locale} className="stem">
        <RichText text={stemOf(paper, fields, locale)} />
      </div>
      <div className="two">
        <p className="versus mine">
          <small>{text('your_answer')}</small>
          <b lang={locale}>
            <RichText text={markupOf(optionText(reading.chosen), locale)} />
          </b>
        </p>
        <p className="versus theirs-key">
          <small>{text('authors_key')}</small>
          <b lang={locale}>
            <RichText text={markupOf(optionText(correct), locale)} />
          </b>
        </p>
      </div>
      <p className="small" lang={locale}>
        <RichText text={markupOf(why[locale], locale)} />
      </p>
      <p>
        {text('key_wrong_hint')}{' '}
        <a href={questionPath(paper.slug, question.name)}>{text('edit')}</a>
      </p>
      <form method="post" action={`/papers/${paper.slug}/settle`} className="editor">
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="digest" value={question.digest} />
        <Field
          name="reason"
          id={`reason-${question.digest}`}
          label={text('settle_reason')}
          value=""
          rows={2}
          maxLength={1000}
        />
        <button className="btn quiet wide">{text('settle')}</button>
      </form>
    </section>
  )
}

/** The decision about the whole paper. */
export function Approval({
  c,
  paper,
  isReady,
}: {
  c: DeskContext
  paper: Paper
  isReady: boolean
}) {
  const text = c.get('text')
  const { slug, version, authorId } = paper
  const isOwn = authorId === operatorOf(c).id
  return (
    <>
      {isReady && isOwn && (
        <div className="say">
          <b>{text('own_text_title')}</b>
          <p>{text('own_text_note')}</p>
        </div>
      )}
      {isReady && !isOwn && (
        <form method="post" action={`/papers/${slug}/approve`} className="card">
          <FormToken value={c.get('formToken')} />
          <input type="hidden" name="version" value={version} />
          <h2>{text('approve')}</h2>
          <p className="small">{text('approve_paper_hint')}</p>
          <div className="two">
            <Field
              name="publishDay"
              label={text('publish_day')}
              value={dayInIndia(c.get('now'))}
              type="date"
            />
            <Field name="publishTime" label={text('publish_time')} value="06:00" type="time" />
          </div>
          <p>
            <a href={`/papers/${slug}/preview`}>{text('whole_preview')}</a>
          </p>
          <button className="btn wide">{text('approve')}</button>
        </form>
      )}
      {!isOwn && (
        <form method="post" action={`/papers/${slug}/return`} className="card">
          <FormToken value={c.get('formToken')} />
          <input type="hidden" name="version" value={version} />
          <h2>{text('return')}</h2>
          <Field name="note" label={text('return_note')} value="" rows={3} maxLength={1000} />
          <button className="btn quiet wide">{text('return')}</button>
        </form>
      )}
    </>
  )
}
