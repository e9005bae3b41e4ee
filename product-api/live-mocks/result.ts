import * as v from 'valibot'
import { formatUnits } from '../../domain/attempt/fraction.ts'
import type { liveResult } from '../../domain/contracts/live-mocks.ts'
import {
  lateRankIn,
  participantsIn,
  rankIn,
  scoreBands,
  type Rank,
  type ScoreCounts,
} from '../../domain/live-mock/ranks.ts'
import { attemptSummaries } from '../attempts/attempt-summaries.ts'
import type { Database } from '../database.ts'
import type { Owner } from '../owner.ts'
import { Refusal } from '../strapi/errors.ts'
import { ownEntry, type EntryRow } from './entries.ts'
import { liveMockJson, type LiveMockRow } from './live-mock-row.ts'

const ResultRow = v.object({
  scope: v.string(),
  scores: v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.number(), v.number()]))),
  denominator: v.number(),
  maximum_units: v.number(),
})
type Result = v.InferOutput<typeof liveResult>

/** The published result, with the caller's place in it. Errors: Refusal 409 ResultsNotOut before
 *  the publication. Cost: one read; for a caller who has entered two more. */
export async function resultOf(
  db: Database,
  mock: LiveMockRow,
  owner: Owner | null,
  now: Date,
): Promise<Result> {
  if (mock.published_at === null || mock.version_id === null)
    throw new Refusal(409, 'ResultsNotOut', 'The results are not published yet', {
      ...{ mock: mock.slug, resultsAt: mock.results_at },
    })
  const own = owner && (await ownEntry(db, owner, mock.slug))
  const scopes = ['all', ...(own ? [`exam ${own.entry.exam}`, `state ${own.entry.state}`] : [])]
  const { results } = await db
    .prepare(
      `SELECT scope, scores, denominator, maximum_units FROM live_results
       WHERE slug = ?1 AND scope IN (SELECT value FROM json_each(?2))`,
    )
    .bind(mock.slug, JSON.stringify(scopes))
    .all()
  const rows = new Map(v.parse(v.array(ResultRow), results).map((row) => [row.scope, row]))
  const all = rows.get('all')
  const denominator = all?.denominator ?? 1
  const maximum = all?.maximum_units ?? 0
  const counts = (scope: string): ScoreCounts => rows.get(scope)?.scores ?? []
  return {
    mock: liveMockJson(mock),
    maximum: formatUnits(maximum, denominator),
    median: all ? formatUnits(medianOf(all.scores), denominator) : null,
    bands: scoreBands(counts('all'), denominator, maximum),
    own: own && (await standingOf(db, mock.version_id, own.entry, counts, now)),
  }
}

async function standingOf(
  db: Database,
  versionId: number,
  entry: EntryRow,
  counts: (scope: string) => ScoreCounts,
  now: Date,
): Promise<Result['own']> {
  const { id: attempt, exam, state } = entry
  const [summary] = await attemptSummaries(db, versionId, [attempt], now)
  if (!summary) {
    const none = { score: null, all: null, inExam: null, inState: null }
    return { ...{ attempt, standing: 'absent', exam, state }, ...none }
  }
  // A score that changed after the publication does not move the published ranks.
  const units = entry.score_units ?? summary.scoreUnits
  const isRanked = entry.score_units !== null
  const place = (scope: string): Rank | null =>
    isRanked ? rankIn(counts(scope), units) : lateRankIn(counts(scope), units)
  return {
    ...{ attempt, standing: isRanked ? 'ranked' : 'late', exam, state },
    score: formatUnits(units, summary.denominator),
    all: place('all'),
    inExam: place(`exam ${exam}`),
    inState: state === null ? null : place(`state ${state}`),
  }
}

/** The score of the participant in the middle; of an even number, the lower one of the two. */
function medianOf(counts: ScoreCounts): number {
  let left = Math.floor(participantsIn(counts) / 2)
  for (const [units, count] of counts) {
    if (left < count) return units
    left -= count
  }
  return 0
}
