import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { ConvertedText } from '../authoring/unicode/fonts.ts'
import { readDocx } from '../authoring/unicode/docx.ts'
import { unicodeLines } from '../authoring/unicode/legacy-text.ts'
import { readPdf } from '../authoring/unicode/pdf.ts'
import { parseArguments } from './arguments.ts'
import { runTask, TaskError } from './task.ts'

const usage = `npm run -s content:unicode -- [FILE.docx | FILE.pdf | FILE.txt]

  Writes the text of a file, or of standard input, to standard output. What was typed in a Nudi or
  Baraha font becomes Unicode; everything else stays as it is. In documents the fonts decide; in
  plain text, the characters. Lines with a place that could not be read are named on standard
  error.`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})

await runTask(async () => {
  const [path] = positionals
  if (options.help || positionals.length > 1) return console.log(usage)
  if (path === undefined) return void process.stdout.write(unicodeLines(readFileSync(0, 'utf8')))
  const bytes = fileOf(resolve(process.env.INIT_CWD ?? process.cwd(), path))
  const extension = extname(path).toLowerCase()
  if (extension === '.docx' || extension === '.pdf') {
    const lines = await read(path, () => (extension === '.docx' ? readDocx(bytes) : readPdf(bytes)))
    process.stdout.write(lines.map(({ text }) => `${text}\n`).join(''))
    for (const [index, { doubtful }] of lines.entries())
      for (const text of doubtful) console.error(`line ${index + 1}: please check "${text}"`)
  } else process.stdout.write(unicodeLines(bytes.toString('utf8')))
})

function fileOf(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path)
  } catch {
    throw new TaskError(`There is no file ${path}.`)
  }
}

async function read(path: string, work: () => ConvertedText[] | Promise<ConvertedText[]>) {
  try {
    return await work()
  } catch (error) {
    throw new TaskError(`${path}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
