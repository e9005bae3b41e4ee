import * as v from 'valibot'
import type { Database } from '../database.ts'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { Refusal } from '../strapi/errors.ts'
import { withoutPersons } from './crash-log.ts'

/** Different crashes. Another one replaces the rarest, so that invented ones, each of which comes
 *  once, keep no real one out. */
const maxGroups = 300

/** A fault in a script makes every reader report it: an isolate counts so many, the rest is in the
 *  log alone. */
const counted = createTokenBuckets({ burst: 20, intervalMs: 3000 })

const text = v.fallback(v.string(), '')
const crash = v.fallback(
  v.object({
    ...{ message: text, island: text, url: text },
    /** When the page's build was made, in base 36 (src/virtual.d.ts). */
    release: v.fallback(v.pipe(v.string(), v.regex(/^([0-9a-z]{8}|dev)$/)), ''),
  }),
  { message: '', island: '', url: '', release: '' },
)

/** Counts a crash with those of the same message, for the desk. Cost: one transaction, of an
 *  isolate at most one in three seconds. */
export async function countCrash(db: Database, log: unknown, now: Date): Promise<void> {
  const { message, island, url, release } = v.parse(
    crash,
    typeof log === 'string' ? { message: log } : log,
  )
  const kind = [withoutIds(withoutPersons(message)).slice(0, 300), island.slice(0, 60)]
  if (kind[0] === '' || !mayCount()) return
  const values = [...kind, pageOf(url), release, now.toISOString()]
  await db.batch([
    db
      .prepare(
        `UPDATE crash_groups SET count = count + 1, page = ?3, last_at = ?5,
           last_release = max(last_release, ?4),
           closed_release = iif(?4 > closed_release, NULL, closed_release)
         WHERE message = ?1 AND part = ?2`,
      )
      .bind(...values),
    db
      .prepare(
        `DELETE FROM crash_groups
         WHERE id = (SELECT id FROM crash_groups ORDER BY count, last_at, id LIMIT 1)
           AND (SELECT count(*) FROM crash_groups) >= ?3
           AND NOT EXISTS (SELECT 1 FROM crash_groups WHERE message = ?1 AND part = ?2)`,
      )
      .bind(...kind, maxGroups),
    db
      .prepare(
        `INSERT OR IGNORE INTO crash_groups (message, part, page, count, first_release, first_at,
           last_release, last_at)
         VALUES (?1, ?2, ?3, 1, ?4, ?5, ?4, ?5)`,
      )
      .bind(...values),
  ])
}

function mayCount(): boolean {
  try {
    counted.take('')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Numbers and ids differ between crashes of the same kind. */
const withoutIds = (message: string) =>
  message
    .replace(/[\w-]*\d[\w-]{7,}/g, '…')
    .replace(/\d+/g, '…')
    .trim()

/** The path, with '…' for ids: the query may have something of a person. */
const pageOf = (url: string) =>
  URL.canParse(url) ? withoutIds(withoutPersons(new URL(url).pathname)).slice(0, 100) : ''
