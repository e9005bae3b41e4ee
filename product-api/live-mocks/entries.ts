import type * as v from 'valibot'
import type { Attempt } from '../../domain/contracts/attempts.ts'
import type { entryRequest, liveEntry } from '../../domain/contracts/live-mocks.ts'
import type { Locale } from '../../domain/locale.ts'
import { lastEntryOf, liveEntryId } from '../../domain/live-mock/live-mock.ts'
import { carryKeyOf } from '../attempts/carry-key.ts'
import { deadlinesOf, graceSeconds } from '../attempts/deadlines.ts'
import type { Database } from '../database.ts'
import { selectByKey } from '../joined-reads.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { parsePaperHead } from '../papers/paper-versions.ts'
import { invalidFields } from '../strapi/request-body.ts'
import { Refusal } from '../strapi/errors.ts'
import { liveMockColumns, liveMockJson, type LiveMockRow } from './live-mock-row.ts'

/** A row of `live_entries`. */
export type EntryRow = {
  id: string
  slug: string
  user_id: number | null
  guest_id: string | null
  locale: Locale
  exam: string
  state: string | null
  extra_time: number
  created_at: string
  opened_at: string | null
  score_units: number | null
}

/** An entry and its live mock. */
export type Entry = { entry: EntryRow; mock: LiveMockRow }

type Joined = LiveMockRow & { entry: string }

const entryColumn = `json_object('id', e.id, 'slug', e.slug, 'user_id', e.user_id,
  'guest_id', e.guest_id, 'locale', e.locale, 'exam', e.exam, 'state', e.state,
  'extra_time', e.extra_time, 'created_at', e.created_at, 'opened_at', e.opened_at,
  'score_units', e.score_units) AS entry`

const selectEntry = `
SELECT ${liveMockColumns}, ${entryColumn} FROM live_entries e JOIN live_mocks m USING (slug)`

const parsed = (row: Joined | null): Entry | null =>
  row && { mock: row, entry: JSON.parse(row.entry) as EntryRow }

/** Whoever owns it; null for an unknown id. Cost: one read. */
export const entryById = async (db: Database, id: string): Promise<Entry | null> =>
  parsed(await selectEntryById(db, id).first<Joined>())

const selectEntryById = (db: Database, id: string) =>
  db.prepare(`${selectEntry} WHERE e.id = ?`).bind(id)

/** As `entryById`; 'opened' where it is noted that its attempt exists. Cost: one read of one row,
 *  and once in two seconds one of the live mock. */
export async function unopenedEntry(db: Database, id: string): Promise<Entry | 'opened' | null> {
  const row = await selectEntryAlone(db, id).first<{ entry: string }>()
  if (!row) return null
  const entry = JSON.parse(row.entry) as EntryRow
  if (entry.opened_at !== null) return 'opened'
  const mock = await mockOfEntry(db, entry.slug)
  return mock && { entry, mock }
}

export const selectEntryAlone = (db: Database, id: string) =>
  selectByKey(db, { columns: entryColumn, from: 'live_entries e ON e.id = asked.value' }, id)

/** In memory; lost with the isolate: live mocks whose paper is opened, when they were read. */
const openedMocks = new Map<string, { readAtMs: number; mock: LiveMockRow }>()
const mockMemoryMs = 2000
const maxOpenedMocks = 16

async function mockOfEntry(db: Database, slug: string): Promise<LiveMockRow | null> {
  const nowMs = Date.now()
  const known = openedMocks.get(slug)
  if (known && Math.abs(nowMs - known.readAtMs) < mockMemoryMs) return known.mock
  const mock = await db
    .prepare(`SELECT ${liveMockColumns} FROM live_mocks m WHERE m.slug = ?`)
    .bind(slug)
    .first<LiveMockRow>()
  if (mock) rememberOpenedMock(mock)
  return mock
}

/** Nothing for one whose paper is not opened: the next request may be the one that opens it. */
export function rememberOpenedMock(mock: LiveMockRow) {
  if (mock.version_id === null) return
  if (openedMocks.size >= maxOpenedMocks) openedMocks.clear()
  openedMocks.set(mock.slug, { readAtMs: Date.now(), mock })
}

/** The owner's entry in a live mock; null if there is none. Cost: one read. */
export const ownEntry = async (db: Database, owner: Owner, slug: string): Promise<Entry | null> =>
  parsed(
    await db
      .prepare(
        `${selectEntry} WHERE e.${ownerColumn(owner)} = ?1 AND e.slug = ?2 AND is_second = 0`,
      )
      .bind(owner.id, slug)
      .first<Joined>(),
  )

