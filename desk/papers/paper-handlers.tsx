import type { FormFields } from '../../http/request-body.ts'
import {
  questionFields,
  questionText,
  textBlocks,
  textOfBlocks,
  withBlockFields,
  type BlockFields,
} from '../../authoring/text-format/paper-text.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { messagePage } from '../ui/message-page.tsx'
import { savePiece } from './edit-piece.ts'
import { fileOfPaper } from './file-papers.ts'
import { headFieldsIn } from './head-form.ts'
import { knownReferences } from './known-references.ts'
import { paperPage, type PaperShown } from './paper-page.tsx'
import { headKeys, paperProblems } from './paper-problems.ts'
import { line, versionIn } from './question-form.ts'
import { questionPath } from './question-page.tsx'
import { readingsOf } from './readings.ts'
import { sendPaper } from './paper-steps.ts'
import { paperOf, savePaper, type Paper } from './stored-papers.ts'

const slugIn = (c: DeskContext) => c.req.param('slug') ?? ''

/** The paper of the address with what is wrong with it. */
export async function showPaper(c: DeskContext, refusal: PaperShown['refusal'], status = 200) {
  const paper = await paperOf(c.env.DB, slugIn(c))
  if (!paper) return messagePage(c, 404, 'not_found')
  const [known, readings] = await Promise.all([
    knownReferences(c.env.DB, paper),
    readingsOf(c.env.DB, paper.slug),
  ])
  const problems = paperProblems(paper, known)
  const isSaved = c.req.query('saved') !== undefined
  const isBroughtIn = c.req.query('brought-in') !== undefined
  return paperPage(c, { paper, problems, readings, isSaved, isBroughtIn, refusal }, status)
}

/** Saves head and names of sections, and then sends the paper where the button says so. */
export async function savePaperForm(c: DeskContext, form: FormFields) {
  const db = c.env.DB
  const paper = await paperOf(db, slugIn(c))
  if (!paper) return messagePage(c, 404, 'not_found')
  const { slug } = paper
  const expected = versionIn(form)
  for (const { piece, text } of changedPieces(paper, form, c.get('now'))) {
    const change = { slug, piece, text, expected }
    const saved = await savePiece(db, change, operatorOf(c), c.get('now'))
    if (saved === null) return messagePage(c, 404, 'not_found')
    if (!saved.ok) return showPaper(c, 'paper_conflict', 409)
  }
  if (form.do !== 'send') return c.redirect(`/papers/${slug}?saved`, 303)
  const newest = await paperOf(db, slug)
  if (!newest) return messagePage(c, 404, 'not_found')
  const problems = paperProblems(newest, await knownReferences(db, newest)).flat()
  if (problems.length > 0) return showPaper(c, 'not_sent_paper', 422)
  const step = { slug, version: newest.version }
  const isSent = await sendPaper(db, step, operatorOf(c), c.get('now'))
  if (!isSent && newest.state === 'draft') return showPaper(c, 'paper_step_over', 409)
  return c.redirect(`/papers/${slug}?sent`, 303)
}

/** The head and the sections as the form has them, where they differ from what is stored. */
function changedPieces(paper: Paper, form: FormFields, now: Date) {
  const head = paper.pieces[0]!
  const { checked, ...fields } = headFieldsIn(form, now)
  const isHeadIn = form.minutes !== undefined
  const settled = Object.keys(form).flatMap((name) => {
    const [, index] = /^doubt\.(\d{1,3})$/.exec(name) ?? []
    return index === undefined ? [] : [Number(index)]
  })
  const headWith = (changed: BlockFields) => withBlockFields(head, headKeys, changed, settled)
  const same = withBlockFields(head, headKeys, {})
  const changes =
    (isHeadIn ? headWith(fields) : same) === same
      ? []
      : [{ piece: head, text: headWith({ ...fields, checked: checked! }) }]
  const sections = paper.pieces.flatMap((piece) => {
    if (piece.mark !== 'section') return []
    const names = Object.fromEntries(
      paper.languages.flatMap((locale) => {
        const value = form[`section.${piece.name}.${locale}`]
        return value === undefined ? [] : [[`name ${locale}`, line(value)]]
      }),
    )
    const text = withBlockFields(piece, ['name', 'minutes'], names)
    return text === withBlockFields(piece, ['name', 'minutes'], {}) ? [] : [{ piece, text }]
  })
  return [...changes, ...sections]
}

const maxQuestions = 250

/** Adds an empty question, or a section, at the end. */
export async function addPiece(c: DeskContext, form: FormFields) {
  const paper = await paperOf(c.env.DB, slugIn(c))
  if (!paper) return messagePage(c, 404, 'not_found')
  if (paper.pieces.length > maxQuestions) return showPaper(c, 'paper_step_over', 409)
  const { slug, languages, version: expected, pieces } = paper
  const isSection = form.do === 'section'
  const sections = pieces.filter(({ mark }) => mark === 'section').length
  const name = isSection ? `part-${sections + 1}` : newQuestionId(slug)
  const text = isSection
    ? `== ${name}`
    : questionText(name, questionFields('', languages), languages)
  const piece = { mark: isSection ? ('section' as const) : ('item' as const), name }
  const saved = await savePiece(
    c.env.DB,
    { slug, piece, text, expected },
    operatorOf(c),
    c.get('now'),
  )
  if (!saved?.ok) return showPaper(c, 'paper_conflict', 409)
  return c.redirect(isSection ? `/papers/${slug}?saved` : questionPath(slug, name), 303)
}

/** An id that stays when the wording changes. */
export const newQuestionId = (slug: string) =>
  `${slug.slice(0, 60)}-${crypto.randomUUID().slice(0, 8)}`

/** Takes a paper of the files of content/ to the desk, as a draft with the same text. */
export async function claimPaper(c: DeskContext, form: FormFields) {
  const slug = form.slug ?? ''
  const file = await fileOfPaper(c.env.DB, slug)
  if (!file) return messagePage(c, 404, 'not_found')
  const source = textOfBlocks(textBlocks(file.source))
  const saving = { slug, exam: file.exam, source, expected: 0 }
  await savePaper(c.env.DB, saving, operatorOf(c), c.get('now'))
  return c.redirect(`/papers/${slug}`, 303)
}
