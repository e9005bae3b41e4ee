import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { selectExplanations, selectTopicNames } from '../product-api/content/texts.ts'
import { locales } from '../domain/locale.ts'
import {
  currentTestVersion,
  paperVersion,
  selectCurrentVersion,
} from '../product-api/papers/paper-versions.ts'
import { selectReportsOf } from '../product-api/scoring/question-reports.ts'
import { selectRulings } from '../product-api/scoring/key-rulings.ts'
import { selectCounted, selectScores } from '../product-api/scoring/result/comparison.ts'
import { selectScoreChanges } from '../product-api/scoring/result/score-changes.ts'
import { selectStoredId } from '../product-api/attempts/attempt-start.ts'
import { storeSummaries, SummaryMessage } from '../product-api/attempts/summaries.ts'
import {
  databaseOverBatches,
  type Database,
  type PreparedStatement,
} from '../product-api/database.ts'
import { insertGuests, type NewGuest } from '../product-api/identity/guest-inserts.ts'
import { selectGuest, selectMember } from '../product-api/identity/authentication.ts'
import { runOn } from '../product-api/grouped-reads.ts'
import { runJoined } from '../product-api/joined-reads.ts'
import { rotateRefreshToken } from '../product-api/identity/refresh-tokens.ts'
import { selectEntryAlone } from '../product-api/live-mocks/entries.ts'
import type { DatabaseCosts } from './exam-day.ts'
import { newEntries, newSession } from './shared-rows.ts'

// What attempts cost the product database, measured with its functions on the local database.

/** What D1 does besides the statements of a call; an assumption. */
export const callMs = 0.2

/** The database must have submitted attempts of `loadAttempts`, which are copied. Cost: some
 *  seconds, and 4,000 attempts that stay. */
export async function measureSharedCosts(database: Database, slug: string): Promise<DatabaseCosts> {
  const messages = await knownMessages(database)
  const now = new Date()
  const insert = (db: Database, count: number) => insertGuests(db, newGuests(count, now))
  const groupMs = await medianMs(database, 200, (db) => insert(db, 1))
  const largeGroupMs = await medianMs(database, 200, (db) => insert(db, groupSize))
  const member = await newSession(database, now)
  const test = await currentTestVersion(database, slug, now)
  if (!test) throw new Error(`There is no test ${slug}`)
  const version = test.version_id
  const entries = await newEntries(
    database,
    { testId: test.id, head: test.head, count: groupSize },
    now,
  )
  const attempt = { ...messages[0]!.attempt, mode: 'exam', locale: 'kn' } as const
  const ids = messages.map(({ attempt: { id } }) => id)
  const each = (select: (db: Database, id: string) => PreparedStatement) =>
    statementMs(database, (db, index) => select(db, ids[index % ids.length]!))
  const guestMs = await each(selectGuest)
  const idMs = await each(selectStoredId)
  const memberMs = await each((db) => selectMember(db, member))
  const entryMs = await statementMs(database, (db, index) => selectEntryAlone(db, entries[index]!))
  const countedMs = await each((db, id) => selectCounted(db, { ...attempt, id }))
  const changesMs = await each((db, id) => selectScoreChanges(db, id))
  const versionMs = await each((db) => selectCurrentVersion(db, slug))
  const rulingsMs = await each((db) => db.prepare(selectRulings).bind(version))
  const keysMs = await each((db) =>
    db.prepare('SELECT keys FROM paper_versions WHERE id = ?').bind(version),
  )
  const scoresMs = await each((db) => selectScores(db, attempt))
  const reportsMs = await each((db, id) => selectReportsOf(db, { kind: 'guest', id }))
  const { questions } = await paperVersion(database, version)
  const questionIds = questions.map(({ id }) => id)
  const explanationsMs = await each((db) => selectExplanations(db, questionIds, 'kn'))
  let { refreshToken } = member
  const renewalMs = await medianMs(database, 40, async (db) => {
    refreshToken = (await rotateRefreshToken(db, refreshToken, now)).refreshToken
  })
  const topicsMs = await each((db) => selectTopicNames(db, 'kn'))
  const batches = await Promise.all(
    Array.from({ length: 40 }, () => copiesOf(database, messages, now)),
  )
  let batch = 0
  const startBatchMs = await medianMs(database, batches.length, (db) =>
    storeSummaries(db, batches[batch++]!.map(started), now),
  )
  batch = 0
  const submissionBatchMs = await medianMs(database, batches.length, (db) =>
    storeSummaries(db, batches[batch++]!, now),
  )
  const single = await copiesOf(database, messages.slice(0, 1), now)
  // The first one stores it, the others find it stored.
  const batchMs = await medianMs(database, 20, (db) => storeSummaries(db, single, now))
  const perSummary = (ms: number) => Math.max(0, ms - batchMs) / batchSize
  const groupRowMs = Math.max(0, largeGroupMs - groupMs) / (groupSize - 1)
  return {
    ...{ groupMs, groupRowMs, batchMs, readCallMs: callMs },
    // The result, explanations and reports are three requests.
    resultMs: 3 * Math.max(memberMs, guestMs) + countedMs + changesMs + reportsMs,
    resultSharedMs: rulingsMs + scoresMs,
    startSummaryMs: perSummary(startBatchMs),
    submissionSummaryMs: perSummary(submissionBatchMs),
    ...{ replicaIdMs: idMs, replicaGuestMs: guestMs, replicaMemberMs: memberMs },
    replicaEntryMs: entryMs,
    replicaStartSharedMs: versionMs,
    replicaSubmissionSharedMs: rulingsMs + keysMs,
    ...{ renewalMs, replicaExplanationsMs: locales.length * (explanationsMs + topicsMs) },
  }
}

