import type { Database } from '../../database.ts'
import { isAskedBack, isUpgradeFree } from '../ledger/limits.ts'
import { proportionOf } from '../money.ts'

/** What a member has of the plan that they are about to buy, to be told before paying.
 *  - renewal: the same plan; the new period begins when the old one ends.
 *  - covered: another plan has all of it.
 *  - upgrade: the new plan has all of another one, which ends when the new one is paid. */
export type OwnedPlan = {
  kind: 'renewal' | 'covered' | 'upgrade'
  plan: { slug: string; name: Record<string, string> }
  endsAt: string
}

/** The credit for the unused days of a plan that a purchase replaces: its payment, and the amount
 *  in minor units. */
export type UpgradeCredit = { transactionId: string; amountMinor: number }

type OwnedRow = {
  kind: OwnedPlan['kind']
  slug: string
  name: string
  ends_at: string
  transaction_id: string | null
  paid_minor: number | null
  /** The end of its renewals; null if there are none. */
  renewed_until: string | null
  unused_days: number
  total_days: number
  is_free: number
}

/** The exams of the plan `id`, an SQL expression: those of its state, and those that it names. */
const examsOf = (id: string) => `
  SELECT c.id FROM categories c WHERE c.id IN (
      SELECT category_id FROM plan_categories WHERE plan_id = ${id})
    OR c.state_id = (SELECT state_id FROM subscription_plans WHERE id = ${id})`

/** Whether one plan has everything of the other: exams, single tests and topics. */
const covers = (one: string, other: string) => `(
  NOT EXISTS (${examsOf(other)} EXCEPT ${examsOf(one)})
  AND NOT EXISTS (
    SELECT 1 FROM plan_tests m JOIN practice_tests p ON p.id = m.test_id
    WHERE m.plan_id = ${other} AND p.category_id NOT IN (${examsOf(one)})
      AND m.test_id NOT IN (SELECT test_id FROM plan_tests WHERE plan_id = ${one}))
  AND NOT EXISTS (
    SELECT tag_id FROM plan_tags WHERE plan_id = ${other}
    EXCEPT SELECT tag_id FROM plan_tags WHERE plan_id = ${one}))`

/** What a member has of a plan now, and the credit for an upgrade in the currency of the purchase:
 *  floor(paid * unused days / days of the period), with whole days. `laterMs`: how long its
 *  renewals run, which begin after it. Cost: one read. */
export async function ownedPlan(
  db: Database,
  {
    userId,
    planId,
    currency,
    now,
  }: {
    userId: number
    planId: number
    currency: string
    now: Date
  },
): Promise<{ owned: OwnedPlan | null; upgrade: UpgradeCredit | null; laterMs: number }> {
  const { results } = await db
    .prepare(
      `SELECT iif(s.plan_id = ?2, 'renewal', iif(${covers('s.plan_id', '?2')}, 'covered',
           'upgrade')) AS kind,
         p.slug, s.ends_at, s.transaction_id, (
           SELECT json_group_object(x.locale, x.name) FROM subscription_plan_texts x
           WHERE x.plan_id = p.id) AS name,
         iif(t.currency = ?3 AND t.left_at IS NULL, t.amount_minor - t.refunded_minor, NULL)
           AS paid_minor,
         (SELECT max(l.ends_at) FROM user_subscriptions l
          WHERE l.user_id = s.user_id AND l.plan_id = s.plan_id AND l.status = 'active'
            AND l.starts_at >= s.ends_at) AS renewed_until,
         (unixepoch(s.ends_at) - unixepoch(?4)) / 86400 AS unused_days,
         (unixepoch(s.ends_at) - unixepoch(s.starts_at)) / 86400 AS total_days,
         ${isUpgradeFree(
           's.transaction_id',
           `o.user_id = ?1 AND o.plan_id = ?2 AND o.state IN ('created', 'redirected')`,
         )} AND NOT ${isAskedBack('s.transaction_id')} AS is_free
       FROM user_subscriptions s
       JOIN subscription_plans p ON p.id = s.plan_id
       LEFT JOIN payment_transactions t ON t.id = s.transaction_id
       WHERE s.user_id = ?1 AND s.status = 'active' AND s.ends_at > ?4
         AND (s.plan_id = ?2 OR s.starts_at <= ?4)
         AND (s.plan_id = ?2 OR ${covers('s.plan_id', '?2')} OR ${covers('?2', 's.plan_id')})
       ORDER BY s.ends_at DESC, s.id`,
    )
    .bind(userId, planId, currency, now.toISOString())
    .all<OwnedRow>()
  const row = (['renewal', 'covered', 'upgrade'] as const).flatMap((kind) =>
    results.filter((one) => one.kind === kind),
  )[0]
  if (!row) return { owned: null, upgrade: null, laterMs: 0 }
  const name = JSON.parse(row.name) as Record<string, string>
  return {
    owned: { kind: row.kind, plan: { slug: row.slug, name }, endsAt: row.ends_at },
    upgrade: row.kind === 'upgrade' ? upgradeCreditOf(row) : null,
    laterMs:
      row.renewed_until === null ? 0 : Date.parse(row.renewed_until) - Date.parse(row.ends_at),
  }
}

function upgradeCreditOf(row: OwnedRow): UpgradeCredit | null {
  const { transaction_id, paid_minor, unused_days, total_days, is_free } = row
  if (transaction_id === null || paid_minor === null || is_free === 0 || total_days < 1) return null
  const amountMinor = proportionOf(paid_minor, Math.min(unused_days, total_days), total_days)
  return amountMinor > 0 ? { transactionId: transaction_id, amountMinor } : null
}
