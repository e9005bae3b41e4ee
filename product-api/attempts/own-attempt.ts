import type { Context } from 'hono'
import { callingOwner, type ReaderEnv } from '../reader-env.ts'
import { notFound } from '../strapi/errors.ts'
import { isOwnedBy, type AttemptRow } from './attempt-row.ts'
import { readAttempt } from './read-attempt.ts'

/** An attempt of the reader whose object this is; null: there is none. */
export async function attemptHere(c: Context<ReaderEnv>, id: string): Promise<AttemptRow | null> {
  const { stores, owner, moveOldAttempts } = c.var
  let row = await readAttempt(stores.own, id)
  if (!row) {
    await moveOldAttempts()
    row = await readAttempt(stores.own, id)
  }
  return row && isOwnedBy(owner, row) ? row : null
}

/** An attempt of the caller. Errors: Refusal 403 for somebody else, 404 for an unknown attempt and
 *  for another reader's. */
export async function requireOwnAttempt(c: Context<ReaderEnv>, id: string): Promise<AttemptRow> {
  callingOwner(c)
  const row = await attemptHere(c, id)
  if (!row) throw notFound()
  return row
}