/** What one more read takes in a call of grouped reads. */
async function statementMs(
  database: Database,
  select: (db: Database, index: number) => PreparedStatement,
): Promise<number> {
  const inBatch = (count: number) =>
    medianMs(database, 100, (db) => {
      const together = databaseOverBatches((statements) =>
        runJoined(statements, (joined) => runOn(db, joined)),
      )
      return together.batch(Array.from({ length: count }, (_, index) => select(together, index)))
    })
  return Math.max(0, (await inBatch(groupSize)) - (await inBatch(1))) / (groupSize - 1)
}

const groupSize = 50

const newGuests = (count: number, now: Date): NewGuest[] =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
  }))

const batchSize = 100

/** Messages as the objects sent them. */
async function knownMessages(db: Database): Promise<SummaryMessage[]> {
  const { results } = await db
    .prepare(
      `SELECT a.*, m.options, m.outcomes, m.units, m.spent_ms, m.locales
       FROM attempts a JOIN attempt_marks m ON m.attempt_id = a.id
       WHERE a.guest_id IS NOT NULL AND a.summary_n > 1 LIMIT ?`,
    )
    .bind(batchSize)
    .all()
  if (results.length < batchSize)
    throw new Error(`Only ${results.length} submitted attempts: the summaries have not arrived`)
  const shape = { kind: 'summary', claimed_from: null }
  return results.map((row) => v.parse(SummaryMessage, { ...shape, attempt: row, marks: row }))
}

async function copiesOf(db: Database, messages: readonly SummaryMessage[], now: Date) {
  const copies = messages.map((message): SummaryMessage => {
    const attempt = { ...message.attempt, id: randomUUID(), guest_id: randomUUID() }
    return { ...message, attempt }
  })
  await db.batch(
    copies.map(({ attempt }) =>
      db
        .prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
        .bind(attempt.guest_id, now.toISOString(), new Date(now.getTime() + 6e8).toISOString()),
    ),
  )
  return copies
}

/** The message of the start of the same attempt. */
const started = ({ attempt, ...message }: SummaryMessage): SummaryMessage => ({
  ...message,
  marks: null,
  attempt: {
    ...{ ...attempt, submitted_at: null, submitted_by: null, score_units: null, marked_n: null },
    ...{ maximum_units: null, denominator: null, is_compared: 0, summary_n: 1 },
  },
})

/** The time of D1 for one run of `work`, the median of so many: for each call `callMs`, and as much
 *  longer as it took than a call that does nothing. */
async function medianMs(
  database: Database,
  runs: number,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  const empty: number[] = []
  const idle = timedDatabase(database, (ms) => empty.push(ms))
  for (let call = 0; call < 200; call++) await idle.prepare('SELECT 1').all()
  const emptyMs = median(empty)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    let ms = 0
    await work(timedDatabase(database, (took) => (ms += callMs + Math.max(0, took - emptyMs))))
    times.push(ms)
  }
  return median(times)
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** `add` is told how long each call took, in ms. */
const timedDatabase = (database: Database, add: (ms: number) => void): Database =>
  databaseOverBatches(async (statements) => {
    const prepared = statements.map(({ text, values }) => database.prepare(text).bind(...values))
    const startedAt = performance.now()
    const results = await database.batch(prepared)
    add(performance.now() - startedAt)
    return results
  })
