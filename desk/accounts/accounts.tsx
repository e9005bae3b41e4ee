import { runStatements } from '../../product-api/database.ts'
import {
  blockAccount,
  selectAccounts,
  signOutAccount,
} from '../../product-api/identity/operator-actions.ts'
import type { FormFields } from '../../http/request-body.ts'
import { auditStatement, type AuditAction } from '../audit/audit-log.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { messagePage } from '../ui/message-page.tsx'
import { accountPage, findPage, type Shown } from './account-pages.tsx'
import { accountById, accountsBy } from './find-account.ts'
import { decideGiving, endGivenPlan, givePlan } from './grant-handlers.ts'
import { showAccount } from './show-account.ts'

const cashiers = ['cashier', 'owner'] as const
const account = '/accounts/:id{\\d{1,12}}'
const grant = '/grants/:id{\\d{1,12}}'

export const accountRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/accounts', roles: cashiers, handle: (c) => findPage(c, '', null) },
  // A form, because what is typed is personal and would stay in the log and in the history.
  { method: 'POST', path: '/accounts', roles: cashiers, handle: find },
  { method: 'GET', path: account, roles: cashiers, handle: (c) => show(c, {}) },
  { method: 'POST', path: `${account}/contact`, roles: cashiers, handle: showContact },
  { method: 'POST', path: `${account}/sign-out`, roles: cashiers, handle: signOut },
  {
    method: 'POST',
    path: `${account}/block`,
    roles: cashiers,
    handle: (c, f) => block(c, f, true),
  },
  {
    method: 'POST',
    path: `${account}/unblock`,
    roles: cashiers,
    handle: (c, f) => block(c, f, false),
  },
  { method: 'POST', path: `${account}/plan`, roles: cashiers, handle: givePlan },
  {
    method: 'POST',
    path: `${grant}/approve`,
    roles: cashiers,
    handle: (c) => decideGiving(c, 'approved'),
  },
  {
    method: 'POST',
    path: `${grant}/decline`,
    roles: cashiers,
    handle: (c) => decideGiving(c, 'declined'),
  },
  { method: 'POST', path: `${grant}/end`, roles: cashiers, handle: endGivenPlan },
]

/** By e-mail address, phone in any notation, id or user name; or by an order of the account. */
async function find(c: DeskContext, form: FormFields) {
  const typed = (form.who ?? '').trim().slice(0, 254)
  if (typed === '') return findPage(c, '', [])
  const direct = await accountsBy(c.env.DB, selectAccounts(typed))
  const owners = direct.length > 0 ? [] : await ownersOfOrder(c, typed)
  const found =
    direct.length > 0
      ? direct
      : (
          await Promise.all(owners.map((id) => accountsBy(c.env.DB, selectAccounts(String(id)))))
        ).flat()
  const [only, ...others] = found
  if (only && others.length === 0) return c.redirect(`/accounts/${only.id}`, 303)
  return findPage(c, typed, found)
}

/** An order is found by our id of it, and by the provider's ids of the order and the payment. */
async function ownersOfOrder(c: DeskContext, typed: string): Promise<number[]> {
  const [found = []] = await runStatements(c.env.DB, [
    {
      text: `SELECT DISTINCT user_id AS id FROM payment_transactions
        WHERE user_id IS NOT NULL AND (id = ?1 OR provider_order_id = ?2 OR
          provider_reference = ?2 OR provider_capture_id = ?2) LIMIT 20`,
      values: [typed.toUpperCase(), typed],
    },
  ])
  return found.map(({ id }) => Number(id))
}

const accountOf = (c: DeskContext) => accountById(c.env.DB, Number(c.req.param('id')))
const show = (c: DeskContext, shown: Shown) => showAccount(c, Number(c.req.param('id')), shown)

const record = (c: DeskContext, action: AuditAction, id: number, reason?: string) =>
  auditStatement(
    {
      operator: operatorOf(c),
      action,
      subject: `account ${id}`,
      ...(reason !== undefined && { detail: { note: reason } }),
    },
    c.get('now'),
  )

async function showContact(c: DeskContext) {
  const found = await accountOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  await runStatements(c.env.DB, [record(c, 'contact_shown', found.id)])
  return accountPage(c, found, { hasContact: true })
}

async function signOut(c: DeskContext) {
  const found = await accountOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  await runStatements(c.env.DB, [
    signOutAccount(found.id, c.get('now')),
    record(c, 'account_signed_out', found.id),
  ])
  return show(c, { done: 'signed_out_everywhere' })
}

async function block(c: DeskContext, form: FormFields, isBlocked: boolean) {
  const found = await accountOf(c)
  if (!found) return messagePage(c, 404, 'not_found')
  const reason = (form.reason ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)
  if (reason === '') return show(c, { problem: 'reason_needed' })
  const now = c.get('now')
  await runStatements(c.env.DB, [
    blockAccount(found.id, isBlocked, now),
    ...(isBlocked ? [signOutAccount(found.id, now)] : []),
    record(c, isBlocked ? 'account_blocked' : 'account_unblocked', found.id, reason),
  ])
  return show(c, { done: isBlocked ? 'account_blocked' : 'account_unblocked' })
}
