import type { Locale } from '../../../domain/locale.ts'
import { Refusal, validation } from '../../strapi/errors.ts'
import { applyFinding } from '../ledger/apply-finding.ts'
import { isWithinLimits } from '../ledger/limits.ts'
import { settle } from '../ledger/settle.ts'
import { endedUnpaidStates } from '../ledger/state.ts'
import { isLeased, isPayable, offerOf, type Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import { payerStateFor } from '../tax/payer-state.ts'
import { blockingStates, insertAttempt, type NewAttempt } from './insert-attempt.ts'
import { quoteFor, type Quote } from './price.ts'
import { providerUnavailable } from './start-order.ts'

export type Order = {
  userId: number
  provider: string
  plan: string
  checkoutKey: string
  coupon: string | null
  useCredit: boolean
  /** The payer's state by its GST code; '': none was chosen; null: the stored one. */
  payerState: string | null
  locale: Locale
  returnTo: string | null
  /** The campaign by which the payer came; '' for none. */
  user_source: string
  /** The member confirmed a second purchase right after the first. */
  again: boolean
}

/** Makes the JSON of the other payment for the details of a refusal. */
export type ViewOf = (row: Transaction) => Promise<unknown>

const maxRounds = 5
/** A second purchase within this time is probably a mistake and has to be confirmed. */
const justPaidMs = 30 * 60_000
/** Within this time, an open attempt is reused without asking the provider about it. */
const freshMs = 60_000

/** The attempt for an order: the one of the same form (`checkoutKey`), an identical open one, or a
 *  new one. Errors: Refusal 400 for an invalid plan, currency or coupon, 400 StateRequired, 409
 *  UndecidedPayment or JustPaid where another attempt blocks it, 503 for a provider that is not
 *  configured. */
export async function attemptFor(
  context: PaymentContext,
  order: Order,
  viewOf: ViewOf,
): Promise<Transaction> {
  const { missingSettings, currency } = providerOf(context, order)
  if (missingSettings.length > 0) throw providerUnavailable(null)
  const payerState = await payerStateFor(context, { ...order, currency })
  for (let round = 0; round < maxRounds; round += 1) {
    const ofForm = await attemptOfForm(context, order)
    if (ofForm && offerOf(ofForm).slug !== order.plan)
      throw validation('This checkout is for another plan')
    if (ofForm && !isOpen(ofForm) && !(await releaseCheckoutKey(context, ofForm))) return ofForm
    const other = ofForm && isOpen(ofForm) ? ofForm : await blockingAttempt(context, order)
    if (!order.again && !other) await refuseIfJustPaid(context, order, viewOf)
    const quote = await quoteForOrder(context, order)
    const wanted = { provider: order.provider, payerState, quote }
    if (other) {
      if (isSame(other, wanted) && isFresh(other, context.now())) return other
      const current = await currentStateOf(context, other)
      if (!blockingStates.includes(current.state)) continue
      if (isSame(current, wanted)) return current
      if (!(await supersede(context, current))) throw await undecidedPayment(current, viewOf)
      continue
    }
    const inserted = await insertAttempt(context, { ...order, payerState, quote })
    if (inserted) return inserted
  }
  throw new Refusal(409, 'UndecidedPayment', 'Another checkout is under way', {})
}

const undecidedPayment = async (row: Transaction, viewOf: ViewOf) =>
  new Refusal(409, 'UndecidedPayment', 'An earlier payment for this plan is not decided yet', {
    transaction: await viewOf(row),
  })

const attemptOfForm = (context: PaymentContext, { userId, checkoutKey }: Order) =>
  context.db
    .prepare('SELECT * FROM payment_transactions WHERE user_id = ? AND checkout_key = ?')
    .bind(userId, checkoutKey)
    .first<Transaction>()

/** Not approved or paid yet, and not ended. */
const isOpen = ({ state }: Transaction) => state === 'created' || state === 'redirected'

const isFresh = (row: Transaction, now: Date) =>
  now.getTime() - Date.parse(row.created_at) < freshMs && row.returned_at === null

/** Frees the form's key if its attempt has ended and can no longer be paid, or its coupon or credit
 *  was used since, so that the same form can begin another attempt. Returns whether it did. */
async function releaseCheckoutKey(context: PaymentContext, row: Transaction): Promise<boolean> {
  if (!endedUnpaidStates.includes(row.state)) return false
  if (isPayable(row, context.now()) && (await isWithinLimits(context, row))) return false
  await context.db
    .prepare('UPDATE payment_transactions SET checkout_key = NULL WHERE id = ? AND state = ?')
    .bind(row.id, row.state)
    .run()
  return true
}

const blockingAttempt = (context: PaymentContext, { userId, plan }: Order) =>
  context.db
    .prepare(
      `SELECT t.* FROM payment_transactions t JOIN subscription_plans p ON p.id = t.plan_id
       WHERE t.user_id = ?1 AND p.slug = ?2 AND t.state IN (SELECT value FROM json_each(?3))
       ORDER BY t.created_at DESC LIMIT 1`,
    )
    .bind(userId, plan, JSON.stringify(blockingStates))
    .first<Transaction>()

/** A blocking attempt may be decided by now. One that another request is starting is not
 *  settled. */
const currentStateOf = async (context: PaymentContext, row: Transaction): Promise<Transaction> =>
  isLeased(row, context.now()) ? row : ((await settle(context, row.id, 'page')) ?? row)

function isSame(
  row: Transaction,
  { provider, payerState, quote }: Pick<NewAttempt, 'provider' | 'payerState' | 'quote'>,
): boolean {
  return (
    isOpen(row) &&
    row.provider === provider &&
    row.currency === quote.currency &&
    row.payer_state === payerState &&
    row.lines === JSON.stringify(quote.lines)
  )
}

/** Cancels an attempt in favour of a new one, if its provider allows that without a loss of money
 *  (`supersedableStates`). Returns whether it did. */
async function supersede(context: PaymentContext, row: Transaction): Promise<boolean> {
  if (isLeased(row, context.now())) return false
  if (!providerOf(context, row).supersedableStates.includes(row.state)) return false
  const after = await applyFinding(context, row.id, 'checkout', { kind: 'superseded' })
  return !blockingStates.includes(after.state)
}

async function refuseIfJustPaid(context: PaymentContext, { userId, plan }: Order, viewOf: ViewOf) {
  const row = await context.db
    .prepare(
      `SELECT t.* FROM payment_transactions t JOIN subscription_plans p ON p.id = t.plan_id
       WHERE t.user_id = ? AND p.slug = ? AND t.state = 'paid' AND t.paid_at > ?
       ORDER BY t.paid_at DESC LIMIT 1`,
    )
    .bind(userId, plan, new Date(context.now().getTime() - justPaidMs).toISOString())
    .first<Transaction>()
  if (row)
    throw new Refusal(409, 'JustPaid', 'This plan was paid for a moment ago', {
      transaction: await viewOf(row),
    })
}

async function quoteForOrder(context: PaymentContext, order: Order): Promise<Quote> {
  const { plan, coupon, useCredit, userId } = order
  const { currency } = providerOf(context, order)
  const request = { plan, currency, coupon, useCredit, userId }
  const quote = await quoteFor(context.db, request, context.now())
  if (!quote) throw validation('This plan is not sold in this currency')
  if (quote.coupon && !quote.coupon.ok)
    throw validation('This coupon cannot be used', { coupon: quote.coupon })
  return quote
}
