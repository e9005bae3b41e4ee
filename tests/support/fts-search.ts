import { foldWord, splitWords } from '../../domain/phonetic-folding.ts'

// The search as it is defined: in SQLite's FTS5, over the table that the migrations make, with each
// word of its vocabulary compared. It is slow, and what the index in memory must agree with.

const common = 'a an and are by for from in is it of on or that the to was were what which who with'
const commonWords = new Set(splitWords(common).map(foldWord))
const factors: Record<string, number> = { paper: 1.5, page: 1.3 }

export type ScoredEntry = { entry: number; score: number }

/** Every entry that matches, with its score. `kindOf`: by the number of the entry. */
export function searchByFts(
  sql: SqlStorage,
  typed: string,
  kindOf: (entry: number) => string,
): ScoredEntry[] {
  const all = [...new Set(splitWords(typed).map(foldWord))].filter((word) => word !== '')
  const rare = all.filter((word) => !commonWords.has(word))
  const words = (rare.length > 0 ? rare : all).slice(0, 8)
  if (words.length === 0) return []
  const vocabulary = sql
    .exec<{ term: string }>('SELECT term FROM search_words ORDER BY term')
    .toArray()
    .map(({ term }) => term)
  const own = (word: string) => [
    `"${word}"`,
    `"${word.length > 3 ? word.replace(/[aeiou]$/, '') : word}"*`,
  ]
  const either = (phrases: string[]) => `(${phrases.join(' OR ')})`
  const matches = (query: string) =>
    sql
      .exec<{ entry: number; rank: number }>(
        `SELECT rowid AS entry, rank FROM search_index
         WHERE search_index MATCH ? AND rank MATCH 'bm25(8, 4, 1)'`,
        query,
      )
      .toArray()
      .map(({ entry, rank }) => ({ entry, score: -rank * (factors[kindOf(entry)] ?? 1) }))
  const exact = matches(words.map((word) => either(own(word))).join(' AND '))
  if (exact.length > 0) return exact
  const fuzzy = words.map((word) =>
    either([...own(word), ...nearest(vocabulary, word).map((other) => `"${other}"`)]),
  )
  const similar = matches(fuzzy.join(' AND '))
  return similar.length > 0 || words.length === 1 ? similar : matches(fuzzy.join(' OR '))
}

function nearest(vocabulary: readonly string[], word: string): string[] {
  const max = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  if (max === 0) return []
  const compared = vocabulary
    .filter((other) => other[0] === word[0])
    .map((other) => ({ other, distance: distanceOf(word, other) }))
    .filter(({ distance }) => distance <= max)
  const least = Math.min(...compared.map(({ distance }) => distance))
  return compared
    .filter(({ distance }) => distance === least)
    .slice(0, 6)
    .map(({ other }) => other)
}

/** The optimal string alignment distance, by its recursive definition. */
export function distanceOf(one: string, other: string): number {
  const known = new Map<number, number>()
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = i * 1000 + j
    const found = known.get(key)
    if (found !== undefined) return found
    const isSame = one[i - 1] === other[j - 1]
    const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
    const least = Math.min(
      distance(i - 1, j) + 1,
      distance(i, j - 1) + 1,
      distance(i - 1, j - 1) + (isSame ? 0 : 1),
      isSwap ? distance(i - 2, j - 2) + 1 : Infinity,
    )
    known.set(key, least)
    return least
  }
  return distance(one.length, other.length)
}
