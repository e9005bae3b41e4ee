import * as v from 'valibot'
import type { Locale } from '../../domain/locale.ts'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import {
  endGivenSubscription,
  giveSubscription,
  isGivenRunning,
} from '../../product-api/payments/subscriptions/given-subscription.ts'
import { auditStatement, auditStatementIf, type AuditAction } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'

/** The longest period that is given at once, in days; also held by the table. */
export const maxGivenDays = 366

const yes = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
)
const proposalRow = v.object({
  id: v.number(),
  formKey: v.string(),
  userId: v.number(),
  plan: v.string(),
  planName: v.string(),
  days: v.number(),
  reason: v.string(),
  state: v.picklist(['proposed', 'approved', 'declined']),
  proposedBy: v.number(),
  proposer: v.string(),
  proposedAt: v.string(),
})
/** A subscription that somebody wants to give to an account. */
export type GrantProposal = v.InferOutput<typeof proposalRow>

const nameOf = (plan: string) => `coalesce((SELECT name FROM subscription_plan_texts
  WHERE plan_id = ${plan} ORDER BY locale <> ?1 LIMIT 1), '')`

const proposals = `SELECT g.id, g.form_key AS formKey, g.user_id AS userId, p.slug AS plan,
  ${nameOf('p.id')} AS planName, g.days, g.reason, g.state, g.proposed_by AS proposedBy,
  o.name AS proposer, g.proposed_at AS proposedAt
  FROM subscription_grants g JOIN subscription_plans p ON p.id = g.plan_id
  JOIN operators o ON o.id = g.proposed_by WHERE g.user_id IS NOT NULL`

async function proposalsBy(db: Database, statement: Statement): Promise<GrantProposal[]> {
  const [rows = []] = await runStatements(db, [statement])
  return v.parse(v.array(proposalRow), rows)
}

/** What waits for a second person, the oldest first. */
export const openGrants = (db: Database, locale: Locale): Promise<GrantProposal[]> =>
  proposalsBy(db, {
    text: `${proposals} AND g.state = 'proposed' ORDER BY g.id LIMIT 100`,
    values: [locale],
  })

export async function openGrantById(
  db: Database,
  id: number,
  locale: Locale,
): Promise<GrantProposal | null> {
  const text = `${proposals} AND g.state = 'proposed' AND g.id = ?2`
  return (await proposalsBy(db, { text, values: [locale, id] }))[0] ?? null
}

const subscriptionRow = v.object({
  grantId: v.nullable(v.number()),
  isPaid: yes,
  planName: v.string(),
  startsAt: v.string(),
  endsAt: v.string(),
  status: v.picklist(['active', 'cancelled', 'refunded']),
})
/** A subscription of an account. grantId: null where it was not given at the desk. */
export type AccountSubscription = v.InferOutput<typeof subscriptionRow>

/** The latest 50 subscriptions of an account, the one that ends last first. */
export async function subscriptionsOf(
  db: Database,
  userId: number,
  locale: Locale,
): Promise<AccountSubscription[]> {
  const { results } = await db
    .prepare(
      `SELECT s.grant_id AS grantId, s.transaction_id IS NOT NULL AS isPaid,
         ${nameOf('s.plan_id')} AS planName, s.starts_at AS startsAt, s.ends_at AS endsAt, s.status
       FROM user_subscriptions s WHERE s.user_id = ?2 ORDER BY s.ends_at DESC, s.id DESC LIMIT 50`,
    )
    .bind(locale, userId)
    .all()
  return v.parse(v.array(subscriptionRow), results)
}

const planRow = v.object({ slug: v.string(), name: v.string(), days: v.number() })

/** The plans on sale, which can be given. */
export async function plansToGive(db: Database, locale: Locale) {
  const { results } = await db
    .prepare(
      `SELECT p.slug, ${nameOf('p.id')} AS name, p.days FROM subscription_plans p
       WHERE p.withdrawn_at IS NULL ORDER BY p.position`,
    )
    .bind(locale)
    .all()
  return v.parse(v.array(planRow), results)
}

/** `formKey`: of the form, so that one that is sent twice gives once. `aloneMinor`: up to which
 *  value in paise one person gives alone. */
export type Gift = {
  formKey: string
  userId: number
  plan: string
  days: number
  reason: string
  aloneMinor: number
}

/** What the account was given within the last year, in paise. */
const givenMinor = `(SELECT coalesce(sum(value_minor), 0) FROM subscription_grants
  WHERE user_id = ?2 AND state = 'approved' AND decided_at > ?9)`
