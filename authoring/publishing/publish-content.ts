import { DatabaseFailure, type Database, type FailedOutcome } from '../../product-api/database.ts'
import { loadFile } from '../loading/load-file.ts'
import type { Wait } from '../loading/verified-batch.ts'
import { cataloguePath, type PublishableFile } from './content-files.ts'
import { publishedState, referenceKey, type PublishedState } from './published-state.ts'

/** What became of a changed file. `refused` and `not-run`: it is not published; `unknown`: it may
 *  be. `reason`: a sentence without a full stop. `isUntried`: an earlier file did not reach the
 *  database. */
export type FileResult = { path: string } & (
  { outcome: 'published' } | { outcome: FailedOutcome; reason: string; isUntried?: true }
)

export type PublishReport = {
  unchanged: number
  /** The files of what the desk has published: it is not published again from here. */
  ofDesk: string[]
  /** Of the changed files, in order. */
  results: FileResult[]
  before: PublishedState
}

export type PublishSettings = {
  now: string
  /** Called after every changed file. */
  progress?: (result: FileResult, done: number, of: number) => void
  wait?: Wait
}

/** Publishes the files that changed since they were published, each in one transaction: an
 *  interrupted run is resumed by the next one. What the desk has published stays as it is, and so
 *  does a paper that the database has where the files say that it was withdrawn.
 *  A file that names what the database does not have is refused. After a file that did not reach
 *  the database, the rest is not tried.
 *  Errors: DatabaseFailure if the state cannot be read. Cost: one batch for the state, and one for
 *  each changed file. */
export async function publishContent(
  database: Database,
  files: readonly PublishableFile[],
  settings: PublishSettings,
): Promise<PublishReport> {
  const before = await publishedState(database)
  const known = new Set(before.known)
  const ofDesk = files.filter(
    ({ path, digest, content }) =>
      // As it was before the desk changed it; a catalogue edited since is tried, and refused.
      (path === cataloguePath && digest === before.catalogueBefore) ||
      content.documents.some((document) => before.ofDesk.has(referenceKey(document))),
  )
  const isThere = ({ content }: PublishableFile) =>
    content.withdrawnPapers?.some((slug) => before.papers.has(slug)) ?? false
  const due = files.filter(
    (file) =>
      !ofDesk.includes(file) && !isThere(file) && before.digests.get(file.path) !== file.digest,
  )
  for (const file of files.filter(isThere))
    for (const reference of file.provides) known.add(referenceKey(reference))
  const results: FileResult[] = []
  let stoppedAt: string | null = null
  for (const file of due) {
    const result: FileResult =
      stoppedAt === null
        ? await publishFile(database, file, known, settings)
        : {
            ...{ path: file.path, outcome: 'not-run', isUntried: true },
            reason: `not tried after ${stoppedAt}`,
          }
    results.push(result)
    if (result.outcome === 'published')
      for (const reference of file.provides) known.add(referenceKey(reference))
    if (result.outcome === 'not-run' || result.outcome === 'unknown') stoppedAt ??= file.path
    settings.progress?.(result, results.length, due.length)
  }
  const unchanged = files.length - due.length - ofDesk.length
  return { unchanged, ofDesk: ofDesk.map(({ path }) => path), results, before }
}

async function publishFile(
  database: Database,
  file: PublishableFile,
  known: ReadonlySet<string>,
  { now, wait }: PublishSettings,
): Promise<FileResult> {
  const { path, digest, content, source } = file
  const missing = file.references.filter((reference) => !known.has(referenceKey(reference)))
  if (missing.length > 0) {
    const names = missing.map(({ kind, slug }) => `the ${kind} "${slug}"`).join(', ')
    return { path, outcome: 'refused', reason: `the database does not have ${names}` }
  }
  try {
    const loaded = { path, digest, now, ...(source !== undefined && { source }) }
    await loadFile(database, loaded, content, wait)
    return { path, outcome: 'published' }
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error
    return { path, outcome: error.outcome, reason: error.message }
  }
}
