import type { liveMock } from '../../domain/contracts/live-mocks.ts'
import type * as v from 'valibot'
import type { Locale } from '../../domain/locale.ts'
import type { Translations } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import { parsePaperHead } from '../papers/paper-versions.ts'

/** A row of `live_mocks`, without its sealed paper. Times are ISO 8601. `participants`: how many
 *  are ranked; null before the publication. */
export type LiveMockRow = {
  slug: string
  test_id: number
  titles: string
  abouts: string
  exams: string
  bell_at: string
  minutes: number
  latest_minutes: number
  results_at: string
  head: string
  sealed_bytes: number
  sealed_digest: string
  version_id: number | null
  published_at: string | null
  participants: number | null
}

const columns = `m.slug, m.test_id, m.titles, m.abouts, m.exams, m.bell_at, m.minutes,
  m.latest_minutes, m.results_at, m.head, m.sealed_bytes, m.sealed_digest, m.version_id,
  m.published_at,
  (SELECT sum(s.value ->> 1) FROM live_results r, json_each(r.scores) s
   WHERE r.slug = m.slug AND r.scope = 'all') AS participants`

/** Columns of a LiveMockRow; `m`: live_mocks. */
export const liveMockColumns = columns

/** A live mock; null for an unknown or withdrawn one. Cost: one read. */
export const liveMockBySlug = (db: Database, slug: string): Promise<LiveMockRow | null> =>
  db
    .prepare(`SELECT ${columns} FROM live_mocks m WHERE m.slug = ? AND m.withdrawn_at IS NULL`)
    .bind(slug)
    .first<LiveMockRow>()

const maxListed = 30

/** The live mocks, the latest bell first. Cost: one read. */
export async function recentLiveMocks(db: Database): Promise<LiveMockRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${columns} FROM live_mocks m WHERE m.withdrawn_at IS NULL
       ORDER BY m.bell_at DESC LIMIT ${maxListed}`,
    )
    .all<LiveMockRow>()
  return results
}

/** A live mock as the product API returns it. Nothing of its questions. */
export function liveMockJson(row: LiveMockRow): v.InferOutput<typeof liveMock> {
  const { exam, state, languages, questionCount, marks } = parsePaperHead(row)
  return {
    ...{ slug: row.slug, test: row.slug, exam, state },
    title: JSON.parse(row.titles) as Translations<string>,
    about: JSON.parse(row.abouts) as Translations<string>,
    languages: [...languages] as Locale[],
    exams: JSON.parse(row.exams) as string[],
    ...{ bellAt: row.bell_at, minutes: row.minutes, latestMinutes: row.latest_minutes },
    ...{ resultsAt: row.results_at, publishedAt: row.published_at },
    ...{ questionCount, marks, sealedBytes: row.sealed_bytes, sealedDigest: row.sealed_digest },
    participants: row.published_at === null ? null : (row.participants ?? 0),
  }
}

export const hasBegun = ({ bell_at }: Pick<LiveMockRow, 'bell_at'>, now: Date): boolean =>
  now.getTime() >= Date.parse(bell_at)
