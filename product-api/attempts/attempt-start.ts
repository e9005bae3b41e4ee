import type { Locale } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { parsePaperHead, type TestVersion } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { isOwnedBy, selectAttempt, type AttemptRow } from './attempt-row.ts'
import { deadlinesOf } from './deadlines.ts'
import { entitlementTo, type Entitlement } from './entitlement.ts'
import { readAttempt } from './read-attempt.ts'

/** `id`: a UUID that the device chose; the same id again is the same attempt. `formPaper`: how a
 *  form's paper differs from the current one; absent: it does not. `onPaper`: of a form with the
 *  answers of a printed answer sheet. */
export type NewAttempt = {
  formPaper?: AttemptRow['form_paper']
  onPaper?: boolean
  id: string
  mode: AttemptRow['mode']
  locale: Locale
  extraTime: boolean
  useFreeTest: boolean
}

/** The owner's attempt with an id; null if it is not started. Errors: Refusal 404 if the attempt is
 *  another owner's. */
export async function existingAttempt(
  db: Database,
  owner: Owner,
  id: string,
): Promise<AttemptRow | null> {
  const row = await readAttempt(db, id)
  if (row && !isOwnedBy(owner, row)) throw notFound()
  return row
}

/** Starts an attempt, once. Errors: Refusal 403 PremiumRequired (entitlement.ts), 404 if the id is
 *  of another owner's attempt. Cost: one transaction; one more read for a premium test. */
export async function startAttempt(
  db: Database,
  owner: Owner,
  test: TestVersion,
  request: NewAttempt,
  now: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const entitlement = await entitlementTo(db, test, owner, request.useFreeTest, now)
  const written = await db.batch<AttemptRow>([
    insertAttempt(db, owner, test, request, entitlement, now),
    ...(entitlement.spendsFreeTest ? [spendFreeTest(db, owner, request.id, now)] : []),
    selectAttempt(db, request.id),
  ])
  const attempt = written.at(-1)?.results[0]
  // A concurrent request spent the free test: check again what the member is entitled to.
  if (!attempt) return startAttempt(db, owner, test, request, now)
  if (!isOwnedBy(owner, attempt)) throw notFound()
  return { attempt, isNew: (written[0]?.meta.changes ?? 0) > 0 }
}

function insertAttempt(
  db: Database,
  owner: Owner,
  test: TestVersion,
  { id, mode, locale, extraTime, formPaper = null, onPaper = false }: NewAttempt,
  { by, spendsFreeTest }: Entitlement,
  now: Date,
) {
  const startedAt = now.getTime()
  const { endsAt } = deadlinesOf(parsePaperHead(test), { mode, startedAt, extraTime })
  const isAllowed = spendsFreeTest
    ? 'EXISTS (SELECT 1 FROM users WHERE id = ?4 AND free_test_taken = 0)'
    : 'true'
  return db
    .prepare(
      `INSERT INTO attempts (
         id, version_id, test_id, ${ownerColumn(owner)}, mode, locale, right_by, extra_time,
         started_at, ends_at, updated_at, form_paper, on_paper)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, ?11, ?12
       WHERE ${isAllowed}
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(
      ...[id, test.version_id, test.id, owner.id, mode, locale, by, extraTime ? 1 : 0],
      now.toISOString(),
      endsAt === null ? null : new Date(endsAt).toISOString(),
      formPaper,
      onPaper ? 1 : 0,
    )
}

const spendFreeTest = (db: Database, owner: Owner, attemptId: string, now: Date) =>
  db
    .prepare(
      `UPDATE users SET free_test_taken = 1, updated_at = ?3
       WHERE id = ?1 AND EXISTS (
         SELECT 1 FROM attempts
         WHERE id = ?2 AND user_id = ?1 AND right_by = 'one-premium-test')`,
    )
    .bind(owner.id, attemptId, now.toISOString())
