import { readFile } from 'node:fs/promises'
import { checkContent, type Catalogue } from '../authoring/checks/content.ts'
import { liveMockProblems } from '../authoring/checks/live-mocks.ts'
import { missingPaperProblems } from '../authoring/checks/exam-papers.ts'
import { checkPlans } from '../authoring/checks/plans.ts'
import { readContentFolder } from '../authoring/text-format/content-folder.ts'

const folder = 'content'
const only = process.argv.slice(2)
const catalogue = JSON.parse(await readFile(`${folder}/catalogue.json`, 'utf8')) as Catalogue
const content = await readContentFolder(folder)
const { papers, liveMocks, cardSets, pages, patterns, plans, problems } = content
problems.push(
  ...checkContent(
    catalogue,
    [...papers, ...liveMocks.map(({ paper }) => paper)],
    ...([cardSets, pages, patterns] as const),
  ),
  ...liveMockProblems(catalogue, liveMocks),
  ...checkPlans(catalogue, content),
  ...missingPaperProblems(papers),
)
const shown = problems.filter(
  ({ file }) => only.length === 0 || only.some((part) => file.includes(part)),
)
for (const { file, line, reason } of shown) console.log(`${folder}/${file}:${line}: ${reason}`)
const questions = papers.reduce((sum, paper) => sum + paper.questions.length, 0)
const cards = cardSets.reduce((sum, set) => sum + set.cards.length, 0)
const counts = [
  `${papers.length} papers`,
  `${questions} questions`,
  `${liveMocks.length} live mocks`,
  `${cards} cards`,
  `${pages.length} pages`,
  `${patterns.length} pattern sheets`,
  `${plans.length} plans`,
]
console.log(`${counts.join(', ')}: ${shown.length} problems`)
if (shown.length > 0) process.exitCode = 1
