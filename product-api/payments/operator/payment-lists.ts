import { printableText } from '../../../domain/printable-text.ts'
import { csvText } from '../csv.ts'
import { amountText } from '../money.ts'
import type { PaymentContext } from '../payment-context.ts'

/** What a list says of a payment; each part is null where it says nothing of it.
 *  - flag: what differs from ours, as a `mismatch` names it.
 *  - other: the id of the payment for the same plan.
 *  - testStartedAt: when a premium test was started after the payment.
 *  - failure: what the provider said, in its words.
 *  - words: a reader's or an operator's words, in any language. */
type ListedParts = {
  flag: string | null
  other: string | null
  testStartedAt: string | null
  failure: string | null
  words: string | null
}

/** A line of an operator's list. Amounts in minor units, times ISO 8601. `plan`: its slug;
 *  `planNames`: its names by language, JSON; null where there is no plan. `detail`: all parts, in
 *  English. */
export type ListedTransaction = ListedParts & {
  id: string
  provider: string
  state: string
  amountMinor: number
  currency: string
  since: string
  plan: string
  planNames: string | null
  detail: string
}

export const listNames = ['failed', 'stuck', 'review', 'double', 'refunds', 'returns'] as const
export type ListName = (typeof listNames)[number]

const maxRows = 1000

const transactionColumns = `t.id, t.provider, t.state, t.amount_minor AS amountMinor, t.currency,
  t.updated_at AS since, t.plan ->> 'slug' AS plan, t.plan -> 'name' AS planNames`

/** When a premium test that the plan opens was started after the payment; null if none was. The
 *  plan opens the tests of product-api/attempts/entitlement.ts. Source: the refund policy. */
const startedTest = `(
  SELECT min(a.started_at) FROM attempts a
  JOIN practice_tests x ON x.id = a.test_id JOIN categories c ON c.id = x.category_id
  JOIN subscription_plans p ON p.id = t.plan_id
  WHERE a.user_id = t.user_id AND a.right_by = 'plan' AND a.started_at >= t.paid_at AND (
    p.state_id = c.state_id
    OR EXISTS (SELECT 1 FROM plan_categories WHERE plan_id = p.id AND category_id = c.id)
    OR EXISTS (SELECT 1 FROM plan_tests WHERE plan_id = p.id AND test_id = x.id)
    OR EXISTS (
      SELECT 1 FROM plan_tags g JOIN practice_test_tags y ON y.tag_id = g.tag_id
      WHERE g.plan_id = p.id AND y.test_id = x.id)))`

const lists: Record<ListName, string> = {
  failed: `SELECT ${transactionColumns},
      coalesce(t.failure, '') || coalesce(', ' || t.last_error, '') AS failure
    FROM payment_transactions t WHERE t.state = 'failed' ORDER BY t.updated_at DESC`,
  stuck: `SELECT ${transactionColumns}, t.last_error AS failure
    FROM payment_transactions t
    WHERE (t.state IN ('capturing', 'approved')
        AND t.updated_at < strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-10 minutes'))
      OR (t.state = 'pending' AND t.updated_at < strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-1 day'))
      OR (t.state = 'created' AND t.redirect_url IS NULL
        AND t.updated_at < strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-1 hour'))
    ORDER BY t.updated_at`,
  review: `SELECT ${transactionColumns}, (
      SELECT e.detail FROM payment_events e
      WHERE e.transaction_id = t.id AND e.kind = 'flagged' ORDER BY e.id DESC LIMIT 1) AS flag
    FROM payment_transactions t WHERE t.state = 'review' ORDER BY t.updated_at`,
  double: `SELECT ${transactionColumns}, o.id AS other
    FROM payment_transactions t JOIN payment_transactions o
      ON o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id < t.id
    WHERE t.state = 'paid' AND o.state = 'paid' AND t.created_at < o.paid_at ORDER BY t.id`,
  refunds: `SELECT t.id, t.provider, r.status AS state, r.amount_minor AS amountMinor, t.currency,
      r.created_at AS since, t.plan ->> 'slug' AS plan, t.plan -> 'name' AS planNames,
      ${startedTest} AS testStartedAt, r.failure, r.reason AS words
    FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
    WHERE r.status IN ('requested', 'approved', 'sent') ORDER BY r.created_at`,
  returns: `SELECT coalesce(r.transaction_id, r.provider || ':' || r.payment_id) AS id, r.provider,
      r.status AS state, r.amount_minor AS amountMinor, r.currency, r.created_at AS since,
      '' AS plan, NULL AS planNames, r.failure, r.reason AS words
    FROM payment_returns r WHERE r.status <> 'done' ORDER BY r.created_at`,
}

/** A list for the operator: failed attempts, stuck ones, those flagged for review, payments for the
 *  same plan at the same time, open refunds with what the refund policy says, and open returns. At
 *  most 1,000 lines. Cost: one read. */
export async function listTransactions(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  name: ListName,
): Promise<ListedTransaction[]> {
  const sql = `${lists[name]} LIMIT ${maxRows}`
  const statement = db.prepare(sql)
  const { results } = await (
    sql.includes('?1') ? statement.bind(now().toISOString()) : statement
  ).all<Omit<ListedTransaction, 'detail'>>()
  return results.map((found) => {
    const row = { ...noParts, ...found }
    // Readers write the reasons of refunds: a line break would forge a line.
    const words = row.words === null ? null : printableText(row.words)
    return { ...row, words, detail: printableText(detailOf(row)) }
  })
}

const noParts: ListedParts = {
  ...{ flag: null, other: null, testStartedAt: null, failure: null, words: null },
}

function detailOf({ flag, other, testStartedAt, failure, words }: ListedParts): string {
  const parts = [
    flag,
    other && `as well as ${other}`,
    testStartedAt &&
      `premium test started ${testStartedAt}, after the payment: no refund by the policy`,
    failure,
    words,
  ]
  return parts.filter((part) => part !== null && part !== '').join('. ')
}

/** A list as lines of text. */
export const listText = (rows: readonly ListedTransaction[]) =>
  rows
    .map(({ id, provider, state, amountMinor, currency, since, plan, detail }) =>
      [id, provider, state, amountText(amountMinor, currency), since, plan, detail].join('  '),
    )
    .join('\n')

/** A list as CSV, with amounts in minor units. */
export const listCsv = (rows: readonly ListedTransaction[]) =>
  csvText([
    ['id', 'provider', 'state', 'amount_minor', 'currency', 'since', 'plan', 'detail'],
    ...rows.map(({ id, provider, state, amountMinor, currency, since, plan, detail }) => [
      ...[id, provider, state, amountMinor, currency, since, plan, detail],
    ]),
  ])
