import { addDays } from '../../domain/india-time.ts'
import type { Database } from '../../product-api/database.ts'
import {
  manifestOfNight,
  newestManifest,
  nightsPrefix,
  objectKey,
  storedFileOf,
  storedFiles,
  unfinishedManifest,
  type ContentBucket,
  type StoredFile,
} from './content-bucket.ts'
import { exportIndex, type ExportEntry } from './export-index.ts'
import { exportedFiles } from './exported-files.ts'
import { manifestText } from './export-manifest.ts'

export type BucketExport = {
  /** The bucket has everything; else the next step goes on. */
  isFinished: boolean
  files: number
  /** Stored in this step. */
  written: number
  /** What readers see and no text exists of. */
  missing: number
}

/** How long the content of a night can be fetched after it has changed. */
export const nightsKept = 90

const filesPerRecord = 20

/** One step of an export into a bucket: stores up to `maxFiles` whose content has changed since the
 *  last export, and when all are there, the manifest of the night. What was stored is recorded
 *  after every 20 files, so that a step that ends early loses no more. Nothing is written where
 *  nothing has changed. Live mocks are exported from their results on.
 *  Errors: DatabaseFailure, and what the bucket throws. Cost: for 300 files about 20,000 rows read,
 *  twice that if something has changed, and two reads of the bucket; one write for each changed
 *  file and for each 20 of them, and three for the manifest. */
export async function exportToBucket(
  database: Database,
  bucket: ContentBucket,
  { night, maxFiles }: { night: string; maxFiles: number },
): Promise<BucketExport> {
  const last = await storedFiles(bucket, newestManifest)
  const begun = await storedFiles(bucket, unfinishedManifest)
  const known = new Map([...last, ...begun].map((file) => [versionKey(file), file]))
  const stored = new Set([...last, ...begun].map(objectKey))
  const index = await exportIndex(database)
  const due = index.entries.filter((entry) => !known.has(versionKey(entry)))
  const record = () => bucket.put(unfinishedManifest, textOf(filesIn(index.entries, known)))
  let [written, unrecorded] = [0, 0]
  for await (const { entry, content } of exportedFiles(database, due.slice(0, maxFiles))) {
    if (!content) continue
    const file = storedFileOf(entry, content)
    const key = objectKey(file)
    if (!stored.has(key)) {
      await bucket.put(key, content)
      written += 1
    }
    stored.add(key)
    known.set(versionKey(entry), file)
    if ((unrecorded += 1) === filesPerRecord) {
      await record()
      unrecorded = 0
    }
  }
  // What was published meanwhile may have changed what was read before it.
  const after = due.length === 0 ? index : await exportIndex(database)
  const files = filesIn(after.entries, known)
  const isSame = due.length === 0 || JSON.stringify(after) === JSON.stringify(index)
  const isFinished = isSame && files.length === after.entries.length
  const report = { isFinished, files: files.length, written, missing: after.missing.length }
  if (!isFinished) {
    if (unrecorded > 0) await record()
    return report
  }
  const text = textOf(files)
  if (text !== textOf(last)) {
    await bucket.put(manifestOfNight(night), text)
    await bucket.put(newestManifest, text)
    await deleteOldNights(bucket, night)
  }
  if (begun.length > 0 || due.length > 0) await bucket.delete([unfinishedManifest])
  return report
}

const versionKey = ({ path, version }: { path: string; version: string }) => `${path} ${version}`

const filesIn = (entries: readonly ExportEntry[], known: ReadonlyMap<string, StoredFile>) =>
  entries.flatMap((entry): StoredFile[] => {
    const file = known.get(versionKey(entry))
    return file ? [{ ...file, updatedAt: entry.updatedAt }] : []
  })

/** The files with their versions, which `exportManifest` passes over. */
const textOf = (files: readonly StoredFile[]) => manifestText(files)

/** Deletes the manifests that were not the newest on any of the last 90 nights, and the files that
 *  no other manifest lists. Cost: one listing; where a manifest is deleted, one read of each. */
async function deleteOldNights(bucket: ContentBucket, night: string) {
  const { objects } = await bucket.list({ prefix: nightsPrefix })
  const keys = objects.map(({ key }) => key).sort()
  const firstKept = manifestOfNight(addDays(night, -nightsKept))
  const old = keys.filter((_, index) => {
    const next = keys[index + 1]
    return next !== undefined && next <= firstKept
  })
  if (old.length === 0) return
  const filesOf = async (some: readonly string[]) => {
    const files = new Set<string>()
    for (const key of some)
      for (const file of await storedFiles(bucket, key)) files.add(objectKey(file))
    return files
  }
  const kept = await filesOf(keys.filter((key) => !old.includes(key)))
  const unlisted = [...(await filesOf(old))].filter((key) => !kept.has(key))
  for (let at = 0; at < unlisted.length; at += maxDeleted)
    await bucket.delete(unlisted.slice(at, at + maxDeleted))
  await bucket.delete(old)
}

/** R2's own limit. */
const maxDeleted = 1000
