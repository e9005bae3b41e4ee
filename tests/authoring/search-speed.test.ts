import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importFile } from '../../authoring/importers/import-file.ts'
import type { ImportItem } from '../../authoring/importers/item.ts'
import { readContentFolder } from '../../authoring/text-format/content-folder.ts'
import { prepareDatabase } from '../../tasks/local-content.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'
import { startWorkers } from '../../tasks/local-workers.ts'

let folder = ''
let api: Awaited<ReturnType<typeof startWorkers>>

/** 10,000 questions with the words of our own, each with a number of its own. */
async function* manyQuestions(): AsyncGenerator<ImportItem> {
  const { papers } = await readContentFolder('content')
  const questions = papers.flatMap((paper) => paper.questions)
  for (let line = 1; line <= 10_000; line++) {
    const {
      line: _,
      id: _id,
      section: _section,
      figure: _figure,
      ...question
    } = questions[line % questions.length]!
    const stem = Object.fromEntries(
      Object.entries(question.stem).map(([locale, text]) => [locale, `${text} (${line})`]),
    )
    yield { line, question: { ...question, stem, id: `speed-${line}`, notes: [] } }
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'abhyasa-speed-'))
  await prepareDatabase(folder)
  await withLocalDatabase(folder, (database) =>
    importFile(
      database,
      manyQuestions(),
      {
        bank: 'speed',
        topics: [],
        knownTopics: new Set(),
        papers: {
          exam: 'rrb',
          kind: 'practice-papers',
          year: null,
          ...{ right: '1', wrong: '0', blank: '0', access: 'free', source: 'a test' },
          title: { kn: 'ವೇಗ', en: 'Speed', te: 'వేగం' },
          questionsEach: 50,
          minutesPerQuestion: 1,
        },
        strict: false,
        now: new Date().toISOString(),
      },
      () => undefined,
    ),
  )
  api = await startWorkers({ port: 0, only: 'product-api', state: folder, quiet: true })
}, 120_000)
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

const queries = [
  ...['ಸಂವಿಧಾನ', 'ಗ್ರಾಮ', 'grama', 'samvidhana', 'ರಾಜ್ಯ ಸರ್ಕಾರ', 'ಕರ್ನಾ', 'రాజ్యాంగం', 'గణితం'],
  ...[
    'constitution',
    'constituton',
    'panchayat raj',
    'photosynthesis',
    'photosinthesis',
    'kadamba',
  ],
  ...['what is the', 'train speed', '1956', 'ಕ', 'g', 'xyzzy', 'vilage poeple', 'reasoning series'],
]

it(
  'search among 10,000 questions takes less than 50 ms at the 99th percentile',
  { timeout: 120_000 },
  async () => {
    // Other tests run at the same time: of five rounds, the fastest measures the search itself.
    const fastest = queries.map(() => Infinity)
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) {
      const times = await timesOf()
      rounds.push(p99(times))
      for (const [index, ms] of times.entries()) fastest[index] = Math.min(fastest[index]!, ms)
    }
    const all = rounds.map((ms) => ms.toFixed(1)).join(', ')
    console.log(
      `search among 10,000 questions, p99: ${p99(fastest).toFixed(1)} ms; in each round: ${all} ms`,
    )
    expect(p99(fastest)).toBeLessThan(50)
  },
)

/** Milliseconds of each query, one after the other. */
async function timesOf(): Promise<number[]> {
  const times: number[] = []
  for (const [index, query] of queries.entries()) {
    // Searches are limited by network.
    const headers = { 'x-client-address': `203.0.${index}.9` }
    const startedAt = performance.now()
    const response = await fetch(`${api.url}/api/search?locale=kn&q=${encodeURIComponent(query)}`, {
      headers,
    })
    const { data } = await response.json<{ data: unknown[] }>()
    times.push(performance.now() - startedAt)
    expect([query, data.length > 0]).toEqual([query, query !== 'xyzzy'])
  }
  return times
}

const p99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!
