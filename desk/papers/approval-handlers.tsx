import { dayInIndia } from '../../domain/india-time.ts'
import type { FormFields } from '../../http/request-body.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { redirectDone } from '../ui/done.ts'
import { messagePage } from '../ui/message-page.tsx'
import { publishAtOf } from '../ui/publish-time.ts'
import { approvePaper, returnPaper } from './paper-steps.ts'
import { withdrawPaper } from './publication.ts'
import { versionIn } from './question-form.ts'
import { readPage } from './read-page.tsx'
import { isReadThrough, readingsOf } from './readings.ts'
import { paperOf } from './stored-papers.ts'

const slugIn = (c: DeskContext) => c.req.param('slug') ?? ''

export async function approvePaperForm(c: DeskContext, form: FormFields) {
  const paper = await paperOf(c.env.DB, slugIn(c))
  if (!paper) return messagePage(c, 404, 'not_found')
  const { slug, state } = paper
  const version = versionIn(form)
  if (state !== 'review' || version !== paper.version) return readPage(c, 'paper_step_over', 409)
  if (paper.authorId === operatorOf(c).id) return readPage(c, 'own_text', 409)
  if (!isReadThrough(paper, await readingsOf(c.env.DB, slug)))
    return readPage(c, 'read_all_first', 409)
  const publishAt = publishAtOf(form, dayInIndia(c.get('now')))
  const step = { slug, version, publishAt }
  const isApproved = await approvePaper(c.env.DB, step, operatorOf(c), c.get('now'))
  if (!isApproved) return readPage(c, 'paper_step_over', 409)
  return c.redirect(`/papers/${slug}`, 303)
}

export async function returnPaperForm(c: DeskContext, form: FormFields) {
  const paper = await paperOf(c.env.DB, slugIn(c))
  if (!paper) return messagePage(c, 404, 'not_found')
  const note = (form.note ?? '').replace(/\s+/g, ' ').trim().slice(0, 1000)
  if (note === '') return readPage(c, 'note_needed', 422)
  const step = { slug: paper.slug, version: versionIn(form), note }
  const isReturned = await returnPaper(c.env.DB, step, operatorOf(c), c.get('now'))
  if (!isReturned) return readPage(c, 'paper_step_over', 409)
  return redirectDone(c, '/review', 'done_returned')
}

export async function withdrawPaperForm(c: DeskContext) {
  const slug = slugIn(c)
  const isWithdrawn = await withdrawPaper(c.env.DB, slug, operatorOf(c), c.get('now'))
  return isWithdrawn
    ? redirectDone(c, `/papers/${slug}`, 'done_withdrawn')
    : messagePage(c, 404, 'not_found')
}
