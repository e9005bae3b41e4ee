import type { Context } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { ownerOf } from '../owner.ts'
import { notFound } from '../strapi/errors.ts'
import { isOwnedBy, selectAttempt, type AttemptRow } from './attempt-row.ts'
import { moveOldJournal } from './old-journals.ts'

/** An attempt with its journal; null for an unknown id. Cost: one read; once for an attempt of
 *  before migration 0056, its whole journal. */
export async function readAttempt(db: Database, id: string): Promise<AttemptRow | null> {
  for (;;) {
    const row = await selectAttempt(db, id).first<AttemptRow>()
    if (!row || row.has_old_entries === 0) return row
    await moveOldJournal(db, row, new Date())
  }
}

/** An attempt of the caller. Errors: Refusal 403 without a token, 404 for an unknown attempt and
 *  for another owner's. */
export async function requireOwnAttempt(c: Context<ApiEnv>, id: string): Promise<AttemptRow> {
  const owner = ownerOf(c)
  const row = await readAttempt(c.env.DB, id)
  if (!row || !isOwnedBy(owner, row)) throw notFound()
  return row
}
