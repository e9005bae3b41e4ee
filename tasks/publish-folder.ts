import { cataloguePath } from '../authoring/publishing/content-files.ts'
import { exportedPaths } from '../authoring/publishing/export-manifest.ts'
import { publishContent, type FileResult } from '../authoring/publishing/publish-content.ts'
import {
  goneDocuments,
  goneFromSale,
  withdrawDocuments,
} from '../authoring/publishing/withdraw-content.ts'
import type { ContentDocument } from '../authoring/loading/content-rows.ts'
import type { Wait } from '../authoring/loading/verified-batch.ts'
import { DatabaseFailure, type Database } from '../product-api/database.ts'
import { checkedContentFiles } from './checked-content.ts'
import type { DatabaseUsage } from './remote-database.ts'
import { rescoreAttempts } from './rescore-attempts.ts'
import { TaskError } from './task.ts'

/** published: everything that changed. not-published: some of it is not. unknown: of some of it
 *  nobody knows; another run finds out. */
export type ContentOutcome = 'published' | 'not-published' | 'unknown'

type Settings = {
  folder?: string
  /** Withdraws the documents whose files are gone, instead of only listing them. */
  withdraw: boolean
  wait?: Wait
}

/** Brings a folder's content to a database and prints what became of it. Errors: TaskError if
 *  the content has problems, DatabaseFailure if nothing was tried. */
export async function publishFolder(
  database: Database & { usage?: DatabaseUsage },
  { folder = 'content', withdraw, wait }: Settings,
): Promise<ContentOutcome> {
  const startedAt = Date.now()
  const now = new Date()
  const files = await checkedContentFiles(folder, now)
  const report = await publishContent(database, files, {
    now: now.toISOString(),
    progress: printProgress,
    ...(wait && { wait }),
  }).catch(explainMissingTable)
  const outcome = outcomeOf(report.results)
  for (const path of report.ofDesk)
    console.log(`  not published, the desk has published it: ${path}`)
  if (isPublished(report.results, cataloguePath))
    printDocuments('no longer sold', goneFromSale(report.before, files))
  const exported = await exportedPaths(folder)
  const gone = goneDocuments(report.before, files, exported)
  if (withdraw && gone.length > 0 && outcome === 'published') {
    await withdrawDocuments(database, gone, now.toISOString(), wait)
    printDocuments('withdrawn', gone)
  } else if (gone.length > 0) {
    printDocuments('not withdrawn, file is gone', gone)
    console.log('  npm run content:deploy -- --withdraw withdraws them')
  }
  if (outcome === 'published') await rescoreAttempts(database)
  printSummary(report.results, report.unchanged)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const { requests, rowsWritten } = database.usage ?? {}
  const used = requests === undefined ? '' : `${requests} requests, ${rowsWritten} rows written, `
  console.log(`  ${used}${seconds} s`)
  return outcome
}

const isPublished = (results: readonly FileResult[], path: string) =>
  results.some((result) => result.path === path && result.outcome === 'published')

function outcomeOf(results: readonly FileResult[]): ContentOutcome {
  if (results.some(({ outcome }) => outcome === 'unknown')) return 'unknown'
  return results.every(({ outcome }) => outcome === 'published') ? 'published' : 'not-published'
}

type Untried = Extract<FileResult, { reason: string }> & { isUntried: true }

const isUntried = (result: FileResult): result is Untried =>
  result.outcome !== 'published' && result.isUntried === true

const linesEvery = 25

function printProgress(result: FileResult, done: number, of: number) {
  const isTerminal = process.stdout.isTTY
  if (isUntried(result)) return
  if (result.outcome !== 'published') {
    const label = result.outcome === 'unknown' ? 'unknown, run again' : 'not published'
    console.log(`${isTerminal ? '\r\x1b[K' : ''}  ${label}: ${result.path}: ${result.reason}`)
  } else if (isTerminal)
    process.stdout.write(`\r\x1b[K  ${done} of ${of} files${done === of ? '\n' : ''}`)
  else if (done === of || done % linesEvery === 0) console.log(`  ${done} of ${of} files`)
}

function printSummary(results: readonly FileResult[], unchanged: number) {
  const untried = results.filter(isUntried)
  const [first] = untried
  if (first) console.log(`  not published: ${untried.length} files, ${first.reason}`)
  const count = (of: readonly FileResult['outcome'][]) =>
    results.filter(({ outcome }) => of.includes(outcome)).length
  console.log(
    `Published: ${count(['published'])} files. Not published: ${count(['refused', 'not-run'])}. ` +
      `Unknown: ${count(['unknown'])}. Unchanged: ${unchanged}.`,
  )
  if (count(['unknown', 'not-run']) > 0)
    console.log('Run the same command again: what is published stays, the rest is tried again.')
}

function printDocuments(label: string, documents: readonly ContentDocument[]) {
  for (const { kind, slug } of documents) console.log(`  ${label}: ${kind} ${slug}`)
}

function explainMissingTable(error: unknown): never {
  if (error instanceof DatabaseFailure && /no such (table|column)/.test(error.message))
    throw new TaskError(
      'The database does not have all migrations; "npm run deploy" applies them and brings the ' +
        'content.',
    )
  throw error
}
