import type { FormFields } from '../../http/request-body.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { deskSettings } from '../settings.ts'
import { redirectDone } from '../ui/done.ts'
import { messagePage } from '../ui/message-page.tsx'
import { accountById } from './find-account.ts'
import { decideGrant, endGiven, give, givenTo, maxGivenDays, openGrantById } from './grants.ts'
import { showAccount } from './show-account.ts'

const reasonOf = (form: FormFields) => (form.reason ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)

/** Gives a plan to the account of the address, with a reason. */
export async function givePlan(c: DeskContext, form: FormFields) {
  const userId = Number(c.req.param('id'))
  const typed = { plan: form.plan ?? '', days: (form.days ?? '').trim(), reason: reasonOf(form) }
  const days = Number(typed.days)
  const formKey = form.key ?? ''
  const refuse = (problem: 'days' | 'reason' | 'open' | 'no-plan') =>
    showAccount(c, userId, { giving: { typed, problem } })
  if (!/^[\da-f-]{36}$/.test(formKey)) return messagePage(c, 422, 'unreadable_form')
  if (!/^\d{1,3}$/.test(typed.days) || days < 1 || days > maxGivenDays) return refuse('days')
  if (typed.reason === '') return refuse('reason')
  const aloneMinor = deskSettings(c.env).refundAloneMinor.INR ?? 0
  const gift = { formKey, userId, plan: typed.plan, days, reason: typed.reason, aloneMinor }
  if (!(await accountById(c.env.DB, userId))) return messagePage(c, 404, 'not_found')
  const outcome = await give(c.env.DB, gift, operatorOf(c), c.get('now'))
  switch (outcome) {
    case 'given':
      return showAccount(c, userId, { done: 'plan_given' })
    case 'waits':
      return showAccount(c, userId, { done: 'grant_waits' })
    case 'declined':
      return showAccount(c, userId, { done: 'grant_was_declined' })
    case 'open':
    case 'no-plan':
      return refuse(outcome)
  }
}

/** Decides a plan that somebody else wants to give. */
export async function decideGiving(c: DeskContext, state: 'approved' | 'declined') {
  const found = await openGrantById(c.env.DB, Number(c.req.param('id')), c.get('locale'))
  if (!found) return messagePage(c, 409, 'decided_already')
  const outcome = await decideGrant(c.env.DB, found, state, operatorOf(c), c.get('now'))
  if (outcome === 'own') return messagePage(c, 409, 'grant_own')
  if (outcome === 'decided') return messagePage(c, 409, 'decided_already')
  const done = state === 'approved' ? 'plan_given' : 'grant_was_declined'
  return redirectDone(c, `/accounts/${found.userId}`, done)
}

/** Ends a plan that was given. */
export async function endGivenPlan(c: DeskContext, form: FormFields) {
  const grantId = Number(c.req.param('id'))
  const userId = await givenTo(c.env.DB, grantId)
  if (userId === null) return messagePage(c, 404, 'not_found')
  const reason = reasonOf(form)
  if (reason === '') return showAccount(c, userId, { ending: grantId })
  await endGiven(c.env.DB, { grantId, userId, reason }, operatorOf(c), c.get('now'))
  return showAccount(c, userId, { done: 'given_plan_ended' })
}
