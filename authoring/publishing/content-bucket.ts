import * as v from 'valibot'
import { digestOfFile, exportManifest, manifestFile } from './export-manifest.ts'

// Exports in a bucket. `files/<path>/<SHA-256>` never changes; a manifest lists which of them are
// the content of a night. The newest is `manifest.json`, each is kept as `manifests/<night>.json`,
// and `unfinished.json` is what a run has stored that goes on.

/** The part of Cloudflare's R2Bucket that is used. */
export type ContentBucket = {
  get(key: string): Promise<{ text(): Promise<string> } | null>
  put(key: string, value: string | Uint8Array): Promise<unknown>
  /** At most 1000 objects, in the order of their keys; the manifests of 90 days are fewer. */
  list(options: { prefix: string }): Promise<{ objects: { key: string }[] }>
  /** At most 1000 keys at once. */
  delete(keys: string[]): Promise<void>
}

const storedFile = v.object({
  ...manifestFile.entries,
  /** Changes when the content may have changed; see ExportEntry. */
  version: v.string(),
})
export type StoredFile = v.InferOutput<typeof storedFile>

const storedManifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...exportManifest.entries, files: v.array(storedFile) }),
)

export const newestManifest = 'manifest.json'
export const unfinishedManifest = 'unfinished.json'
export const nightsPrefix = 'manifests/'
export const manifestOfNight = (night: string) => `${nightsPrefix}${night}.json`
export const objectKey = ({ path, sha256 }: { path: string; sha256: string }) =>
  `files/${path}/${sha256}`

/** The files of a manifest's text. Errors: throws where it is damaged. */
export const storedFilesOf = (text: string): StoredFile[] => v.parse(storedManifest, text).files

export async function storedFiles(bucket: ContentBucket, key: string): Promise<StoredFile[]> {
  const object = await bucket.get(key)
  return object ? storedFilesOf(await object.text()) : []
}

/** A file as it is listed in a manifest. */
export const storedFileOf = (
  { path, version, updatedAt }: Pick<StoredFile, 'path' | 'version' | 'updatedAt'>,
  content: Uint8Array,
): StoredFile => ({
  ...{ path, sha256: digestOfFile(content), bytes: content.byteLength, updatedAt, version },
})
