import type { Context } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import type { AttemptRow } from './attempt-row.ts'
import { graceSeconds, isPastGrace } from './deadlines.ts'
import { hasUnmarkedAnswers, markLateAnswers } from './late-answers.ts'
import { readAttempt, requireOwnAttempt } from './read-attempt.ts'
import { submitAttempt } from './submission.ts'

/** How many attempts one run of the cron trigger submits; the others are submitted a minute later.
 *  About 400 calls to D1, of the 1,000 that a run may make. */
const maxAttempts = 100
const maxConcurrent = 5
const claimMs = 5 * 60_000

/** Runs every minute: submits the attempts whose time is over and whose device has not come back,
 *  by the clock. Claims them atomically, so that overlapping runs never take one twice; one that
 *  fails is taken again when its claim is over. Returns how many were submitted. Cost: one read in
 *  an index of the unsubmitted attempts; three calls for each that is submitted. */
export async function submitOverdueAttempts(db: Database, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - graceSeconds * 1000)
  const { results } = await db
    .prepare(claimOverdue)
    .bind(
      ...[now.toISOString(), endedBefore.toISOString()],
      ...[new Date(now.getTime() + claimMs).toISOString(), maxAttempts],
    )
    .all<{ id: string }>()
  const waiting = [...results]
  let submitted = 0
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      try {
        const attempt = await readAttempt(db, next.id)
        if (attempt) await submitAttempt(db, attempt, 'clock', now)
        submitted += 1
      } catch (error) {
        console.error(JSON.stringify({ at: 'overdue-attempts', id: next.id, error: String(error) }))
      }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  return submitted
}

/** ?1: now, ?2: the end of the last attempt whose grace period is over, ?3: until when the claim
 *  holds, ?4: how many. */
export const claimOverdue = `
UPDATE attempts SET claimed_until = ?3
WHERE id IN (
  SELECT id FROM attempts INDEXED BY attempts_unsubmitted
  WHERE submitted_at IS NULL AND ends_at IS NOT NULL AND ends_at < ?2
    AND (claimed_until IS NULL OR claimed_until <= ?1)
  ORDER BY ends_at LIMIT ?4)
RETURNING id`

/** An attempt as it is now: submitted if its time is over, and marked with all that counts. Cost:
 *  nothing for a running or finally submitted one. */
export async function upToDateAttempt(
  db: Database,
  attempt: AttemptRow,
  now: Date,
): Promise<AttemptRow> {
  const { submitted_at, ends_at } = attempt
  if (submitted_at === null)
    return ends_at !== null && isPastGrace(Date.parse(ends_at), now.getTime())
      ? submitAttempt(db, attempt, 'clock', now)
      : attempt
  return hasUnmarkedAnswers(attempt) ? markLateAnswers(db, attempt, now) : attempt
}

/** `requireOwnAttempt`, up to date. */
export const requireOwnAttemptNow = async (c: Context<ApiEnv>, id: string, now: Date) =>
  upToDateAttempt(c.env.DB, await requireOwnAttempt(c, id), now)
