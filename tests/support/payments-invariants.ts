import { expect } from 'vitest'
import { sendRefund } from '../../product-api/payments/refunds/refunds.ts'
import { settle } from '../../product-api/payments/ledger/settle.ts'
import type { Transaction } from '../../product-api/payments/ledger/transactions.ts'
import type { ProviderOrders } from '../emulators/payments.ts'
import {
  coupons,
  postToEmulator,
  selectRows,
  simulatedProviders,
  type SimulatedProvider,
  type Simulation,
} from './payments-simulation-data.ts'
import { expectPlansFair } from './payments-plans-invariants.ts'
import { decideDisputes } from './payments-steps-afterwards.ts'
import type { seededRandom } from './seeded-random.ts'

type SeededRandom = ReturnType<typeof seededRandom>

/** Ends all faults, settles pending payments and runs the cron trigger until none is due; then an
 *  operator checks the flagged ones, and what that leaves pending is settled like the rest. What
 *  was lost of the providers' webhooks is sent again, or stays lost and is in their reports. */
export async function finishPayments(simulation: Simulation, random: SeededRandom) {
  simulation.endFaults()
  for (const provider of simulatedProviders)
    await postToEmulator(simulation, provider, '/faults', { none: true })
  await decideDisputes(simulation, random)
  for (const provider of simulatedProviders) {
    if (random.next() < 0.3) await postToEmulator(simulation, provider, '/webhooks/resend', {})
  }
  await simulation.finishBackgroundWork()
  await runCronUntilNoneDue(simulation, random)
  for (const { id } of await selectRows<{ id: string }>(
    simulation,
    `SELECT id FROM payment_transactions WHERE state = 'review'`,
  ))
    await settle(simulation.context(), id, 'operator')
  await simulation.finishBackgroundWork()
  await runCronUntilNoneDue(simulation, random)
  await sendFailedRefunds(simulation)
  await runCronUntilNoneDue(simulation, random)
  if (simulation.hasReports && random.next() < 0.5) await readReports(simulation)
  else
    for (const provider of simulatedProviders)
      await postToEmulator(simulation, provider, '/webhooks/resend', {})
  await simulation.finishBackgroundWork()
  await runCronUntilNoneDue(simulation, random)
}

/** Refunds that are due by themselves and have failed too often are sent again by the operator, to
 *  whom the list of failed refunds shows them. */
async function sendFailedRefunds(simulation: Simulation) {
  for (const { id } of await selectRows<{ id: string }>(
    simulation,
    `SELECT r.id FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
     WHERE r.status = 'approved' AND r.next_check_at IS NULL AND t.left_at IS NOT NULL`,
  ))
    await sendRefund(simulation.context(), id)
  await simulation.finishBackgroundWork()
}

const reportDays = 3

/** A refund on a provider's own pages whose webhook is lost is known by the report of its day. No
 *  report says that a dispute is open or has ended. */
async function readReports(simulation: Simulation) {
  await postToEmulator(simulation, 'paypal', '/webhooks/resend', { id: 'CUSTOMER.DISPUTE' })
  await simulation.finishBackgroundWork()
  for (let day = 0; day < reportDays; day += 1) {
    await simulation.advanceTime(86_400)
    await fetchDueReports(simulation)
  }
}

/** A run of the cron trigger fetches the report of one day of each provider, and a history may have
 *  passed over many days. */
async function fetchDueReports(simulation: Simulation) {
  for (let run = 0; run < 200; run += 1) {
    await simulation.runCron()
    await simulation.finishBackgroundWork()
    const [due] = await selectRows<{ n: number }>(
      simulation,
      `SELECT count(*) AS n FROM settlement_days
       WHERE next_fetch_at <= '${new Date().toISOString()}'`,
    )
    if (due?.n === 0) return
  }
}

