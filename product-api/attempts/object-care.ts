import type { Database } from '../database.ts'
import type { AttemptQueue, ReaderNamespace } from '../object-bindings.ts'
import { objectOf, ownerIn } from '../reader.ts'
import { someAtOnce } from '../some-at-once.ts'
import { graceSeconds } from './deadlines.ts'
import { readersToMove } from './old-attempts.ts'
import { takeRescoreMessages } from './rescored-attempts.ts'

// What the cron trigger does for the readers' objects.

type Env = { DB: Database; READERS: ReaderNamespace; ATTEMPT_QUEUE: AttemptQueue }

const maxReaders = 100

/** Runs every minute: moves attempts of before to the objects of some readers, those first who are
 *  taking a test. Can be cut off at any point. Returns how many readers. Cost: where none is left,
 *  one look-up in an index. */
export async function moveSomeReaders({ DB, READERS }: Env): Promise<number> {
  const owners = (await readersToMove(DB, maxReaders)).map(ownerIn)
  await someAtOnce(owners, 'move-attempts', (owner) =>
    objectOf(READERS, owner).takeOldAttempts(owner),
  )
  return owners.length
}

/** An alarm is not late until then, nor a summary. */
const alarmDelaySeconds = 300
const maxStuck = 200

/** Runs every minute: wakes the objects whose alarm should have submitted an attempt and did not,
 *  or whose summary was lost. An object that is woken in vain is woken again after 5 minutes, and
 *  then after twice as long each time. Returns how many attempts it found. Cost: where there are
 *  none, one look-up in an index. */
export async function wakeStuckReaders({ DB, READERS }: Env, now: Date): Promise<number> {
  const lateMs = (graceSeconds + alarmDelaySeconds) * 1000
  const { results } = await DB.prepare(claimStuck)
    .bind(now.toISOString(), new Date(now.getTime() - lateMs).toISOString(), maxStuck)
    .all<{ id: string }>()
  await someAtOnce(results, 'wake-reader', (row) => {
    const owner = ownerIn(row)
    return objectOf(READERS, owner).wake(owner, [row.id])
  })
  return results.length
}

/** ?1: now, ?2: the end of the last attempt that should be submitted, ?3: how many. */
export const claimStuck = `
UPDATE attempts SET submit_tries = submit_tries + 1,
  claimed_until = strftime(
    '%Y-%m-%dT%H:%M:%fZ', ?1, '+' || (300 << min(submit_tries, 8)) || ' seconds')
WHERE id IN (
  SELECT id FROM attempts INDEXED BY attempts_unsubmitted
  WHERE submitted_at IS NULL AND ends_at IS NOT NULL AND ends_at < ?2 AND in_object = 1
    AND (claimed_until IS NULL OR claimed_until <= ?1)
  ORDER BY ends_at LIMIT ?3)
RETURNING id, user_id, guest_id`

/** Runs every minute: sends messages about attempts that a ruling has changed. Returns how many. */
export async function sendRescoreMessages({ DB, ATTEMPT_QUEUE }: Env, now: Date) {
  const messages = await takeRescoreMessages(DB, now)
  for (let start = 0; start < messages.length; start += 100)
    await ATTEMPT_QUEUE.sendBatch(messages.slice(start, start + 100).map((body) => ({ body })))
  return messages.length
}

const maxGuests = 200

/** Runs every minute, before `sweepExpiredRows`: deletes the objects of guests whose time is over,
 *  and then their rows. Cut off in between, it begins again. Cost: one look-up in an index, and one
 *  request for each guest. */
export async function forgetExpiredGuests({ DB, READERS }: Env, now: Date): Promise<number> {
  const { results } = await DB.prepare(
    'SELECT id FROM guests WHERE expires_at <= ? ORDER BY expires_at LIMIT ?',
  )
    .bind(now.toISOString(), maxGuests)
    .all<{ id: string }>()
  if (results.length === 0) return 0
  const erased: string[] = []
  await someAtOnce(results, 'forget-guest', async ({ id }) => {
    await objectOf(READERS, { kind: 'guest', id }).erase()
    erased.push(id)
  })
  await DB.prepare('DELETE FROM guests WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(erased))
    .run()
  return erased.length
}
