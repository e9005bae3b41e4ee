import { describe, expect, it, vi } from 'vitest'
import { database } from '../support/product-api.ts'
import { withNotebook } from '../support/notebook.ts'
import {
  addMembers,
  check,
  forget,
  giveCredit,
  live,
  reconcile,
} from '../support/payments-model.ts'
import { chanceOf, openWorld, type World } from '../support/payments-world.ts'

const histories = 600

/** Lives so many histories, each from a seed of its own, and checks every one; the first that fails is told whole. */
async function liveAll(
  world: World,
  seeds: number,
  chances: { now: () => number },
  users: number[],
) {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const chance = chanceOf(seed)
    chances.now = chance
    await forget(world)
    await giveCredit(world, users)
    const log: string[] = []
    try {
      await live(world, chance, users, log)
      await reconcile(world, chance)
      await check(world)
    } catch (error) {
      const rows = (
        await world.world.db
          .prepare(
            'SELECT id, provider, user_id, state, failure, next_check_at, last_error FROM payment_transactions',
          )
          .all()
      ).results
      const events = (
        await world.world.db
          .prepare(
            'SELECT transaction_id, kind, cause, from_state, to_state, amount_minor, detail FROM payment_events',
          )
          .all()
      ).results
      throw new Error(
        `History ${seed}:\n${log.join('\n')}\n${rows.map((row) => JSON.stringify(row)).join('\n')}\n${events.map((row) => JSON.stringify(row)).join('\n')}\n${String(error)}`,
      )
    }
  }
}

describe('payments, whatever happens in whatever order', () => {
  it('money and subscriptions agree', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const chances = { now: chanceOf(1) }
    const world = openWorld(() => chances.now())
    await withNotebook(world.gate, async (db) => {
      world.world.db = db
      await db.prepare('DROP TRIGGER payment_events_are_not_deleted').run()
      const users = await addMembers(world, 2)
      const t = performance.now()
      await liveAll(world, histories, chances, users)
      console.log('per history', (performance.now() - t) / histories)
    })
    expect(database).toBeDefined()
  }, 300_000)
})