async function runCronUntilNoneDue(simulation: Simulation, random: SeededRandom) {
  let wasDue = false
  for (let round = 0; round < 200; round += 1) {
    if (random.next() < 0.5) await settlePending(simulation, random)
    const [due] = await selectRows<{ at: string | null }>(
      simulation,
      `SELECT min(at) AS at FROM (
         SELECT next_check_at AS at FROM payment_transactions
         WHERE state NOT IN ('paid', 'partially_refunded') OR reported_refunds <> '[]'
         UNION ALL SELECT next_check_at FROM refund_requests WHERE status IN ('sent', 'approved'))`,
    )
    if (!due?.at) break
    const seconds = Math.ceil((Date.parse(due.at) - Date.now()) / 1000)
    // Still due: a clock pauses after faults, or was not told, which the cron trigger finds later.
    if (seconds > 0 || wasDue) await simulation.advanceTime(seconds > 0 ? seconds : 60)
    wasDue = seconds <= 0
    await simulation.runCron()
    await simulation.finishBackgroundWork()
  }
}

async function settlePending(simulation: Simulation, random: SeededRandom) {
  for (const provider of simulatedProviders) {
    const { orders } = await simulation.providerOrders(provider)
    for (const { orderId, payments } of orders)
      if (payments.some(({ state }) => state === 'PENDING')) {
        const outcome = random.next() < 0.5 ? 'completed' : 'declined'
        await postToEmulator(simulation, provider, '/settle', { id: orderId, outcome })
      }
  }
  // A refund can be pending at its provider until somebody there decides it.
  for (const { provider, id } of await selectRows<{ provider: SimulatedProvider; id: string }>(
    simulation,
    `SELECT t.provider, r.provider_refund_id AS id
     FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
     WHERE r.status = 'sent' AND r.provider_refund_id IS NOT NULL`,
  )) {
    const outcome = random.next() < 0.5 ? 'completed' : 'declined'
    await postToEmulator(simulation, provider, '/settle', { id, outcome })
  }
  for (const id of simulation.environment.intents.dashboardRefunds) {
    const outcome = random.next() < 0.5 ? 'completed' : 'declined'
    await postToEmulator(simulation, 'phonepe', '/settle', { id, outcome })
  }
  await simulation.finishBackgroundWork()
}

/** Expects every subscription to have a captured payment. */
export async function expectSubscriptionsPaid(simulation: Simulation) {
  // Before the providers' orders are read, because a payment may be captured in between.
  const subscriptions = await selectRows<{ transaction_id: string }>(
    simulation,
    'SELECT transaction_id FROM user_subscriptions WHERE transaction_id IS NOT NULL',
  )
  const orderLists = await Promise.all(
    simulatedProviders.map((provider) => simulation.providerOrders(provider)),
  )
  const captured = new Set(
    orderLists.flatMap(({ orders }) =>
      orders.filter(({ capturedMinor }) => capturedMinor > 0).map(({ reference }) => reference),
    ),
  )
  for (const { transaction_id } of subscriptions) expect(captured).toContain(transaction_id)
}

/** Expects transactions, subscriptions, ledger, receipts, coupons and credit to agree with the
 *  providers' orders, after `finishPayments`. Returns whether something was paid. */
