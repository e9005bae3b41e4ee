import type { QuestionFields } from '../../authoring/text-format/paper-text.ts'
import { languages } from '../../domain/locale.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { DifferenceText } from '../ui/difference-text.tsx'
import { DraftNotices } from '../ui/draft-notices.tsx'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { StateSteps } from '../ui/state-steps.tsx'
import type { TopicChoice } from './catalogue.ts'
import type { Duplicate } from './duplicates.ts'
import { listOf, type PaperProblem } from './paper-problems.ts'
import { PaperNotes } from './paper-notes.tsx'
import { problemText } from './problem-text.ts'
import { Doubts, OptionFields, PairedFields, TopicChips } from './question-fields.tsx'
import { QuestionPreview } from './question-preview.tsx'
import type { Paper } from './stored-papers.ts'

export type QuestionEditing = {
  paper: Paper
  id: string
  /** From 1. */
  number: number
  section: string | null
  fields: QuestionFields
  /** The version that this form goes on from. */
  expected: number
  problems: readonly PaperProblem[]
  duplicates: readonly Duplicate[]
  topics: readonly TopicChoice[]
  figures: readonly string[]
  isSaved: boolean
  /** The text as somebody else saved it meanwhile, and this one's; null: no conflict. */
  conflict: { theirs: string | null; mine: string } | null
}

const formId = 'editor'
export const questionPath = (slug: string, id: string) => `/papers/${slug}/questions/${id}`

/** The editor of a question: languages side by side, and what readers will see. */
export function questionPage(c: DeskContext, editing: QuestionEditing, status: number) {
  const { paper, id, number, fields, expected, problems, isSaved, conflict } = editing
  const text = c.get('text')
  const own = fields.only === null ? paper.languages : [fields.only]
  const errorOf = (field: string) => {
    const found = problems.find((problem) => problem.field === field)
    return found && problemText(found, text)
  }
  const parts = { text, errorOf }
  const path = questionPath(paper.slug, id)
  const whole = problems.filter(({ field }) => field === '')
  return page(
    c,
    {
      title: text('question_number', { number }),
      back: `/papers/${paper.slug}`,
      editor: formId,
      hasScript: true,
      actions: <Actions c={c} count={problems.length} />,
    },
    <>
      {isSaved && (
        <p className="fine" role="status">
          {text('saved')}
        </p>
      )}
      {conflict && <TheirQuestion c={c} paper={paper} {...conflict} />}
      <DraftNotices text={text} />
      <div className="lead">
        <p className="small">{paper.slug}</p>
        <h1>
          {text('question_number', { number })}{' '}
          <span className="tag">{text('version', { version: paper.version })}</span>
        </h1>
      </div>
      <StateSteps state={paper.state} text={text} />
      <PaperNotes paper={paper} now={c.get('now')} text={text} locale={c.get('locale')} />
      {whole.map((problem, index) => (
        <p key={index} className="err">
          {problemText(problem, text)}
        </p>
      ))}
      <div className="editor-columns">
        <form
          method="post"
          action={path}
          id={formId}
          className="editor"
          data-draft={paper.version}
          data-draft-state={conflict ? 'unsaved' : undefined}
          data-check={`${path}/check`}
        >
          <FormToken value={c.get('formToken')} />
          <input type="hidden" name="version" value={expected} />
          <button className="unseen" name="do" value="save" tabIndex={-1}>
            {text('save')}
          </button>
          <Doubts doubts={fields.doubts} text={text} />
          <div className="card">
            <PairedFields
              {...{ ...parts, locales: own, field: 'stem', label: text('question') }}
              values={fields.stem}
              rows={3}
            />
            <p className="hint">{text('formula_hint')}</p>
            <Duplicates c={c} duplicates={editing.duplicates} />
          </div>
          <OptionFields {...parts} locales={own} fields={fields} />
          <div className="card">
            <h2>{text('why')}</h2>
            <PairedFields
              {...{ ...parts, locales: paper.languages, field: 'why', label: text('why') }}
              values={fields.why}
              rows={3}
            />
          </div>
          <TopicChips
            chosen={listOf(fields.topics)}
            topics={editing.topics}
            text={text}
            error={errorOf('topics')}
          />
          <MoreFields c={c} editing={editing} errorOf={errorOf} />
        </form>
        <Live editing={editing} c={c} />
      </div>
    </>,
    status,
  )
}

