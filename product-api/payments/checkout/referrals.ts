import { newDocumentId } from '../../document-id.ts'
import { Refusal, validation } from '../../strapi/errors.ts'
import { spendableCredit } from '../ledger/credit.ts'
import type { PaymentContext } from '../payment-context.ts'

/** Letters and digits that cannot be confused with each other. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The code that a member gives to friends, created at the first call. */
export async function referralCodeOf(
  context: Pick<PaymentContext, 'db' | 'now'>,
  userId: number,
): Promise<string> {
  const existing = await context.db
    .prepare('SELECT code FROM referral_codes WHERE user_id = ?')
    .bind(userId)
    .first<{ code: string }>()
  if (existing) return existing.code
  await context.db
    .prepare(
      `INSERT INTO referral_codes (user_id, code, created_at) VALUES (?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .bind(userId, newCode(), context.now().toISOString())
    .run()
  return referralCodeOf(context, userId)
}

const newCode = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')

/** Records whose code a member redeems: once, before their first payment, and not the code of
 *  somebody who redeemed theirs. Errors: Refusal 400, which does not reveal whose code it is. */
export async function redeemReferralCode(context: PaymentContext, userId: number, code: string) {
  const friend = await context.db
    .prepare('SELECT user_id FROM referral_codes WHERE code = ?')
    .bind(code)
    .first<{ user_id: number }>()
  if (!friend || friend.user_id === userId) throw validation('This code cannot be redeemed')
  const redeemed = await context.db
    .prepare(
      `INSERT INTO referral_transactions (
         document_id, user_id, friend_id, kind, amount_minor, created_at)
       SELECT ?1, ?2, ?3, 'redeemed', 0, ?4
       WHERE NOT EXISTS (
           SELECT 1 FROM payment_transactions WHERE user_id = ?2 AND paid_at IS NOT NULL)
         AND NOT EXISTS (
           SELECT 1 FROM referral_transactions
           WHERE user_id = ?3 AND friend_id = ?2 AND kind = 'redeemed')
       ON CONFLICT DO NOTHING RETURNING id`,
    )
    .bind(newDocumentId(), userId, friend.user_id, context.now().toISOString())
    .first()
  if (!redeemed)
    throw new Refusal(
      400,
      'NotRedeemable',
      'A code can be redeemed once, before the first payment',
      {},
    )
}

/** A member's credit: its movements, newest first, and the balance in each currency.
 *  pendingMinor: what was earned and cannot be spent yet. */
export async function referralCreditsOf({ db, now }: PaymentContext, userId: number) {
  const { results: rows } = await db
    .prepare(
      `SELECT id, document_id AS documentId, kind, amount_minor AS amountMinor, currency,
         transaction_id AS transactionId, available_at AS availableAt,
         created_at AS createdAt
       FROM referral_transactions WHERE user_id = ? ORDER BY id DESC LIMIT 200`,
    )
    .bind(userId)
    .all()
  const { results: balances } = await db
    .prepare(
      `SELECT c.currency, c.amountMinor, max(0, c.total - c.amountMinor) AS pendingMinor
       FROM (
         SELECT t.currency, sum(t.amount_minor) AS total,
           ${spendableCredit({ user: '?1', currency: 't.currency', now: '?2' })} AS amountMinor
         FROM referral_transactions t
         WHERE t.user_id = ?1 AND t.currency IS NOT NULL GROUP BY t.currency) c
       ORDER BY c.currency`,
    )
    .bind(userId, now().toISOString())
    .all()
  return { rows, balances }
}
