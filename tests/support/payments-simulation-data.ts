import { forgetCounts } from '../../product-api/limits/counters.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import type { Database } from '../../product-api/database.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { settings } from '../emulators/identity.ts'
import type { ProviderName } from './payment-emulators.ts'
import type { Simulation } from './payments-simulation.ts'

/** The providers whose behaviour the simulated histories know. */
export const simulatedProviders = ['paypal', 'phonepe'] as const
export type SimulatedProvider = (typeof simulatedProviders)[number]

/** The context of a command of the operator's. */
export const paymentContextOf = (simulation: Simulation): PaymentContext => ({
  db: simulation.environment.db,
  ...configurePayments(settings),
  now: () => new Date(),
})

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

/** Drops the triggers that protect ledger and tax documents, which `deletePayments` empties. */
export async function dropTriggers(db: Database) {
  for (const table of ['payment_events', 'tax_documents'])
    await db.prepare(`DROP TRIGGER ${table}_are_not_deleted`).run()
}

/** Deletes the payments of the last history, after `dropTriggers`. */
export async function deletePayments(simulation: Simulation) {
  forgetCounts()
  await simulation.environment.db.batch(
    [
      ...['user_subscriptions', 'refund_requests', 'referral_transactions', 'payment_handoffs'],
      ...['tax_document_mails', 'tax_documents', 'payer_states'],
      ...['payment_events', 'payment_transactions', 'limit_counters', 'provider_tokens'],
    ].map((table) => simulation.environment.db.prepare(`DELETE FROM ${table}`)),
  )
  for (const provider of simulatedProviders)
    await simulation.atProvider(provider, '/reset', { method: 'POST' })
}

/** Inserts members with a session each. Returns their ids. */
export async function addMembers(simulation: Simulation, count: number): Promise<number[]> {
  const { db } = simulation.environment
  const at = new Date().toISOString()
  const ids = Array.from({ length: count }, (_, index) => 900_001 + index)
  await db.batch(
    ids.flatMap((id) => [
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
    ]),
  )
  return ids
}

/** Gives each member 50 rupees of credit. */
export const giveCredit = (simulation: Simulation, users: readonly number[]) =>
  simulation.environment.db.batch(
    users.map((id) =>
      simulation.environment.db
        .prepare(
          `INSERT INTO referral_transactions
             (document_id, user_id, kind, amount_minor, currency, created_at)
           VALUES (?, ?, 'earned', 5000, 'INR', ?)`,
        )
        .bind(crypto.randomUUID(), id, new Date().toISOString()),
    ),
  )

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
