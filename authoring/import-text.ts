import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkContent, type Catalogue } from './check.ts'
import type { Problem } from './draft.ts'
import { figureLoad, readFigure, type FigureFile } from './figures.ts'
import { textOf } from './importers/encoding.ts'
import { UnreadableFile } from './importers/item.ts'
import type { ImportReport } from './import-file.ts'
import { loadFile, type Database } from './load.ts'
import { cardsLoad, digest, pageLoad, paperLoad, patternLoad, type Load } from './parts.ts'
import { readCards } from './text-format/cards.ts'
import { readPage } from './text-format/page.ts'
import { readPaper } from './text-format/paper.ts'
import { readPattern } from './text-format/pattern.ts'

export type TextSettings = { catalogue: Catalogue; strict: boolean; now: string }

type Readable = { load: Load; figures: FigureFile[]; imported: number; rejected: Problem[] }

/** Imports one file in our own format. Of a paper or a set of cards, what has no problem goes in (with `strict`: all or nothing);
 *  a page is one piece. */
export async function importText(
  database: Database,
  path: string,
  settings: TextSettings,
): Promise<ImportReport> {
  const { load, figures, imported, rejected } = await readText(path, settings)
  const published = imported > 0 && !(settings.strict && rejected.length > 0)
  const stamp = (name: string) => ({
    path: `import:${name}`,
    digest: digest(load),
    now: settings.now,
  })
  if (published) {
    for (const figure of figures) await loadFile(database, stamp(figure.url), figureLoad(figure))
    await loadFile(database, stamp(path), load)
  }
  const papers = published && load.script === 'paper' ? 1 : 0
  return { imported, papers, setAside: [], rejected, notes: [], published }
}

async function readText(path: string, settings: TextSettings): Promise<Readable> {
  let source = ''
  for await (const piece of textOf(path)) source += piece
  if (/^cards:/m.test(source)) return readCardsFile(path, source, settings)
  if (/^page:/m.test(source)) return readPageFile(path, source, settings)
  if (/^pattern:/m.test(source)) return readPatternFile(path, source, settings)
  if (/^paper:/m.test(source)) return readPaperFile(path, source, settings)
  throw new UnreadableFile(1, 'the head says none of "paper:", "cards:", "page:" and "pattern:"')
}

function readPaperFile(path: string, source: string, { catalogue, now }: TextSettings): Readable {
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
  const questions = withoutFaulty(paper.questions, rejected)
  // A fault above the first question is a fault of the whole paper.
  const firstLine = paper.questions[0]?.line ?? Infinity
  const isWhole = rejected.every(({ line }) => line >= firstLine)
  return {
    load: paperLoad({ ...paper, questions }, now, (file) => figures.get(file)!),
    figures: [...figures.values()],
    imported: isWhole ? questions.length : 0,
    rejected,
  }
}

function readCardsFile(path: string, source: string, { catalogue, now }: TextSettings): Readable {
  const { cards, problems } = readCards(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [], [cards], [])]
  const good = withoutFaulty(cards.cards, rejected)
  const isWhole = rejected.every(({ line }) => line >= (cards.cards[0]?.line ?? Infinity))
  return {
    load: cardsLoad({ ...cards, cards: good }, now),
    figures: [],
    imported: isWhole ? good.length : 0,
    rejected,
  }
}

function readPageFile(path: string, source: string, { catalogue, now }: TextSettings): Readable {
  const { page, problems } = readPage(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [], [], [page])]
  const imported = rejected.length === 0 ? 1 : 0
  return { load: imported ? pageLoad(page, now) : emptyLoad, figures: [], imported, rejected }
}

function readPatternFile(path: string, source: string, { catalogue, now }: TextSettings): Readable {
  const { pattern, problems } = readPattern(path, source)
  const rejected = [...problems, ...checkContent(catalogue, [], [], [], [pattern])]
  const imported = rejected.length === 0 ? 1 : 0
  const load = imported ? patternLoad(pattern, now) : emptyLoad
  return { load, figures: [], imported, rejected }
}

const emptyLoad: Load = { script: 'page', parts: [] }

/** The items between whose first line and the next one's no problem lies. */
function withoutFaulty<Item extends { line: number }>(items: readonly Item[], problems: Problem[]) {
  return items.filter(({ line }, index) => {
    const next = items[index + 1]?.line ?? Infinity
    return !problems.some((problem) => problem.line >= line && problem.line < next)
  })
}
