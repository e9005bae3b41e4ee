import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkContent } from '../checks/content.ts'
import { examProblems, offeredExams } from '../checks/exams.ts'
import { liveMockProblems } from '../checks/live-mocks.ts'
import { checkPlans } from '../checks/plans.ts'
import { maxPublicationDelayMs } from '../../domain/live-mock/live-mock.ts'
import type { LessonsDraft, LiveMockDraft, PaperDraft, PlanDraft, Problem } from '../draft.ts'
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
import { rulingsPath, type RulingDraft } from '../text-format/rulings.ts'
import { originOf } from './export-manifest.ts'

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
 *  `content:check` reports of them. A folder that `content:export` has written and nobody edited is
 *  only read, not checked: all of it was published, and when is in its manifest. Cost: a second or
 *  two for 200 files. */
export async function readPublishableFiles(
  folder: string,
  now: string,
): Promise<{ files: PublishableFile[] } | { problems: Problem[] }> {
  const catalogue = await readCatalogue(folder)
  const content = await readContentFolder(folder)
  const { papers, liveMocks, cardSets, pages, patterns, lessonSets } = content
  const { isUnchanged, updatedAt } = await originOf(folder, [cataloguePath, ...content.files])
  // The paper of a live mock is 'FILE#paper'.
  const changedAt = ({ file }: { file: string }) => updatedAt(file.replace(/#.*/, '')) ?? now
  const problems = [
    ...content.problems,
    ...(isUnchanged ? [] : editorialProblems(catalogue, content)),
  ]
  if (problems.length > 0) return { problems }
  const files: PublishableFile[] = [
    catalogueFile(catalogue, updatedAt(cataloguePath) ?? now),
    // Before those that are published: a question that stands in both is as it is published.
    ...withdrawnPaperFiles(folder, content.withdrawnPapers, now),
    ...paperFiles(folder, papers, changedAt),
    ...(await Promise.all(liveMocks.map((one) => liveMockFile(folder, one, changedAt(one))))),
    ...paperFiles(folder, papersAfterResults(liveMocks, now), changedAt),
    ...cardSets.map((set) => ({
      path: set.file,
      digest: digestOf(set),
      references: tagReferences([set.tag, ...set.cards.flatMap(({ topics }) => topics)]),
      provides: [],
      content: stageCards(set, changedAt(set)),
    })),
    ...pages.map((page) => ({
      path: page.file,
      digest: digestOf(page.quiz.length > 0 ? [markupVersion, page] : page),
      references: [
        ...examReferences(page.exam === null ? [] : [page.exam]),
        ...tagReferences([...page.topics, ...page.quiz.flatMap(({ topics }) => topics)]),
      ],
      provides: [],
      content: stagePage(page, changedAt(page)),
    })),
    ...patterns.map((sheet) => ({
      path: sheet.file,
      digest: digestOf(sheet),
      references: examReferences(sheet.exams),
      provides: [],
      content: stagePattern(sheet, changedAt(sheet)),
    })),
    ...lessonSets.map((set) => lessonsFile(set)),
    ...planFiles(content, changedAt),
    ...(content.rulings.length > 0 ? [rulingsFile(content.rulings)] : []),
  ]
  return { files: await Promise.all(files.map((file) => withSource(folder, file))) }
}

/** What is wrong with texts that can be read. */
const editorialProblems = (catalogue: CatalogueDraft, content: Content): Problem[] => {
  const { papers, liveMocks, cardSets, pages, patterns } = content
  const allPapers = [...papers, ...liveMocks.map(({ paper }) => paper)]
  return [
    ...examProblems(catalogue),
    ...checkContent(catalogue, allPapers, cardSets, pages, patterns),
    ...liveMockProblems(catalogue, liveMocks),
    ...checkPlans(catalogue, content),
  ]
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
    ...examReferences(offeredExams(catalogue)),
    ...tagReferences(catalogue.tags.map(({ slug }) => slug)),
  ],
  content: stageCatalogue(catalogue, now),
})

/** The papers, after the figures that they show. */
function paperFiles(
  folder: string,
  papers: readonly PaperDraft[],
  changedAt: (paper: PaperDraft) => string,
): PublishableFile[] {
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
      content: stagePaper(paper, changedAt(paper), figureOf),
    })),
  ]
}

/** Papers that are loaded as withdrawn ones, where the database does not have them. Their drafts
 *  have the path that they had while they were published, which their digests cover. */
const withdrawnPaperFiles = (
  folder: string,
  papers: readonly PaperDraft[],
  now: string,
): PublishableFile[] =>
  papers.flatMap((paper) => {
    const published = { ...paper, file: `papers/${paper.exam}/${paper.slug}.txt` }
    return paperFiles(folder, [published], () => now).map((file) =>
      file.path === published.file
        ? {
            ...file,
            path: paper.file,
            // Its exam may be withdrawn, too; the database refuses one that it does not have.
            references: file.references.filter(({ kind }) => kind !== 'exam'),
            content: { ...file.content, documents: [], withdrawnPapers: [paper.slug] },
          }
        : file,
    )
  })

const liveMockFile = async (
  folder: string,
  liveMock: LiveMockDraft,
  now: string,
): Promise<PublishableFile> => ({
  path: liveMock.file,
  digest: digestOf(liveMock),
  references: examReferences(liveMock.exams),
  provides: [],
  content: stageLiveMock(liveMock, now, await readFile(join(folder, liveMock.file), 'utf8')),
})

/** Lessons are stored with the plans that give them to read. Of their file, the text is stored. */
const lessonsFile = ({ file, lessons }: LessonsDraft): PublishableFile => ({
  path: file,
  digest: digestOf([lessons]),
  references: [],
  provides: [],
  content: {
    ...{ script: 'plan', parts: [] },
    documents: lessons.map(({ id }) => ({ kind: 'lesson', slug: id })),
  },
})

const rulingsFile = (rulings: readonly RulingDraft[]): PublishableFile => ({
  path: rulingsPath,
  digest: digestOf(rulings),
  references: [],
  provides: [],
  content: { script: 'rulings', parts: [{ part: 'rulings', json: rulings }], documents: [] },
})

/** After its results a live mock is a paper like any other, with explanations, by another path. */
const papersAfterResults = (liveMocks: readonly LiveMockDraft[], now: string): PaperDraft[] =>
  liveMocks
    .filter(
      ({ resultsAt }) =>
        resultsAt !== null && Date.parse(resultsAt) + maxPublicationDelayMs <= Date.parse(now),
    )
    .map(({ file, paper }) => ({ ...paper, file: `${file}#paper` }))

function planFiles(
  { papers, withdrawnPapers, lessonSets, plans }: Content,
  changedAt: (plan: PlanDraft) => string,
): PublishableFile[] {
  const lessons = new Map(
    lessonSets.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.id, lesson])),
  )
  const papersBySlug = new Map([...withdrawnPapers, ...papers].map((paper) => [paper.slug, paper]))
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
    content: stagePlan(plan, lessons, papersBySlug, changedAt(plan)),
  }))
}

const unique = (words: readonly string[]) => [...new Set(words)]
const tagReferences = (slugs: readonly string[]) =>
  unique(slugs).map((slug): Reference => ({ kind: 'tag', slug }))
const examReferences = (slugs: readonly string[]) =>
  unique(slugs).map((slug): Reference => ({ kind: 'exam', slug }))
