import { languages } from '../../domain/locale.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { dayText, momentText, weekdayText } from '../ui/dates.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { StateSteps } from '../ui/state-steps.tsx'
import { completeLocales } from './day-content.ts'
import { PublicationNote } from './day-parts.tsx'
import { DayPreview } from './day-preview.tsx'
import { papersIn, titleOf } from '../papers/stored-papers.ts'
import { daysIn, type Day } from './days.ts'
import { publishFields } from '../ui/publish-time.ts'

export type ReviewProblem = 'own_text' | 'step_over' | 'note_needed'

/** What waits for a second reader. */
export async function reviewListPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const [waiting, papers] = await Promise.all([
    daysIn(c.env.DB, 'review'),
    papersIn(c.env.DB, 'review'),
  ])
  const own = operatorOf(c).id
  return page(
    c,
    { title: text('nav_review') },
    <>
      <div className="lead">
        <h1>{text('nav_review')}</h1>
        <p>{text('review_lead')}</p>
      </div>
      {waiting.length + papers.length === 0 && <p>{text('nothing_to_review')}</p>}
      <ul className="rows">
        {papers.map(({ slug, head, author, authorId, savedAt }) => (
          <li key={slug}>
            <span>
              <a href={`/papers/${slug}/read`}>{titleOf({ slug, head }, locale)}</a>
              <small>
                {author} · {momentText(savedAt, locale)}
              </small>
            </span>
            {authorId === own && <span className="tag">{text('your_text')}</span>}
          </li>
        ))}
        {waiting.map(({ date, author, authorId, savedAt, publishAt }) => (
          <li key={date}>
            <span>
              <a href={`/affairs/${date}/review`}>
                {text('day_page', { day: weekdayText(date, locale) })}
              </a>
              <small>
                {author} · {momentText(savedAt, locale)} ·{' '}
                {text('due_at', { at: momentText(publishAt, locale) })}
              </small>
            </span>
            {authorId === own && <span className="tag">{text('your_text')}</span>}
          </li>
        ))}
      </ul>
    </>,
  )
}

/** A day as readers will see it, with every source, and the decision of the second reader. */
export async function reviewPage(
  c: DeskContext,
  { day, problem, note }: { day: Day; problem: ReviewProblem | null; note: string },
  status: number,
) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { date, content, state, author, authorId, version } = day
  const operator = operatorOf(c)
  const mayReview = operator.role === 'reviewer' || operator.role === 'owner'
  const isOwn = authorId === operator.id
  return page(
    c,
    { title: text('day_page', { day: dayText(date, locale) }), back: '/affairs', hasScript: true },
    <>
      {problem && (
        <div className="say bad" role="alert">
          <p>{text(problem)}</p>
        </div>
      )}
      <div className="lead">
        <p className="small">
          {author} · {text('version', { version })}
        </p>
        <h1>{weekdayText(date, locale)}</h1>
      </div>
      <StateSteps state={state} text={text} />
      <PublicationNote day={day} now={c.get('now')} text={text} locale={locale} />
      {completeLocales(content).map((one) => (
        <section key={one}>
          <h2 lang={one}>{languages[one].name}</h2>
          <DayPreview content={content} date={date} locale={one} text={text} hasKeys />
        </section>
      ))}
      {completeLocales(content).length === 0 && <p>{text('no_complete_language')}</p>}
      <p>
        <a href={`/affairs/${date}`}>{text('edit')}</a>
      </p>
      {state === 'review' && isOwn && (
        <div className="say">
          <b>{text('own_text_title')}</b>
          <p>{text('own_text_note')}</p>
        </div>
      )}
      {state === 'review' && mayReview && !isOwn && <Decision c={c} day={day} note={note} />}
      {day.publishedVersion !== null && mayReview && (
        <form method="post" action={`/affairs/${date}/withdraw`} className="card">
          <FormToken value={c.get('formToken')} />
          <h2>{text('withdraw')}</h2>
          <p className="small">{text('withdraw_hint')}</p>
          <button className="btn stop">{text('withdraw')}</button>
        </form>
      )}
    </>,
    status,
  )
}

function Decision({ c, day, note }: { c: DeskContext; day: Day; note: string }) {
  const text = c.get('text')
  const { date, version, publishAt } = day
  const { day: publishDay, clock } = publishFields(publishAt)
  return (
    <>
      <form method="post" action={`/affairs/${date}/approve`} className="card">
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="version" value={version} />
        <h2>{text('approve')}</h2>
        <p className="small">{text('approve_hint')}</p>
        <div className="two">
          <Field name="publishDay" label={text('publish_day')} value={publishDay} type="date" />
          <Field name="publishTime" label={text('publish_time')} value={clock} type="time" />
        </div>
        <button className="btn wide">{text('approve')}</button>
      </form>
      <form method="post" action={`/affairs/${date}/return`} className="card">
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="version" value={version} />
        <h2>{text('return')}</h2>
        <Field name="note" label={text('return_note')} value={note} rows={3} maxLength={1000} />
        <button className="btn quiet wide">{text('return')}</button>
      </form>
    </>
  )
}
