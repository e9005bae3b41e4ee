import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkContent } from '../checks/content.ts'
import { liveMockProblems } from '../checks/live-mocks.ts'
import { checkPlans } from '../checks/plans.ts'
import { maxPublicationDelayMs } from '../../domain/live-mock/live-mock.ts'
import type { LiveMockDraft, PaperDraft, PlanDraft, Problem } from '../draft.ts'
import { catalogueDigest, stageCatalogue, type CatalogueDraft } from '../loading/catalogue-rows.ts'
import {
  digestOf,
  stageCards,
  stagePage,
  stagePaper,
  stagePattern,
  type StagedContent,
} from '../loading/content-rows.ts'
import { readFigure, stageFigure } from '../loading/figures.ts'
import { stageLiveMock } from '../loading/live-mock-rows.ts'
import { lessonsOf, stagePlan } from '../loading/plan-rows.ts'
import { markupVersion } from '../question-forms/stem-markup.ts'
import { readContentFolder, type Content } from '../text-format/content-folder.ts'

export const cataloguePath = 'catalogue.json'

/** Something that content names and that has to be in the database before it. */
export type Reference = { kind: 'exam' | 'tag' | 'figure' | 'paper'; slug: string }

/** A content file that is ready to be published. `path`: below the content folder; of a figure its
 *  URL. `digest`: changes when the file has to be published again. */
export type PublishableFile = {
  path: string
  digest: string
  /** Its text; absent of a figure. */
  source?: string
  references: Reference[]
  /** What other files may name once this one is published. */
  provides: Reference[]
  content: StagedContent
}

/** The content files in the order in which they are published, or the problems that
 *  `content:check` reports of them. Cost: a second or two for 200 files. */
export async function readPublishableFiles(
  folder: string,
  now: string,
): Promise<{ files: PublishableFile[] } | { problems: Problem[] }> {
  const catalogue = await readCatalogue(folder)
  const content = await readContentFolder(folder)
  const { papers, liveMocks, cardSets, pages, patterns } = content
  const allPapers = [...papers, ...liveMocks.map(({ paper }) => paper)]
  const problems = [
    ...content.problems,
    ...checkContent(catalogue, allPapers, cardSets, pages, patterns),
    ...liveMockProblems(catalogue, liveMocks),
    ...checkPlans(catalogue, content),
  ]
  if (problems.length > 0) return { problems }
  const files: PublishableFile[] = [
    catalogueFile(catalogue, now),
    ...paperFiles(folder, papers, now),
    ...liveMocks.map((liveMock) => liveMockFile(liveMock, now)),
    ...paperFiles(folder, papersAfterResults(liveMocks, now), now),
    ...cardSets.map((set) => ({
      path: set.file,
      digest: digestOf(set),
      references: tagReferences([set.tag, ...set.cards.flatMap(({ topics }) => topics)]),
      provides: [],
      content: stageCards(set, now),
    })),
    ...pages.map((page) => ({
      path: page.file,
      digest: digestOf(page.quiz.length > 0 ? [markupVersion, page] : page),
      references: [
        ...examReferences(page.exam === null ? [] : [page.exam]),
        ...tagReferences([...page.topics, ...page.quiz.flatMap(({ topics }) => topics)]),
      ],
      provides: [],
      content: stagePage(page, now),
    })),
    ...patterns.map((sheet) => ({
      path: sheet.file,
      digest: digestOf(sheet),
      references: examReferences(sheet.exams),
      provides: [],
      content: stagePattern(sheet, now),
    })),
    ...planFiles(content, now),
  ]
  return { files: await Promise.all(files.map((file) => withSource(folder, file))) }
}

/** A figure's path is its URL, and its bytes are in the database already. The text of a live mock
 *  must not be there before its bell. */
const withSource = async (folder: string, file: PublishableFile): Promise<PublishableFile> =>
  file.path.startsWith('/') || file.path.startsWith('live-mocks/')
    ? file
    : { ...file, source: await readFile(join(folder, file.path), 'utf8') }

