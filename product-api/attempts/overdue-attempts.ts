import type { Context } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { rulingsOnVersion } from '../scoring/key-rulings.ts'
import { selectAttempts, type AttemptRow } from './attempt-row.ts'
import { graceSeconds, isPastGrace } from './deadlines.ts'
import { hasUnmarkedAnswers, markLateAnswers } from './late-answers.ts'
import { markEntries, readLatestRuling, type Keys, type MarkedAttempt } from './marked-journal.ts'
import { readAttempt, requireOwnAttempt } from './read-attempt.ts'
import { readManyJournals } from './stored-journal.ts'
import { submitAttempt, submitStatements } from './submission.ts'

/** How many attempts one run of the cron trigger submits, 25 in a transaction; the others are
 *  submitted a minute later. About 300 statements of the 1,000 that a run may send to D1. */
const maxAttempts = 1000
const maxTogether = 25

/** Runs every minute: submits the attempts whose time is over and whose device has not come back,
 *  by the clock, those first that ended first. Claims them atomically, so that overlapping runs
 *  never take one twice; one that fails is taken again after 5 minutes, and after each further
 *  failure after twice as long, so that it does not keep others waiting. Can be killed at any
 *  point. Returns how many were submitted. Cost: one read in an index of the unsubmitted attempts;
 *  seven statements for 25 that are submitted. */
export async function submitOverdueAttempts(db: Database, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - graceSeconds * 1000).toISOString()
  let submitted = 0
  for (let taken = 0; taken < maxAttempts; taken += maxTogether) {
    const { results } = await db
      .prepare(claimOverdue)
      .bind(now.toISOString(), endedBefore, maxTogether)
      .all<{ id: string }>()
    if (results.length > 0)
      submitted += await submitByClock(
        db,
        results.map(({ id }) => id),
        now,
      )
    if (results.length < maxTogether) break
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
    AND (claimed_until IS NULL OR claimed_until <= ?1)
  ORDER BY ends_at LIMIT ?3)
RETURNING id`

/** Submits attempts together; those that something has changed meanwhile, or that cannot be marked,
 *  on their own. */
async function submitByClock(db: Database, ids: readonly string[], now: Date): Promise<number> {
  let done: ReadonlySet<string> = new Set()
  try {
    done = await submitTogether(db, ids, now)
  } catch (error) {
    logFailure(ids.join(' '), error)
  }
  let submitted = done.size
  for (const id of ids) {
    if (done.has(id)) continue
    try {
      const attempt = await readAttempt(db, id)
      if (attempt) await submitAttempt(db, attempt, 'clock', now)
      submitted += 1
    } catch (error) {
      logFailure(id, error)
    }
  }
  return submitted
}

const logFailure = (id: string, error: unknown) =>
  console.error(JSON.stringify({ at: 'overdue-attempts', id, error: String(error) }))

/** The ids of the attempts that it submitted. */
async function submitTogether(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { results } = await selectAttempts(db, ids).all<AttemptRow>()
  const rows = results.filter((row) => row.submitted_at === null && row.has_old_entries === 0)
  const latestRuling = await readLatestRuling(db)
  const keysOf = new Map<number, Keys>()
  for (const id of new Set(rows.map(({ version_id }) => version_id))) {
    const version = await paperVersionWithKeys(db, id)
    keysOf.set(id, { ...version, rulings: await rulingsOnVersion(db, id), latestRuling })
  }
  const entriesOf = await readManyJournals(db, rows)
  const marked: MarkedAttempt[] = []
  for (const row of rows)
    try {
      const keys = keysOf.get(row.version_id)!
      marked.push({ row, journal: markEntries(row, await entriesOf(row), keys, now) })
    } catch {
      // Its own try (submitByClock) says why.
    }
  const [submitted] = await db.batch<{ id: string }>(submitStatements(db, marked, 'clock', now))
  return new Set(submitted?.results.map(({ id }) => id))
}

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
