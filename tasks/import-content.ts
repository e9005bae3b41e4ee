import { existsSync, readFileSync } from 'node:fs'
import { extname, relative, resolve } from 'node:path'
import { DatabaseFailure, type Database } from '../product-api/database.ts'
import { authoritativeLocale, isLocale, locales, recordOfLocales } from '../domain/locale.ts'
import { paperKinds, type PaperKind } from '../domain/paper.ts'
import type { Texts } from '../authoring/draft.ts'
import { UnreadableFile } from '../authoring/importers/item.ts'
import { slugOf } from '../authoring/importers/question-id.ts'
import { readItems, groupSources, type Source } from '../authoring/importers/source.ts'
import {
  importFile,
  type ImportReport,
  type PaperSettings,
} from '../authoring/importers/import-file.ts'
import { importText } from '../authoring/importers/import-text.ts'
import type { CatalogueDraft } from '../authoring/loading/catalogue-rows.ts'
import { prepareCatalogue } from './local-content.ts'
import { parseArguments } from './arguments.ts'
import { withLocalDatabase } from './local-database.ts'
import { localStatePath } from './local-workers.ts'
import { requireCatalogue } from './deployed-catalogue.ts'
import { remoteDatabase } from './remote-database.ts'
import { rescoreAttempts } from './rescore-attempts.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run content:import -- FILE... [options]

  Files in the project's text format (.txt), .csv, .tsv, .xlsx, Moodle's .gift and .xml, AQuA's
  .jsonl; problems_te.tsv and problems_en.tsv ("problem, tab, number") are one set in two languages.
  content/README.md describes the columns.

  --exam vao-paper-1        makes papers; without it, questions go into the question bank only
  --title "Arithmetic"      the papers' title, followed by their number
  --kind practice-papers    the papers' kind
  --per-paper 50            questions in a paper
  --access free             free or premium
  --right 1 --wrong 0 --blank 0    marks
  --minutes-per-question 1  the papers' time
  --language en             the language of files that do not name it
  --topics arithmetic,reasoning    topics of all questions
  --source "Our bank"       where the questions come from
  --bank NAME               prefix of the questions' ids
  --strict                  imports all of a file or nothing
  --remote                  imports into the deployed database`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    exam: { type: 'string' },
    title: { type: 'string' },
    kind: { type: 'string', default: 'practice-papers' },
    'per-paper': { type: 'string', default: '50' },
    'minutes-per-question': { type: 'string', default: '1' },
    right: { type: 'string', default: '1' },
    wrong: { type: 'string', default: '0' },
    blank: { type: 'string', default: '0' },
    access: { type: 'string', default: 'free' },
    language: { type: 'string', default: authoritativeLocale },
    topics: { type: 'string', default: '' },
    source: { type: 'string' },
    bank: { type: 'string' },
    strict: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  if (options.help || positionals.length === 0) return console.log(usage)
  const catalogue = JSON.parse(readFileSync('content/catalogue.json', 'utf8')) as CatalogueDraft
  const from = process.env.INIT_CWD ?? process.cwd()
  const sources = groupSources(positionals.map((path) => resolve(from, path)))
  for (const path of sources.flatMap(({ paths }) => paths))
    if (!existsSync(path)) throw new TaskError(`There is no file ${path}.`)
  const papers = paperSettings(catalogue)
  const importAll = async (database: Database) => {
    const startedAt = Date.now()
    const before = megabytes()
    let isClean = true
    for (const source of sources) {
      const name = source.paths.map((path) => relative(from, path)).join(' + ')
      const report = await importOne(database, source, name, catalogue, papers).catch(
        (error: unknown) => rethrowWithName(error, name),
      )
      printReport(name, report, papers !== null)
      isClean &&= report.published || report.rejected.length === 0
    }
    console.log(
      `${seconds(startedAt)} s, at most ${megabytes()} MB of memory (${before} MB before)`,
    )
    await rescoreAttempts(database)
    if (!isClean) process.exitCode = 1
  }
  if (options.remote) {
    const database = remoteDatabase()
    await requireCatalogue(database, catalogue)
    return importAll(database)
  }
  const state = options.state ?? localStatePath
  await withLocalDatabase(state, async (database) => {
    await prepareCatalogue(database, new Date())
    await importAll(database)
  })
})

function paperSettings(catalogue: CatalogueDraft): PaperSettings | null {
  const { exam, title, kind, access } = options
  if (exam === undefined) return null
  if (!catalogue.categories.some(({ slug }) => slug === exam))
    throw new TaskError(
      `No exam is called "${exam}"; there are: ` +
        `${catalogue.categories.map(({ slug }) => slug).join(', ')}.`,
    )
  if (!paperKinds.some((known) => known === kind))
    throw new TaskError(`"--kind ${kind}" is none of ${paperKinds.join(', ')}.`)
  if (access !== 'free' && access !== 'premium')
    throw new TaskError(`"--access ${access}" is neither free nor premium.`)
  for (const name of ['right', 'wrong', 'blank'] as const)
    if (!/^(0|[1-9][0-9]?)(\/[1-9][0-9]?)?$/.test(options[name]))
      throw new TaskError(
        `"--${name} ${options[name]}" is not a number of marks such as 1, 2 or 1/4.`,
      )
  const name: Texts = title
    ? recordOfLocales(() => title)
    : { kn: 'ಅಭ್ಯಾಸ ಪತ್ರಿಕೆ', en: 'Practice paper', te: 'ప్రాక్టీస్ పేపర్' }
  return {
    exam,
    kind: kind as PaperKind,
    year: null,
    right: options.right,
    wrong: options.wrong,
    blank: options.blank,
    access,
    title: name,
    source: options.source ?? 'Imported by the editors',
    questionsEach: positiveInteger('per-paper', 200),
    minutesPerQuestion: Number(options['minutes-per-question']) || 1,
  }
}

function positiveInteger(name: 'per-paper', max: number): number {
  const number = Number(options[name])
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new TaskError(`"--${name} ${options[name]}" is not an integer from 1 to ${max}.`)
  return number
}

async function importOne(
  database: Database,
  source: Source,
  name: string,
  catalogue: CatalogueDraft,
  papers: PaperSettings | null,
): Promise<ImportReport> {
  const { language, strict } = options
  if (!isLocale(language))
    throw new TaskError(`"--language ${language}" is none of ${locales.join(', ')}.`)
  const now = new Date().toISOString()
  try {
    const [path = ''] = source.paths
    if (extname(path) === '.txt')
      return await importText(database, path, { catalogue, strict, now })
    const settings = {
      bank: options.bank ? slugOf(options.bank) : source.name,
      topics: options.topics.split(',').filter((topic) => topic !== ''),
      knownTopics: new Set(catalogue.tags.map(({ slug }) => slug)),
      papers,
      strict,
      now,
    }
    return await importFile(database, readItems(source, language), settings, (questions) => {
      if (process.stdout.isTTY) process.stdout.write(`\r  ${name}: ${questions} questions read`)
      else if (questions > 0 && questions % 2000 === 0)
        console.log(`  ${name}: ${questions} questions read`)
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const rejected = [{ line: error.line, reason: error.message }]
    return { imported: 0, papers: 0, setAside: [], rejected, notes: [], published: false }
  }
}

function rethrowWithName(error: unknown, name: string): never {
  if (error instanceof DatabaseFailure)
    throw new DatabaseFailure(error.outcome, `${name}: ${error.message}`)
  throw error
}

function printReport(name: string, report: ImportReport, isForPapers: boolean) {
  const { imported, papers, setAside, rejected, notes, published } = report
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  const others = `${setAside.length} set aside, ${rejected.length} rejected`
  const where = isForPapers || papers > 0 ? ` in ${papers} papers` : ' into the question bank'
  console.log(
    published
      ? `${name}: ${imported} questions imported${where}, ${others}`
      : `${name}: nothing imported, ${others}`,
  )
  for (const [label, remarks] of Object.entries({ 'set aside': setAside, rejected, note: notes }))
    for (const [reason, lines] of byReason(remarks))
      console.log(`  ${name}:${lines} ${label}: ${reason}`)
}

function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}

function seconds(startedAt: number): string {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}

/** Groups the lines with the same remark. */
function byReason(remarks: readonly { line: number; reason: string }[]): [string, string][] {
  const lines = new Map<string, number[]>()
  for (const { line, reason } of remarks) lines.set(reason, [...(lines.get(reason) ?? []), line])
  return [...lines].map(([reason, all]) => [
    reason,
    all.length > 8 ? `${all.slice(0, 8).join(',')}… (${all.length})` : all.join(','),
  ])
}
