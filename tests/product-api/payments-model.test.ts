import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../support/product-api.ts'
import { withDurableObjectDatabase } from '../support/durable-object-storage.ts'
import { checkHistory } from '../support/checked-history.ts'
import { dropTriggers, type Simulation } from '../support/payments-simulation-data.ts'
import { createSimulation } from '../support/payments-simulation.ts'
import { seededRandom } from '../support/seeded-random.ts'

// Random histories of three members, two plans and two providers: checkouts with shared coupons
// and credit, friends' codes, returns, webhooks, cron runs, page views, cancellations, other orders
// for the same plan, erased accounts, forged requests, refunds by payers, operators and on the
// pages of providers, faults and lost calls in any order and concurrently, with invocations killed
// and memory lost. No order is captured that its payer has left, no credit is below zero. After
// each history all faults end, and subscriptions, ledger, coupons, credit and refunds must agree
// with the providers' orders and with what payers and the operator wanted. The error of a history
// that fails contains its seed and all its steps.

const { PAYMENT_HISTORIES, PAYMENT_FIRST } = env as unknown as Record<string, string>
const histories = Number(PAYMENT_HISTORIES || '120')
const firstSeed = Number(PAYMENT_FIRST || '1')
const historiesOnD1 = 12

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

/** The random numbers of the current history, which the simulation uses too. */
let random = seededRandom(1)
const newSimulation = () => createSimulation(() => random.next())

/** Returns how many histories had a payment. */
async function runHistories(simulation: Simulation, seeds: readonly number[]): Promise<number> {
  let paid = 0
  for (const seed of seeds) {
    random = seededRandom(seed)
    if (await checkHistory(simulation, random, seed)) paid += 1
  }
  return paid
}

const seedsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)

describe('payments under random events in random order', () => {
  it(
    `agree with the provider after ${histories} random histories`,
    { timeout: 600_000 + histories * 1000 },
    async () => {
      const simulation = newSimulation()
      await withDurableObjectDatabase(simulation.yieldToOthers, async (db) => {
        simulation.environment.db = db
        await dropTriggers(db)
        const paid = await runHistories(simulation, seedsFrom(firstSeed, histories))
        // Also the last histories: no session, clock or timer of an earlier one ends them.
        expect(paid).toBeGreaterThan(histories / 2)
      })
    },
  )

  it(
    `agree with the provider after ${historiesOnD1} random histories on D1`,
    { timeout: 120_000 },
    async () => {
      const simulation = newSimulation()
      simulation.environment.db = database()
      await dropTriggers(database())
      expect(await runHistories(simulation, seedsFrom(100_001, historiesOnD1))).toBeGreaterThan(0)
    },
  )
})