export const ownerOfEntry = ({ user_id, guest_id }: EntryRow): Owner =>
  user_id !== null ? { kind: 'member', id: user_id } : { kind: 'guest', id: guest_id ?? '' }

/** Enters a live mock, once: a second request changes what the first one said, until the bell.
 *  Errors: Refusal 409 EntryClosed after the last moment to enter, 400 for an exam that the live
 *  mock is not for. Cost: one transaction. */
export async function enterLiveMock(
  db: Database,
  owner: Owner,
  mock: LiveMockRow,
  request: v.InferOutput<typeof entryRequest>,
  now: Date,
): Promise<{ entry: Entry; isNew: boolean }> {
  const { exams, ...times } = liveMockJson(mock)
  const known = await ownEntry(db, owner, mock.slug)
  if (known && now.getTime() >= Date.parse(mock.bell_at)) return { entry: known, isNew: false }
  if (now.getTime() > lastEntryOf(times)) throw entryClosed(mock)
  if (!exams.includes(request.exam))
    throw invalidFields({ path: ['exam'], message: 'exam is not one of this live mock' })
  const column = ownerColumn(owner)
  const id = liveEntryId(crypto.randomUUID())
  await db
    .prepare(
      `INSERT INTO live_entries
         (id, slug, ${column}, locale, exam, state, extra_time, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       ON CONFLICT (${column}, slug) WHERE ${uniqueWhere(owner)} DO UPDATE SET
         locale = excluded.locale, exam = excluded.exam, state = excluded.state,
         extra_time = excluded.extra_time`,
    )
    .bind(
      ...[id, mock.slug, owner.id, request.locale, request.exam, request.state],
      ...[request.extraTime ? 1 : 0, now.toISOString()],
    )
    .run()
  const entry = await ownEntry(db, owner, mock.slug)
  if (!entry) throw new Error(`An entry in ${mock.slug} is gone after it was written`)
  return { entry, isNew: entry.entry.id === id }
}

/** The condition of the index that holds one entry for each owner. */
const uniqueWhere = ({ kind }: Owner) =>
  kind === 'member' ? 'user_id IS NOT NULL AND is_second = 0' : 'guest_id IS NOT NULL'

const entryClosed = (mock: LiveMockRow) =>
  new Refusal(409, 'EntryClosed', 'Nobody can enter any more', {
    lastEntryAt: new Date(lastEntryOf(liveMockJson(mock))).toISOString(),
  })

/** An entry as the product API returns it. `attempt`: as it will be after the bell, so that a page
 *  can be prepared for it. */
export async function entryJson(
  { entry, mock }: Entry,
  secret: string,
  now: Date,
): Promise<v.InferOutput<typeof liveEntry>> {
  const paper = parsePaperHead(mock)
  return {
    mock: liveMockJson(mock),
    ...{ exam: entry.exam, state: entry.state, openedAt: entry.opened_at },
    attempt: await attemptAtBell({ entry, mock }, secret, now),
    paper: { ...paper, languages: [...paper.languages], sections: [...paper.sections] },
  }
}

async function attemptAtBell({ entry, mock }: Entry, secret: string, now: Date): Promise<Attempt> {
  const head = parsePaperHead(mock)
  const startedAt = mock.bell_at
  const deadlines = deadlinesOf(head, {
    ...{ mode: 'exam', startedAt: Date.parse(startedAt), extraTime: entry.extra_time === 1 },
  })
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    ...{ id: entry.id, documentId: entry.id, test: head.slug, exam: head.exam, state: head.state },
    ...{ title: head.titles, mode: 'exam', status: 'running', locale: entry.locale },
    ...{ rightBy: 'free', extraTime: entry.extra_time === 1, startedAt, graceSeconds },
    endsAt: deadlines.endsAt === null ? null : iso(deadlines.endsAt),
    now: now.toISOString(),
    sectionEnds: deadlines.sections.map(({ section, startsAt, endsAt }) => ({
      ...{ section, startsAt: iso(startsAt), endsAt: iso(endsAt) },
    })),
    ...{ submittedAt: null, submittedBy: null, provisionalUntil: null, formPaper: null },
    ...{ version: mock.version_id ?? 0, questionCount: head.questionCount, answered: 0 },
    ...{ score: null, maximum: null, carryKey: await carryKeyOf(secret, entry.id), lastTick: 0 },
    ...{ createdAt: entry.created_at, updatedAt: entry.created_at, publishedAt: startedAt },
  }
}
