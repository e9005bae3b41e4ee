import { exportToBucket, type BucketExport } from '../../authoring/publishing/bucket-export.ts'
import type { ContentBucket } from '../../authoring/publishing/content-bucket.ts'
import { addDays, clockInIndia, dayInIndia } from '../../domain/india-time.ts'
import type { Database } from '../../product-api/database.ts'
import { keepDayTexts } from '../affairs/day-texts.ts'

/** In India, when few readers are there. A first export begins at any time. */
const window = { from: '02:00', until: '05:00' }
/** What one minute stores, so that a step stays far below the limits of a Worker. */
const filesPerStep = 40
/** A step that was interrupted is taken up after this. */
const claimMs = 5 * 60_000

/** Exports the content into the bucket, some files a minute, until the bucket has what the night
 *  began with or later. Called every minute. Overlapping calls never export twice. Without a bucket
 *  it does nothing.
 *  Cost: no query outside of the window but the look-up of one row; see `exportToBucket`. */
export async function runNightlyExport(
  db: Database,
  bucket: ContentBucket | undefined,
  now: Date,
  maxFiles = filesPerStep,
) {
  if (!bucket) return
  // The night belongs to the day before it.
  const night = addDays(dayInIndia(now), -1)
  if (!(await claim(db, night, now))) return
  try {
    await keepDayTexts(db)
    const report = await exportToBucket(db, bucket, { night, maxFiles })
    await (report.isFinished ? recordEnd(db, night, report, now) : recordStep(db, null))
  } catch (error) {
    console.error(JSON.stringify({ at: 'nightly export', night, error: String(error) }))
    await recordStep(db, String(error).slice(0, 500))
  }
}

const isInWindow = (now: Date) => {
  const clock = clockInIndia(now)
  return clock >= window.from && clock < window.until
}

/** -> whether this call may export. */
async function claim(db: Database, night: string, now: Date): Promise<boolean> {
  const row = await db
    .prepare('SELECT night, claimed_until AS claimedUntil FROM nightly_export')
    .first<{ night: string | null; claimedUntil: string }>()
  const at = now.toISOString()
  const isDue = isInWindow(now) ? row?.night !== night : (row?.night ?? null) === null
  if (!isDue || (row && row.claimedUntil > at)) return false
  const { meta } = await db
    .prepare(
      `INSERT INTO nightly_export (id, claimed_until) VALUES (1, ?1)
       ON CONFLICT (id) DO UPDATE SET claimed_until = ?1 WHERE claimed_until <= ?2`,
    )
    .bind(new Date(now.getTime() + claimMs).toISOString(), at)
    .run()
  return meta.changes > 0
}

const recordStep = (db: Database, failure: string | null) =>
  db.prepare(`UPDATE nightly_export SET claimed_until = '', failure = ?`).bind(failure).run()

const recordEnd = (db: Database, night: string, { files, missing }: BucketExport, now: Date) =>
  db
    .prepare(
      `UPDATE nightly_export SET night = ?, claimed_until = '', finished_at = ?, files = ?,
         missing = ?, failure = NULL`,
    )
    .bind(night, now.toISOString(), files, missing)
    .run()

export type LastExport = {
  /** ISO time; null: none has ended yet. */
  finishedAt: string | null
  files: number
  missing: number
  failure: string | null
}

export const lastExport = (db: Database): Promise<LastExport | null> =>
  db
    .prepare('SELECT finished_at AS finishedAt, files, missing, failure FROM nightly_export')
    .first<LastExport>()
