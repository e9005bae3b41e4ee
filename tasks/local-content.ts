import { readFile } from 'node:fs/promises'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { runStatements, type Database } from '../product-api/database.ts'
import { checkPlans } from '../authoring/checks/plans.ts'
import { checkContent } from '../authoring/checks/content.ts'
import type { PlanDraft } from '../authoring/draft.ts'
import { stageFigure, readFigure } from '../authoring/loading/figures.ts'
import { loadFile } from '../authoring/loading/load-file.ts'
import {
  stageCards,
  digestOf,
  stagePage,
  stagePaper,
  stagePattern,
  type StagedContent,
} from '../authoring/loading/content-rows.ts'
import {
  catalogueDigest,
  stageCatalogue,
  type CatalogueDraft,
} from '../authoring/loading/catalogue-rows.ts'
import { lessonsOf, stagePlan } from '../authoring/loading/plan-rows.ts'
import { readContentFolder } from '../authoring/text-format/content-folder.ts'
import { withLocalDatabase } from './local-database.ts'
import { rescoreAttempts } from './rescore-attempts.ts'
import { TaskError } from './task.ts'

const contentFolder = 'content'

/** Migrates the local database and loads the changed content, printing the progress. */
export async function prepareDatabase(state: string) {
  await withLocalDatabase(state, async (database) => {
    await applyMigrations(database)
    const isTerminal = process.stdout.isTTY
    await loadContent(database, new Date(), (done, of) => {
      if (isTerminal)
        process.stdout.write(`\r  ${done} of ${of} content files${done === of ? '\n' : ''}`)
      else if (done === of) process.stdout.write(`  ${of} content files loaded\n`)
    })
    await rescoreAttempts(database)
  })
}

/** Migrates a database and loads the catalogue: the exams and topics that all content refers to. */
export async function prepareCatalogue(database: Database, now: Date) {
  await applyMigrations(database)
  const catalogue = await readCatalogue()
  const file = {
    path: 'catalogue.json',
    digest: catalogueDigest(catalogue),
    now: now.toISOString(),
  }
  await loadFile(database, file, stageCatalogue(catalogue, file.now))
}

const readCatalogue = async () =>
  JSON.parse(await readFile(`${contentFolder}/catalogue.json`, 'utf8')) as CatalogueDraft

const statement = (text: string, ...values: (string | number)[]) => ({ text, values })

/** Applies the missing migrations and records them in wrangler's table. Returns their number. */
export async function applyMigrations(database: Database): Promise<number> {
  const [, rows = []] = await runStatements(database, [
    statement(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
       )`,
    ),
    statement('SELECT name FROM d1_migrations'),
  ])
  const applied = new Set(rows.map(({ name }) => name))
  const due = (await readD1Migrations('product-api/migrations')).filter(
    ({ name }) => !applied.has(name),
  )
  for (const { name, queries } of due)
    await runStatements(database, [
      ...queries.map((query) => statement(query)),
      statement('INSERT INTO d1_migrations (name) VALUES (?)', name),
    ])
  return due.length
}

/** Loads every content file that has changed since its last load. Returns their number. */
export async function loadContent(
  database: Database,
  now: Date,
  progress: (done: number, of: number) => void,
): Promise<number> {
  const files = await readStagedContent(now.toISOString())
  const [rows = []] = await runStatements(database, [
    statement('SELECT path, digest FROM content_files'),
  ])
  const loaded = new Map(rows.map((row) => [row.path, row.digest]))
  const due = files.filter(({ path, digest }) => loaded.get(path) !== digest)
  for (const [index, { path, digest, content }] of due.entries()) {
    await loadFile(database, { path, digest, now: now.toISOString() }, content)
    progress(index + 1, due.length)
  }
  return due.length
}

async function readStagedContent(
  now: string,
): Promise<{ path: string; digest: string; content: StagedContent }[]> {
  const catalogue = await readCatalogue()
  const content = await readContentFolder(contentFolder)
  const { papers, cardSets, pages, patterns, lessonSets, plans, problems } = content
  problems.push(
    ...checkContent(catalogue, papers, cardSets, pages, patterns),
    ...checkPlans(catalogue, content),
  )
  if (problems[0]) {
    const { file, line, reason } = problems[0]
    throw new TaskError(
      `The content has ${problems.length} problems, the first in ` +
        `${contentFolder}/${file}:${line}: ${reason}. All of them: npm run content:check`,
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
  // A plan contains the minutes of its papers, so its digest includes them.
  const minutesOf = ({ days }: PlanDraft) =>
    days.flatMap(({ papers }) => papers.map((slug) => papersBySlug.get(slug)?.minutes))
  const entry = (path: string, draft: object, content: StagedContent) => ({
    path,
    digest: digestOf(draft),
    content,
  })
  return [
    {
      path: 'catalogue.json',
      digest: catalogueDigest(catalogue),
      content: stageCatalogue(catalogue, now),
    },
    ...[...figures.values()].map((figure) => entry(figure.url, [figure.url], stageFigure(figure))),
    ...papers.map((paper) =>
      entry(
        paper.file,
        [paper, paper.questions.map(({ figure }) => figure && figureOf(figure.file))],
        stagePaper(paper, now, figureOf),
      ),
    ),
    ...cardSets.map((set) => entry(set.file, set, stageCards(set, now))),
    ...pages.map((page) => entry(page.file, page, stagePage(page, now))),
    ...patterns.map((sheet) => entry(sheet.file, sheet, stagePattern(sheet, now))),
    ...plans.map((plan) =>
      entry(
        plan.file,
        [plan, lessonsOf(plan, lessons), minutesOf(plan)],
        stagePlan(plan, lessons, papersBySlug, now),
      ),
    ),
  ]
}
