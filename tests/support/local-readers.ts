import type { DatabaseSync } from 'node:sqlite'
import { forgetAttempts, releaseAttempts, storeClaimed } from '../../product-api/attempts/claim.ts'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { markRescored, takeRescoreMessages } from '../../product-api/attempts/rescored-attempts.ts'
import {
  markSent,
  storeSummaries,
  unsentSummaries,
  type SummaryMessage,
} from '../../product-api/attempts/summaries.ts'
import type { Database, Stores } from '../../product-api/database.ts'
import { applyOwnSchema } from '../../product-api/own-schema.ts'
import type { Owner } from '../../product-api/owner.ts'
import { rescoreAttempt } from '../../product-api/scoring/scoring.ts'
import type { seededRandom } from './seeded-random.ts'
import { databaseOf, sqlite } from './sqlite-database.ts'

/** The databases of readers' objects beside a product database, in SQLite of this process, and a
 *  queue between them that delivers some messages twice, and any of them late. */
export function localReaders(shared: Database, random: ReturnType<typeof seededRandom>) {
  const objects = new Map<string, { own: Database; sql: DatabaseSync }>()
  const queue: SummaryMessage[] = []

  async function objectOf({ kind, id }: Owner) {
    const name = `${kind} ${id}`
    const known = objects.get(name)
    if (known) return known
    const sql = sqlite({ migrated: false })
    const object = { own: databaseOf(sql), sql }
    await applyOwnSchema(object.own)
    objects.set(name, object)
    return object
  }

  const storesOf = async (owner: Owner): Promise<Stores> => ({
    own: (await objectOf(owner)).own,
    shared,
  })

  /** Sends what all outboxes have; half of them are cut off before they note it. */
  async function send() {
    for (const { own } of objects.values()) {
      const messages = await unsentSummaries(own)
      queue.push(...messages)
      if (random.next() < 0.5) await markSent(own, messages)
    }
  }

  /** Delivers some messages, in any order; some of them come again. */
  async function deliver(share: number, now: Date) {
    const batch: SummaryMessage[] = []
    for (let left = queue.length * share; left > 0 && queue.length > 0; left -= 1) {
      const [message] = queue.splice(random.integerBelow(queue.length), 1)
      batch.push(message!)
      if (random.next() < 0.2) queue.push(message!)
    }
    await storeSummaries(shared, batch, now)
  }

  async function rescore(now: Date) {
    for (const { owner, ids } of await takeRescoreMessages(shared, now)) {
      const stores = await storesOf(owner)
      for (const id of ids) {
        const attempt = await readAttempt(stores.own, id)
        if (attempt) await rescoreAttempt(stores, attempt)
      }
      await markRescored(shared, ids)
    }
  }

  return {
    storesOf,
    send,
    deliver,
    /** Until nothing is under way any more. */
    async settle(now: Date) {
      for (let round = 0; round < 100; round += 1) {
        await send()
        await deliver(1, now)
        await rescore(now)
        const { results } = await shared.prepare('SELECT 1 FROM rescored_attempts').all()
        const unsent = await Promise.all(
          [...objects.values()].map(async ({ own }) => (await unsentSummaries(own)).length),
        )
        if (queue.length + results.length + Math.max(0, ...unsent) === 0) return
      }
      throw new Error('The queue is never empty')
    },
    /** Moves a guest's attempts to a member. `steps`: it is cut off after so many of three. */
    async claim(guestId: string, memberId: number, steps = 3) {
      const guest = await objectOf({ kind: 'guest', id: guestId })
      const member = await objectOf({ kind: 'member', id: memberId })
      const rows = await releaseAttempts(guest.own, memberId)
      if (steps > 1) await storeClaimed(member.own, memberId, guestId, rows)
      const ids = rows.attempts.map(({ id }) => String(id))
      if (steps > 2) await forgetAttempts(guest.own, ids)
    },
    erase: (owner: Owner) => void objects.delete(`${owner.kind} ${owner.id}`),
    /** Every row of a statement, in all objects. */
    rowsOf: (text: string) =>
      [...objects.values()].flatMap(
        ({ sql }) => sql.prepare(text).all() as Record<string, string | number | null>[],
      ),
  }
}
