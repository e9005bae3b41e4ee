import type { Database } from '../database.ts'
import type { Owner } from '../owner.ts'
import type { TestVersion } from '../papers/paper-versions.ts'
import { Refusal } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'

/** Why an owner may start a test. `spendsFreeTest`: the attempt uses the account's one free premium
 *  test, which must still be available when the attempt is inserted. */
export type Entitlement = { by: AttemptRow['right_by']; spendsFreeTest: boolean }

/** Why an owner may start a test now. `useFreeTest`: they agreed to use their one free premium
 *  test; taking the same test again needs no other. Errors: Refusal 403 PremiumRequired with
 *  details.reason 'sign-in', 'plan' or 'free-test-available'. Cost: one read; none for a free
 *  test. */
export async function entitlementTo(
  shared: Database,
  test: Pick<TestVersion, 'id' | 'access'>,
  owner: Owner,
  useFreeTest: boolean,
  now: Date,
): Promise<Entitlement> {
  if (test.access === 'free') return { by: 'free', spendsFreeTest: false }
  if (owner.kind === 'guest') throw premiumRequired('sign-in')
  const member = await shared
    .prepare(selectEntitlements)
    .bind(owner.id, test.id, now.toISOString())
    .first<{ is_covered: number; free_test_taken: number; is_free_test: number }>()
  if (member?.is_covered === 1) return { by: 'plan', spendsFreeTest: false }
  if (member?.is_free_test === 1) return { by: 'one-premium-test', spendsFreeTest: false }
  if (member?.free_test_taken !== 0) throw premiumRequired('plan')
  if (!useFreeTest) throw premiumRequired('free-test-available')
  return { by: 'one-premium-test', spendsFreeTest: true }
}

/** Spends a member's one free premium test for a test, once. Whether it did, or had done so for the
 *  same test before. */
export async function spendFreeTest(
  shared: Database,
  owner: Owner,
  { id }: Pick<TestVersion, 'id'>,
  now: Date,
): Promise<boolean> {
  const { results } = await shared
    .prepare(
      `UPDATE users SET free_test_taken = 1, free_test_id = ?2, updated_at = ?3
       WHERE id = ?1 AND (free_test_taken = 0 OR free_test_id = ?2) RETURNING id`,
    )
    .bind(owner.id, id, now.toISOString())
    .all()
  return results.length > 0
}

const premiumRequired = (reason: 'sign-in' | 'plan' | 'free-test-available') =>
  new Refusal(403, 'PremiumRequired', 'This test needs a plan', { reason })

/** ?1: the member, ?2: the test, ?3: now. */
const selectEntitlements = `
SELECT u.free_test_taken, u.free_test_id IS t.id AS is_free_test,
  EXISTS (
    SELECT 1 FROM user_subscriptions s JOIN subscription_plans p ON p.id = s.plan_id
    WHERE s.user_id = u.id AND s.status = 'active' AND s.starts_at <= ?3 AND s.ends_at > ?3 AND (
      p.state_id = c.state_id
      OR EXISTS (SELECT 1 FROM plan_categories WHERE plan_id = p.id AND category_id = c.id)
      OR EXISTS (SELECT 1 FROM plan_tests WHERE plan_id = p.id AND test_id = t.id)
      OR EXISTS (
        SELECT 1 FROM plan_tags g JOIN practice_test_tags x ON x.tag_id = g.tag_id
        WHERE g.plan_id = p.id AND x.test_id = t.id))) AS is_covered
FROM users u, practice_tests t JOIN categories c ON c.id = t.category_id
WHERE u.id = ?1 AND t.id = ?2`
