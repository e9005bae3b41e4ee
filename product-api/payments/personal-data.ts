import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** The rows stay for bookkeeping, without the person (ON DELETE SET NULL). */
const subscriptions: PersonalData = {
  name: 'subscriptions',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT p.slug AS plan, s.starts_at, s.ends_at, s.status, s.created_at
       FROM user_subscriptions s JOIN subscription_plans p ON p.id = s.plan_id
       WHERE s.user_id = ? ORDER BY s.id`,
      user.id,
    ),
}

/** The rows stay, without the person: they say who gave what at the desk (ON DELETE SET NULL). */
const givenSubscriptions: PersonalData = {
  name: 'givenSubscriptions',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT p.slug AS plan, g.days, g.reason, g.state, g.proposed_at, g.decided_at
       FROM subscription_grants g JOIN subscription_plans p ON p.id = g.plan_id
       WHERE g.user_id = ? ORDER BY g.id`,
      user.id,
    ),
}

/** The rows stay for bookkeeping: user_id is cleared with the account (ON DELETE SET NULL), texts
 *  from the person are erased here. */
const payments: PersonalData = {
  name: 'payments',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT t.id, t.plan ->> 'slug' AS plan, t.provider, t.currency, t.amount_minor, t.state,
         t.coupon_code, t.credit_minor, t.provider_reference, t.provider_capture_id,
         t.refunded_minor, t.payer_state, t.payer_country, t.user_source,
         t.receipt_year, t.receipt_n, t.created_at, t.paid_at,
         r.status AS refund, r.reason AS refund_reason, r.decline_reason, r.decline_note
       FROM payment_transactions t LEFT JOIN refund_requests r ON r.transaction_id = t.id
       WHERE t.user_id = ? ORDER BY t.created_at, r.created_at`,
      user.id,
    ),
  eraseStatements: (db, user) => [
    // Whoever erases the account leaves its unfinished payments: none of them is captured any more,
    // and money that arrives is given back.
    db
      .prepare(
        `UPDATE payment_transactions
         SET left_at = coalesce(left_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
         WHERE user_id = ? AND paid_at IS NULL`,
      )
      .bind(user.id),
    db
      .prepare(
        `UPDATE refund_requests SET reason = '', decline_note = ''
         WHERE transaction_id IN (SELECT id FROM payment_transactions WHERE user_id = ?)`,
      )
      .bind(user.id),
    // The payer has left what is not paid yet: it is not captured, and money that arrives for it is
    // given back by itself.
    db
      .prepare(
        `UPDATE payment_transactions
         SET checkout_key = NULL, return_to = NULL, user_source = '',
           left_at = iif(paid_at IS NULL AND state <> 'review',
             coalesce(left_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), left_at)
         WHERE user_id = ?`,
      )
      .bind(user.id),
  ],
}

/** The rows stay, without the person; the member's own code is deleted with the account
 *  (ON DELETE CASCADE). */
const referrals: PersonalData = {
  name: 'referrals',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT kind, amount_minor, currency, transaction_id, created_at,
         (SELECT code FROM referral_codes WHERE user_id = ?1) AS own_code
       FROM referral_transactions WHERE user_id = ?1 ORDER BY id`,
      user.id,
    ),
}

/** The state is deleted with the account (ON DELETE CASCADE). */
const payerState: PersonalData = {
  name: 'payerState',
  collect: (db, user) =>
    personalRows(db, 'SELECT state, updated_at FROM payer_states WHERE user_id = ?', user.id),
}

/** The rows stay for bookkeeping and name nobody: the member is found by their payments only. */
const taxDocuments: PersonalData = {
  name: 'taxDocuments',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT d.kind, d.fiscal_year, d.n, d.transaction_id, d.issued_on, d.place_of_supply,
         d.country, d.currency, d.amount_minor, d.taxable_minor, d.cgst_minor, d.sgst_minor,
         d.igst_minor, m.sent_at AS mailed_at
       FROM tax_documents d JOIN payment_transactions t ON t.id = d.transaction_id
       LEFT JOIN tax_document_mails m ON m.document_id = d.id
       WHERE t.user_id = ? ORDER BY d.id`,
      user.id,
    ),
}

/** The personal data of payments, subscriptions, referrals and tax. */
export const paymentsPersonalData: readonly PersonalData[] = [
  ...[subscriptions, givenSubscriptions, payments, referrals, payerState, taxDocuments],
]
