import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  importQuestions,
  p99,
  searchQueries,
  timeSearches,
  waitForIndex,
} from '../../bench/search.ts'
import { readContentFolder } from '../../authoring/text-format/content-folder.ts'
import { foldText } from '../../domain/phonetic-folding.ts'
import { searchIn } from '../../product-api/search/index-search.ts'
import { buildSearchIndex, type SearchEntry } from '../../product-api/search/search-index.ts'
import { prepareDatabase } from '../../tasks/local-content.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'
import { startWorkers } from '../../tasks/local-workers.ts'

let folder = ''
let api: Awaited<ReturnType<typeof startWorkers>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'abhyasa-speed-'))
  await prepareDatabase(folder)
  await withLocalDatabase(folder, (database) => importQuestions(database, 10_000))
  api = await startWorkers({ port: 0, only: 'product-api', state: folder, quiet: true })
  await waitForIndex(api.url)
}, 120_000)
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

it(
  'search among 10,000 questions takes less than 50 ms at the 99th percentile',
  { timeout: 120_000 },
  async () => {
    // Other tests run at the same time: of five rounds, the fastest measures the search itself.
    const fastest = searchQueries.map(() => Infinity)
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) {
      const times = await timeSearches(api.url, { rounds: 1 })
      for (const { query, results } of times)
        expect([query, results > 0]).toEqual([query, query !== 'xyzzy'])
      rounds.push(p99(times.map(({ ms }) => ms)))
      for (const [index, { ms }] of times.entries()) fastest[index] = Math.min(fastest[index]!, ms)
    }
    const all = rounds.map((ms) => ms.toFixed(1)).join(', ')
    console.log(
      `search among 10,000 questions, p99: ${p99(fastest).toFixed(1)} ms; in each round: ${all} ms`,
    )
    expect(p99(fastest)).toBeLessThan(50)
  },
)

it(
  'the index of 100,000 questions takes less than 64 MB, and a search less than 50 ms',
  { timeout: 120_000 },
  async () => {
    const { papers } = await readContentFolder('content')
    const stems = papers
      .flatMap(({ questions }) => questions)
      .map(({ stem }) => foldText(Object.values(stem).join(' ')))
    const builder = buildSearchIndex()
    for (let start = 1; start <= 100_000; start += 250) {
      const page = Array.from({ length: 250 }, (_, place): SearchEntry => {
        const id = start + place
        const text = `${stems[id % stems.length]!} ${id}`
        return { kind: 'question', id, title: '', topics: 'samanya gnana', text }
      })
      expect(builder.add(page)).toBe(true)
    }
    const index = await builder.finish('v', () => Promise.resolve())
    const { wordStarts, postings, kinds, ids, lengths } = index
    const arrays = [wordStarts, postings, kinds, ids, lengths]
    const bytes =
      arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) +
      index.words.reduce((sum, { length }) => sum + length + 24, 0)
    const search = searchIn(index)
    // Other tests run at the same time: of five rounds, the fastest measures the search itself.
    const fastest = searchQueries.map(() => Infinity)
    for (let round = 0; round < 5; round++)
      for (const [place, query] of searchQueries.entries()) {
        const startedAt = performance.now()
        search(query, 120)
        fastest[place] = Math.min(fastest[place]!, performance.now() - startedAt)
      }
    const mb = (bytes / 1e6).toFixed(1)
    console.log(
      `the index of 100,000 questions: ${mb} MB, ${postings.length} postings, ` +
        `${index.words.length} words; slowest of the queries ${Math.max(...fastest).toFixed(1)} ms`,
    )
    expect(bytes).toBeLessThan(64_000_000)
    expect(Math.max(...fastest)).toBeLessThan(50)
  },
)
