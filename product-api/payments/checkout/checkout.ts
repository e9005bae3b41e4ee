import type { Locale } from '../../identity/caller.ts'
import { Refusal, validation } from '../../strapi/errors.ts'
import { begin, inTheWay } from './begin.ts'
import { quoteFor, type Quote } from './price.ts'
import { currencyOf, missingFor, type ProviderName } from '../settings.ts'
import { settle } from '../ledger/settle.ts'
import { returnSignature } from '../signatures.ts'
import { ended, stepOf, type Finding } from '../ledger/state.ts'
import { providerOf, type Till } from '../providers/provider.ts'
import {
  isLeased,
  isPayable,
  offerOf,
  standingOf,
  transactionBy,
  type Transaction,
} from '../ledger/transactions.ts'
import { write } from '../ledger/write.ts'
import type { Cause } from '../ledger/ledger.ts'

export type Order = {
  userId: number
  provider: ProviderName
  plan: string
  checkoutKey: string
  coupon: string | null
  useCredit: boolean
  locale: Locale
  returnTo: string | null
  /** A second purchase right after the first is meant. */
  again: boolean
}

/** What was already on its way, as the refusal's details carry it. */
export type Shown = (row: Transaction) => Promise<unknown>

const mostRounds = 5
const startLeaseMs = 20_000
/** How long a second click waits for what the first one is starting. */
const patience = { looks: 20, everyMs: 200 }
/** Whoever has paid and pays again within this time mostly went back and does not know it. */
const justMs = 30 * 60_000
/** An attempt this young is not asked about once more before its address is given again. */
const freshMs = 60_000

/** The one attempt that this order means: the one of the same form, one that is under way and the same, or a new one.
 *  Errors: Refusal 400 for what cannot be sold, 409 where an attempt stands in the way, 503 for a provider without credentials. */
export async function attemptFor(till: Till, order: Order, shown: Shown): Promise<Transaction> {
  if (missingFor(order.provider, till.settings).length > 0) throw providerUnavailable(null)
  for (let round = 0; round < mostRounds; round += 1) {
    const same = await ofForm(till, order)
    if (same && offerOf(same).slug !== order.plan)
      throw validation('This checkout is for another plan')
    if (same && !isOpen(same) && !(await wasLeft(till, same))) return same
    const other = same && isOpen(same) ? same : await otherAttempt(till, order)
    if (!order.again && !other) await refuseIfJustPaid(till, order, shown)
    const quote = await quoted(till, order)
    if (other) {
      if (isSame(other, order, quote) && isFresh(other, till.now())) return other
      const current = await lookedAt(till, other)
      if (!inTheWay.includes(current.state)) continue
      if (isSame(current, order, quote)) return current
      if (!(await wasSetAside(till, current))) throw await undecidedPayment(current, shown)
      continue
    }
    const begun = await begin(till, { ...order, quote })
    if (begun) return begun
  }
  throw new Refusal(409, 'UndecidedPayment', 'Another checkout is under way', {})
}

/** Sends an attempt to its provider, once however often it is asked for; afterwards it has its `redirect_url`, or has ended.
 *  `isNew`: whether it was this call that did it. */
export async function started(
  till: Till,
  row: Transaction,
  origin: string,
): Promise<{ row: Transaction; isNew: boolean }> {
  if (row.state === 'cancelled')
    return { row: await apply(till, row.id, 'checkout', { kind: 'resumed' }), isNew: false }
  if (row.state !== 'created' || row.redirect_url !== null) return { row, isNew: false }
  const claimed = await claimStart(till, row)
  return claimed
    ? { row: await sent(till, claimed, origin), isNew: true }
    : { row: await waitedFor(till, row.id), isNew: false }
}

async function sent(till: Till, row: Transaction, origin: string): Promise<Transaction> {
  const signature = await returnSignature(till.settings, row)
  const query = `tx=${row.id}&s=${signature}`
  const answer = await providerOf(row).start(till, row, {
    success: `${origin}/${row.provider === 'paypal' ? 'paypal/success' : 'phonepe/return'}?${query}`,
    cancel: `${origin}/paypal/cancel?${query}`,
  })
  switch (answer.kind) {
    case 'started':
      return apply(till, row.id, 'checkout', {
        ...answer,
        expiresAt: answer.expiresAt?.toISOString() ?? null,
      })
    case 'refused':
      console.error(
        JSON.stringify({ at: 'payments', provider: row.provider, refused: answer.because }),
      )
      return apply(till, row.id, 'checkout', { kind: 'not-started', failure: 'refused' })
    case 'unknown':
      // PayPal's order is made by the same key next time; PhonePe's could not be paid by anybody.
      return row.provider === 'phonepe'
        ? apply(till, row.id, 'checkout', { kind: 'not-started', failure: 'not-started' })
        : apply(till, row.id, 'checkout', { kind: 'unknown', because: answer.because })
  }
}

/** Makes what became known of a transaction so, on whatever state it has meanwhile. */
export async function apply(
  till: Till,
  id: string,
  cause: Cause,
  finding: Finding,
): Promise<Transaction> {
  for (let round = 0; round < mostRounds; round += 1) {
    const row = await transactionBy(till.db, 'id', id)
    if (!row) break
    const step = stepOf(standingOf(row, till.now()), finding)
    const written = await write(till, row, { finding, step, cause })
    if (written) return written
  }
  throw new Error(`Transaction ${id} is written by too many at once`)
}

