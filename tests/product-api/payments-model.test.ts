import { afterEach, beforeEach, describe, it, vi } from 'vitest'
import { database } from '../support/product-api.ts'
import { withDurableObjectDatabase } from '../support/durable-object-storage.ts'
import { createPayerIntents } from '../support/payer-intents.ts'
import { runHistory } from '../support/payments-history.ts'
import { expectConsistent, finishPayments } from '../support/payments-invariants.ts'
import {
  addMembers,
  deletePayments,
  describeHistory,
  dropTriggers,
  giveCredit,
} from '../support/payments-simulation-data.ts'
import { createSimulation, type Simulation } from '../support/payments-simulation.ts'
import { seededRandom } from '../support/seeded-random.ts'

// Random histories of two members, two plans and two providers: checkouts, returns, webhooks, cron
// runs, page views, cancellations, other orders for the same plan, forged requests, operators'
// refunds, faults and lost calls in any order and concurrently, with invocations killed and memory
// lost. No order is captured that its payer has left. After each history all faults end, and
// subscriptions, ledger, credit and refunds must agree with the providers' orders and with what
// payers and the operator wanted. The error of a history that fails contains its seed and all its
// steps.

const histories = 5000
const historiesOnD1 = 12

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

/** The random numbers of the current history, which the simulation uses too. */
let random = seededRandom(1)
const newSimulation = () => createSimulation(() => random.next())

async function runHistories(
  simulation: Simulation,
  seeds: readonly number[],
  users: readonly number[],
) {
  for (const seed of seeds) {
    random = seededRandom(seed)
    await deletePayments(simulation)
    await giveCredit(simulation, users)
    simulation.environment.intents = createPayerIntents()
    const log: string[] = []
    try {
      await runHistory(simulation, random, users, log)
      await finishPayments(simulation, random)
      await expectConsistent(simulation)
    } catch (error) {
      const description = await describeHistory(simulation, log)
      throw new Error(`History ${seed}: ${String(error)}\n${description}`, { cause: error })
    }
  }
}

const seedsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)

describe('payments under random events in random order', () => {
  it(
    `agree with the provider after ${histories} random histories`,
    { timeout: 600_000 },
    async () => {
      const simulation = newSimulation()
      await withDurableObjectDatabase(simulation.yieldToOthers, async (db) => {
        simulation.environment.db = db
        await dropTriggers(db)
        const users = await addMembers(simulation, 2)
        await runHistories(simulation, seedsFrom(1, histories), users)
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
      const users = await addMembers(simulation, 2)
      await runHistories(simulation, seedsFrom(100_001, historiesOnD1), users)
    },
  )
})
