import type { Database } from '../../product-api/database.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { decimalOf } from '../../product-api/payments/money.ts'
import type { Transaction } from '../../product-api/payments/ledger/transactions.ts'
import type { Answer, ProviderOrders } from '../emulators/payments.ts'
import type { PayerIntents } from './payer-intents.ts'
import type { ProviderName } from './payment-emulators.ts'

/** The providers whose behaviour the simulated histories know. */
export const simulatedProviders = ['paypal', 'phonepe'] as const
export type SimulatedProvider = (typeof simulatedProviders)[number]

/** What random histories need of the product API and its providers: in this isolate with a clock of
 *  the test's own (payments-simulation.ts), or in real processes (tests/kills/). */
export type Simulation = {
  environment: {
    /** Share of calls to providers that are lost, as requests or as responses. */
    lossRate: number
    readonly db: Database
    intents: PayerIntents
  }
  /** The context of a command of the operator's. */
  context: () => PaymentContext
  /** The number of the next event; invocations that begin later have higher ones. */
  nextEvent: () => number
  atProvider: (provider: ProviderName, path: string, init?: RequestInit) => Promise<Response>
  providerOrders: (provider: ProviderName) => Promise<ProviderOrders>
  /** A call of the site for a member; null where the invocation was killed. */
  call: (
    method: string,
    path: string,
    options?: { body?: unknown; user?: number },
  ) => Promise<Pick<Answer, 'status' | 'body'> | null>
  runCron: () => Promise<unknown>
  /** Runs work as one invocation. Returns null where it was killed before its end. */
  invoke: <Value>(work: () => Promise<Value>) => Promise<Value | null>
  /** Kills everything that runs, and loses what the product API has in memory. */
  killAll: () => void | Promise<void>
  /** Waits for everything that was passed to `waitUntil`. */
  finishBackgroundWork: () => Promise<void>
  advanceTime: (seconds: number) => void | Promise<void>
  /** Forgets the last history and what the product API has in memory. */
  startAgain: () => void | Promise<void>
  /** Whether the providers' reports have the days of the product API's clock. */
  hasReports: boolean
  /** From here on nothing is lost and nothing is killed. */
  endFaults: () => void
}