export async function expectConsistent(simulation: Simulation): Promise<boolean> {
  await expectSubscriptionsPaid(simulation)
  await expectTaxDocuments(simulation)
  const rows = await selectRows<Transaction>(simulation, 'SELECT * FROM payment_transactions')
  const subscriptions = await selectRows<{
    transaction_id: string
    status: string
    user_id: number
  }>(
    simulation,
    `SELECT transaction_id, status, user_id FROM user_subscriptions
     WHERE transaction_id IS NOT NULL`,
  )
  for (const provider of simulatedProviders) {
    const { orders, totals } = await simulation.providerOrders(provider)
    const captured = orders.filter(({ capturedMinor }) => capturedMinor > 0)
    // At most one capture for each transaction.
    expect(new Set(captured.map(({ reference }) => reference)).size).toBe(captured.length)
    for (const order of captured) {
      const { reference, capturedMinor } = order
      const refundedMinor = givenOf(order)
      const row = rows.find(({ id }) => id === reference)
      const subscription = subscriptions.find(({ transaction_id }) => transaction_id === reference)
      // A captured payment has a subscription of the member who paid.
      expect(subscription?.user_id).toBe(row?.user_id)
      const payer = simulation.environment.intents.payerOf.get(reference)
      if (payer !== undefined && row?.user_id !== null) expect(row?.user_id).toBe(payer)
      expect(subscription?.status).toBe(refundedMinor === capturedMinor ? 'refunded' : 'active')
      expect([row?.amount_minor, row?.refunded_minor]).toEqual([capturedMinor, refundedMinor])
    }
    // The ledger agrees with the provider's totals.
    const [sums] = await selectRows<{ received: number; refunded: number }>(
      simulation,
      `SELECT coalesce(sum(max(amount_minor, 0)), 0) AS received,
         coalesce(sum(max(-amount_minor, 0)), 0) AS refunded
       FROM payment_events WHERE provider = '${provider}'`,
    )
    const [total = { capturedMinor: 0, refundedMinor: 0 }] = Object.values(totals)
    expect([sums?.received, sums?.refunded]).toEqual([
      total.capturedMinor,
      captured.reduce((sum, order) => sum + givenOf(order), 0),
    ])
  }
  // Of two PayPal orders that were open at the same time, at most one was paid.
  const byPayPal = rows.filter(({ provider, paid_at }) => provider === 'paypal' && paid_at !== null)
  for (const one of byPayPal)
    for (const other of byPayPal)
      if (one.id !== other.id && one.user_id === other.user_id && one.plan_id === other.plan_id)
        expect(one.created_at > other.paid_at! || other.created_at > one.paid_at!).toBe(true)
  await expectIntentsFulfilled(simulation)
  await expectPlansFair(simulation)
  // No payment is undecided; receipt numbers have no gaps; credit is spent at most once.
  expect(
    rows.filter(({ state }) =>
      ['created', 'redirected', 'approved', 'capturing', 'pending', 'review'].includes(state),
    ),
  ).toEqual([])
  const receipts = rows.flatMap(({ receipt_year, receipt_n }) =>
    receipt_n === null ? [] : [`${receipt_year} ${receipt_n}`],
  )
  expect(new Set(receipts).size).toBe(receipts.length)
  const gaps = await selectRows<{ gap: number }>(
    simulation,
    `SELECT max(receipt_n) - count(*) AS gap FROM payment_transactions
     WHERE receipt_n IS NOT NULL GROUP BY receipt_year`,
  )
  for (const { gap } of gaps) expect(gap).toBe(0)
  const credit = await selectRows<{ id: string; state: string; credit: number; spent: number }>(
    simulation,
    `SELECT t.id, t.state, t.credit_minor AS credit,
       -coalesce((SELECT sum(r.amount_minor) FROM referral_transactions r
         WHERE r.transaction_id = t.id AND r.kind IN ('spent', 'returned')), 0) AS spent
     FROM payment_transactions t`,
  )
  for (const { state, credit: reserved, spent } of credit)
    expect(spent).toBe(['paid', 'partially_refunded'].includes(state) ? reserved : 0)
  await expectNoDebts(simulation)
  expectCouponsWithinLimits(simulation, rows)
  return rows.some(({ paid_at }) => paid_at !== null)
}

/** What was given back of an order or taken back by a bank. A provider accepts a refund beside a
 *  reversal. */
const givenOf = ({
  capturedMinor,
  refundedMinor,
  reversedMinor,
}: ProviderOrders['orders'][number]) => Math.min(capturedMinor, refundedMinor + reversedMinor)

/** Expects no member's credit that can be spent to be below zero, now and after each movement: a
 *  payment that is given back later returns what it should not have used. */
export async function expectNoDebts(simulation: Simulation) {
  const debts = await selectRows<{ user_id: number; minor: number }>(
    simulation,
    `SELECT m.user_id, m.created_at, sum(r.amount_minor) AS minor
     FROM referral_transactions m JOIN referral_transactions r
       ON r.user_id = m.user_id AND r.currency = m.currency AND r.id <= m.id
         AND (r.available_at IS NULL OR r.available_at <= m.created_at)
     GROUP BY m.id HAVING minor < 0
     UNION ALL SELECT user_id, NULL, sum(amount_minor) AS minor FROM referral_transactions
     WHERE user_id IS NOT NULL AND currency IS NOT NULL
       AND (available_at IS NULL OR available_at <= '${new Date().toISOString()}')
     GROUP BY user_id, currency HAVING minor < 0`,
  )
  expect(debts).toEqual([])
}

