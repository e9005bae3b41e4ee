import { maxPublicationDelayMs } from '../../domain/live-mock/live-mock.ts'
import { unitsPerOutcome } from '../../domain/attempt/marking.ts'
import { attemptSummaries } from '../attempts/attempt-summaries.ts'
import type { Database } from '../database.ts'
import { parsePaperHead } from '../papers/paper-versions.ts'
import { liveMockColumns, type LiveMockRow } from './live-mock-row.ts'
import { openPaper } from './sealed-papers.ts'

const entriesPerStep = 100
/** About 350 statements of the 1,000 that a run of the cron trigger may send to D1. */
const maxStepsPerRun = 50

/** Runs every minute: publishes the ranks of live mocks whose time has come. First the answer keys
 *  become part of the paper's version, then each entry's attempt is marked by them and its score is
 *  stored, 5,000 a minute; then the ranks are computed, when the attempt of every entry is
 *  submitted, at the latest an hour later. Idempotent: overlapping and interrupted runs publish the
 *  same ranks once. Returns how many live mocks were published. Cost: one look-up in an index where
 *  nothing is due; seven statements for 100 entries. */
export async function publishLiveMocks(db: Database, now: Date): Promise<number> {
  const { results } = await db
    .prepare(
      `SELECT ${liveMockColumns} FROM live_mocks m
       WHERE m.published_at IS NULL AND m.withdrawn_at IS NULL AND m.results_at <= ?1
       ORDER BY m.results_at LIMIT 10`,
    )
    .bind(now.toISOString())
    .all<LiveMockRow>()
  let published = 0
  for (const mock of results)
    try {
      if (await publishLiveMock(db, mock, now)) published += 1
    } catch (error) {
      // Tried again a minute later; one that fails keeps no other waiting.
      console.error(JSON.stringify({ at: 'live-mocks', mock: mock.slug, error: String(error) }))
    }
  return published
}

async function publishLiveMock(db: Database, mock: LiveMockRow, now: Date): Promise<boolean> {
  const versionId = await openPaper(db, mock, now)
  await db
    .prepare(
      `UPDATE paper_versions
       SET keys = (SELECT answer_keys FROM live_mock_keys WHERE slug = ?2)
       WHERE id = ?1 AND keys = '{}'`,
    )
    .bind(versionId, mock.slug)
    .run()
  const isCollected = await collectScores(db, mock.slug, versionId, now)
  const isLate = now.getTime() > Date.parse(mock.results_at) + maxPublicationDelayMs
  if (!isCollected && !isLate) return false
  const { denominator, worth } = unitsPerOutcome(parsePaperHead(mock))
  const maximum = worth.right * parsePaperHead(mock).questionCount
  const [, updated] = await db.batch([
    db.prepare(insertResults).bind(mock.slug, denominator, maximum),
    db
      .prepare('UPDATE live_mocks SET published_at = ?2 WHERE slug = ?1 AND published_at IS NULL')
      .bind(mock.slug, now.toISOString()),
  ])
  return updated?.meta.changes === 1
}

/** Stores the scores of entries whose attempt is submitted. Returns whether those of all are
 *  stored. */
async function collectScores(
  db: Database,
  slug: string,
  versionId: number,
  now: Date,
): Promise<boolean> {
  let after = ''
  let isComplete = true
  for (let step = 0; step < maxStepsPerRun; step += 1) {
    const { results } = await db
      .prepare(
        `SELECT id FROM live_entries INDEXED BY live_entries_to_collect
         WHERE slug = ?1 AND opened_at IS NOT NULL AND score_units IS NULL AND is_second = 0
           AND id > ?2
         ORDER BY id LIMIT ?3`,
      )
      .bind(slug, after, entriesPerStep)
      .all<{ id: string }>()
    const ids = results.map(({ id }) => id)
    if (ids.length === 0) return isComplete
    const summaries = await attemptSummaries(db, versionId, ids, now)
    await db
      .prepare(
        `UPDATE live_entries SET score_units = s.value ->> 'scoreUnits' FROM json_each(?1) s
         WHERE live_entries.id = s.value ->> 'id' AND score_units IS NULL AND EXISTS (
           SELECT 1 FROM live_mocks m WHERE m.slug = live_entries.slug AND published_at IS NULL)`,
      )
      .bind(JSON.stringify(summaries))
      .run()
    if (summaries.length < ids.length) isComplete = false
    after = ids.at(-1) ?? ''
  }
  return false
}

/** The ranks, as counts of scores: of all, of each exam and of each state. Only the first run that
 *  gets here writes them. */
const insertResults = `
INSERT INTO live_results (slug, scope, scores, denominator, maximum_units)
SELECT ?1, scope, json_group_array(json_array(units, n) ORDER BY units DESC), ?2, ?3
FROM (
  SELECT scope, score_units AS units, count(*) AS n FROM (
    SELECT 'all' AS scope, score_units FROM live_entries WHERE slug = ?1
    UNION ALL SELECT 'exam ' || exam, score_units FROM live_entries WHERE slug = ?1
    UNION ALL SELECT 'state ' || state, score_units FROM live_entries
      WHERE slug = ?1 AND state IS NOT NULL)
  WHERE score_units IS NOT NULL GROUP BY scope, score_units)
WHERE EXISTS (SELECT 1 FROM live_mocks WHERE slug = ?1 AND published_at IS NULL)
GROUP BY scope
ON CONFLICT (slug, scope) DO NOTHING`
