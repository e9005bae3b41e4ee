import { notFound } from '../strapi/errors.ts'
import {
  attemptById,
  columnOf,
  isOf,
  type AttemptRow,
  type Mode,
  type Owner,
} from './attempt-row.ts'
import { hoursOf } from './clock.ts'
import type { Test } from './freeze.ts'
import { headOf, type Locale } from './frozen-paper.ts'
import { rightTo, type Right } from './rights.ts'

/** `id`: a UUID of whoever begins: the same id again is the same attempt. */
export type Beginning = {
  id: string
  mode: Mode
  locale: Locale
  extraTime: boolean
  useFreeTest: boolean
}

/** The attempt of an id where its owner has begun it already. Errors: Refusal 404 where it is another's. */
export async function begunBefore(
  db: D1Database,
  owner: Owner,
  id: string,
): Promise<AttemptRow | null> {
  const row = await attemptById(db, id).first<AttemptRow>()
  if (row && !isOf(owner, row)) throw notFound()
  return row
}

/** Begins an attempt, once. Errors: Refusal 403 PremiumRequired (rights.ts), 404 where the id is another's attempt.
 *  Cost: one transaction; for a premium test one read more. */
export async function begin(
  db: D1Database,
  owner: Owner,
  test: Test,
  beginning: Beginning,
  now: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const right = await rightTo(db, owner, test, beginning.useFreeTest, now)
  const written = await db.batch<AttemptRow>([
    newAttempt(db, owner, test, beginning, right, now),
    ...(right.isSpent ? [spendFreeTest(db, owner, beginning.id, now)] : []),
    attemptById(db, beginning.id),
  ])
  const attempt = written.at(-1)?.results[0]
  // Another request was faster and spent the free test: what is left to this member is asked again.
  if (!attempt) return begin(db, owner, test, beginning, now)
  if (!isOf(owner, attempt)) throw notFound()
  return { attempt, isNew: written[0]?.meta.changes === 1 }
}

function newAttempt(
  db: D1Database,
  owner: Owner,
  test: Test,
  { id, mode, locale, extraTime }: Beginning,
  right: Right,
  now: Date,
) {
  const { endsAt } = hoursOf(headOf(test), { mode, startedAt: now.getTime(), extraTime })
  const at = now.toISOString()
  return db
    .prepare(
      `INSERT INTO attempts (id, version_id, test_id, ${columnOf(owner)}, mode, locale, right_by, extra_time, started_at, ends_at, updated_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9
       WHERE ${right.isSpent ? 'EXISTS (SELECT 1 FROM users WHERE id = ?4 AND free_test_taken = 0)' : 'true'}
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(
      id,
      test.version_id,
      test.id,
      owner.id,
      mode,
      locale,
      right.by,
      extraTime ? 1 : 0,
      at,
      endsAt === null ? null : new Date(endsAt).toISOString(),
    )
}

const spendFreeTest = (db: D1Database, owner: Owner, attemptId: string, now: Date) =>
  db
    .prepare(
      `UPDATE users SET free_test_taken = 1, updated_at = ?3
       WHERE id = ?1 AND EXISTS (SELECT 1 FROM attempts WHERE id = ?2 AND user_id = ?1 AND right_by = 'one-premium-test')`,
    )
    .bind(owner.id, attemptId, now.toISOString())
