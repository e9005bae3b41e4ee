import { readFile } from 'node:fs/promises'
import { stageCards, stagePage, stagePaper } from '../../authoring/loading/content-rows.ts'
import { stageCatalogue, type CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { loadStatements } from '../../authoring/loading/import-statements.ts'
import { readScriptFile } from '../../authoring/loading/script-files.ts'
import { stagePlan } from '../../authoring/loading/plan-rows.ts'
import { readCards } from '../../authoring/text-format/cards.ts'
import { readPage } from '../../authoring/text-format/page.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { readLessons, readPlan } from '../../authoring/text-format/plan.ts'
import type { Statement } from '../../product-api/database.ts'

const content = 'content'
const now = '2026-11-21T06:00:00.000Z'
const papers = [
  'papers/vao-paper-1/vao-paper-1-full-1.txt',
  'papers/vao-paper-1/vao-paper-1-model-paper-2.txt',
  'papers/vao-paper-1/vao-paper-1-2024-pattern-1.txt',
  'papers/vao-paper-2/vao-paper-2-model-paper-1.txt',
  'papers/pdo-paper-1/pdo-model-paper-1.txt',
  'papers/rrb/rrb-ntpc-model-paper-1.txt',
  'papers/ap-pet/ap-pet-practice-1.txt',
]
const cardSets = ['flash-cards/constitution.txt']
const pages = [
  'pages/terms.txt',
  'current-affairs/2026-11-01-kannada-rajyotsava.txt',
  'current-affairs/2026-11-11-national-education-day.txt',
]
const plans = ['plans/vao.txt']
const lessonSets = [
  ...['arithmetic', 'computer', 'economy', 'english', 'geography', 'history', 'kannada'],
  ...['panchayat-raj', 'polity', 'reasoning', 'rural-development', 'science', 'village'],
].map((name) => `plans/lessons/${name}.txt`)

const figureOf = (file: string) => ({ url: `/figures/${file}`, width: 320, height: 200 })

/** Real content files as the statements that load them: one batch for each file, as the importer
 *  sends them. */
export async function testContent(): Promise<Statement[][]> {
  const read = (file: string) => readFile(`${content}/${file}`, 'utf8')
  const catalogue = JSON.parse(await read('catalogue.json')) as CatalogueDraft
  const loads = [
    { path: 'catalogue.json', load: stageCatalogue(catalogue, now) },
    ...(await Promise.all(
      papers.map(async (path) => ({
        path,
        load: stagePaper(readPaper(path, await read(path)).paper, now, figureOf),
      })),
    )),
    ...(await Promise.all(
      cardSets.map(async (path) => ({
        path,
        load: stageCards(readCards(path, await read(path)).cards, now),
      })),
    )),
    ...(await Promise.all(
      pages.map(async (path) => ({
        path,
        load: stagePage(readPage(path, await read(path)).page, now),
      })),
    )),
    ...(await planLoads(read)),
  ]
  return Promise.all(
    loads.map(async ({ path, load }) => {
      // The desk changes the catalogue in its text.
      const source = path === 'catalogue.json' ? { source: await read(path) } : {}
      return loadStatements({ path, digest: 'test', now, ...source }, load, readScriptFile)
    }),
  )
}

async function planLoads(read: (file: string) => Promise<string>) {
  const drafts = await Promise.all(
    papers.map(async (path) => readPaper(path, await read(path)).paper),
  )
  const sets = await Promise.all(
    lessonSets.map(async (path) => readLessons(path, await read(path)).lessons),
  )
  const lessons = new Map(sets.flatMap((set) => set.lessons.map((lesson) => [lesson.id, lesson])))
  const minutes = new Map(drafts.map((paper) => [paper.slug, paper]))
  return Promise.all(
    plans.map(async (path) => ({
      path,
      load: stagePlan(readPlan(path, await read(path)).plan, lessons, minutes, now),
    })),
  )
}
