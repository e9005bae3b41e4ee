import { fromBase64, openSealed } from '../../domain/live-mock/seal.ts'
import type { Database } from '../database.ts'
import { Refusal } from '../strapi/errors.ts'
import { hasBegun, type LiveMockRow } from './live-mock-row.ts'

/** The sealed paper in base64, the same for everybody, at any time. Cost: one read. */
export async function sealedPaperOf(db: Database, { slug }: LiveMockRow): Promise<string> {
  const row = await db
    .prepare('SELECT sealed FROM live_mocks WHERE slug = ?')
    .bind(slug)
    .first<{ sealed: string }>()
  return row?.sealed ?? ''
}

/** The opening code. Errors: Refusal 425 before the bell, with the milliseconds left; the code is
 *  then not even read. */
export async function openingCodeOf(db: Database, mock: LiveMockRow, now: Date): Promise<string> {
  if (!hasBegun(mock, now)) throw beforeBell(mock, now)
  const row = await db
    .prepare(
      `SELECT k.code FROM live_mock_keys k JOIN live_mocks m USING (slug)
       WHERE m.slug = ?1 AND m.bell_at <= ?2`,
    )
    .bind(mock.slug, now.toISOString())
    .first<{ code: string }>()
  if (!row) throw beforeBell(mock, now)
  return row.code
}

export const beforeBell = ({ slug, bell_at }: LiveMockRow, now: Date) =>
  new Refusal(425, 'BeforeBell', 'It has not begun', {
    mock: slug,
    bellAt: bell_at,
    leftMs: Math.max(0, Date.parse(bell_at) - now.getTime()),
  })

/** Decrypts the paper into a paper version, once, after the bell; its answer keys stay out of it
 *  until the results. Returns the version's id. Concurrent calls make one version. Errors: Refusal
 *  425 before the bell. Cost: one decryption and one transaction, then none. */
export async function openPaper(db: Database, mock: LiveMockRow, now: Date): Promise<number> {
  if (mock.version_id !== null) return mock.version_id
  if (!hasBegun(mock, now)) throw beforeBell(mock, now)
  const row = await db
    .prepare(
      `SELECT m.sealed, k.paper_key FROM live_mocks m JOIN live_mock_keys k USING (slug)
       WHERE m.slug = ?`,
    )
    .bind(mock.slug)
    .first<{ sealed: string; paper_key: string }>()
  const paper = row && (await openSealed(fromBase64(row.sealed), fromBase64(row.paper_key)))
  if (!row || !paper) throw new Error(`The sealed paper of ${mock.slug} cannot be opened`)
  const [, , found] = await db.batch<{ version_id: number }>([
    db
      .prepare(insertVersion)
      .bind(mock.slug, JSON.stringify(paper.questions), now.toISOString(), mock.sealed_digest),
    db.prepare(rememberVersion).bind(mock.slug, mock.sealed_digest, now.toISOString()),
    db.prepare('SELECT version_id FROM live_mocks WHERE slug = ?').bind(mock.slug),
  ])
  const version = found?.results[0]?.version_id
  if (!version) throw new Error(`The paper of ${mock.slug} was replaced while it was opened`)
  return version
}

/** ?1: the mock, ?2: its questions, ?3: now, ?4: the sealed paper that was opened. */
const insertVersion = `
INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
SELECT m.test_id, 'live-' || m.sealed_digest, m.head, ?2, '{}', ?3
FROM live_mocks m WHERE m.slug = ?1 AND m.bell_at <= ?3 AND m.sealed_digest = ?4
  AND m.version_id IS NULL
ON CONFLICT (test_id, digest) DO NOTHING`

const rememberVersion = `
UPDATE live_mocks SET version_id = (
  SELECT v.id FROM paper_versions v
  WHERE v.test_id = live_mocks.test_id AND v.digest = 'live-' || live_mocks.sealed_digest)
WHERE slug = ?1 AND sealed_digest = ?2 AND bell_at <= ?3 AND version_id IS NULL`