export const providerUnavailable = (transaction: unknown) =>
  new Refusal(503, 'ProviderUnavailable', 'The payment provider cannot be reached', { transaction })

const undecidedPayment = async (row: Transaction, shown: Shown) =>
  new Refusal(409, 'UndecidedPayment', 'An earlier payment for this plan is not decided yet', {
    transaction: await shown(row),
  })

const ofForm = (till: Till, { userId, checkoutKey }: Order) =>
  till.db
    .prepare('SELECT * FROM payment_transactions WHERE user_id = ? AND checkout_key = ?')
    .bind(userId, checkoutKey)
    .first<Transaction>()

/** Nobody has paid, and it is not given up either. */
const isOpen = ({ state }: Transaction) => state === 'created' || state === 'redirected'

const isFresh = (row: Transaction, now: Date) =>
  now.getTime() - Date.parse(row.created_at) < freshMs && row.returned_at === null

/** Whether the form's own attempt has ended for good, so that the form may begin another: its key is freed then. */
async function wasLeft(till: Till, row: Transaction): Promise<boolean> {
  if (!ended.includes(row.state) || isPayable(row, till.now())) return false
  await till.db
    .prepare('UPDATE payment_transactions SET checkout_key = NULL WHERE id = ? AND state = ?')
    .bind(row.id, row.state)
    .run()
  return true
}

const otherAttempt = (till: Till, { userId, plan }: Order) =>
  till.db
    .prepare(
      `SELECT t.* FROM payment_transactions t JOIN subscription_plans p ON p.id = t.plan_id
       WHERE t.user_id = ?1 AND p.slug = ?2 AND t.state IN (SELECT value FROM json_each(?3))
       ORDER BY t.created_at DESC LIMIT 1`,
    )
    .bind(userId, plan, JSON.stringify(inTheWay))
    .first<Transaction>()

/** What stands in the way may have been decided long ago; a start that is under way is not disturbed. */
const lookedAt = async (till: Till, row: Transaction): Promise<Transaction> =>
  isLeased(row, till.now()) ? row : ((await settle(till, row.id, 'page')) ?? row)

function isSame(row: Transaction, { provider }: Order, quote: Quote): boolean {
  return (
    isOpen(row) &&
    row.provider === provider &&
    row.currency === quote.currency &&
    row.lines === JSON.stringify(quote.lines)
  )
}

/** Puts an attempt aside that nobody can lose money by: one that no provider knows, and PayPal's, whose money we have to take
 *  ourselves. PhonePe's can be paid without us until its time is over. */
async function wasSetAside(till: Till, row: Transaction): Promise<boolean> {
  if (isLeased(row, till.now())) return false
  if (row.state !== 'created' && !(row.state === 'redirected' && row.provider === 'paypal'))
    return false
  const after = await apply(till, row.id, 'checkout', { kind: 'superseded' })
  return !inTheWay.includes(after.state)
}

async function refuseIfJustPaid(till: Till, { userId, plan }: Order, shown: Shown) {
  const row = await till.db
    .prepare(
      `SELECT t.* FROM payment_transactions t JOIN subscription_plans p ON p.id = t.plan_id
       WHERE t.user_id = ? AND p.slug = ? AND t.state = 'paid' AND t.paid_at > ? ORDER BY t.paid_at DESC LIMIT 1`,
    )
    .bind(userId, plan, new Date(till.now().getTime() - justMs).toISOString())
    .first<Transaction>()
  if (row)
    throw new Refusal(409, 'JustPaid', 'This plan was paid for a moment ago', {
      transaction: await shown(row),
    })
}

async function quoted(till: Till, order: Order): Promise<Quote> {
  const { plan, coupon, useCredit, userId, provider } = order
  const currency = currencyOf(provider, till.settings)
  const quote = await quoteFor(till.db, { plan, currency, coupon, useCredit, userId }, till.now())
  if (!quote) throw validation('This plan is not sold in this currency')
  if (quote.coupon && !quote.coupon.ok)
    throw validation('This coupon cannot be used', { coupon: quote.coupon })
  return quote
}

const claimStart = (till: Till, row: Transaction): Promise<Transaction | null> => {
  const now = till.now()
  return till.db
    .prepare(
      `UPDATE payment_transactions SET lease_until = ?2, state_version = state_version + 1
       WHERE id = ?1 AND state = 'created' AND redirect_url IS NULL AND (lease_until IS NULL OR lease_until <= ?3) RETURNING *`,
    )
    .bind(row.id, new Date(now.getTime() + startLeaseMs).toISOString(), now.toISOString())
    .first<Transaction>()
}

/** The second of two clicks gets what the first one starts. */
async function waitedFor(till: Till, id: string): Promise<Transaction> {
  for (let look = 1; ; look += 1) {
    const row = await transactionBy(till.db, 'id', id)
    if (!row) throw new Error(`Transaction ${id} is gone`)
    if (!isLeased(row, till.now()) || look === patience.looks) return row
    await new Promise((done) => setTimeout(done, patience.everyMs))
  }
}
