import type { FormFields } from '../../http/request-body.ts'
import {
  questionFields,
  questionText,
  type QuestionFields,
} from '../../authoring/text-format/paper-text.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { fragment } from '../ui/fragment.ts'
import { messagePage } from '../ui/message-page.tsx'
import { maySeeKeys, toBlindReading } from './blind.ts'
import { takenIds, topicsIn } from './catalogue.ts'
import { duplicatesOf } from './duplicates.ts'
import { savePiece, sectionAt } from './edit-piece.ts'
import { knownFigures } from './figures.ts'
import { newQuestionId } from './paper-handlers.tsx'
import { questionProblems, type PaperProblem } from './paper-problems.ts'
import { problemText } from './problem-text.ts'
import { questionIn, versionIn } from './question-form.ts'
import { questionPage, questionPath, type QuestionEditing } from './question-page.tsx'
import { QuestionPreview } from './question-preview.tsx'
import { questionsOf } from './readings.ts'
import { paperOf, type Paper, type StoredBlock } from './stored-papers.ts'

type Found = { paper: Paper; piece: StoredBlock; number: number }

async function questionOf(c: DeskContext): Promise<Found | null> {
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  const id = c.req.param('question') ?? ''
  const piece = paper && questionsOf(paper).find(({ name }) => name === id)
  return paper && piece ? { paper, piece, number: piece.number } : null
}

export async function showQuestion(c: DeskContext) {
  const found = await questionOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  if (!(await maySeeKeys(c, found.paper))) return toBlindReading(c, found.paper)
  const fields = questionFields(found.piece.text, found.paper.languages)
  return showEditor(c, found, fields, {
    expected: found.paper.version,
    isSaved: c.req.query('saved') !== undefined,
    conflict: null,
  })
}

async function showEditor(
  c: DeskContext,
  { paper, piece, number }: Found,
  fields: QuestionFields,
  shown: Pick<QuestionEditing, 'expected' | 'isSaved' | 'conflict'>,
  status = 200,
) {
  const id = piece.name
  const { problems, topics, figures } = await problemsIn(c, paper, id, fields)
  const duplicates = await duplicatesOf(c.env.DB, id, fields.stem, paper.languages)
  const isEmpty = Object.keys(fields.stem).length === 0 && fields.correct === null
  return questionPage(
    c,
    {
      ...{ paper, id, number, fields, duplicates, topics, figures, ...shown },
      section: sectionAt(
        paper.pieces,
        paper.pieces.findIndex(({ mark, name }) => mark === 'item' && name === id),
      ),
      // Of a question that nobody has begun, the empty fields are no news.
      problems: isEmpty && !shown.isSaved ? [] : problems,
    },
    status,
  )
}

async function problemsIn(c: DeskContext, paper: Paper, id: string, fields: QuestionFields) {
  const db = c.env.DB
  const [topics, figures, taken] = await Promise.all([
    topicsIn(db, c.get('locale')),
    knownFigures(db),
    takenIds(db, paper.slug, [id]),
  ])
  const known = {
    topics: new Set(topics.map(({ slug }) => slug)),
    figures: new Set(figures.keys()),
  }
  const problems: PaperProblem[] = [
    ...(taken.size > 0 ? [{ field: '', kind: 'taken_id' as const }] : []),
    ...questionProblems(fields, paper.languages, known),
  ]
  return { problems, topics, figures: [...figures.keys()] }
}

/** Saves a question, complete or not. */
export async function saveQuestion(c: DeskContext, form: FormFields) {
  const found = (await questionOf(c)) ?? (await removedQuestion(c))
  if (!found) return messagePage(c, 404, 'not_found')
  const { paper, piece } = found
  if (!(await maySeeKeys(c, paper))) return toBlindReading(c, paper)
  const { slug, languages } = paper
  const fields = questionIn(form, languages, questionFields(piece.text, languages))
  const mine = questionText(piece.name, fields, languages)
  const isRemoved = form.do === 'remove'
  const change = {
    ...{ slug, piece, text: isRemoved ? null : mine, expected: versionIn(form) },
    section: form.section === undefined ? undefined : form.section || null,
  }
  const saved = await savePiece(c.env.DB, change, operatorOf(c), c.get('now'))
  if (saved === null) return messagePage(c, 404, 'not_found')
  if (!saved.ok) {
    const { paper: theirs, theirs: text } = saved.error
    const shown = { expected: theirs.version, isSaved: false, conflict: { theirs: text, mine } }
    return showEditor(c, { ...found, paper: theirs }, fields, shown, 409)
  }
  if (isRemoved) return c.redirect(`/papers/${slug}?saved`, 303)
  if (form.do !== 'next') return c.redirect(`${questionPath(slug, piece.name)}?saved`, 303)
  return c.redirect(`${await nextQuestion(c, slug, piece.name)}?sent`, 303)
}

/** A question that somebody removed while it was open here: what was typed can be saved again. */
async function removedQuestion(c: DeskContext): Promise<Found | null> {
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  const name = c.req.param('question') ?? ''
  if (!paper?.pieces.length || !name.startsWith(paper.slug)) return null
  const empty = { mark: 'item' as const, name, text: '', digest: '', key: null, authorId: 0 }
  return { paper, piece: empty, number: questionsOf(paper).length + 1 }
}

/** The question after this one; a new one after the last. */
async function nextQuestion(c: DeskContext, slug: string, id: string): Promise<string> {
  const paper = await paperOf(c.env.DB, slug)
  const questions = paper ? questionsOf(paper) : []
  const at = questions.findIndex(({ name }) => name === id)
  const next = questions[at + 1]
  if (next || !paper) return next ? questionPath(slug, next.name) : `/papers/${slug}`
  const name = newQuestionId(slug)
  const text = questionText(name, questionFields('', paper.languages), paper.languages)
  const change = { slug, piece: { mark: 'item' as const, name }, text, expected: paper.version }
  const saved = await savePiece(c.env.DB, change, operatorOf(c), c.get('now'))
  return saved?.ok ? questionPath(slug, name) : `/papers/${slug}`
}

/** What readers would see, and what is wrong, of a question that is being typed: a fragment for the
 *  page's script. Nothing is stored. */
export async function checkQuestion(c: DeskContext, form: FormFields) {
  const found = await questionOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  const { paper, piece, number } = found
  if (!(await maySeeKeys(c, paper))) return toBlindReading(c, paper)
  const text = c.get('text')
  const fields = questionIn(form, paper.languages, questionFields(piece.text, paper.languages))
  const { problems } = await problemsIn(c, paper, piece.name, fields)
  return fragment(
    <>
      <QuestionPreview {...{ id: 'preview', number, fields, paper, text }} hasKey />
      {problems.map((problem, index) => (
        <p key={index} className="err" data-of={problem.field} hidden>
          {problemText(problem, text)}
        </p>
      ))}
    </>,
  )
}
