import { readFile } from 'node:fs/promises'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { checkContent } from '../product-api/importer/check.ts'
import { figureLoad, readFigure } from '../product-api/importer/figures.ts'
import { loadFile, type Database } from '../product-api/importer/load.ts'
import {
  cardsLoad,
  catalogueLoad,
  digest,
  pageLoad,
  paperLoad,
  type CatalogueDraft,
  type Load,
} from '../product-api/importer/parts.ts'
import { readContent } from '../product-api/importer/read-folder.ts'
import { Stop } from './step.ts'

const contentFolder = 'product-api/content'

/** Brings the database to the newest migration; remembers it where wrangler does. */
export async function migrate(db: D1Database): Promise<number> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
         id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    )
    .run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const due = (await readD1Migrations('product-api/migrations')).filter(({ name }) => !applied.has(name))
  for (const { name, queries } of due)
    await db.batch([
      ...queries.map((query) => db.prepare(query)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  return due.length
}

export const localDatabase = (db: D1Database): Database => ({
  async batch(statements) {
    await db.batch(statements.map(({ text, values }) => db.prepare(text).bind(...values)))
  },
  async loadedFiles() {
    const { results } = await db
      .prepare('SELECT path, digest FROM content_files')
      .all<{ path: string; digest: string }>()
    return new Map(results.map((row) => [row.path, row.digest]))
  },
})

/** Loads every content file that has changed since it was last loaded. Returns how many those were. */
export async function loadContent(
  database: Database,
  now: Date,
  progress: (done: number, of: number) => void,
): Promise<number> {
  const loads = await contentLoads(now.toISOString())
  const loaded = await database.loadedFiles()
  const due = loads.filter(({ path, digest }) => loaded.get(path) !== digest)
  for (const [index, { path, digest, load }] of due.entries()) {
    await loadFile(database, { path, digest, now: now.toISOString() }, load)
    progress(index + 1, due.length)
  }
  return due.length
}

async function contentLoads(now: string): Promise<{ path: string; digest: string; load: Load }[]> {
  const catalogue = JSON.parse(await readFile(`${contentFolder}/catalogue.json`, 'utf8')) as CatalogueDraft
  const { papers, cardSets, pages, problems } = await readContent(contentFolder)
  problems.push(...checkContent(catalogue, papers, cardSets, pages))
  if (problems[0]) {
    const { file, line, reason } = problems[0]
    throw new Stop(
      `The content has ${problems.length} problems, the first in ${contentFolder}/${file}:${line}: ${reason}. All of them: npm run content:check`,
    )
  }
  const figureNames = new Set(
    papers.flatMap((paper) => paper.questions.flatMap(({ figure }) => (figure ? [figure.file] : []))),
  )
  const figures = new Map([...figureNames].map((name) => [name, readFigure(contentFolder, name)]))
  const figureOf = (name: string) => {
    const { url, width, height } = figures.get(name)!
    return { url, width, height }
  }
  const entry = (path: string, draft: object, load: Load) => ({ path, digest: digest(draft), load })
  return [
    entry('catalogue.json', catalogue, catalogueLoad(catalogue, now)),
    ...[...figures.values()].map((figure) => entry(figure.url, [figure.url], figureLoad(figure))),
    ...papers.map((paper) =>
      entry(paper.file, [paper, paper.questions.map(({ figure }) => figure && figureOf(figure.file))], paperLoad(paper, now, figureOf)),
    ),
    ...cardSets.map((set) => entry(set.file, set, cardsLoad(set, now))),
    ...pages.map((page) => entry(page.file, page, pageLoad(page, now))),
  ]
}
