import { blockFields } from '../../authoring/text-format/paper-text.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskMessages } from '../messages.ts'
import { DraftNotices } from '../ui/draft-notices.tsx'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { StateSteps } from '../ui/state-steps.tsx'
import { HeadFields } from './head-fields.tsx'
import { PaperNotes } from './paper-notes.tsx'
import { headKeys, type PaperProblem } from './paper-problems.ts'
import { problemText } from './problem-text.ts'
import { Doubts } from './question-fields.tsx'
import { QuestionList } from './question-list.tsx'
import type { Reading } from './readings.ts'
import { titleOf, type Paper } from './stored-papers.ts'

export type PaperShown = {
  paper: Paper
  /** Of each piece, in order. */
  problems: readonly (readonly PaperProblem[])[]
  readings: readonly Reading[]
  isSaved: boolean
  /** It was just brought in from a file. */
  isBroughtIn: boolean
  /** Why the last step was not made. */
  refusal: 'not_sent_paper' | 'paper_step_over' | 'paper_conflict' | null
}

const formId = 'editor'

/** What became of what was typed. */
const draftStates = {
  none: undefined,
  not_sent_paper: 'saved',
  paper_step_over: 'saved',
  paper_conflict: 'refused',
} as const

/** A paper: its head, its questions, and what can be done with it. */
export function paperPage(c: DeskContext, shown: PaperShown, status: number) {
  const { paper, problems, readings, isSaved, isBroughtIn, refusal } = shown
  const text = c.get('text')
  const { slug, state, version, pieces, languages } = paper
  const head = blockFields(pieces[0]!.text, headKeys)
  const count = problems.reduce((sum, all) => sum + all.length, 0)
  const errorOf = (field: string) => {
    const found = problems[0]?.find((problem) => problem.field === field)
    return found && problemText(found, text)
  }
  const title = titleOf(paper, c.get('locale'))
  return page(
    c,
    {
      title: text('nav_papers'),
      back: '/papers',
      editor: formId,
      hasScript: true,
      actions: <Actions c={c} count={count} state={state} />,
    },
    <>
      {isSaved && (
        <p className="fine" role="status">
          {text('saved')}
        </p>
      )}
      {isBroughtIn && <BroughtIn paper={paper} problems={problems} text={text} />}
      {refusal && (
        <div className="say bad" role="alert">
          <b>{text(refusal)}</b>
          {count > 0 && <p>{text('saved_with_problems', { count })}</p>}
        </div>
      )}
      <DraftNotices text={text} />
      <div className="lead">
        <p className="small">{slug}</p>
        <h1>
          {title} <span className="tag">{text('version', { version })}</span>
        </h1>
      </div>
      <StateSteps state={state} text={text} />
      <PaperNotes paper={paper} now={c.get('now')} text={text} locale={c.get('locale')} />
      {(problems[0] ?? [])
        .filter(({ field }) => field === '')
        .map((problem, index) => (
          <p key={index} className="err">
            {problemText(problem, text)}
          </p>
        ))}
      <QuestionList paper={paper} problems={problems} readings={readings} text={text} />
      <form method="post" action={`/papers/${slug}/add`} className="chips">
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="version" value={version} />
        <button className="btn quiet" name="do" value="question">
          {text('add_paper_question')}
        </button>
        <button className="btn quiet" name="do" value="section">
          {text('add_section')}
        </button>
      </form>
      <form
        method="post"
        action={`/papers/${slug}`}
        id={formId}
        className="editor"
        data-draft={version}
        data-draft-state={draftStates[refusal ?? 'none']}
      >
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="version" value={version} />
        <button className="unseen" name="do" value="save" tabIndex={-1}>
          {text('save')}
        </button>
        <Doubts doubts={head.doubts} text={text} />
        <details
          className="card"
          open={(problems[0] ?? []).some(
            ({ field }) => field !== '' && !field.startsWith('doubt.'),
          )}
        >
          <summary>{text('about_this_paper')}</summary>
          <div className="editor">
            <HeadFields fields={head.fields} locales={languages} text={text} errorOf={errorOf} />
          </div>
        </details>
        <Sections paper={paper} problems={problems} c={c} />
      </form>
      <p className="chips">
        <a href={`/papers/${slug}/text`}>{text('whole_text')}</a>
        <a href={`/papers/${slug}/versions`}>{text('versions')}</a>
        <a href={`/papers/${slug}/preview`}>{text('whole_preview')}</a>
        {mayReview(c) && state === 'review' && (
          <a href={`/papers/${slug}/read`}>{text('nav_review')}</a>
        )}
      </p>
      {paper.publishedVersion !== null && mayReview(c) && (
        <form method="post" action={`/papers/${slug}/withdraw`} className="card">
          <FormToken value={c.get('formToken')} />
          <h2>{text('withdraw')}</h2>
          <p className="small">{text('withdraw_paper_hint')}</p>
          <button className="btn stop">{text('withdraw')}</button>
        </form>
      )}
    </>,
    status,
  )
}

/** What was found in the file, and where a person has to look. */
function BroughtIn({
  paper,
  problems,
  text,
}: Pick<PaperShown, 'paper' | 'problems'> & { text: DeskMessages }) {
  const questions = paper.pieces.filter(({ mark }) => mark === 'item').length
  const doubts = problems.flat().filter(({ kind }) => kind === 'doubt').length
  return (
    <div className={doubts > 0 ? 'say warn' : 'say good'} role="status">
      <b>{text('brought_in', { count: questions })}</b>
      <p>{doubts > 0 ? text('brought_in_doubts', { count: doubts }) : text('brought_in_hint')}</p>
    </div>
  )
}

const mayReview = (c: DeskContext) => ['reviewer', 'owner'].includes(operatorOf(c).role)

function Actions({ c, count, state }: { c: DeskContext; count: number; state: Paper['state'] }) {
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
        <button
          className={state === 'draft' ? 'btn' : 'btn quiet'}
          form={formId}
          name="do"
          value="send"
        >
          {text('send_for_review')}
        </button>
      </div>
    </>
  )
}

/** The names of the sections, which have a form with the head. */
function Sections({
  paper,
  problems,
  c,
}: {
  paper: Paper
  problems: PaperShown['problems']
  c: DeskContext
}) {
  const text = c.get('text')
  return paper.pieces.map((piece, index) => {
    if (piece.mark !== 'section') return null
    const { fields } = blockFields(piece.text, ['name', 'minutes'])
    const errorOf = (field: string) => {
      const found = problems[index]?.find((problem) => problem.field === field)
      return found && problemText(found, text)
    }
    return (
      <div key={piece.name} className="card">
        <h2>{text('section_named', { name: piece.name })}</h2>
        <div className="pair">
          {paper.languages.map((locale) => (
            <Field
              key={locale}
              name={`section.${piece.name}.${locale}`}
              label={text('name')}
              value={fields[`name ${locale}`] ?? ''}
              lang={locale}
              error={errorOf(`name.${locale}`)}
            />
          ))}
        </div>
      </div>
    )
  })
}
