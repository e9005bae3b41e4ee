import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

// What `content:export` has written, beside the files: which, and when each was last changed on the
// site, so that pages that show that time show it again after the files came into another database.

export const manifestPath = 'manifest.json'

export const manifestFile = v.object({
  path: v.string(),
  sha256: v.string(),
  bytes: v.number(),
  /** When its documents last changed; null where readers see no such time. */
  updatedAt: v.nullable(v.string()),
})
export const exportManifest = v.object({ version: v.literal(1), files: v.array(manifestFile) })
export type ManifestFile = v.InferOutput<typeof manifestFile>

export const digestOfFile = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex')

/** The manifest's file; the same for the same files. */
export const manifestText = (files: readonly ManifestFile[]): string => {
  const lines = files.map((file) => `    ${JSON.stringify(file)}`)
  return `{\n  "version": 1,\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** The files that an export wrote into a folder; null: the folder was not exported. Errors: throws
 *  where the manifest is damaged. */
export async function exportedPaths(folder: string): Promise<ReadonlySet<string> | null> {
  const manifest = await manifestIn(folder)
  return manifest && new Set(manifest.files.map(({ path }) => path))
}

/** What is known of a folder that may have been exported. */
export type FolderOrigin = {
  /** Every text is as it was exported: it was published, and needs no editor's check. */
  isUnchanged: boolean
  /** When a file was last changed on the site; null where it is unknown or was edited since. */
  updatedAt: (path: string) => string | null
}

/** Reads the manifest of a folder; without one, nothing is known. Errors: throws where it is
 *  damaged. */
export async function originOf(folder: string, paths: readonly string[]): Promise<FolderOrigin> {
  const manifest = await manifestIn(folder)
  if (manifest === null) return { isUnchanged: false, updatedAt: () => null }
  const times = new Map<string, string | null>()
  for (const { path, sha256, updatedAt } of manifest.files)
    if (digestOfFile(await readFile(join(folder, path)).catch(() => '')) === sha256)
      times.set(path, updatedAt)
  return {
    isUnchanged: paths.every((path) => times.has(path)),
    updatedAt: (path) => times.get(path) ?? null,
  }
}

async function manifestIn(folder: string) {
  const text = await readFile(join(folder, manifestPath), 'utf8').catch(() => null)
  return text === null ? null : v.parse(v.pipe(v.string(), v.parseJson(), exportManifest), text)
}
