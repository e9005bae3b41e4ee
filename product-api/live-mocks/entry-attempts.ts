import { createMiddleware } from 'hono/factory'
import { isLiveEntryId } from '../../domain/live-mock/live-mock.ts'
import { startAttempt } from '../attempts/attempt-start.ts'
import type { ApiEnv } from '../env.ts'
import { databaseOfReader } from '../reader.ts'
import { Refusal } from '../strapi/errors.ts'
import { entryById, ownerOfEntry, type Entry } from './entries.ts'
import { hasBegun, liveMockJson } from './live-mock-row.ts'
import { beforeBell, openPaper } from './sealed-papers.ts'

/** In memory; lost with the isolate: entries whose attempt exists. */
const startedEntries = new Set<string>()
const maxStartedEntries = 20_000

/** Before the routes of attempts: makes the attempt of an entry at the first request after the
 *  bell. Whoever that request comes from, the attempt is its owner's, and began at the bell: a late
 *  phone has the same end as all others. Errors: Refusal 425 BeforeBell; 409 ResultsNotOut for a
 *  result before the publication. Cost: nothing for other attempts, which other ids show, except
 *  one read for those of forms; two reads for the first request of an entry in an isolate. */
export const attemptsOfEntries = createMiddleware<ApiEnv>(async (c, next) => {
  const [, id = '', action] = /\/user-test-progresses\/([^/]+)(?:\/(\w+))?$/.exec(c.req.path) ?? []
  if (!isLiveEntryId(id)) return next()
  const needsMock = action === 'result'
  if (needsMock || !startedEntries.has(id)) {
    const found = await entryById(c.env.DB, id)
    const now = new Date()
    if (found) await startEntry(c.env, found, now)
    if (found && needsMock && found.mock.published_at === null) throw resultsNotOut(found)
  }
  return next()
})

/** Makes the attempt of an entry, once. Errors: Refusal 425 before the bell. */
export async function startEntry(
  { DB: db, READERS }: Pick<ApiEnv['Bindings'], 'DB' | 'READERS'>,
  { entry, mock }: Entry,
  now: Date,
) {
  if (!hasBegun(mock, now)) throw beforeBell(mock, now)
  if (startedEntries.has(entry.id)) return
  if (entry.opened_at === null) {
    const version_id = await openPaper(db, mock, now)
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
    await db
      .prepare('UPDATE live_entries SET opened_at = ?2 WHERE id = ?1 AND opened_at IS NULL')
      .bind(entry.id, now.toISOString())
      .run()
  }
  if (startedEntries.size >= maxStartedEntries) startedEntries.clear()
  startedEntries.add(entry.id)
}

const resultsNotOut = ({ mock }: Entry) =>
  new Refusal(409, 'ResultsNotOut', 'The results are not published yet', {
    ...{ mock: mock.slug, resultsAt: liveMockJson(mock).resultsAt },
  })
