import { resolve } from 'node:path'
import { BucketFault, fetchExport, type ReadObject } from '../authoring/publishing/fetch-export.ts'
import { writeExport } from '../authoring/publishing/write-export.ts'
import { isDay } from '../domain/india-time.ts'
import type { Database } from '../product-api/database.ts'
import { keepDayTexts } from '../desk/affairs/day-texts.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedBucket } from './content-bucket.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run content:export -- FOLDER [options]

  Writes everything that the local database publishes, or the deployed one, into a folder, as the
  text files and figures of content/: also what the desk has published, withdrawn papers and
  rulings about keys. The same content makes the same bytes. "npm run content:deploy -- --folder
  FOLDER" brings it to a database.

  --remote         from the deployed database
  --from-bucket    what the desk has saved in the bucket at night, instead of the database; with
                   --night 2026-11-27 as it was at the end of that day, within the last 90
  --with-secrets   also live mocks before their results, with their keys
  --prune          deletes the content files of the folder that the database does not publish;
                   without it they are listed

  Status: 0 everything is written; 1 something has no text, and is named`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    remote: { type: 'boolean', default: false },
    'with-secrets': { type: 'boolean', default: false },
    prune: { type: 'boolean', default: false },
    'from-bucket': { type: 'boolean', default: false },
    night: { type: 'string' },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

/** How often a line is printed where the output is no terminal. */
const linesEvery = 100

await runTask(async () => {
  if (options.help) return console.log(usage)
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0)
    throw new TaskError('Name one folder, such as: npm run content:export -- /tmp/content')
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), name)
  if (!options['from-bucket'])
    return withSelectedDatabase(options, (database) => exportTo(database, folder))
  const { night = null } = options
  if (night !== null && !isDay(night)) throw new TaskError(`${night} is no day like 2026-11-27.`)
  await withSelectedBucket(options, (read) => fetchTo(read, folder, night))
})

async function fetchTo(read: ReadObject, folder: string, night: string | null) {
  const { prune } = options
  const report = await fetchExport(read, folder, { night, prune }).catch(explainFileError)
  printFiles({ ...report, folder })
}

async function exportTo(database: Database, folder: string) {
  const { prune } = options
  await keepDayTexts(database)
  const report = await writeExport(database, folder, {
    ...{ prune, withSecrets: options['with-secrets'], progress: printProgress },
  }).catch(explainFileError)
  for (const path of report.withheld)
    console.log(`  secret until its results, not written: ${path} (--with-secrets)`)
  for (const what of report.missing) console.log(`  NOT WRITTEN, it has no text: ${what}`)
  printFiles({ ...report, folder })
  if (report.missing.length > 0) process.exitCode = 1
}

function printFiles(report: { files: number; written: number; stale: string[]; folder: string }) {
  const { files, written, stale, folder } = report
  const verb = options.prune ? 'deleted' : 'not in the export (--prune deletes it)'
  for (const path of stale) console.log(`  ${verb}: ${path}`)
  console.log(`${files} files in ${folder}: ${written} written, ${files - written} as they were`)
}

function printProgress(read: number, of: number) {
  const isLast = read === of
  if (process.stdout.isTTY)
    process.stdout.write(`\r\x1b[K  ${read} of ${of} files${isLast ? '\n' : ''}`)
  else if (isLast || read % linesEvery === 0) console.log(`  ${read} of ${of} files`)
}

/** Node's errors of files have a code such as EACCES. */
function explainFileError(error: unknown): never {
  if (error instanceof Error && 'syscall' in error)
    throw new TaskError(`The folder cannot be written: ${error.message}.`)
  if (error instanceof BucketFault)
    throw new TaskError(`The export is not complete: ${error.message}.`)
  throw error
}
