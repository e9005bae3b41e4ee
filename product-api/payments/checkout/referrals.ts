import { newDocumentId } from '../../identity/digests.ts'
import { Refusal, validation } from '../../strapi/errors.ts'
import type { Till } from '../providers/provider.ts'

/** Letters that are not taken for one another when read aloud or copied. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The code that a member gives to friends: made once. */
export async function codeOf({ db, now }: Till, userId: number): Promise<string> {
  const known = await db
    .prepare('SELECT code FROM referral_codes WHERE user_id = ?')
    .bind(userId)
    .first<{ code: string }>()
  if (known) return known.code
  await db
    .prepare(
      'INSERT INTO referral_codes (user_id, code, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .bind(userId, newCode(), now().toISOString())
    .run()
  return codeOf({ db, now } as Till, userId)
}

const newCode = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')

/** Names the friend who sent this member. Once, before the first payment, and not one whom this member has sent.
 *  Errors: Refusal 400, without saying whose a code is. */
export async function redeem(till: Till, userId: number, code: string) {
  const friend = await till.db
    .prepare('SELECT user_id FROM referral_codes WHERE code = ?')
    .bind(code)
    .first<{ user_id: number }>()
  if (!friend || friend.user_id === userId) throw validation('This code cannot be redeemed')
  const redeemed = await till.db
    .prepare(
      `INSERT INTO referral_transactions (document_id, user_id, friend_id, kind, amount_minor, created_at)
       SELECT ?1, ?2, ?3, 'redeemed', 0, ?4
       WHERE NOT EXISTS (SELECT 1 FROM payment_transactions WHERE user_id = ?2 AND paid_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM referral_transactions WHERE user_id = ?3 AND friend_id = ?2 AND kind = 'redeemed')
       ON CONFLICT DO NOTHING RETURNING id`,
    )
    .bind(newDocumentId(), userId, friend.user_id, till.now().toISOString())
    .first()
  if (!redeemed)
    throw new Refusal(
      400,
      'NotRedeemable',
      'A code is redeemed once, and before the first payment',
      {},
    )
}

/** A member's credit: what they have in each currency, and how it came about. */
export async function creditsOf({ db }: Till, userId: number) {
  const { results } = await db
    .prepare(
      `SELECT id, document_id AS documentId, kind, amount_minor AS amountMinor, currency, transaction_id AS transactionId, created_at AS createdAt
       FROM referral_transactions WHERE user_id = ? ORDER BY id DESC LIMIT 200`,
    )
    .bind(userId)
    .all()
  const { results: sums } = await db
    .prepare(
      `SELECT currency, max(0, sum(amount_minor)) AS amountMinor FROM referral_transactions
       WHERE user_id = ? AND currency IS NOT NULL GROUP BY currency ORDER BY currency`,
    )
    .bind(userId)
    .all()
  return { rows: results, balances: sums }
}
