import { afterEach, beforeEach, describe, it, vi } from 'vitest'
import { database } from '../support/product-api.ts'
import { withDurableObjectDatabase } from '../support/durable-object-storage.ts'
import {
  addMembers,
  check,
  forget,
  giveCredit,
  live,
  reconcile,
  storyOf,
} from '../support/payments-model.ts'
import { chanceOf, createSimulation, type Simulation } from '../support/payments-simulation.ts'

// Histories by chance: two members, two plans, both providers; returns, webhooks, clocks, pages,
// cancelling, forging, faults and lost answers in any order and at once, killed anywhere, memory
// lost. After each, trouble ends, the clock strikes until nothing is due, and then money and
// subscriptions agree to the last unit. A history that fails is told whole, with its seed.

const histories = 5000
const historiesOnD1 = 12

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

type Dice = { throw: () => number }

async function liveAll(
  world: Simulation,
  dice: Dice,
  seeds: readonly number[],
  users: readonly number[],
) {
  for (const seed of seeds) {
    dice.throw = chanceOf(seed)
    await forget(world)
    await giveCredit(world, users)
    const log: string[] = []
    try {
      await live(world, dice.throw, users, log)
      await reconcile(world, dice.throw)
      await check(world)
    } catch (error) {
      throw new Error(`History ${seed}: ${String(error)}\n${await storyOf(world, log)}`)
    }
  }
}

const seedsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)

describe('payments under random events in random order', () => {
  it(
    `agree with the provider after ${histories} random histories`,
    { timeout: 400_000 },
    async () => {
      const dice: Dice = { throw: chanceOf(1) }
      const world = createSimulation(() => dice.throw())
      await withDurableObjectDatabase(world.gate, async (db) => {
        world.world.db = db
        await db.prepare('DROP TRIGGER payment_events_are_not_deleted').run()
        await liveAll(world, dice, seedsFrom(1, histories), await addMembers(world, 2))
      })
    },
  )

  it(
    `agree with the provider after ${historiesOnD1} random histories on D1`,
    { timeout: 120_000 },
    async () => {
      const dice: Dice = { throw: chanceOf(1) }
      const world = createSimulation(() => dice.throw())
      world.world.db = database()
      await database().prepare('DROP TRIGGER payment_events_are_not_deleted').run()
      const seeds = seedsFrom(100_001, historiesOnD1)
      await liveAll(world, dice, seeds, await addMembers(world, 2))
    },
  )
})
