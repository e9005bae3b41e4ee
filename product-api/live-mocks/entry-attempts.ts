import { createMiddleware } from 'hono/factory'
import { isLiveEntryId } from '../../domain/live-mock/live-mock.ts'
import { startAttempt } from '../attempts/attempt-start.ts'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { groupedReads } from '../grouped-reads.ts'
import { isSameOwner, ownerIfAny } from '../owner.ts'
import { databaseOfReader } from '../reader.ts'
import { Refusal } from '../strapi/errors.ts'
import {
  entryById,
  ownerOfEntry,
  rememberOpenedMock,
  unopenedEntry,
  type Entry,
} from './entries.ts'
import { hasBegun, liveMockJson } from './live-mock-row.ts'
import { beforeBell, openPaper } from './sealed-papers.ts'

/** In memory, about 100 bytes each; lost with the isolate: entries whose attempt exists. */
const startedEntries = new Set<string>()
const maxStartedEntries = 100_000

/** Before the routes of attempts: makes the attempt of an entry at the first request after the
 *  bell. Whoever that request comes from, the attempt is its owner's, and began at the bell: a late
 *  phone has the same end as all others. Errors: Refusal 425 BeforeBell; 409 ResultsNotOut for a
 *  result before the publication. Cost: nothing for other attempts, which other ids show, except
 *  one read for those of forms; for the first request of an entry in an isolate one read of a
 *  replica, and for the first of all its part of a write with others of the same moment. */
export const attemptsOfEntries = createMiddleware<ApiEnv>(async (c, next) => {
  const [, id = '', action] = /\/user-test-progresses\/([^/]+)(?:\/(\w+))?$/.exec(c.req.path) ?? []
  if (!isLiveEntryId(id)) return next()
  const needsMock = action === 'result'
  if (needsMock || !startedEntries.has(id)) {
    const { DB } = c.env
    const now = new Date()
    // A replica may not know an entry of a moment ago, whose it is after a sign-in, nor that the
    // ranks are published.
    const near = needsMock ? null : await unopenedEntry(groupedReads(c.env, 'nearest'), id)
    if (near === 'opened') {
      rememberStarted(id)
      return next()
    }
    const isOfCaller = near !== null && isSameOwner(ownerOfEntry(near.entry), ownerIfAny(c))
    const found = isOfCaller ? near : await entryById(groupedReads(c.env, 'primary'), id)
    if (found) {
      const isNew = await startEntry(c.env, found, now)
      if (isNew) c.executionCtx.waitUntil(noteTogether(DB, id, now))
    }
    if (found && needsMock && found.mock.published_at === null) throw resultsNotOut(found)
  }
  return next()
})

/** Makes the attempt of an entry, once. Returns whether the caller has to note that it is opened.
 *  Errors: Refusal 425 before the bell. */
export async function startEntry(
  { DB: db, READERS }: Pick<ApiEnv['Bindings'], 'DB' | 'READERS'>,
  { entry, mock }: Entry,
  now: Date,
): Promise<boolean> {
  if (!hasBegun(mock, now)) throw beforeBell(mock, now)
  if (startedEntries.has(entry.id)) return false
  if (entry.opened_at === null) {
    const version_id = await openPaper(db, mock, now)
    rememberOpenedMock({ ...mock, version_id })
    const test = { id: mock.test_id, access: 'free', digest: '', version_id, head: mock.head }
    const owner = ownerOfEntry(entry)
    await startAttempt(
      { own: databaseOfReader(READERS, owner), shared: db },
      owner,
      { ...test, access: 'free' },
      {
        ...{ id: entry.id, mode: 'exam', locale: entry.locale },
        ...{ extraTime: entry.extra_time === 1, useFreeTest: false },
      },
      new Date(mock.bell_at),
    )
  }
  rememberStarted(entry.id)
  return entry.opened_at === null
}

function rememberStarted(id: string) {
  if (startedEntries.size >= maxStartedEntries) startedEntries.clear()
  startedEntries.add(id)
}

/** Notes that the attempts of these entries exist: the publication waits for their summaries. Cost:
 *  one statement. */
export const noteOpened = (db: Database, ids: readonly string[], now: Date) =>
  db
    .prepare(
      `UPDATE live_entries SET opened_at = ?2
       WHERE id IN (SELECT value FROM json_each(?1)) AND opened_at IS NULL`,
    )
    .bind(JSON.stringify(ids), now.toISOString())
    .run()

/** In memory; lost with the isolate, whose entries another isolate notes at a later request. */
let opened: string[] = []
/** Until when a request notes what others add, in ms of this isolate; then another one begins. */
let notingUntilMs = 0
const pauseMs = 500
/** `waitUntil` ends after 30 s. */
const maxNotingMs = 20_000

/** Notes that an entry is opened, with one write for all of the same half second, after the bell of
 *  very many. To be called in `waitUntil`. */
async function noteTogether(db: Database, id: string, now: Date): Promise<void> {
  opened.push(id)
  if (performance.now() < notingUntilMs) return
  notingUntilMs = performance.now() + maxNotingMs
  while (opened.length > 0) {
    const ids = opened
    opened = []
    const isLast = performance.now() > notingUntilMs - pauseMs
    if (isLast) notingUntilMs = 0
    try {
      await noteOpened(db, ids, now)
    } catch (error) {
      // The next request of each notes it.
      for (const one of ids) startedEntries.delete(one)
      console.error(JSON.stringify({ at: 'live-mocks', opened: ids.length, error: String(error) }))
    }
    if (isLast) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  notingUntilMs = 0
}

const resultsNotOut = ({ mock }: Entry) =>
  new Refusal(409, 'ResultsNotOut', 'The results are not published yet', {
    ...{ mock: mock.slug, resultsAt: liveMockJson(mock).resultsAt },
  })
