import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { isDay } from '../../domain/india-time.ts'
import { exactMoneyText } from '../../domain/money.ts'
import type { FormFields } from '../../http/request-body.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { minorOfText } from '../ui/typed-amount.ts'
import { redirectDone } from '../ui/done.ts'
import { messagePage } from '../ui/message-page.tsx'
import { publishAtOf } from '../ui/publish-time.ts'
import { changedCatalogue, isMadeAlone, type CatalogueChange } from './catalogue-change.ts'
import { decideChange, openChangeById, openChanges, proposeChange } from './catalogue-changes.ts'
import { couponOf, typedCoupon } from './coupon-form.ts'
import { makeDueChanges, publishedCatalogue } from './make-changes.ts'
import { plansPage, type PlansShown } from './plans-page.tsx'

const cashiers = ['cashier', 'owner'] as const
const plan = '/plans/:slug{[a-z0-9-]{1,80}}'
const change = '/plan-changes/:id{\\d{1,12}}'

export const planRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/plans', roles: cashiers, handle: (c) => plansPage(c, {}) },
  { method: 'POST', path: `${plan}/price`, roles: cashiers, handle: changePrice },
  {
    method: 'POST',
    path: `${plan}/off-sale`,
    roles: cashiers,
    handle: (c, form) => changeSale(c, form, 'off-sale'),
  },
  {
    method: 'POST',
    path: `${plan}/on-sale`,
    roles: cashiers,
    handle: (c, form) => changeSale(c, form, 'on-sale'),
  },
  { method: 'POST', path: '/coupons', roles: cashiers, handle: makeCoupon },
  {
    method: 'POST',
    path: '/coupons/:code{[A-Z0-9]{3,40}}/withdraw',
    roles: cashiers,
    handle: withdrawCoupon,
  },
  {
    method: 'POST',
    path: `${change}/approve`,
    roles: cashiers,
    handle: (c) => decide(c, 'approved'),
  },
  {
    method: 'POST',
    path: `${change}/decline`,
    roles: cashiers,
    handle: (c) => decide(c, 'declined'),
  },
]

const slugOf = (c: DeskContext) => c.req.param('slug') ?? ''

async function changePrice(c: DeskContext, form: FormFields) {
  const subject = slugOf(c)
  const { currency = '', amount = '', publishDay = '', publishTime = '' } = form
  const typed = { amount, currency, day: publishDay, clock: publishTime }
  const amountMinor = minorOfText(amount, currency)
  if (amountMinor === null) return plansPage(c, { price: { subject, typed, problem: 'amount' } })
  const now = c.get('now')
  if (publishDay !== '' && !isDay(publishDay))
    return plansPage(c, { price: { subject, typed, problem: 'day' } })
  const fromAt = publishDay === '' ? now.toISOString() : publishAtOf(form, publishDay)
  const detail = { currency, amountMinor }
  return propose(c, form, { change: { kind: 'price', subject, detail }, fromAt }, (problem) => ({
    price: { subject, typed, problem },
  }))
}

const changeSale = (c: DeskContext, form: FormFields, kind: 'off-sale' | 'on-sale') =>
  propose(c, form, {
    change: { kind, subject: slugOf(c), detail: {} },
    fromAt: c.get('now').toISOString(),
  })

async function makeCoupon(c: DeskContext, form: FormFields) {
  const typed = typedCoupon(form)
  const coupon = couponOf(typed)
  if ('invalid' in coupon) return plansPage(c, { coupon: { typed, problem: coupon.invalid } })
  return propose(
    c,
    form,
    {
      change: { kind: 'coupon', subject: coupon.code, detail: coupon },
      fromAt: c.get('now').toISOString(),
    },
    (problem) => ({ coupon: { typed, problem } }),
  )
}

function withdrawCoupon(c: DeskContext, form: FormFields) {
  return propose(c, form, {
    change: { kind: 'coupon-withdrawn', subject: c.req.param('code') ?? '', detail: {} },
    fromAt: c.get('now').toISOString(),
  })
}

/** Asks for a change, if it can be made in the catalogue as it is now. One that needs nobody else
 *  is made at once. `atField`: where the reason is said, if it cannot. */
async function propose(
  c: DeskContext,
  form: FormFields,
  { change, fromAt }: { change: CatalogueChange; fromAt: string },
  atField: (problem: 'invalid' | 'coupon_exists') => PlansShown = () => ({}),
) {
  const key = form.key ?? ''
  if (!/^[\da-f-]{36}$/.test(key)) return messagePage(c, 422, 'unreadable_form')
  const published = await publishedCatalogue(c.env.DB)
  if (!published) return messagePage(c, 404, 'not_found')
  const problem = problemOf(published.catalogue, change)
  if (problem === 'coupon_exists' || problem === 'invalid') return plansPage(c, atField(problem))
  if (problem !== null) return messagePage(c, 404, 'not_found')
  const note = change.kind === 'price' ? exactMoneyText(change.detail) : ''
  await proposeChange(c.env.DB, key, { change, fromAt, note }, operatorOf(c), c.get('now'))
  await makeDueChanges(c.env.DB, c.get('now'))
  if (!isMadeAlone(change)) return redirectDone(c, '/plans', 'done_asked')
  // One that could not be made says so on its card.
  const isMade = (await openChanges(c.env.DB)).every((open) => !isSameChange(open.change, change))
  return isMade ? redirectDone(c, '/plans', 'done_change_made') : c.redirect('/plans', 303)
}

const isSameChange = (one: CatalogueChange, other: CatalogueChange) =>
  one.kind === other.kind && one.subject === other.subject

function problemOf(catalogue: CatalogueDraft, change: CatalogueChange) {
  try {
    const changed = changedCatalogue(catalogue, change)
    return typeof changed === 'string' ? changed : null
  } catch {
    // What is typed is out of the limits of content:check; the page says which ones there are.
    return 'invalid'
  }
}

async function decide(c: DeskContext, state: 'approved' | 'declined') {
  const found = await openChangeById(c.env.DB, Number(c.req.param('id')))
  if (!found || (state === 'approved' && found.state !== 'proposed'))
    return messagePage(c, 409, 'decided_already')
  const outcome = await decideChange(c.env.DB, found, state, operatorOf(c), c.get('now'))
  if (outcome === 'own') return messagePage(c, 409, 'change_own')
  if (outcome === 'decided') return messagePage(c, 409, 'decided_already')
  await makeDueChanges(c.env.DB, c.get('now'))
  return redirectDone(c, '/plans', state === 'approved' ? 'done_change_agreed' : 'done_declined')
}
