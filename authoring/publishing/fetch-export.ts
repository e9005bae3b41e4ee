import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays } from '../../domain/india-time.ts'
import {
  manifestOfNight,
  newestManifest,
  objectKey,
  storedFilesOf,
  type StoredFile,
} from './content-bucket.ts'
import { nightsKept } from './bucket-export.ts'
import { digestOfFile, manifestPath, manifestText } from './export-manifest.ts'
import { replaceFile, staleFiles } from './write-export.ts'

/** A bucket has no such export, or it is not complete. The message is a sentence without a full
 *  stop. */
export class BucketFault extends Error {}

/** An object's bytes; null if there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array | null>

/** Writes an export of a bucket into a folder, as `writeExport` writes that of a database.
 *  `night`: as the content was at the end of '2026-11-27', within the last 90; null: the newest. A
 *  file of the folder that has its content already is not read again.
 *  Errors: BucketFault where there is no such export, or an object is missing or damaged; the
 *  folder then has some of its files. Cost: one read for the manifest and one for each file that
 *  differs. */
export async function fetchExport(
  read: ReadObject,
  folder: string,
  { night, prune }: { night: string | null; prune: boolean },
) {
  const files = await filesOfNight(read, night)
  let written = 0
  for (const file of files) {
    const path = join(folder, file.path)
    const before = await readFile(path).catch(() => null)
    if (before && digestOfFile(before) === file.sha256) continue
    const content = await read(objectKey(file))
    if (!content || digestOfFile(content) !== file.sha256)
      throw new BucketFault(`the bucket's ${objectKey(file)} is ${content ? 'damaged' : 'missing'}`)
    await replaceFile(path, content)
    written += 1
  }
  // The nightly export leaves live mocks out until their results, and does not say which.
  const stale = (await staleFiles(folder, new Set(files.map(({ path }) => path)))).filter(
    (path) => !path.startsWith('live-mocks/'),
  )
  if (prune) for (const path of stale) await rm(join(folder, path))
  const listed = files.map(({ version: _, ...file }) => file)
  await replaceFile(join(folder, manifestPath), Buffer.from(manifestText(listed)))
  return { files: files.length, written, stale }
}

async function filesOfNight(read: ReadObject, night: string | null): Promise<StoredFile[]> {
  const keys =
    night === null
      ? [newestManifest]
      : // A night on which nothing had changed has the manifest of the one before.
        Array.from({ length: nightsKept + 1 }, (_, days) => manifestOfNight(addDays(night, -days)))
  for (const key of keys) {
    const manifest = await read(key)
    if (manifest) return storedFilesOf(new TextDecoder().decode(manifest))
  }
  throw new BucketFault(`the bucket has no export${night === null ? '' : ` of ${night}`}`)
}
