import type { FormFields } from '../../http/request-body.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { redirectDone } from '../ui/done.ts'
import { messagePage } from '../ui/message-page.tsx'
import { examsIn } from '../papers/catalogue.ts'
import { noticeOf, typedNotice } from './notice-form.ts'
import { noticesPage } from './notices-page.tsx'
import { decideNotice, openNotices, proposeNotice } from './stored-notices.ts'

const writers = ['author', 'reviewer', 'owner'] as const
const reviewers = ['reviewer', 'owner'] as const
const notice = '/notices/:id{\\d{1,12}}'

export const noticeRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/notices', roles: writers, handle: (c) => noticesPage(c, {}) },
  { method: 'POST', path: '/notices', roles: writers, handle: propose },
  {
    method: 'POST',
    path: `${notice}/approve`,
    roles: reviewers,
    handle: (c) => decide(c, 'approved'),
  },
  {
    method: 'POST',
    path: `${notice}/decline`,
    roles: writers,
    handle: (c) => decide(c, 'declined'),
  },
  { method: 'POST', path: `${notice}/end`, roles: reviewers, handle: (c) => decide(c, 'ended') },
]

async function propose(c: DeskContext, form: FormFields) {
  const formKey = form.key ?? ''
  if (!/^[\da-f-]{36}$/.test(formKey)) return messagePage(c, 422, 'unreadable_form')
  const typed = typedNotice(form)
  const exams = await examsIn(c.env.DB, c.get('locale'))
  const found = noticeOf(typed, exams, c.get('now'))
  if (typeof found === 'string') return noticesPage(c, { typed, problem: found })
  await proposeNotice(c.env.DB, { formKey, ...found }, operatorOf(c), c.get('now'))
  return redirectDone(c, '/notices', 'done_asked')
}

const doneMessages = {
  approved: 'done_notice_agreed',
  declined: 'done_declined',
  ended: 'done_notice_ended',
} as const

async function decide(c: DeskContext, state: 'approved' | 'declined' | 'ended') {
  const id = Number(c.req.param('id'))
  const now = c.get('now')
  const found = (await openNotices(c.env.DB, now)).find((one) => one.id === id)
  if (found?.state !== (state === 'ended' ? 'approved' : 'proposed'))
    return messagePage(c, 409, 'decided_already')
  const outcome = await decideNotice(c.env.DB, found, state, operatorOf(c), now)
  if (outcome === 'own') return messagePage(c, 409, 'change_own')
  if (outcome === 'decided') return messagePage(c, 409, 'decided_already')
  return redirectDone(c, '/notices', doneMessages[state])
}
