import { importFile } from '../authoring/importers/import-file.ts'
import type { ImportItem } from '../authoring/importers/item.ts'
import { readContentFolder } from '../authoring/text-format/content-folder.ts'
import type { Database } from '../product-api/database.ts'

/** Questions with the words of our own papers, each with a number of its own. */
async function* numberedQuestions(count: number): AsyncGenerator<ImportItem> {
  const { papers } = await readContentFolder('content')
  const questions = papers.flatMap((paper) => paper.questions)
  for (let line = 1; line <= count; line++) {
    const source = questions[line % questions.length]!
    const { line: _, id: _id, section: _section, figure: _figure, ...question } = source
    const stem = Object.fromEntries(
      Object.entries(question.stem).map(([locale, text]) => [locale, `${text} (${line})`]),
    )
    yield { line, question: { ...question, stem, id: `speed-${line}`, notes: [] } }
  }
}

/** Imports so many questions in free papers of 50. Cost: about a minute for 100,000. */
export const importQuestions = (database: Database, count: number) =>
  importFile(
    database,
    numberedQuestions(count),
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
  )

/** Whole words in three scripts, beginnings, typing errors, and what finds nothing. */
export const searchQueries = [
  ...['ಸಂವಿಧಾನ', 'ಗ್ರಾಮ', 'grama', 'samvidhana', 'ರಾಜ್ಯ ಸರ್ಕಾರ', 'ಕರ್ನಾ', 'రాజ్యాంగం', 'గణితం'],
  ...['constitution', 'constituton', 'panchayat raj', 'photosynthesis', 'photosinthesis'],
  ...['kadamba', 'what is the', 'train speed', '1956', 'ಕ', 'g', 'xyzzy', 'vilage poeple'],
  'reasoning series',
]

/** The first search makes the index; where that takes longer, searches are answered 503. */
export async function waitForIndex(url: string) {
  for (let tries = 0; tries < 120; tries++) {
    if ((await fetch(`${url}/api/search?q=grama`)).ok) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('There is no index after two minutes')
}

export type SearchTime = { query: string; ms: number; results: number }

/** Searches one query after the other for so many rounds, at most `perSecond`. Each comes from a
 *  network of its own, because searches are limited by network. */
export async function timeSearches(
  url: string,
  { rounds, perSecond = Infinity }: { rounds: number; perSecond?: number },
): Promise<SearchTime[]> {
  const times: SearchTime[] = []
  for (let round = 0; round < rounds; round++)
    for (const [index, query] of searchQueries.entries()) {
      const startedAt = performance.now()
      const response = await fetch(`${url}/api/search?locale=kn&q=${encodeURIComponent(query)}`, {
        headers: { 'x-client-address': `203.${round % 250}.${index}.9` },
      })
      const body = (await response.json()) as { data: unknown[] | null }
      const ms = performance.now() - startedAt
      if (!body.data) throw new Error(`The search for ${query} answered ${response.status}`)
      times.push({ query, ms, results: body.data.length })
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 / perSecond - ms)))
    }
  return times
}

/** The time below which 99 of 100 are. */
export const p99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? NaN
