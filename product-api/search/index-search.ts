import { entryKinds, type SearchHit, type SearchIndex } from './search-index.ts'
import {
  rangeOfWord,
  similarWords,
  wordAndPrefix,
  wordsOfQuery,
  type WordRange,
} from './search-words.ts'

/** Only the best matches are compared by kind: papers rank above their questions. */
const maxRankedHits = 300
const kindFactors = { paper: 1.5, page: 1.3, question: 1, card: 1 }
/** Of BM25, as in SQLite's FTS5. */
const [k1, b, minIdf] = [1.2, 0.75, 1e-6]

export type Search = (typed: string, limit: number) => SearchHit[]

/** Searches an index. The documents that match a query, best first: all words by sound, as
 *  prefixes; if none matches, also words one or two edits away; if none matches, documents with any
 *  of the words. The rank is BM25 as SQLite's FTS5 computes it. Cost: every word of the query
 *  visits each posting at most eight times; some milliseconds for 100,000 questions. */
export function searchIn(index: SearchIndex): Search {
  const { words } = index
  const rank = rankerOf(index)
  return (typed, limit) => {
    const sounds = wordsOfQuery(typed)
    if (sounds.length === 0) return []
    const exact = sounds.map((sound) => wordAndPrefix(words, sound))
    const exactHits = rank(exact, 'all', limit)
    if (exactHits.length > 0) return exactHits
    const fuzzy = sounds.map((sound, place) => [
      ...exact[place]!,
      ...similarWords(words, sound).map((word) => rangeOfWord(words, word)),
    ])
    const fuzzyHits = rank(fuzzy, 'all', limit)
    if (fuzzyHits.length > 0 || sounds.length === 1) return fuzzyHits
    return rank(fuzzy, 'any', limit)
  }
}

type Ranker = (groups: readonly WordRange[][], needs: 'all' | 'any', limit: number) => SearchHit[]

/** `groups`: for each word of the query, at most 8, the ranges of words that stand for it. */
function rankerOf({ wordStarts, postings, kinds, ids, lengths }: SearchIndex): Ranker {
  const count = kinds.length
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(count, 1)
  // By the number of the entry; used anew by each search, which awaits nothing.
  const frequencies = new Float64Array(count)
  const scores = new Float64Array(count)
  const groupsFound = new Uint8Array(count)
  const touched = new Uint32Array(count)

  function addScores({ start, end }: WordRange, group: number) {
    let found = 0
    for (let at = wordStarts[start]!; at < wordStarts[end]!; at++) {
      const entry = postings[at]! >>> 8
      if (frequencies[entry] === 0) touched[found++] = entry
      frequencies[entry]! += postings[at]! & 255
    }
    const idf = Math.max(Math.log((count - found + 0.5) / (found + 0.5)), minIdf)
    for (let place = 0; place < found; place++) {
      const entry = touched[place]!
      const frequency = frequencies[entry]!
      const norm = k1 * (1 - b + (b * lengths[entry]!) / averageLength)
      frequencies[entry] = 0
      scores[entry]! += (idf * frequency * (k1 + 1)) / (frequency + norm)
      groupsFound[entry]! |= 1 << group
    }
  }

  return (groups, needs, limit) => {
    scores.fill(0)
    groupsFound.fill(0)
    for (const [group, ranges] of groups.entries())
      for (const range of ranges) addScores(range, group)
    const all = 2 ** groups.length - 1
    const best = new BestEntries(scores)
    for (let entry = 0; entry < count; entry++)
      if (needs === 'all' ? groupsFound[entry] === all : groupsFound[entry] !== 0) best.add(entry)
    return best
      .ranked()
      .map((entry) => {
        const kind = entryKinds[kinds[entry]!]!
        return { kind, id: ids[entry]!, score: scores[entry]! * kindFactors[kind] }
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ kind, id }) => ({ kind, id }))
  }
}

/** The best of many entries; of equal ones those that were added first. Cost: for most entries one
 *  comparison. */
class BestEntries {
  readonly #scores: Float64Array
  #entries: number[] = []
  #lowest = -Infinity

  constructor(scores: Float64Array) {
    this.#scores = scores
  }

  add(entry: number) {
    if (this.#scores[entry]! <= this.#lowest) return
    if (this.#entries.push(entry) < 2 * maxRankedHits) return
    this.#entries = this.ranked()
    this.#lowest = this.#scores[this.#entries.at(-1)!]!
  }

  ranked(): number[] {
    const scores = this.#scores
    return this.#entries
      .sort((one, other) => scores[other]! - scores[one]! || one - other)
      .slice(0, maxRankedHits)
  }
}
