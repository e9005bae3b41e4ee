import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../product-api/database.ts'
import { exportIndex, type ExportEntry } from './export-index.ts'
import { exportedFiles } from './exported-files.ts'
import { digestOfFile, manifestPath, manifestText, type ManifestFile } from './export-manifest.ts'

export type ExportReport = {
  files: number
  /** Written now; the others were there already. */
  written: number
  withheld: string[]
  missing: string[]
  /** Content files of the folder that the database does not publish, below the folder. */
  stale: string[]
}

type Settings = {
  withSecrets: boolean
  /** Deletes the stale files. */
  prune: boolean
  progress?: (read: number, of: number) => void
}

/** Writes everything that a database publishes into a folder, as the files of content/ and a
 *  manifest. All of it is read first, as it was at one moment, so that a failure of the database
 *  leaves the folder as it was; each file is replaced at once, the manifest last. Running it again
 *  writes what differs.
 *  Errors: DatabaseFailure; Error where the content changes faster than it is read. Cost: about 7
 *  MB of memory and 20 reads for 300 files. */
export async function writeExport(
  database: Database,
  folder: string,
  { withSecrets, prune, progress }: Settings,
): Promise<ExportReport> {
  const { contents, withheld, missing } = await contentAtOnce(database, withSecrets, progress)
  let written = 0
  const manifest: ManifestFile[] = []
  for (const [{ path, updatedAt }, content] of contents) {
    if (await replaceFile(join(folder, path), content)) written += 1
    const bytes = content.byteLength
    manifest.push({ path, sha256: digestOfFile(content), bytes, updatedAt })
  }
  // What was left out because it is secret is published: its file stays where it is.
  const kept = new Set([...manifest.map(({ path }) => path), ...withheld])
  const stale = await staleFiles(folder, kept)
  if (prune) for (const path of stale) await rm(join(folder, path))
  await replaceFile(join(folder, manifestPath), Buffer.from(manifestText(manifest)))
  return { files: manifest.length, written, withheld, missing, stale }
}

const maxReadings = 5

/** Every file's content at one moment: what was published while it was read is read again. */
async function contentAtOnce(
  database: Database,
  withSecrets: boolean,
  progress: Settings['progress'],
) {
  const known = new Map<string, Uint8Array>()
  const keyOf = ({ kind, key, version }: ExportEntry) => `${kind} ${key} ${version}`
  let index = await exportIndex(database, { withSecrets })
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const due = index.entries.filter((entry) => !known.has(keyOf(entry)))
    let read = 0
    for await (const { entry, content } of exportedFiles(database, due)) {
      if (content) known.set(keyOf(entry), content)
      progress?.((read += 1), due.length)
    }
    const after = await exportIndex(database, { withSecrets })
    const contents = after.entries.flatMap((entry): [ExportEntry, Uint8Array][] => {
      const content = known.get(keyOf(entry))
      return content ? [[entry, content]] : []
    })
    const isSame = JSON.stringify(after) === JSON.stringify(index)
    if (isSame && contents.length === after.entries.length) return { ...after, contents }
    index = after
  }
  throw new Error('the content was published anew while it was read; run the command again')
}

/** Replaces a file at once, unless it has this content already. -> whether it was written. */
export async function replaceFile(path: string, content: Uint8Array): Promise<boolean> {
  const before = await readFile(path).catch(() => null)
  if (before?.equals(content)) return false
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.partial`
  await writeFile(partial, content)
  await rename(partial, path)
  return true
}

const contentFolders = [
  ...['papers', 'live-mocks', 'flash-cards', 'pages', 'patterns', 'current-affairs', 'plans'],
  ...['figures', 'withdrawn'],
]

/** The content files of a folder that an export does not have, below the folder. */
export async function staleFiles(folder: string, exported: ReadonlySet<string>): Promise<string[]> {
  const stale: string[] = []
  for (const name of contentFolders) {
    const options = { recursive: true, withFileTypes: true } as const
    const entries = await readdir(join(folder, name), options).catch(() => [])
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name).slice(join(folder, '/').length)
      if (entry.isFile() && !exported.has(path)) stale.push(path)
    }
  }
  return stale.sort()
}
