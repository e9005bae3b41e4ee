import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { exportedFiles } from '../authoring/publishing/export-content.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run content:export -- --to FOLDER

  Writes the content of the local database, or of the deployed one, as the text files and figures
  that it was loaded from, with the papers that the desk has published. What has no text is listed:
  days of the desk, and imported questions.

  --remote   from the deployed database`

const { values: options } = parseArguments(usage, {
  options: {
    to: { type: 'string' },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  if (options.help) return console.log(usage)
  const { to } = options
  if (to === undefined) throw new TaskError('--to says into which folder the files are written.')
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), to)
  await withSelectedDatabase(options, async (database) => {
    const { files, missing } = await exportedFiles(database)
    for (const { path, content } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    for (const path of missing) console.log(`  not written, it has no text: ${path}`)
    console.log(`${files.length} files in ${folder}`)
  })
})
