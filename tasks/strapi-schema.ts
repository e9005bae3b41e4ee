import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArguments } from './arguments.ts'
import { projectFiles, settingsByHand } from './strapi-schema/project-files.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run strapi-schema -- FOLDER [options]

  Writes the content types, components and attributes of members that the site needs into a Strapi
  project (5 or 4), and prints what is to be set by hand. A file that exists with other content is
  not replaced, and nothing is written then.

  --replace    replaces such files

  Status: 0 written, or already as they should be; 1 a file has other content`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    replace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

// eslint-disable-next-line @typescript-eslint/require-await -- reports what it throws
await runTask(async () => {
  if (options.help) return console.log(usage)
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0)
    throw new TaskError('Name the folder of a Strapi project: npm run strapi-schema -- ../strapi')
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), name)
  if (!existsSync(join(folder, 'package.json')))
    throw new TaskError(`${folder} is no Strapi project: it has no package.json.`)
  const files = [...projectFiles()].map(([path, text]) => ({ path: join(folder, path), text }))
  const stored = ({ path }: { path: string }) =>
    existsSync(path) ? readFileSync(path, 'utf8') : null
  const different = files.filter((file) => ![null, file.text].includes(stored(file)))
  if (different.length > 0 && !options.replace)
    throw new TaskError(
      `Nothing is written: these have other content (--replace replaces them):\n${different
        .map(({ path }) => `  ${path}`)
        .join('\n')}`,
    )
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  console.log(`${files.length} files in ${folder}\n${settingsByHand()}`)
})
