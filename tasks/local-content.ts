import { readFile } from 'node:fs/promises'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { checkPlans } from '../authoring/check-plans.ts'
import { checkContent } from '../authoring/check.ts'
import type { PlanDraft } from '../authoring/draft.ts'
import { figureLoad, readFigure } from '../authoring/figures.ts'
import { loadFile, type Database } from '../authoring/load.ts'
import {
  cardsLoad,
  catalogueLoad,
  digest,
  pageLoad,
  paperLoad,
  patternLoad,
  type CatalogueDraft,
  type Load,
} from '../authoring/parts.ts'
import { lessonsOf, planLoad } from '../authoring/plan-parts.ts'
import { readContent } from '../authoring/read-folder.ts'
import { withDatabase } from './local-workers.ts'
import { settleKeys } from './settle-keys.ts'
import { Stop } from './step.ts'

const contentFolder = 'content'

/** Migrates the local database and loads what has changed of the content, saying how far it is. */
export async function prepareDatabase(state: string) {
  await withDatabase(state, async (database) => {
    await migrate(database)
    const isTerminal = process.stdout.isTTY
    await loadContent(database, new Date(), (done, of) => {
      if (isTerminal)
        process.stdout.write(`\r  ${done} of ${of} content files${done === of ? '\n' : ''}`)
      else if (done === of) process.stdout.write(`  ${of} content files loaded\n`)
    })
    await settleKeys(database)
  })
}

/** Migrates a database and brings it the exams and topics, which everything else belongs to. */
export async function prepareCatalogue(database: Database, now: Date) {
  await migrate(database)
  const catalogue = await readCatalogue()
  const file = { path: 'catalogue.json', digest: digest(catalogue), now: now.toISOString() }
  await loadFile(database, file, catalogueLoad(catalogue, file.now))
}

const readCatalogue = async () =>
  JSON.parse(await readFile(`${contentFolder}/catalogue.json`, 'utf8')) as CatalogueDraft

const statement = (text: string, ...values: (string | number)[]) => ({ text, values })

/** Brings the database to the newest migration; remembers it where wrangler does. */
export async function migrate(database: Database): Promise<number> {
  const [, rows = []] = await database.batch([
    statement(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
         id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    ),
    statement('SELECT name FROM d1_migrations'),
  ])
  const applied = new Set(rows.map(({ name }) => name))
  const due = (await readD1Migrations('product-api/migrations')).filter(
    ({ name }) => !applied.has(name),
  )
  for (const { name, queries } of due)
    await database.batch([
      ...queries.map((query) => statement(query)),
      statement('INSERT INTO d1_migrations (name) VALUES (?)', name),
    ])
  return due.length
}

/** Loads every content file that has changed since it was last loaded. Returns how many those were. */
export async function loadContent(
  database: Database,
  now: Date,
  progress: (done: number, of: number) => void,
): Promise<number> {
  const loads = await contentLoads(now.toISOString())
  const [rows = []] = await database.batch([statement('SELECT path, digest FROM content_files')])
  const loaded = new Map(rows.map((row) => [row.path, row.digest]))
  const due = loads.filter(({ path, digest }) => loaded.get(path) !== digest)
  for (const [index, { path, digest, load }] of due.entries()) {
    await loadFile(database, { path, digest, now: now.toISOString() }, load)
    progress(index + 1, due.length)
  }
  return due.length
}

async function contentLoads(now: string): Promise<{ path: string; digest: string; load: Load }[]> {
  const catalogue = await readCatalogue()
  const content = await readContent(contentFolder)
  const { papers, cardSets, pages, patterns, lessonSets, plans, problems } = content
  problems.push(
    ...checkContent(catalogue, papers, cardSets, pages, patterns),
    ...checkPlans(catalogue, content),
  )
  if (problems[0]) {
    const { file, line, reason } = problems[0]
    throw new Stop(
      `The content has ${problems.length} problems, the first in ${contentFolder}/${file}:${line}: ${reason}. All of them: npm run content:check`,
    )
  }
  const figureNames = new Set(
    papers.flatMap((paper) =>
      paper.questions.flatMap(({ figure }) => (figure ? [figure.file] : [])),
    ),
  )
  const figures = new Map([...figureNames].map((name) => [name, readFigure(contentFolder, name)]))
  const figureOf = (name: string) => {
    const { url, width, height } = figures.get(name)!
    return { url, width, height }
  }
  const lessons = new Map(
    lessonSets.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.id, lesson])),
  )
  const papersBySlug = new Map(papers.map((paper) => [paper.slug, paper]))
  /** A plan changes with the time that its papers take. */
  const minutesOf = ({ days }: PlanDraft) =>
    days.flatMap(({ papers }) => papers.map((slug) => papersBySlug.get(slug)?.minutes))
  const entry = (path: string, draft: object, load: Load) => ({ path, digest: digest(draft), load })
  return [
    entry('catalogue.json', catalogue, catalogueLoad(catalogue, now)),
    ...[...figures.values()].map((figure) => entry(figure.url, [figure.url], figureLoad(figure))),
    ...papers.map((paper) =>
      entry(
        paper.file,
        [paper, paper.questions.map(({ figure }) => figure && figureOf(figure.file))],
        paperLoad(paper, now, figureOf),
      ),
    ),
    ...cardSets.map((set) => entry(set.file, set, cardsLoad(set, now))),
    ...pages.map((page) => entry(page.file, page, pageLoad(page, now))),
    ...patterns.map((sheet) => entry(sheet.file, sheet, patternLoad(sheet, now))),
    ...plans.map((plan) =>
      entry(
        plan.file,
        [plan, lessonsOf(plan, lessons), minutesOf(plan)],
        planLoad(plan, lessons, papersBySlug, now),
      ),
    ),
  ]
}
