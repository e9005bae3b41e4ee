import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type {
  CardsDraft,
  LessonsDraft,
  LiveMockDraft,
  PageDraft,
  PaperDraft,
  PatternDraft,
  PlanDraft,
  Problem,
} from '../draft.ts'
import { readCards } from './cards.ts'
import { readLiveMock } from './live-mock.ts'
import { readPage } from './page.ts'
import { readPaper } from './paper.ts'
import { readPattern } from './pattern.ts'
import { readLessons, readPlan } from './plan.ts'
import { readRulings, rulingsPath, type RulingDraft } from './rulings.ts'

export type Content = {
  /** The paths of all text files, below the folder. */
  files: string[]
  papers: PaperDraft[]
  liveMocks: LiveMockDraft[]
  cardSets: CardsDraft[]
  pages: PageDraft[]
  patterns: PatternDraft[]
  lessonSets: LessonsDraft[]
  plans: PlanDraft[]
  /** Papers that were withdrawn: their text is kept, and plans may name them. */
  withdrawnPapers: PaperDraft[]
  rulings: RulingDraft[]
  problems: Problem[]
}

/** Reads all content files below a folder. Problems name files relative to it. */
export async function readContentFolder(folder: string): Promise<Content> {
  const content: Content = {
    ...{ files: [], papers: [], liveMocks: [], cardSets: [], pages: [], patterns: [] },
    ...{ lessonSets: [], plans: [], withdrawnPapers: [], rulings: [], problems: [] },
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const file = relative(folder, path)
    const source = await readFile(path, 'utf8')
    content.files.push(file)
    if (file.startsWith('papers/')) {
      const { paper, problems } = readPaper(file, source)
      content.papers.push(paper)
      content.problems.push(...problems)
    } else if (file.startsWith('withdrawn/')) {
      const { paper, problems } = readPaper(file, source)
      content.withdrawnPapers.push(paper)
      content.problems.push(...problems)
    } else if (file === rulingsPath) {
      const { rulings, problems } = readRulings(file, source)
      content.rulings.push(...rulings)
      content.problems.push(...problems)
    } else if (file.startsWith('live-mocks/')) {
      const { liveMock, problems } = readLiveMock(file, source)
      content.liveMocks.push(liveMock)
      content.problems.push(...problems)
    } else if (file.startsWith('flash-cards/')) {
      const { cards, problems } = readCards(file, source)
      content.cardSets.push(cards)
      content.problems.push(...problems)
    } else if (file.startsWith('patterns/')) {
      const { pattern, problems } = readPattern(file, source)
      content.patterns.push(pattern)
      content.problems.push(...problems)
    } else if (file.startsWith('plans/lessons/')) {
      const { lessons, problems } = readLessons(file, source)
      content.lessonSets.push(lessons)
      content.problems.push(...problems)
    } else if (file.startsWith('plans/')) {
      const { plan, problems } = readPlan(file, source)
      content.plans.push(plan)
      content.problems.push(...problems)
    } else {
      const { page, problems } = readPage(file, source)
      content.pages.push(page)
      content.problems.push(...problems)
    }
  }
  return content
}