/** Posts JSON to a control route of an emulator. */
export const postToEmulator = (
  simulation: Simulation,
  provider: ProviderName,
  path: string,
  body: object,
) =>
  simulation.atProvider(provider, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export const selectRows = async <Row>(simulation: Simulation, sql: string): Promise<Row[]> =>
  (await simulation.environment.db.prepare(sql).all<Row>()).results

/** The seller of the histories is registered for GST. */
export const sellerSettings = {
  SELLER_GSTIN: '29AAGCB7383J1Z4',
  SELLER_LEGAL_NAME: 'Abhyasa Learning Private Limited',
  SELLER_ADDRESS: '1 MG Road, Bengaluru 560001',
}

/** Drops the triggers that protect ledger and tax documents, which `deletePayments` empties. */
export async function dropTriggers(db: Database) {
  for (const table of ['payment_events', 'tax_documents'])
    await db.prepare(`DROP TRIGGER ${table}_are_not_deleted`).run()
}

/** The coupons of the histories, with their limits. */
export const coupons = [
  { code: 'ABHYASA10', uses: 100_000, usesEach: 1 },
  { code: 'ONCE90', uses: null, usesEach: 1 },
  { code: 'LAST50', uses: 1, usesEach: 1 },
] as const

/** A plan of the histories that has all of the pack for village administrative officers, and an
 *  exam of another state: another plan that can replace the pack. */
export const otherLargerPlan = 'model-other-larger'

export const insertOtherLargerPlan = (db: Database) => [
  db.prepare(
    `INSERT INTO subscription_plans
       (id, document_id, slug, position, days, digest, created_at, updated_at)
     VALUES (990001, 'model-plan', '${otherLargerPlan}', 99, 150, '', '', '')
     ON CONFLICT DO NOTHING`,
  ),
  db.prepare(
    `INSERT INTO subscription_plan_texts (plan_id, locale, name, description)
     VALUES (990001, 'en', 'Other', '') ON CONFLICT DO NOTHING`,
  ),
  db.prepare(
    `INSERT INTO plan_prices (plan_id, currency, amount_minor)
     VALUES (990001, 'INR', 39900), (990001, 'USD', 599) ON CONFLICT DO NOTHING`,
  ),
  db.prepare(
    `INSERT INTO plan_categories (plan_id, category_id)
     SELECT 990001, category_id FROM plan_categories
     WHERE plan_id = (
       SELECT id FROM subscription_plans WHERE slug = 'village-administrative-officer-pack')
     UNION SELECT 990001, min(id) FROM categories
     WHERE state_id NOT IN (
       SELECT state_id FROM subscription_plans WHERE slug = 'karnataka-all')
     ON CONFLICT DO NOTHING`,
  ),
]

/** Begins a history: deletes the payments and members of the last one, and inserts members with a
 *  session and 50 rupees of credit each. After
 *  `dropTriggers`. Returns the members' ids. */
export async function beginHistory(simulation: Simulation, count: number): Promise<number[]> {
  const { db } = simulation.environment
  await db.batch([
    ...[
      ...['user_subscriptions', 'refund_requests', 'referral_transactions', 'referral_codes'],
      ...['tax_document_mails', 'tax_documents', 'payer_states'],
      ...['payment_handoffs', 'settlement_entries', 'settlement_days', 'payment_events'],
      ...['payment_returns', 'payment_transactions', 'limit_counters', 'provider_tokens'],
    ].map((table) => db.prepare(`DELETE FROM ${table}`)),
    db.prepare(`DELETE FROM users WHERE username LIKE 'model-%'`),
    ...insertOtherLargerPlan(db),
    ...coupons.slice(1).map(({ code, uses, usesEach }) =>
      db
        .prepare(
          `INSERT INTO coupons
             (code, percent, most_uses, most_uses_each, digest, created_at, updated_at)
           VALUES (?, ?, ?, ?, '', '', '') ON CONFLICT DO NOTHING`,
        )
        .bind(code, Number(code.slice(-2)), uses, usesEach),
    ),
  ])
  for (const provider of simulatedProviders)
    await simulation.atProvider(provider, '/reset', { method: 'POST' })
  return Promise.all(Array.from({ length: count }, (_, index) => addMember(simulation, index)))
}

/** Inserts a member with a session and 50 rupees of credit. */
export async function addMember({ environment }: Simulation, index: number): Promise<number> {
  const [id, at] = [900_001 + index, new Date().toISOString()]
  const { db } = environment
  await db.batch([
    db
      .prepare(
        `INSERT INTO users
           (id, document_id, username, email, provider, confirmed, created_at, updated_at)
         VALUES (?, ?, ?, ?, 'local', 1, ?, ?)`,
      )
      .bind(id, `model-${id}`, `model-${id}`, `model${id}@example.in`, at, at),
    db
      .prepare(
        `INSERT INTO sessions (id, user_id, device_kind, user_agent, created_at, last_seen_at)
         VALUES (?, ?, 'browser', '', ?, ?)`,
      )
      .bind(`session-${id}`, id, at, at),
    db
      .prepare(
        `INSERT INTO referral_transactions
           (document_id, user_id, kind, amount_minor, currency, created_at)
         VALUES (?, ?, 'earned', 5000, 'INR', ?)`,
      )
      .bind(crypto.randomUUID(), id, at),
  ])
  return id
}

/** Refunds a payment on the provider's own pages. Returns the status of the provider's answer. */
export async function refundByDashboard(
  simulation: Simulation,
  { id, provider, provider_capture_id, amount_minor, currency }: Transaction,
  amountMinor: number | null,
): Promise<number> {
  const isPayPal = provider === 'paypal'
  const login = isPayPal
    ? await simulation.atProvider('paypal', '/v1/oauth2/token', {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa('paypal-emulator-client:paypal-emulator-secret')}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
    : await simulation.atProvider('phonepe', '/apis/identity-manager/v1/oauth/token', {
        method: 'POST',
        body: new URLSearchParams({
          ...{ client_id: 'phonepe-emulator-client', client_secret: 'phonepe-emulator-secret' },
          ...{ client_version: '1', grant_type: 'client_credentials' },
        }),
      })
  const { access_token: token } = await login.json<{ access_token: string }>()
  const path = isPayPal
    ? `/v2/payments/captures/${provider_capture_id}/refund`
    : '/apis/pg/payments/v2/refund'
  const payPalBody = amountMinor === null ? {} : { amount: decimalOf(amountMinor, currency) }
  const phonePeBody = {
    merchantRefundId: crypto.randomUUID(),
    originalMerchantOrderId: id,
    amount: amountMinor ?? amount_minor,
  }
  if (!isPayPal) simulation.environment.intents.dashboardRefunds.push(phonePeBody.merchantRefundId)
  const answer = await simulation.atProvider(isPayPal ? 'paypal' : 'phonepe', path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `${isPayPal ? 'Bearer' : 'O-Bearer'} ${token}`,
      'paypal-request-id': crypto.randomUUID(),
    },
    body: JSON.stringify(isPayPal ? payPalBody : phonePeBody),
  })
  return answer.status
}

/** The log, transactions and ledger of a history, for the error message of one that failed. */
export async function describeHistory(
  simulation: Simulation,
  log: readonly string[],
): Promise<string> {
  const rows = await selectRows(
    simulation,
    `SELECT id, provider, user_id, plan_id, state, failure, next_check_at, last_error, created_at,
       paid_at
     FROM payment_transactions`,
  )
  const events = await selectRows(
    simulation,
    `SELECT transaction_id, kind, cause, from_state, to_state, amount_minor, detail, at
     FROM payment_events`,
  )
  return [
    ...log,
    ...rows.map((row) => JSON.stringify(row)),
    ...events.map((event) => JSON.stringify(event)),
  ].join('\n')
}