const valueMinor = `(SELECT (pp.amount_minor * ?4 + p.days - 1) / p.days FROM plan_prices pp
  WHERE pp.plan_id = p.id AND pp.currency = 'INR')`

/** Gives a subscription, or asks for a second person: where all that the account was given within a
 *  year is worth more than one person gives alone, by the plan's price in rupees. The database
 *  decides, in one transaction. Returns the same when the form is sent again. Errors: 'open' where
 *  the same plan waits for the account already, 'no-plan' for one that is not on sale. */
export async function give(
  db: Database,
  { formKey, userId, plan, days, reason, aloneMinor }: Gift,
  operator: Operator,
  now: Date,
): Promise<'given' | 'waits' | 'declined' | 'open' | 'no-plan'> {
  const at = now.toISOString()
  const yearAgo = new Date(now.getTime() - 365 * 86_400_000).toISOString()
  const record = (action: AuditAction, state: string) =>
    auditStatementIf(
      {
        text: `EXISTS (SELECT 1 FROM subscription_grants WHERE form_key = ? AND state = ?)`,
        values: [formKey, state],
      },
      { operator, action, subject: `account ${userId}`, detail: { plan, days, note: reason } },
      now,
    )
  try {
    await runStatements(db, [
      {
        text: `INSERT INTO subscription_grants (form_key, user_id, plan_id, days, reason,
            value_minor, needs_second, proposed_by, proposed_at, state)
          SELECT ?1, ?2, p.id, ?4, ?5, ${valueMinor},
            coalesce(${valueMinor} + ${givenMinor} > ?6, 1), ?7, ?8, 'proposed'
          FROM subscription_plans p WHERE p.slug = ?3 AND p.withdrawn_at IS NULL`,
        values: [formKey, userId, plan, days, reason, aloneMinor, operator.id, at, yearAgo],
      },
      {
        text: `UPDATE subscription_grants SET state = 'approved', decided_by = ?, decided_at = ?
          WHERE form_key = ? AND state = 'proposed' AND needs_second = 0`,
        values: [operator.id, at, formKey],
      },
      giveSubscription(formKey, now),
      record('grant_proposed', 'proposed'),
      record('subscription_given', 'approved'),
    ])
  } catch (error) {
    if (String(error).includes('subscription_grants.user_id')) return 'open'
    if (!String(error).includes('subscription_grants.form_key')) throw error
  }
  const row = await db
    .prepare('SELECT state FROM subscription_grants WHERE form_key = ? AND user_id = ?')
    .bind(formKey, userId)
    .first<{ state: string }>()
  if (!row) return 'no-plan'
  return row.state === 'approved' ? 'given' : row.state === 'proposed' ? 'waits' : 'declined'
}

/** Decides a proposal and gives what was agreed to, in one transaction. Errors: 'decided' where
 *  somebody else was faster, 'own' where it needs a second person and this is the first: the
 *  database refuses both. */
export async function decideGrant(
  db: Database,
  { id, formKey, userId, plan, days }: GrantProposal,
  state: 'approved' | 'declined',
  operator: Operator,
  now: Date,
): Promise<'done' | 'decided' | 'own'> {
  const action = state === 'approved' ? 'subscription_given' : 'grant_declined'
  try {
    await runStatements(db, [
      {
        text: `UPDATE subscription_grants SET state = ?, decided_by = ?, decided_at = ?
          WHERE id = ?`,
        values: [state, operator.id, now.toISOString(), id],
      },
      giveSubscription(formKey, now),
      auditStatement(
        { operator, action, subject: `account ${userId}`, detail: { plan, days } },
        now,
      ),
    ])
    return 'done'
  } catch (error) {
    if (String(error).includes('decided once')) return 'decided'
    if (String(error).includes('second person')) return 'own'
    throw error
  }
}

/** Ends the given subscription of an account and records it, unless it has ended. */
export async function endGiven(
  db: Database,
  { grantId, userId, reason }: { grantId: number; userId: number; reason: string },
  operator: Operator,
  now: Date,
): Promise<void> {
  await runStatements(db, [
    auditStatementIf(
      { text: isGivenRunning, values: [grantId, now.toISOString()] },
      {
        operator,
        action: 'given_subscription_ended',
        subject: `account ${userId}`,
        detail: { note: reason },
      },
      now,
    ),
    ...endGivenSubscription(grantId, now),
  ])
}

/** The account that a grant was given to; null if there is none. */
export async function givenTo(db: Database, grantId: number): Promise<number | null> {
  const row = await db
    .prepare('SELECT user_id AS id FROM user_subscriptions WHERE grant_id = ?')
    .bind(grantId)
    .first<{ id: number | null }>()
  return row?.id ?? null
}
