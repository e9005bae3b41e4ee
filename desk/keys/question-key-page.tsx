import { RichText } from '../../client/islands/parts/rich-text.tsx'
import { reportReasons } from '../../domain/question-report.ts'
import type { FormFields } from '../../http/request-body.ts'
import type { RulingPreview } from '../../product-api/scoring/ruling-preview.ts'
import { rulingTextFor } from '../../product-api/scoring/ruling-texts.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { decisionText } from './decision-text.ts'
import type { RulingProposal } from './proposals.ts'
import type { RuledQuestion } from './ruled-question.ts'
import { RulingFields } from './ruling-fields.tsx'
import type { RulingError } from './ruling-form.ts'

export type RulingShown = {
  question: RuledQuestion
  /** The ruling that waits, and what it would change. */
  open: RulingProposal | null
  ofOpen: RulingPreview | null
  form: FormFields
  error: RulingError | 'open' | null
  /** What the ruling in the form would change, if that was asked. */
  preview: RulingPreview | null
}

/** A published question with its key, what readers report about it, and the ruling about it. */
export function questionKeyPage(c: DeskContext, shown: RulingShown, status: number) {
  const { question, open, ofOpen, form, error, preview } = shown
  const text = c.get('text')
  return page(
    c,
    { title: text('nav_keys'), back: '/keys' },
    <>
      <div className="lead">
        <p className="small">{question.editorId}</p>
        <h1>{text('key_of_question')}</h1>
        <p className="small">
          {question.places
            .map(({ slug, number, attempts }) =>
              text('question_place', { paper: slug, number, attempts }),
            )
            .join(' · ')}
        </p>
      </div>
      <Question question={question} text={text} />
      <Reports question={question} text={text} />
      {error === 'open' && (
        <p className="err" role="alert">
          {text('ruling_open')}
        </p>
      )}
      {open && ofOpen ? (
        <OpenRuling c={c} open={open} preview={ofOpen} />
      ) : (
        <>
          {preview && <Preview preview={preview} text={text} />}
          <RulingFields c={c} question={question} form={form} error={error} />
        </>
      )}
    </>,
    status,
  )
}

function Question({ question, text }: { question: RuledQuestion; text: DeskMessages }) {
  return question.texts.map(({ locale, stem, options }) => (
    <div key={locale} className="asread" lang={locale}>
      <p className="stem">
        <RichText text={stem} />
      </p>
      <ul className="rows">
        {options.map((option, index) => (
          <li key={index}>
            <span>
              {index + 1}. <RichText text={option} />
            </span>
            {index === question.key && <span className="tag">{text('key')}</span>}
          </li>
        ))}
      </ul>
    </div>
  ))
}

function Reports({ question, text }: { question: RuledQuestion; text: DeskMessages }) {
  if (question.reports.length === 0) return null
  return (
    <section>
      <h2>{text('nav_reports')}</h2>
      <ul className="rows">
        {question.reports.map(({ id, reason, message, locale }) => (
          <li key={id}>
            <span>
              <b>{text(`reason_${reportReasons.find((one) => one === reason) ?? 'other'}`)}</b>
              <small lang={locale}>{message === '' ? '–' : message}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many scores change. */
function Preview({ preview, text }: { preview: RulingPreview; text: DeskMessages }) {
  const { attempts, raised, lowered, outOf } = preview
  return (
    <div className="say" role="status">
      <b>{text('scores_would_change', { count: raised + lowered, of: attempts })}</b>
      <p>{text('scores_raised', { raised, lowered })}</p>
      {outOf > 0 && <p>{text('scores_out_of', { count: outOf })}</p>}
    </div>
  )
}

function OpenRuling({
  c,
  open,
  preview,
}: {
  c: DeskContext
  open: RulingProposal
  preview: RulingPreview
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, role } = operatorOf(c)
  const mayDecide = role !== 'author' && open.proposedBy !== id
  const button = (path: string, label: string, className: string) => (
    <form method="post" action={`/rulings/${open.id}/${path}`}>
      <FormToken value={c.get('formToken')} />
      <button className={className}>{label}</button>
    </form>
  )
  return (
    <section className="card">
      <h2>{text('second_person')}</h2>
      <p>
        <b>{decisionText(open, text)}</b>
      </p>
      <p>{rulingTextFor(open.reason, locale)}</p>
      <p className="small">
        {open.proposer} · {momentText(open.proposedAt, locale)}
      </p>
      <Preview preview={preview} text={text} />
      {!mayDecide && <p>{text('ruling_waits')}</p>}
      <div className="chips">
        {mayDecide && button('approve', text('agree'), 'btn')}
        {role !== 'author' && button('decline', text('decline'), 'btn quiet')}
      </div>
    </section>
  )
}