function Actions({ c, count }: { c: DeskContext; count: number }) {
  const text = c.get('text')
  return (
    <>
      <p className={count > 0 ? 'err' : undefined}>
        {count > 0 ? text('problems_left', { count }) : text('save_note')}
      </p>
      <div className="row">
        <button className="btn quiet" form={formId} name="do" value="save">
          {text('save')}
        </button>
        <button className="btn" form={formId} name="do" value="next">
          {text('save_and_next')}
        </button>
      </div>
    </>
  )
}

/** What readers see, the saved text; the page's script replaces it while somebody types. */
function Live({ editing, c }: { editing: QuestionEditing; c: DeskContext }) {
  const text = c.get('text')
  const { paper, number, fields } = editing
  return (
    <section aria-labelledby="as-read">
      <h2 id="as-read">{text('as_readers_see')}</h2>
      <div id="live" className="live">
        <QuestionPreview
          id="preview"
          number={number}
          fields={fields}
          paper={paper}
          text={text}
          hasKey
        />
      </div>
    </section>
  )
}

function Duplicates({ c, duplicates }: { c: DeskContext; duplicates: readonly Duplicate[] }) {
  const text = c.get('text')
  if (duplicates.length === 0) return null
  return (
    <div className="say warn">
      <b>{text('duplicate_found')}</b>
      {duplicates.map(({ id, paper, number, stem, locale }) => (
        <p key={id}>
          {paper}, {text('question_number', { number })}: <span lang={locale}>“{stem}”</span>
        </p>
      ))}
      <p>{text('duplicate_hint')}</p>
    </div>
  )
}

function MoreFields({
  c,
  editing,
  errorOf,
}: {
  c: DeskContext
  editing: QuestionEditing
  errorOf: (field: string) => string | undefined
}) {
  const text = c.get('text')
  const { paper, fields, section, figures } = editing
  const sections = paper.pieces.filter(({ mark }) => mark === 'section')
  const isOpen = fields.figure !== '' || fields.rest !== ''
  return (
    <details className="card" open={isOpen}>
      <summary>{text('more_fields')}</summary>
      <div className="editor">
        {sections.length > 0 && (
          <label className="f">
            <span className="l">{text('section')}</span>
            <select name="section" defaultValue={section ?? ''}>
              <option value="">{text('no_section')}</option>
              {sections.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="f">
          <span className="l">{text('only_language')}</span>
          <select name="only" defaultValue={fields.only ?? ''}>
            <option value="">{text('all_languages')}</option>
            {paper.languages.map((locale) => (
              <option key={locale} value={locale}>
                {languages[locale].name}
              </option>
            ))}
          </select>
        </label>
        <label className={errorOf('figure') === undefined ? 'f' : 'f bad'}>
          <span className="l">{text('figure')}</span>
          <select name="figure" id="figure" defaultValue={fields.figure}>
            <option value="">{text('no_figure')}</option>
            {[...new Set([...figures, ...(fields.figure === '' ? [] : [fields.figure])])].map(
              (name) => (
                <option key={name}>{name}</option>
              ),
            )}
          </select>
          <span className="hint">{text('figure_hint')}</span>
          {errorOf('figure') !== undefined && <p className="err">{errorOf('figure')}</p>}
        </label>
        <PairedFields
          {...{ locales: paper.languages, errorOf, field: 'alt', label: text('figure_alt') }}
          values={fields.alt}
          rows={2}
        />
        <Field name="terms" label={text('terms')} value={fields.terms} hint={text('terms_hint')} />
        <Field
          name="rest"
          label={text('other_lines')}
          value={fields.rest}
          hint={text('other_lines_hint')}
          rows={3}
          lang="zxx"
        />
        <button className="btn stop" name="do" value="remove">
          {text('remove_question')}
        </button>
      </div>
    </details>
  )
}

function TheirQuestion({
  c,
  paper,
  theirs,
  mine,
}: {
  c: DeskContext
  paper: Paper
  theirs: string | null
  mine: string
}) {
  const text = c.get('text')
  return (
    <div className="say warn" role="alert">
      <b>{text('question_conflict_title', { name: paper.author })}</b>
      <p>{text('question_conflict', { at: momentText(paper.savedAt, c.get('locale')) })}</p>
      {theirs === null ? (
        <p>{text('question_removed_meanwhile')}</p>
      ) : (
        <DifferenceText before={theirs} after={mine} />
      )}
    </div>
  )
}
