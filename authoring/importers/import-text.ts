import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '../../product-api/database.ts'
import { checkContent, type Catalogue } from '../checks/content.ts'
import type { Problem } from '../draft.ts'
import { stageFigure, readFigure, type FigureFile } from '../loading/figures.ts'
import { readTextFile } from './text-file.ts'
import { UnreadableFile } from './item.ts'
import type { ImportReport } from './import-file.ts'
import { loadFile } from '../loading/load-file.ts'
import {
  stageCards,
  digestOf,
  stagePage,
  stagePaper,
  stagePattern,
  type StagedContent,
} from '../loading/content-rows.ts'
import { readCards } from '../text-format/cards.ts'
import { readPage } from '../text-format/page.ts'
import { readPaper } from '../text-format/paper.ts'
import { readPattern } from '../text-format/pattern.ts'

export type TextSettings = { catalogue: Catalogue; strict: boolean; now: string }

type TextImport = {
  load: StagedContent
  figures: FigureFile[]
  imported: number
  rejected: Problem[]
}

/** Imports one file in the text format. Of a paper or a set of cards, the questions or cards
 *  without problems are imported (with `strict`: all or none); a page or a pattern sheet only if
 *  it has no problem. */
export async function importText(
  database: Database,
  path: string,
  settings: TextSettings,
): Promise<ImportReport> {
  const { load, figures, imported, rejected } = await readText(path, settings)
  const published = imported > 0 && !(settings.strict && rejected.length > 0)
  const stamp = (name: string) => ({
    path: `import:${name}`,
    digest: digestOf(load),
    now: settings.now,
  })
  if (published) {
    for (const figure of figures) await loadFile(database, stamp(figure.url), stageFigure(figure))
    await loadFile(database, stamp(path), load)
  }
  const papers = published && load.script === 'paper' ? 1 : 0
  return { imported, papers, setAside: [], rejected, notes: [], published }
}

async function readText(path: string, settings: TextSettings): Promise<TextImport> {
  let source = ''
  for await (const piece of readTextFile(path)) source += piece
  if (/^cards:/m.test(source)) return readCardsFile(path, source, settings)
  if (/^page:/m.test(source)) return readPageFile(path, source, settings)
  if (/^pattern:/m.test(source)) return readPatternFile(path, source, settings)
  if (/^paper:/m.test(source)) return readPaperFile(path, source, settings)
  throw new UnreadableFile(1, 'the head says none of "paper:", "cards:", "page:" and "pattern:"')
}

function readPaperFile(path: string, source: string, { catalogue, now }: TextSettings): TextImport {
  const { paper, problems } = readPaper(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [paper], [], [])]
  const figures = new Map<string, FigureFile>()
  for (const { line, figure } of paper.questions) {
    if (!figure || figures.has(figure.file)) continue
    const folder = [dirname(path), join(dirname(path), '../..')].find((folder) =>
      existsSync(join(folder, 'figures', figure.file)),
    )
    if (folder) figures.set(figure.file, readFigure(folder, figure.file))
    else rejected.push({ file: path, line, reason: `no figures/${figure.file} beside this file` })
  }
  const questions = withoutProblems(paper.questions, rejected)
  // A problem above the first question concerns the whole paper.
  const firstLine = paper.questions[0]?.line ?? Infinity
  const isWhole = rejected.every(({ line }) => line >= firstLine)
  return {
    load: stagePaper({ ...paper, questions }, now, (file) => figures.get(file)!),
    figures: [...figures.values()],
    imported: isWhole ? questions.length : 0,
    rejected,
  }
}

function readCardsFile(path: string, source: string, { catalogue, now }: TextSettings): TextImport {
  const { cards, problems } = readCards(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [], [cards], [])]
  const good = withoutProblems(cards.cards, rejected)
  const isWhole = rejected.every(({ line }) => line >= (cards.cards[0]?.line ?? Infinity))
  return {
    load: stageCards({ ...cards, cards: good }, now),
    figures: [],
    imported: isWhole ? good.length : 0,
    rejected,
  }
}

function readPageFile(path: string, source: string, { catalogue, now }: TextSettings): TextImport {
  const { page, problems } = readPage(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [], [], [page])]
  const imported = rejected.length === 0 ? 1 : 0
  return { load: imported ? stagePage(page, now) : emptyLoad, figures: [], imported, rejected }
}

function readPatternFile(
  path: string,
  source: string,
  { catalogue, now }: TextSettings,
): TextImport {
  const { pattern, problems } = readPattern(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [], [], [], [pattern])]
  const imported = rejected.length === 0 ? 1 : 0
  const load = imported ? stagePattern(pattern, now) : emptyLoad
  return { load, figures: [], imported, rejected }
}

const emptyLoad: StagedContent = { script: 'page', parts: [], documents: [] }

/** The items that have no problem between their first line and the next item's. */
function withoutProblems<Item extends { line: number }>(
  items: readonly Item[],
  problems: Problem[],
) {
  return items.filter(({ line }, index) => {
    const next = items[index + 1]?.line ?? Infinity
    return !problems.some((problem) => problem.line >= line && problem.line < next)
  })
}
