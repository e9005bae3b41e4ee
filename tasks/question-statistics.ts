import { minAttemptsForStatistics } from '../domain/question-statistics.ts'
import type { Database } from '../product-api/database.ts'
import {
  papersWithStatistics,
  paperStatistics,
  type QuestionReport,
} from '../product-api/scoring/question-statistics.ts'
import { parseArguments } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { runTask } from './task.ts'

const usage = `npm run question-statistics -- [PAPER...] [options]

  Lists the questions whose key is probably wrong: those who chose another option did better in the
  other questions. Look at each of them; npm run rule-key changes a key. Counts the first attempt of
  each aspirant, by the clock; a paper needs ${minAttemptsForStatistics} of them.

  --all        lists every question: facility is the share of right answers; discrimination, from
               -1 to 1, is how far a right answer goes with a good score (below 0.1: hardly)
  --remote     in the deployed database`

const { values: options, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  if (options.help) return console.log(usage)
  await withSelectedDatabase(options, listStatistics)
})

async function listStatistics(database: Database) {
  const known = await papersWithStatistics(database)
  for (const slug of positionals)
    if (!known.some((paper) => paper.slug === slug))
      console.log(`${slug}: fewer than ${minAttemptsForStatistics} attempts.`)
  const papers = known.filter(({ slug }) => positionals.length === 0 || positionals.includes(slug))
  for (const { slug, attempts } of papers) {
    const questions = await paperStatistics(database, slug)
    const suspected = questions.filter(({ suspectedKey }) => suspectedKey !== null)
    console.log(
      `${slug}: ${attempts} attempts, ${questions.length} questions, ` +
        `${suspected.length} keys to check`,
    )
    for (const question of options.all ? questions : suspected) console.log(lineOf(question))
  }
  if (papers.length === 0 && positionals.length === 0)
    console.log(`No paper has ${minAttemptsForStatistics} attempts yet.`)
}

function lineOf(question: QuestionReport): string {
  const { number, editorId, facility, discrimination, suspectedKey, suspectedShare } = question
  const facts = `facility ${percent(facility)}, discrimination ${discrimination?.toFixed(2) ?? '—'}`
  const suspicion =
    suspectedKey === null
      ? ''
      : `; check the key: ${'ABCDE'[suspectedKey]} is chosen by ${percent(suspectedShare)}, ` +
        'who do better'
  return `  ${number}. ${editorId}: ${facts}${suspicion}`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
