import type { FormFields } from '../../http/request-body.ts'
import { applyPendingRulings } from '../../product-api/scoring/pending-rulings.ts'
import { previewRuling } from '../../product-api/scoring/ruling-preview.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { redirectDone } from '../ui/done.ts'
import { messagePage } from '../ui/message-page.tsx'
import { keysPage } from './keys-page.tsx'
import { decideRuling, openRulingById, openRulingOf, proposeRuling } from './proposals.ts'
import { questionKeyPage, type RulingShown } from './question-key-page.tsx'
import { keyPath, questionAt, ruledQuestion } from './ruled-question.ts'
import { rulingIn } from './ruling-form.ts'

const writers = ['author', 'reviewer', 'owner'] as const
const reviewers = ['reviewer', 'owner'] as const
const question = '/keys/:question{[^/]{1,80}}'
const ruling = '/rulings/:id{[0-9]{1,12}}'

export const keyRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/keys', roles: writers, handle: showKeys },
  {
    ...{ method: 'GET', path: question, roles: writers },
    handle: (c) => showQuestionKey(c, { form: {}, error: null, preview: null }),
  },
  {
    ...{ method: 'POST', path: `${question}/preview`, roles: writers },
    handle: showPreview,
    changesNothing: true,
  },
  { method: 'POST', path: question, roles: writers, handle: propose },
  {
    ...{ method: 'POST', path: `${ruling}/approve`, roles: reviewers },
    handle: (c) => decide(c, 'approved'),
  },
  {
    ...{ method: 'POST', path: `${ruling}/decline`, roles: reviewers },
    handle: (c) => decide(c, 'declined'),
  },
]

/** ?paper=&number=: goes to the question; ?question=: too. */
async function showKeys(c: DeskContext) {
  const { paper = '', number = '', question: id = '' } = c.req.query()
  if (id !== '') return c.redirect(keyPath(id.trim()), 303)
  if (paper === '') return keysPage(c, { paper, number, isFound: true })
  const nth = /^\d{1,3}$/.test(number.trim()) ? Number(number) : 0
  const found = await questionAt(c.env.DB, slugOf(paper), nth)
  return found === null
    ? keysPage(c, { paper, number, isFound: false }, 404)
    : c.redirect(keyPath(found), 303)
}

/** The last part of an address, or what was typed. */
const slugOf = (paper: string) =>
  (/([^/]*)\/*$/.exec(paper.trim().replace(/[?#].*$/, ''))?.[1] ?? '').toLowerCase()

async function showQuestionKey(
  c: DeskContext,
  shown: Pick<RulingShown, 'form' | 'error' | 'preview'>,
  status = 200,
) {
  const db = c.env.DB
  const question = await ruledQuestion(db, c.req.param('question') ?? '')
  if (!question) return messagePage(c, 404, 'not_found')
  const open = await openRulingOf(db, question.id)
  const ofOpen = open && (await previewRuling(db, open))
  return questionKeyPage(c, { question, open, ofOpen, ...shown }, status)
}

async function showPreview(c: DeskContext, form: FormFields) {
  const question = await ruledQuestion(c.env.DB, c.req.param('question') ?? '')
  if (!question) return messagePage(c, 404, 'not_found')
  const asked = rulingIn(form, question)
  // A preview needs no reasons yet.
  if (!asked.ok && asked.error !== 'reasons')
    return showQuestionKey(c, { form, error: asked.error, preview: null }, 422)
  const preview = await previewRuling(c.env.DB, asked.ok ? asked.value : asked.draft)
  return showQuestionKey(c, { form, error: null, preview })
}

async function propose(c: DeskContext, form: FormFields) {
  const db = c.env.DB
  const question = await ruledQuestion(db, c.req.param('question') ?? '')
  if (!question) return messagePage(c, 404, 'not_found')
  const asked = rulingIn(form, question)
  if (!asked.ok) return showQuestionKey(c, { form, error: asked.error, preview: null }, 422)
  const done = await proposeRuling(db, asked.value, operatorOf(c), c.get('now'))
  if (done === 'open') return showQuestionKey(c, { form, error: 'open', preview: null }, 409)
  return c.redirect(keyPath(question.editorId), 303)
}

/** With the approval the scores are changed, in the background; what is left when this Worker ends
 *  is done by the cron trigger. */
async function decide(c: DeskContext, state: 'approved' | 'declined') {
  const db = c.env.DB
  const proposal = await openRulingById(db, Number(c.req.param('id')))
  if (!proposal) return messagePage(c, 409, 'decided_already')
  const done = await decideRuling(db, proposal, state, operatorOf(c), c.get('now'))
  if (done === 'own') return messagePage(c, 403, 'own_ruling')
  if (done === 'decided') return messagePage(c, 409, 'decided_already')
  if (state === 'declined') return redirectDone(c, '/keys', 'done_declined')
  c.executionCtx.waitUntil(applyPendingRulings(db, c.get('now')))
  return redirectDone(c, '/keys', 'done_ruling_agreed')
}
