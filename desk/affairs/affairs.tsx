import { addDays, dayInIndia, isDay } from '../../domain/india-time.ts'
import type { FormFields } from '../../http/request-body.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { messagePage } from '../ui/message-page.tsx'
import { dayListPage } from './day-list-page.tsx'
import { emptyDay, problemsOf, type DayContent } from './day-content.ts'
import { contentOf, withRoom } from './day-form.ts'
import { approveDay, dayOf, returnDay, saveDay, sendDay, topicsIn, type Day } from './days.ts'
import { editPage, type Editing } from './edit-page.tsx'
import { withdrawDay } from './publication.ts'
import { redirectDone } from '../ui/done.ts'
import { defaultPublishAt, publishAtOf } from '../ui/publish-time.ts'
import { reviewListPage, reviewPage, type ReviewProblem } from './review-page.tsx'

const writers = ['author', 'reviewer', 'owner'] as const
const reviewers = ['reviewer', 'owner'] as const
const day = '/affairs/:date{\\d{4}-\\d{2}-\\d{2}}'

export const affairsRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/affairs', roles: writers, handle: dayListPage },
  { method: 'GET', path: day, roles: writers, handle: edit },
  { method: 'POST', path: day, roles: writers, handle: save },
  { method: 'GET', path: '/review', roles: reviewers, handle: reviewListPage },
  { method: 'GET', path: `${day}/review`, roles: writers, handle: (c) => review(c, {}) },
  { method: 'POST', path: `${day}/approve`, roles: reviewers, handle: approve },
  { method: 'POST', path: `${day}/return`, roles: reviewers, handle: returnToAuthor },
  { method: 'POST', path: `${day}/withdraw`, roles: reviewers, handle: withdraw },
]

/** How far from today a day may be written. */
const daysBack = 60
const daysAhead = 30

/** The day of the address; null: none that is written here. */
function dateOf(c: DeskContext): string | null {
  const date = c.req.param('date') ?? ''
  const today = dayInIndia(c.get('now'))
  const isNear = date >= addDays(today, -daysBack) && date <= addDays(today, daysAhead)
  return isDay(date) && isNear ? date : null
}

const isSaved = (c: DeskContext) => c.req.query('saved') !== undefined

async function edit(c: DeskContext) {
  const date = dateOf(c)
  if (date === null) return messagePage(c, 404, 'not_found')
  const stored = await dayOf(c.env.DB, date)
  const content = stored?.content ?? emptyDay
  const more = c.req.query('more')
  return showEditor(c, {
    date,
    stored,
    content: withRoom(content, date, more === 'item' || more === 'question' ? more : null),
    publishAt: stored?.publishAt ?? defaultPublishAt(date),
    expected: stored?.version ?? 0,
    problems: stored ? await problemsIn(c, content) : [],
    isSaved: isSaved(c),
    conflict: null,
  })
}

const showEditor = async (c: DeskContext, editing: Omit<Editing, 'topics'>, status = 200) =>
  editPage(c, { ...editing, topics: await topicsIn(c.env.DB, c.get('locale')) }, status)

async function problemsIn(c: DeskContext, content: DayContent) {
  const topics = await topicsIn(c.env.DB, c.get('locale'))
  return problemsOf(content, new Set(topics.map(({ slug }) => slug)))
}

/** Saves what was typed, complete or not, and then does what the pressed button says. */
async function save(c: DeskContext, form: FormFields) {
  const date = dateOf(c)
  if (date === null) return messagePage(c, 404, 'not_found')
  const content = contentOf(form, date)
  const publishAt = publishAtOf(form, date)
  const expected = /^\d{1,3}$/.test(form.version ?? '') ? Number(form.version) : 0
  const saving = { date, content, publishAt, expected }
  const saved = await saveDay(c.env.DB, saving, operatorOf(c), c.get('now'))
  const editing = { date, publishAt, isSaved: saved.ok, content: withRoom(content, date, null) }
  if (!saved.ok)
    return showEditor(
      c,
      {
        ...{ ...editing, stored: saved.error, expected: saved.error.version, problems: [] },
        conflict: saved.error,
      },
      409,
    )
  if (form.do === 'add-item') return c.redirect(`/affairs/${date}?saved&more=item#more`, 303)
  if (form.do === 'add-question')
    return c.redirect(`/affairs/${date}?saved&more=question#more`, 303)
  if (form.do !== 'send') return c.redirect(`/affairs/${date}?saved`, 303)
  const problems = await problemsIn(c, content)
  if (problems.length > 0)
    return showEditor(
      c,
      {
        ...{ ...editing, problems, conflict: null, expected: saved.value },
        stored: await dayOf(c.env.DB, date),
      },
      422,
    )
  await sendDay(c.env.DB, { date, version: saved.value }, operatorOf(c), c.get('now'))
  return c.redirect(`/affairs/${date}/review?sent`, 303)
}

async function review(c: DeskContext, shown: { problem?: ReviewProblem; note?: string }) {
  const date = dateOf(c)
  const stored = date === null ? null : await dayOf(c.env.DB, date)
  if (!stored) return messagePage(c, 404, 'not_found')
  const { problem, note = '' } = shown
  const status = problem === undefined ? 200 : problem === 'note_needed' ? 422 : 409
  return reviewPage(c, { day: stored, problem: problem ?? null, note }, status)
}

/** The version that the form was made for; a newer one is not approved unread. */
const versionIn = (form: FormFields) => (/^\d{1,3}$/.test(form.version ?? '') ? +form.version! : 0)

async function approve(c: DeskContext, form: FormFields) {
  const found = await dayInReview(c)
  if (!found) return messagePage(c, 404, 'not_found')
  const operator = operatorOf(c)
  if (found.authorId === operator.id) return review(c, { problem: 'own_text' })
  const publishAt = publishAtOf(form, found.date)
  const step = { date: found.date, version: versionIn(form), publishAt }
  const isApproved = await approveDay(c.env.DB, step, operator, c.get('now'))
  if (!isApproved) return review(c, { problem: 'step_over' })
  return c.redirect(`/affairs/${found.date}/review`, 303)
}

async function returnToAuthor(c: DeskContext, form: FormFields) {
  const found = await dayInReview(c)
  if (!found) return messagePage(c, 404, 'not_found')
  const note = (form.note ?? '').replace(/\s+/g, ' ').trim().slice(0, 1000)
  if (note === '') return review(c, { problem: 'note_needed' })
  const step = { date: found.date, version: versionIn(form), note }
  const isReturned = await returnDay(c.env.DB, step, operatorOf(c), c.get('now'))
  if (!isReturned) return review(c, { problem: 'step_over', note })
  return redirectDone(c, '/review', 'done_returned')
}

async function withdraw(c: DeskContext) {
  const date = dateOf(c)
  const isWithdrawn =
    date !== null && (await withdrawDay(c.env.DB, date, operatorOf(c), c.get('now')))
  return isWithdrawn
    ? redirectDone(c, `/affairs/${date}/review`, 'done_withdrawn')
    : messagePage(c, 404, 'not_found')
}

async function dayInReview(c: DeskContext): Promise<Day | null> {
  const date = dateOf(c)
  return date === null ? null : dayOf(c.env.DB, date)
}
