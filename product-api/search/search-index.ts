import type { Database } from '../database.ts'
import { foldedWord, wordsOf } from '../../domain/phonetic-folding.ts'

/** Longer queries are cut: nobody means the ninth word, and each one costs. */
const maxWords = 8
/** A title weighs most, topics and exam less, running text least. */
const weights = [8, 4, 1]
const maxRankedHits = 300

export type SearchHit = {
  kind: 'paper' | 'question' | 'card' | 'page'
  testId: number | null
  questionId: number | null
  cardId: number | null
  pageId: number | null
}

/** The documents that answer a query, best first: every word as it sounds, its last letters left open;
 *  if that finds nothing, words that nearly sound alike; if that finds nothing, any of the words. */
export async function searchIndex(db: Database, typed: string, limit: number): Promise<SearchHit[]> {
  const words = distinctiveWords([...new Set(wordsOf(typed).map(foldedWord))]).slice(0, maxWords)
  if (words.length === 0) return []
  const exact = await matching(db, words.map(asTyped).join(' AND '), limit)
  if (exact.length > 0) return exact
  const alike = await Promise.all(words.map((word) => similarWords(db, word)))
  const forgiving = words.map((word, index) => anyOf([asTyped(word), ...alike[index]!.map(quoted)]))
  const forgiven = await matching(db, forgiving.join(' AND '), limit)
  if (forgiven.length > 0 || words.length === 1) return forgiven
  return matching(db, forgiving.join(' OR '), limit)
}

/** Words that half of all questions hold tell nothing, unless nothing else was typed. */
const commonWords = new Set(
  wordsOf(
    'a an and are by for from in is it of on or that the to was were what which who with',
  ).map(foldedWord),
)

function distinctiveWords(words: readonly string[]): string[] {
  const telling = words.filter((word) => word !== '' && !commonWords.has(word))
  return telling.length > 0 ? telling : words.filter((word) => word !== '')
}

async function matching(db: Database, query: string, limit: number): Promise<SearchHit[]> {
  // Entries are wide: only the best of many thousand matches are looked up. Papers come before what they are made of.
  const { results } = await db
    .prepare(
      `WITH best AS MATERIALIZED (
         SELECT rowid AS id, rank FROM search_index
         WHERE search_index MATCH ?1 AND rank MATCH 'bm25(${weights.join(', ')})'
         ORDER BY rank LIMIT ${maxRankedHits})
       SELECT e.kind, e.test_id AS testId, e.question_id AS questionId, e.card_id AS cardId, e.page_id AS pageId
       FROM best JOIN search_entries e USING (id)
       ORDER BY rank * CASE e.kind WHEN 'paper' THEN 1.5 WHEN 'page' THEN 1.3 ELSE 1 END
       LIMIT ?2`,
    )
    .bind(query, limit)
    .all<SearchHit>()
  return results
}

const quoted = (word: string) => `"${word}"`
const anyOf = (queries: string[]) => `(${queries.join(' OR ')})`

/** The whole word counts beside its beginning, so that ಗ್ರಾಮ ("grama") comes before "grammar". */
const asTyped = (sound: string) => anyOf([quoted(sound), `"${openEnded(sound)}"*`])

/** ಗ್ರಾಮ is "grama" in full and "gram" on many keyboards; ಗ್ರಾಮೀಣ goes on from there. */
const openEnded = (sound: string) => (sound.length > 3 ? sound.replace(/[aeiou]$/, '') : sound)

/** Words of the index that begin with the same letter and are one slip away, or two in a long word. */
async function similarWords(db: Database, sound: string): Promise<string[]> {
  const slips = sound.length >= 8 ? 2 : sound.length >= 4 ? 1 : 0
  if (slips === 0) return []
  const { results } = await db
    .prepare(
      `SELECT term FROM search_words
       WHERE term >= ?1 AND term < ?1 || '{' AND length(term) BETWEEN ?2 AND ?3`,
    )
    .bind(sound.slice(0, 1), sound.length - slips, sound.length + slips)
    .all<{ term: string }>()
  return results
    .map(({ term }) => ({ term, distance: editDistance(sound, term) }))
    .filter(({ distance }) => distance <= slips)
    .filter(({ distance }, _, near) => near.every((other) => distance <= other.distance))
    .slice(0, 6)
    .map(({ term }) => term)
}

/** How many letters were left out, put in, changed or swapped with their neighbour between two words. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + change)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[other.length]!
}