export const readCatalogue = async (folder: string) =>
  JSON.parse(await readFile(join(folder, cataloguePath), 'utf8')) as CatalogueDraft

/** The catalogue: the exams, tags and plans that all other content refers to. */
export const catalogueFile = (catalogue: CatalogueDraft, now: string): PublishableFile => ({
  path: cataloguePath,
  digest: catalogueDigest(catalogue),
  references: [],
  provides: [
    ...examReferences(catalogue.categories.map(({ slug }) => slug)),
    ...tagReferences(catalogue.tags.map(({ slug }) => slug)),
  ],
  content: stageCatalogue(catalogue, now),
})

/** The papers, after the figures that they show. */
function paperFiles(folder: string, papers: readonly PaperDraft[], now: string): PublishableFile[] {
  const namesOf = ({ questions }: PaperDraft) =>
    questions.flatMap(({ figure }) => (figure ? [figure.file] : []))
  const names = new Set(papers.flatMap(namesOf))
  const figures = new Map([...names].map((name) => [name, readFigure(folder, name)]))
  const figureOf = (name: string) => {
    const { url, width, height } = figures.get(name)!
    return { url, width, height }
  }
  return [
    ...[...figures.values()].map((figure) => ({
      path: figure.url,
      digest: digestOf([figure.url]),
      references: [],
      provides: [{ kind: 'figure' as const, slug: figure.url }],
      content: stageFigure(figure),
    })),
    ...papers.map((paper) => ({
      path: paper.file,
      digest: digestOf([
        markupVersion,
        paper,
        paper.questions.map(({ figure }) => figure && figureOf(figure.file)),
      ]),
      references: [
        ...examReferences([paper.exam]),
        ...tagReferences(paper.questions.flatMap(({ topics }) => topics)),
        ...unique(namesOf(paper)).map((name): Reference => ({
          kind: 'figure',
          slug: figureOf(name).url,
        })),
      ],
      provides: [{ kind: 'paper' as const, slug: paper.slug }],
      content: stagePaper(paper, now, figureOf),
    })),
  ]
}

const liveMockFile = (liveMock: LiveMockDraft, now: string): PublishableFile => ({
  path: liveMock.file,
  digest: digestOf(liveMock),
  references: examReferences(liveMock.exams),
  provides: [],
  content: stageLiveMock(liveMock, now),
})

/** After its results a live mock is a paper like any other, with explanations, by another path. */
const papersAfterResults = (liveMocks: readonly LiveMockDraft[], now: string): PaperDraft[] =>
  liveMocks
    .filter(
      ({ resultsAt }) =>
        resultsAt !== null && Date.parse(resultsAt) + maxPublicationDelayMs <= Date.parse(now),
    )
    .map(({ file, paper }) => ({ ...paper, file: `${file}#paper` }))

function planFiles({ papers, lessonSets, plans }: Content, now: string): PublishableFile[] {
  const lessons = new Map(
    lessonSets.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.id, lesson])),
  )
  const papersBySlug = new Map(papers.map((paper) => [paper.slug, paper]))
  const papersOf = ({ days }: PlanDraft) => days.flatMap((day) => day.papers)
  // A plan contains the minutes of its papers, so its digest includes them.
  const minutesOf = (plan: PlanDraft) =>
    papersOf(plan).map((slug) => papersBySlug.get(slug)?.minutes)
  return plans.map((plan) => ({
    path: plan.file,
    digest: digestOf([plan, lessonsOf(plan, lessons), minutesOf(plan)]),
    references: [
      ...examReferences(plan.exams),
      ...unique(papersOf(plan)).map((slug): Reference => ({ kind: 'paper', slug })),
    ],
    provides: [],
    content: stagePlan(plan, lessons, papersBySlug, now),
  }))
}

const unique = (words: readonly string[]) => [...new Set(words)]
const tagReferences = (slugs: readonly string[]) =>
  unique(slugs).map((slug): Reference => ({ kind: 'tag', slug }))
const examReferences = (slugs: readonly string[]) =>
  unique(slugs).map((slug): Reference => ({ kind: 'exam', slug }))
