import type { FormFields } from '../../http/request-body.ts'
import { questionFields } from '../../authoring/text-format/paper-text.ts'
import { languages } from '../../domain/locale.ts'
import { RichText } from '../../client/islands/parts/rich-text.tsx'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { messagePage } from '../ui/message-page.tsx'
import { page } from '../ui/page.tsx'
import { Approval, Difference } from './approval-parts.tsx'
import { figureAddress } from './figures.ts'
import { markupOf, stemOf } from './question-preview.tsx'
import {
  differenceAt,
  isReadThrough,
  questionsOf,
  readingsOf,
  settleReading,
  storeReading,
  type Reading,
} from './readings.ts'
import { paperOf, titleOf, type Paper, type StoredBlock } from './stored-papers.ts'

export type ReadRefusal =
  | ('own_text' | 'paper_step_over' | 'note_needed' | 'reason_needed')
  | 'answer_needed'
  | ('read_all_first' | 'own_question')

type Numbered = StoredBlock & { number: number }

/** The second reading: one question after the other without its key. What this reader did not write
 *  and has not answered comes first; then the differences, and then the decision. */
export async function readPage(c: DeskContext, refusal: ReadRefusal | null, status = 200) {
  const text = c.get('text')
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  if (!paper) return messagePage(c, 404, 'not_found')
  const readings = await readingsOf(c.env.DB, paper.slug)
  const { id } = operatorOf(c)
  const questions = questionsOf(paper)
  const isDone = ({ digest }: Numbered) =>
    readings.some((one) => one.digest === digest && one.readerId === id)
  const mine = questions.filter(({ authorId }) => authorId !== id)
  const next = mine.find((question) => !isDone(question))
  const differing = questions.filter((question) => differenceAt(question, readings) !== null)
  return page(
    c,
    { title: text('nav_review'), back: '/review' },
    <>
      {refusal && (
        <div className="say bad" role="alert">
          <p>{text(refusal)}</p>
        </div>
      )}
      <div className="lead">
        <p className="small">
          {titleOf(paper, c.get('locale'))} · {paper.author} ·{' '}
          {text('version', { version: paper.version })}
        </p>
        <h1>{next ? text('answer_blind') : text('read_through')}</h1>
      </div>
      <Palette questions={questions} readings={readings} current={next?.number ?? null} c={c} />
      {paper.state !== 'review' && <p>{text('not_in_review')}</p>}
      {paper.state === 'review' && next && <BlindQuestion c={c} paper={paper} question={next} />}
      {mine.length < questions.length && <p className="small">{text('own_questions_note')}</p>}
      {differing.map((question) => (
        <Difference
          key={question.digest}
          c={c}
          paper={paper}
          question={question}
          reading={differenceAt(question, readings)!}
        />
      ))}
      {paper.state === 'review' && (
        <Approval c={c} paper={paper} isReady={isReadThrough(paper, readings)} />
      )}
    </>,
    status,
  )
}

function Palette({
  questions,
  readings,
  current,
  c,
}: {
  questions: readonly Numbered[]
  readings: readonly Reading[]
  current: number | null
  c: DeskContext
}) {
  const stateOf = (question: Numbered) => {
    if (question.number === current) return 'now'
    if (differenceAt(question, readings)) return 'diff'
    return readings.some(({ digest }) => digest === question.digest) ? 'yes' : undefined
  }
  const read = questions.filter((one) =>
    readings.some(({ digest }) => digest === one.digest),
  ).length
  const label = c.get('text')('read_of', { read, of: questions.length })
  return (
    <>
      <p className="small">{label}</p>
      <div className="palette" role="img" aria-label={label}>
        {questions.map((question) => (
          <b key={question.number} className={stateOf(question)}>
            {question.number}
          </b>
        ))}
      </div>
    </>
  )
}

/** A question without its key and explanation. */
function BlindQuestion({
  c,
  paper,
  question,
}: {
  c: DeskContext
  paper: Paper
  question: Numbered
}) {
  const text = c.get('text')
  const fields = questionFields(question.text, paper.languages)
  const own = fields.only === null ? paper.languages : [fields.only]
  return (
    <form method="post" action={`/papers/${paper.slug}/read`} className="card">
      <FormToken value={c.get('formToken')} />
      <input type="hidden" name="digest" value={question.digest} />
      <h2>{text('question_number', { number: question.number })}</h2>
      {own.map((locale) => (
        <div key={locale} lang={locale} className="stem">
          <RichText text={stemOf(paper, fields, locale)} />
        </div>
      ))}
      {fields.figure !== '' && (
        <img
          className="figure"
          src={figureAddress(fields.figure)}
          alt={fields.alt[own[0]!] ?? ''}
        />
      )}
      <fieldset className="pickone">
        <legend>{text('your_answer')}</legend>
        {fields.options.map((option, index) => (
          <label key={index}>
            <input type="radio" name="chosen" value={index} />
            <span>
              {[...new Set(own.map((locale) => option[locale] ?? ''))].map((shown, nth) => (
                <span key={nth} className="option-text" lang={own[nth]}>
                  <RichText text={markupOf(shown, own[nth] ?? own[0]!)} />
                </span>
              ))}
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="chosen" value="none" />
          <span>{text('no_single_answer')}</span>
        </label>
      </fieldset>
      <p className="small">{text('key_is_hidden')}</p>
      <Field name="remark" label={text('reading_remark')} value="" rows={2} maxLength={500} />
      <button className="btn wide">{text('send_blind_answer')}</button>
      <p className="hint">{own.map((locale) => languages[locale].name).join(', ')}</p>
    </form>
  )
}

const questionIn = (paper: Paper, form: FormFields) =>
  questionsOf(paper).find(({ digest }) => digest === form.digest)

export async function answerQuestion(c: DeskContext, form: FormFields) {
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  if (!paper) return messagePage(c, 404, 'not_found')
  const question = questionIn(paper, form)
  if (paper.state !== 'review' || !question) return readPage(c, 'paper_step_over', 409)
  if (question.authorId === operatorOf(c).id) return readPage(c, 'own_question', 409)
  const { chosen = '' } = form
  if (!/^([0-4]|none)$/.test(chosen)) return readPage(c, 'answer_needed', 422)
  const remark = (form.remark ?? '').replace(/\s+/g, ' ').trim().slice(0, 500)
  const answer = { question, chosen: chosen === 'none' ? null : Number(chosen), remark }
  await storeReading(c.env.DB, paper.slug, answer, operatorOf(c), c.get('now'))
  return c.redirect(`/papers/${paper.slug}/read`, 303)
}

/** The reader agrees to the key after all. */
export async function settleQuestion(c: DeskContext, form: FormFields) {
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  if (!paper) return messagePage(c, 404, 'not_found')
  const question = questionIn(paper, form)
  if (!question) return readPage(c, 'paper_step_over', 409)
  const reason = (form.reason ?? '').replace(/\s+/g, ' ').trim().slice(0, 1000)
  if (reason === '') return readPage(c, 'reason_needed', 422)
  const { slug } = paper
  const isSettled = await settleReading(
    ...([c.env.DB, slug, question, reason, operatorOf(c), c.get('now')] as const),
  )
  if (!isSettled) return readPage(c, 'paper_step_over', 409)
  return c.redirect(`/papers/${slug}/read`, 303)
}
