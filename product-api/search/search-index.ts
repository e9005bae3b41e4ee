import { foldWord, splitWords } from '../../domain/phonetic-folding.ts'
import type { Database } from '../database.ts'

/** Further words of a query are ignored, because each one costs a lookup. */
const maxWords = 8
/** Weights of the index's columns: title, topics and exam, running text. */
const columnWeights = [8, 4, 1]
const maxRankedHits = 300

export type SearchHit = {
  kind: 'paper' | 'question' | 'card' | 'page'
  testId: number | null
  questionId: number | null
  cardId: number | null
  pageId: number | null
}

/** The documents that match a query, best first: all words by sound, as prefixes; if none matches,
 *  also words one or two edits away; if none matches, documents with any of the words. */
export async function searchIndex(
  db: Database,
  typed: string,
  limit: number,
): Promise<SearchHit[]> {
  const words = distinctiveWords([...new Set(splitWords(typed).map(foldWord))]).slice(0, maxWords)
  if (words.length === 0) return []
  const exact = await hitsOf(db, words.map(wordOrPrefix).join(' AND '), limit)
  if (exact.length > 0) return exact
  const similar = await Promise.all(words.map((word) => similarWords(db, word)))
  const fuzzy = words.map((word, index) =>
    anyOfQueries([wordOrPrefix(word), ...similar[index]!.map(quoted)]),
  )
  const fuzzyHits = await hitsOf(db, fuzzy.join(' AND '), limit)
  if (fuzzyHits.length > 0 || words.length === 1) return fuzzyHits
  return hitsOf(db, fuzzy.join(' OR '), limit)
}

/** Words of so many questions that they distinguish nothing; ignored beside other words. */
const commonWords = new Set(
  splitWords(
    'a an and are by for from in is it of on or that the to was were what which who with',
  ).map(foldWord),
)

function distinctiveWords(words: readonly string[]): string[] {
  const distinctive = words.filter((word) => word !== '' && !commonWords.has(word))
  return distinctive.length > 0 ? distinctive : words.filter((word) => word !== '')
}

async function hitsOf(db: Database, query: string, limit: number): Promise<SearchHit[]> {
  // Rows of search_entries are wide, so only the best matches are looked up. Papers rank above
  // their questions.
  const { results } = await db
    .prepare(
      `WITH best AS MATERIALIZED (
         SELECT rowid AS id, rank FROM search_index
         WHERE search_index MATCH ?1 AND rank MATCH 'bm25(${columnWeights.join(', ')})'
         ORDER BY rank LIMIT ${maxRankedHits})
       SELECT e.kind, e.test_id AS testId, e.question_id AS questionId, e.card_id AS cardId,
         e.page_id AS pageId
       FROM best JOIN search_entries e USING (id)
       ORDER BY rank * CASE e.kind WHEN 'paper' THEN 1.5 WHEN 'page' THEN 1.3 ELSE 1 END
       LIMIT ?2`,
    )
    .bind(query, limit)
    .all<SearchHit>()
  return results
}

const quoted = (word: string) => `"${word}"`
const anyOfQueries = (queries: string[]) => `(${queries.join(' OR ')})`

/** The whole word and its prefix, so that ಗ್ರಾಮ ("grama") ranks before "grammar". */
const wordOrPrefix = (sound: string) => anyOfQueries([quoted(sound), `"${prefixOf(sound)}"*`])

/** Without a final vowel: ಗ್ರಾಮ is "grama" in full, "gram" as many people type it, and the
 *  beginning of ಗ್ರಾಮೀಣ. */
const prefixOf = (sound: string) => (sound.length > 3 ? sound.replace(/[aeiou]$/, '') : sound)

/** The nearest words of the index with the same first letter: one edit away, two in a long word. */
async function similarWords(db: Database, sound: string): Promise<string[]> {
  const maxEdits = sound.length >= 8 ? 2 : sound.length >= 4 ? 1 : 0
  if (maxEdits === 0) return []
  const { results } = await db
    .prepare(
      `SELECT term FROM search_words
       WHERE term >= ?1 AND term < ?1 || '{' AND length(term) BETWEEN ?2 AND ?3`,
    )
    .bind(sound.slice(0, 1), sound.length - maxEdits, sound.length + maxEdits)
    .all<{ term: string }>()
  return results
    .map(({ term }) => ({ term, distance: editDistance(sound, term) }))
    .filter(({ distance }) => distance <= maxEdits)
    .filter(({ distance }, _, candidates) =>
      candidates.every((other) => distance <= other.distance),
    )
    .slice(0, 6)
    .map(({ term }) => term)
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of
 *  neighbours. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      let distance = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + change)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        distance = Math.min(distance, before[j - 2]! + 1)
      next.push(distance)
    }
    before = row
    row = next
  }
  return row[other.length]!
}
