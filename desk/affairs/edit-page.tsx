import { languages, locales } from '../../domain/locale.ts'
import type { DeskContext } from '../desk-env.ts'
import { dayText, weekdayText } from '../ui/dates.ts'
import { DraftNotices } from '../ui/draft-notices.tsx'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { StateSteps } from '../ui/state-steps.tsx'
import { completeLocales, writtenIn, type DayContent, type DayProblem } from './day-content.ts'
import { dayStrip, PublicationNote } from './day-parts.tsx'
import type { Day } from './days.ts'
import { ItemFields, QuestionFields, TextFields } from './editor-fields.tsx'
import { TheirVersion } from './their-version.tsx'
import { DayPreview } from './day-preview.tsx'
import { publishFields } from '../ui/publish-time.ts'

export type Editing = {
  date: string
  stored: Day | null
  content: DayContent
  publishAt: string
  /** The version that this form goes on from. */
  expected: number
  problems: readonly DayProblem[]
  isSaved: boolean
  /** What somebody else saved meanwhile. */
  conflict: Day | null
  topics: readonly { slug: string; name: string }[]
}

const formId = 'editor'

/** The editor of a day: one form, all of it saved together. */
export async function editPage(c: DeskContext, editing: Editing, status: number) {
  const { date, stored, content, publishAt, expected, problems, isSaved, conflict } = editing
  const [text, locale] = [c.get('text'), c.get('locale')]
  const errorOf = (field: string) => {
    const found = problems.find((problem) => problem.field === field)
    return found && text(`problem_${found.kind}`)
  }
  const complete = completeLocales(content)
  const writing = complete.includes(locale) || complete.length === 0 ? locale : complete[0]
  const { day, clock } = publishFields(publishAt)
  const parts = { text, locale, errorOf }
  const strip = await dayStrip(c, date)
  return page(
    c,
    {
      title: text('day_page', { day: dayText(date, locale) }),
      back: '/affairs',
      editor: formId,
      hasScript: true,
      actions: (
        <>
          <p className={problems.length > 0 ? 'err' : undefined}>
            {problems.length > 0
              ? text('problems_left', { count: problems.length })
              : text('save_note')}
          </p>
          <div className="row">
            <button className="btn quiet" form={formId} name="do" value="save">
              {text('save')}
            </button>
            <button className="btn" form={formId} name="do" value="send">
              {text('send_for_review')}
            </button>
          </div>
        </>
      ),
    },
    <>
      {isSaved && problems.length === 0 && (
        <p className="fine" role="status">
          {text('saved')}
        </p>
      )}
      {isSaved && problems.length > 0 && status === 422 && (
        <div className="say bad" role="alert">
          <b>{text('not_sent')}</b>
          <p>{text('saved_with_problems', { count: problems.length })}</p>
        </div>
      )}
      <DraftNotices text={text} />
      {conflict && <TheirVersion mine={content} theirs={conflict} text={text} locale={locale} />}
      <PublicationNote day={stored} now={c.get('now')} text={text} locale={locale} />
      <div className="lead">
        <h1>{weekdayText(date, locale)}</h1>
        {strip}
      </div>
      <StateSteps state={stored?.state ?? 'draft'} text={text} />
      <form
        method="post"
        action={`/affairs/${date}`}
        id={formId}
        className="editor"
        data-draft={expected}
        data-draft-state={conflict ? 'unsaved' : status === 422 ? 'saved' : undefined}
      >
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="version" value={expected} />
        {/* The first button: what Enter in a field does. */}
        <button className="unseen" name="do" value="save" tabIndex={-1}>
          {text('save')}
        </button>
        <fieldset className="langs">
          <legend className="unseen">{text('writing_language')}</legend>
          {locales.map((one) => {
            const { written, of } = writtenIn(content, one)
            return (
              <label key={one} lang={one}>
                <input type="radio" name="writing" value={one} defaultChecked={one === writing} />
                {languages[one].name}
                <small lang={locale}>{text('written_of', { written, of })}</small>
              </label>
            )
          })}
        </fieldset>
        <TextFields
          {...parts}
          field="title"
          label={text('title')}
          values={content.title}
          hint={text('title_hint')}
        />
        {content.items.map((item, index) => (
          <ItemFields key={index} {...parts} item={item} index={index} date={date} />
        ))}
        <button className="btn quiet wide" name="do" value="add-item" id="more">
          {text('add_item')}
        </button>
        {content.quiz.map((question, index) => (
          <QuestionFields key={question.id} {...parts} question={question} index={index} />
        ))}
        <button className="btn quiet wide" name="do" value="add-question">
          {text('add_question')}
        </button>
        <Topics editing={editing} c={c} error={errorOf('topics')} />
        <div className="card">
          <h2>{text('publication')}</h2>
          <div className="two">
            <Field name="publishDay" label={text('publish_day')} value={day} type="date" />
            <Field name="publishTime" label={text('publish_time')} value={clock} type="time" />
          </div>
          <p className="hint">{text('publish_hint')}</p>
        </div>
      </form>
      <section>
        <div className="rowline">
          <h2>{text('as_readers_see')}</h2>
          <span className="small">{text('preview_of_saved')}</span>
        </div>
        <DayPreview content={content} date={date} locale={writing ?? locale} text={text} />
      </section>
    </>,
    status,
  )
}

function Topics({
  editing: { content, topics },
  c,
  error,
}: {
  editing: Editing
  c: DeskContext
  error: string | undefined
}) {
  const text = c.get('text')
  const chosen = topics.filter(({ slug }) => content.topics.includes(slug))
  const others = topics.filter(({ slug }) => !content.topics.includes(slug))
  const chips = (list: typeof topics, isChosen: boolean) => (
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
    <section aria-labelledby="topics">
      <h2 id="topics">{text('topics')}</h2>
      {error !== undefined && <p className="err">{error}</p>}
      {chips(chosen, true)}
      <details className="card" open={error !== undefined}>
        <summary>{text('more_topics')}</summary>
        {chips(others, false)}
      </details>
    </section>
  )
}
