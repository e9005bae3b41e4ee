import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkContent } from '../authoring/checks/content.ts'
import { contentTable } from '../authoring/checks/content-table.ts'
import { dueFacts } from '../authoring/checks/dated-facts.ts'
import { examProblems } from '../authoring/checks/exams.ts'
import { liveMockProblems } from '../authoring/checks/live-mocks.ts'
import { missingPaperProblems } from '../authoring/checks/exam-papers.ts'
import { nearDuplicateProblems, similarPairs } from '../authoring/checks/near-duplicates.ts'
import { checkPlans } from '../authoring/checks/plans.ts'
import { readWordList, spellingProblems } from '../authoring/checks/word-list.ts'
import type { CatalogueDraft } from '../authoring/loading/catalogue-rows.ts'
import { readContentFolder } from '../authoring/text-format/content-folder.ts'
import { parseArguments } from './arguments.ts'

const usage = `npm run content:check -- [PART OF A FILE'S NAME...] [options]

  Lists the problems of the content with file, line and reason.

  --folder FOLDER     another folder than content/, such as one that content:export has written
  --table             counts papers and questions by exam and plan
  --due               lists questions whose facts have to be looked at again
  --near-duplicates   lists pairs of questions that a person has to compare

  Status: 0 without problems; 1 with problems`

const { values: options, positionals: only } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: 'content' },
    table: { type: 'boolean', default: false },
    due: { type: 'boolean', default: false },
    'near-duplicates': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(usage)
  process.exit(0)
}
const folder =
  options.folder === 'content'
    ? 'content'
    : resolve(process.env.INIT_CWD ?? process.cwd(), options.folder)
const catalogue = JSON.parse(await readFile(`${folder}/catalogue.json`, 'utf8')) as CatalogueDraft
const content = await readContentFolder(folder)
const stateOf = (exam: string) =>
  catalogue.categories.find(({ slug }) => slug === exam)?.state ?? exam
const { papers, liveMocks, cardSets, pages, patterns, plans, problems } = content
const terms = readWordList(await readFile('authoring/word-list.txt', 'utf8'))
for (const file of content.files)
  problems.push(...spellingProblems(file, await readFile(`${folder}/${file}`, 'utf8'), terms))
problems.push(
  ...examProblems(catalogue),
  ...checkContent(
    catalogue,
    [...papers, ...liveMocks.map(({ paper }) => paper)],
    ...([cardSets, pages, patterns] as const),
  ),
  ...liveMockProblems(catalogue, liveMocks),
  ...checkPlans(catalogue, content),
  ...missingPaperProblems(papers, catalogue),
  ...nearDuplicateProblems(papers, stateOf),
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

if (options.table) {
  const exams = catalogue.categories.map(({ slug }) => slug)
  const plans = catalogue.plans.map(({ slug, state, categories }) => ({
    slug,
    exams: exams.filter((exam) => categories.includes(exam) || stateOf(exam) === state),
  }))
  console.log(contentTable(papers, exams, plans).join('\n'))
}

if (options.due) {
  const today = new Date().toISOString().slice(0, 10)
  for (const { file, line, id, trueAsOf, due } of dueFacts(papers, today))
    console.log(`${folder}/${file}:${line}: ${id} was true as of ${trueAsOf}; due ${due}`)
}

// Pairs that a person has to compare; from 75% on they are problems.
if (options['near-duplicates'])
  for (const { one, other, share } of similarPairs(papers, stateOf, 0.5))
    console.log(`${Math.round(share * 100)}% ${one.id} (${one.file}) ${other.id} (${other.file})`)
