import * as v from 'valibot'
import { notCountedReasons } from '../../domain/attempt/attempt-result.ts'
import { eventKinds } from '../../domain/attempt/journal.ts'
import { locales } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import type { AttemptRow } from './attempt-row.ts'
import { addToJournal, openJournal } from './stored-journal.ts'
import type { StoredEntry } from './stored-entries.ts'

// Until migration 0056, each entry of a journal was a row of `attempt_events`. While a deployment
// replaces the Worker, its previous version still adds some.

/** Moves the entries of an attempt from `attempt_events` to its journal, once; an entry keeps its
 *  number unless the journal has others already. Has no effect if another request changes the
 *  attempt meanwhile. Cost: reads the entries; one transaction. */
export async function moveOldJournal(db: Database, row: AttemptRow, now: Date): Promise<void> {
  const { results } = await db.prepare(selectOldEntries).bind(row.id).all()
  const old = v.parse(v.array(OldEntry), results)
  const journal = await openJournal({ own: db, shared: db }, row)
  const known = new Set((await journal.entries()).map(({ id }) => id))
  const isFirst = known.size === 0
  const entries = old
    .filter(({ id }) => !known.has(id) && journal.archive?.dropped.has(id) !== true)
    .map(({ receivedAt, keyShownAt: _, claimedAt, ...entry }, index): StoredEntry => ({
      ...entry,
      ...(!isFirst && { n: row.last_n + index + 1 }),
      claimedAt: claimedAt === entry.at ? null : claimedAt,
      receivedAt: Date.parse(receivedAt) || 0,
    }))
  const besides = [
    db.prepare(deleteOldEntries).bind(row.id, old.at(-1)?.n ?? 0, row.journal_revision),
  ]
  const keysShown = old.flatMap(({ question, keyShownAt }) =>
    question !== null && keyShownAt !== null ? [question] : [],
  )
  await addToJournal(db, row, journal, { entries, keysShown, besides }, now)
}

const selectOldEntries = `
SELECT event_id AS id, n, writer, tick, max(0, coalesce(happened_at_ms, at_ms)) AS at, kind,
  question, option, locale, spent_ms AS spentMs, device, seen_n AS seen, via,
  at_ms AS claimedAt, received_at AS receivedAt, coalesce(reason, standing) AS standing, raw,
  key_shown_at AS keyShownAt
FROM attempt_events WHERE attempt_id = ? ORDER BY n`

/** ?1: the attempt, ?2: the last entry that was read, ?3: the revision. */
const deleteOldEntries = `
DELETE FROM attempt_events WHERE attempt_id = ?1 AND n <= ?2
  AND EXISTS (SELECT 1 FROM attempts WHERE id = ?1 AND journal_revision = ?3)`

const OldEntry = v.object({
  id: v.string(),
  n: v.number(),
  writer: v.string(),
  tick: v.number(),
  at: v.number(),
  kind: v.picklist([...eventKinds, 'unreadable']),
  question: v.nullable(v.string()),
  option: v.nullable(v.number()),
  locale: v.nullable(v.picklist(locales)),
  spentMs: v.number(),
  device: v.nullable(v.string()),
  seen: v.nullable(v.number()),
  via: v.nullable(v.picklist(['form', 'code'])),
  claimedAt: v.number(),
  receivedAt: v.string(),
  standing: v.picklist(['counted', ...notCountedReasons]),
  raw: v.nullable(v.string()),
  keyShownAt: v.nullable(v.string()),
})