/** Expects no coupon to have more payments, whose money was kept, than its limits allow. */
function expectCouponsWithinLimits(simulation: Simulation, rows: readonly Transaction[]) {
  const { payerOf } = simulation.environment.intents
  for (const { code, uses, usesEach } of coupons) {
    const kept = rows.filter(
      (row) =>
        row.coupon_code === code && row.paid_at !== null && row.refunded_minor < row.amount_minor,
    )
    expect([code, kept.length <= (uses ?? Infinity)]).toEqual([code, true])
    for (const user of new Set(kept.map(({ id }) => payerOf.get(id))))
      expect(kept.filter(({ id }) => payerOf.get(id) === user).length).toBeLessThanOrEqual(usesEach)
  }
}

/** Expects that payers were charged only what they wanted, and refunds to be what was wanted. */
async function expectIntentsFulfilled(simulation: Simulation) {
  const { intents } = simulation.environment
  expect(intents.violations).toEqual([])
  for (const provider of simulatedProviders) {
    const { orders } = await simulation.providerOrders(provider)
    for (const order of orders) {
      const { reference, capturedMinor, refundedMinor } = order
      if (capturedMinor === 0) continue
      const toldMinor = intents.toldMinor.get(reference)
      if (toldMinor !== undefined)
        expect([reference, capturedMinor]).toEqual([reference, toldMinor])
      // Money of a payment that its payer had left is given back by itself.
      if (intents.confirmedLeft.has(reference)) {
        expect([reference, givenOf(order)]).toEqual([reference, capturedMinor])
        continue
      }
      const [row] = await selectRows<{ left_at: string | null }>(
        simulation,
        `SELECT left_at FROM payment_transactions WHERE id = '${reference}'`,
      )
      if (row?.left_at !== null) continue
      const amounts = intents.refundAmounts.get(reference) ?? new Set()
      const wantedMinor = [...amounts].reduce<number>(
        (sum, one) => sum + (one ?? 0),
        intents.dashboardMinor.get(reference) ?? 0,
      )
      if (!amounts.has(null)) expect(refundedMinor).toBeLessThanOrEqual(wantedMinor)
    }
  }
  // What is sent is what was agreed to, or all that was left.
  for (const { id, minor, left } of await selectRows<{ id: string; minor: number; left: number }>(
    simulation,
    `SELECT r.id, r.amount_minor AS minor, t.amount_minor - t.refunded_minor AS left
     FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
     WHERE r.status = 'done'`,
  )) {
    const agreed = intents.agreedMinor.get(id) ?? minor
    expect([id, left === 0 ? Math.min(agreed, minor) : agreed]).toEqual([id, minor])
  }
  // Payers were told so.
  for (const { id, status } of await selectRows<{ id: string; status: string }>(
    simulation,
    'SELECT id, status FROM refund_requests',
  ))
    if (intents.declinedRequests.has(id)) expect([id, status]).toEqual([id, 'declined'])
  // Every refund at a provider is one request, and the other way round; none waits for the end of a
  // dispute that is decided.
  const [requests] = await selectRows<{ open: number }>(
    simulation,
    `SELECT count(*) AS open FROM refund_requests
     WHERE status = 'sent' OR (status = 'approved' AND failure = 'disputed')`,
  )
  expect(requests?.open).toBe(0)
}

/** Each payment has one invoice over its amount, and credit notes over what was refunded; their
 *  numbers have no gaps. */
async function expectTaxDocuments(simulation: Simulation) {
  const differing = await selectRows(
    simulation,
    `SELECT t.id, t.paid_at, t.amount_minor, t.refunded_minor, d.kind, d.amount_minor AS credited
     FROM payment_transactions t LEFT JOIN tax_documents d ON d.transaction_id = t.id
     GROUP BY t.id
     HAVING sum(iif(d.kind = 'invoice', d.amount_minor, 0))
         <> iif(t.paid_at IS NULL, 0, t.amount_minor)
       OR sum(iif(d.kind = 'credit-note', d.amount_minor, 0)) <> t.refunded_minor
       OR sum(coalesce(d.kind = 'invoice', 0)) > 1`,
  )
  expect(differing).toEqual([])
  const series = await selectRows<{ count: number; last: number }>(
    simulation,
    `SELECT count(*) AS count, max(n) AS last FROM tax_documents GROUP BY kind, fiscal_year`,
  )
  for (const { count, last } of series) expect(count).toBe(last)
}
