import type { Locale } from '../../domain/locale.ts'
import { nearestReplica, type Database, type PreparedStatement, type Stores } from '../database.ts'
import { selectByKey } from '../joined-reads.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import {
  currentTestVersion,
  parsePaperHead,
  selectCurrentVersion,
  type TestVersion,
} from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { isOwnedBy, selectAttempt, type AttemptRow } from './attempt-row.ts'
import { deadlinesOf } from './deadlines.ts'
import { entitlementTo, spendFreeTest, type Entitlement } from './entitlement.ts'
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

/** The owner's attempt with an id; null if it is not started. Errors: Refusal 404 if the attempt
 *  was another owner's. Cost: two rows of the reader's object. */
export async function existingAttempt(
  own: Database,
  owner: Owner,
  id: string,
): Promise<AttemptRow | null> {
  const row = await readAttempt(own, id)
  if (row && !isOwnedBy(owner, row)) throw notFound()
  return row
}

/** The test of a new attempt. Errors: Refusal 404 for an unknown or withdrawn test, or an id that
 *  is another owner's attempt: a summary with such an id would be dropped. Cost: one call to a
 *  replica; the first time, the database also copies the paper. */
export async function testOfNewAttempt(
  shared: Database,
  { id, slug }: { id: string; slug: string },
  now: Date,
): Promise<TestVersion> {
  const near = nearestReplica(shared)
  const [others, versions] = await near.batch([
    selectStoredId(near, id),
    selectCurrentVersion(near, slug),
  ])
  const [known] = (versions?.results ?? []) as TestVersion[]
  const test = known ?? (await currentTestVersion(shared, slug, now))
  if (!test || others?.results.length !== 0) throw notFound()
  return test
}

/** Errors: Refusal 404 if an attempt with this id, which the reader's object does not have, is
 *  another owner's. Cost: one look-up in a replica. */
export async function requireNewId(shared: Database, id: string): Promise<void> {
  if (await selectStoredId(nearestReplica(shared), id).first()) throw notFound()
}

export const selectStoredId = (db: Database, id: string) =>
  selectByKey(db, { columns: 'a.id', from: 'attempts a ON a.id = asked.value' }, id)

/** Starts an attempt, once. Errors: Refusal 403 PremiumRequired (entitlement.ts). Cost: one
 *  transaction of the reader's object; for a premium test, one read of the product database, and
 *  one write where the member spends the free test. That is written first: a start that is cut off
 *  in between is repeated without spending another. */
export async function startAttempt(
  { own, shared }: Stores,
  owner: Owner,
  test: TestVersion,
  request: NewAttempt,
  now: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const entitlement = await entitlementTo(shared, test, owner, request.useFreeTest, now)
  if (entitlement.spendsFreeTest && !(await spendFreeTest(shared, owner, test, now)))
    // A concurrent request spent the free test: check again what the member is entitled to.
    return startAttempt({ own, shared }, owner, test, request, now)
  const written = await own.batch<AttemptRow>([
    own
      .prepare('INSERT OR IGNORE INTO paper_versions (id, test_id, head) VALUES (?, ?, ?)')
      .bind(test.version_id, test.id, test.head),
    insertAttempt(own, owner, test, request, entitlement, now),
    selectAttempt(own, request.id),
  ])
  const attempt = written.at(-1)?.results[0]
  if (!attempt || !isOwnedBy(owner, attempt)) throw notFound()
  return { attempt, isNew: (written[1]?.meta.changes ?? 0) > 0 }
}

function insertAttempt(
  own: Database,
  owner: Owner,
  test: TestVersion,
  { id, mode, locale, extraTime, formPaper = null, onPaper = false }: NewAttempt,
  { by }: Entitlement,
  now: Date,
): PreparedStatement {
  const startedAt = now.getTime()
  const { endsAt } = deadlinesOf(parsePaperHead(test), { mode, startedAt, extraTime })
  return own
    .prepare(
      `INSERT INTO attempts (
         id, version_id, test_id, ${ownerColumn(owner)}, mode, locale, right_by, extra_time,
         started_at, ends_at, updated_at, form_paper, on_paper)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, ?11, ?12)
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
