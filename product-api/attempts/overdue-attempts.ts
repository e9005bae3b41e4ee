import type { Context } from 'hono'
import type { Stores } from '../database.ts'
import type { ReaderEnv } from '../reader-env.ts'
import type { AttemptRow } from './attempt-row.ts'
import { graceSeconds, isPastGrace } from './deadlines.ts'
import { hasUnmarkedAnswers, markLateAnswers } from './late-answers.ts'
import { readAttempt } from './read-attempt.ts'
import { requireOwnAttempt } from './own-attempt.ts'
import { submitAttempt } from './submission.ts'

const maxAttempts = 20

/** Run by the alarm of a reader's object: submits the reader's attempts whose time is over and
 *  whose device has not come back, by the clock. An attempt that fails is taken again after 5
 *  minutes, and after each further failure after twice as long. Can be cut off at any point and
 *  run twice. Returns how many were submitted. */
export async function submitOverdueAttempts(stores: Stores, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - graceSeconds * 1000).toISOString()
  const { results } = await stores.own
    .prepare(claimOverdue)
    .bind(now.toISOString(), endedBefore, maxAttempts)
    .all<{ id: string }>()
  let submitted = 0
  for (const { id } of results)
    try {
      const attempt = await readAttempt(stores.own, id)
      if (attempt) await submitAttempt(stores, attempt, 'clock', now)
      submitted += 1
    } catch (error) {
      console.error(JSON.stringify({ at: 'overdue-attempts', id, error: String(error) }))
    }
  return submitted
}

/** ?1: now, ?2: the end of the last attempt whose grace period is over, ?3: how many. */
export const claimOverdue = `
UPDATE attempts SET submit_tries = submit_tries + 1,
  claimed_until = strftime(
    '%Y-%m-%dT%H:%M:%fZ', ?1, '+' || (300 << min(submit_tries, 8)) || ' seconds')
WHERE id IN (
  SELECT id FROM attempts INDEXED BY attempts_unsubmitted
  WHERE submitted_at IS NULL AND ends_at IS NOT NULL AND ends_at < ?2
    AND (claimed_until IS NULL OR claimed_until <= ?1) AND released_to IS NULL
  ORDER BY ends_at LIMIT ?3)
RETURNING id`

/** When the next attempt is to be submitted by the clock, in ms since 1970; null: none is
 *  running. */
export async function nextOverdueAt({ own }: Pick<Stores, 'own'>): Promise<number | null> {
  const row = await own
    .prepare(
      `SELECT min(max(
         strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, '+${graceSeconds + 1} seconds'),
         coalesce(claimed_until, ''))) AS at
       FROM attempts INDEXED BY attempts_unsubmitted
       WHERE submitted_at IS NULL AND ends_at IS NOT NULL AND released_to IS NULL`,
    )
    .first<{ at: string | null }>()
  return row?.at ? Date.parse(row.at) : null
}

/** An attempt as it is now: submitted if its time is over, and marked with all that counts. Cost:
 *  nothing for a running or finally submitted one. */
export async function upToDateAttempt(
  stores: Stores,
  attempt: AttemptRow,
  now: Date,
): Promise<AttemptRow> {
  const { submitted_at, ends_at } = attempt
  if (submitted_at === null)
    return ends_at !== null && isPastGrace(Date.parse(ends_at), now.getTime())
      ? submitAttempt(stores, attempt, 'clock', now)
      : attempt
  return hasUnmarkedAnswers(attempt) ? markLateAnswers(stores, attempt, now) : attempt
}

/** `requireOwnAttempt`, up to date. */
export const requireOwnAttemptNow = async (c: Context<ReaderEnv>, id: string, now: Date) =>
  upToDateAttempt(c.var.stores, await requireOwnAttempt(c, id), now)
