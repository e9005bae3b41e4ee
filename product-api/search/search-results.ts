import { textWithoutMarkup } from '../../domain/markup.ts'
import { hasBlocks } from '../../domain/question-parts.ts'
import type { Database } from '../database.ts'
import type { EntryKind, SearchHit } from './search-index.ts'

/** One result. `locale` is the language of title and excerpt. */
export type SearchResult = {
  kind: EntryKind
  /** The slug of the paper or page; for a question of its paper, for a card of its tag. */
  slug: string
  /** A question's number in its paper, from 1. */
  position: number | null
  /** Only pages of current affairs have one. */
  date: string | null
  /** The exam's slug. */
  category: string | null
  locale: string
  title: string
  excerpt: string
}

type Row = SearchResult & { id: number }

const maxTextLength = 240

const textIn = (table: string, key: string, of: string) =>
  `x.id = (SELECT id FROM ${table} WHERE ${key} = ${of}
           ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)`

const queries: Record<EntryKind, string> = {
  paper: `
    SELECT t.id, t.slug, NULL AS position, NULL AS date, c.slug AS category, x.locale, x.title,
      x.description AS excerpt
    FROM json_each(?1) j JOIN practice_tests t ON t.id = j.value
    JOIN categories c ON c.id = t.category_id
    JOIN practice_test_texts x ON ${textIn('practice_test_texts', 'test_id', 't.id')}`,
  // A question links to its first free paper, where everybody may read it.
  question: `
    SELECT q.question_id AS id, t.slug, q.position + 1 AS position, NULL AS date,
      c.slug AS category, x.locale, x.stem AS title, p.title AS excerpt
    FROM json_each(?1) j JOIN test_questions q ON q.question_id = j.value
    JOIN practice_tests t ON t.id = q.test_id AND t.access = 'free'
      AND t.withdrawn_at IS NULL
    JOIN categories c ON c.id = t.category_id
    JOIN question_texts x ON ${textIn('question_texts', 'question_id', 'q.question_id')}
    JOIN practice_test_texts p ON p.test_id = t.id AND p.locale = (
      SELECT locale FROM practice_test_texts WHERE test_id = t.id
      ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)
    GROUP BY q.question_id`,
  card: `
    SELECT f.id,
      (SELECT g.slug FROM flash_card_tags JOIN tags g ON g.id = tag_id WHERE card_id = f.id
       ORDER BY g.position LIMIT 1) AS slug,
      NULL AS position, NULL AS date, NULL AS category, x.locale,
      x.front AS title, x.back AS excerpt
    FROM json_each(?1) j JOIN flash_cards f ON f.id = j.value
    JOIN flash_card_texts x ON ${textIn('flash_card_texts', 'card_id', 'f.id')}`,
  page: `
    SELECT p.id, p.slug, NULL AS position, p.date, c.slug AS category, x.locale, x.title,
      x.description AS excerpt
    FROM json_each(?1) j JOIN pages p ON p.id = j.value
    LEFT JOIN categories c ON c.id = p.category_id
    JOIN page_texts x ON ${textIn('page_texts', 'page_id', 'p.id')}`,
}

/** Titles and excerpts of hits, in the hits' order, each in the first of `locales` that it exists
 *  in; of the languages, the first two are preferred. Cost: one batch. */
export async function searchResults(
  db: Database,
  hits: readonly SearchHit[],
  locales: readonly string[],
): Promise<SearchResult[]> {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  if (kinds.length === 0) return []
  const batches = await db.batch<Row>(
    kinds.map((kind) => {
      const ids = hits.filter((hit) => hit.kind === kind).map(({ id }) => id)
      return db.prepare(queries[kind]).bind(JSON.stringify(ids), ...locales.slice(0, 2))
    }),
  )
  const rows = new Map<string, Row>(
    kinds.flatMap((kind, index) =>
      (batches[index]?.results ?? []).map((row) => [`${kind} ${row.id}`, row] as const),
    ),
  )
  return hits.flatMap((hit) => {
    const row = rows.get(`${hit.kind} ${hit.id}`)
    if (!row) return []
    const { id: _, ...result } = row
    return [
      { ...result, kind: hit.kind, title: truncated(row.title), excerpt: truncated(row.excerpt) },
    ]
  })
}

/** Shortens a text, never inside a formula. Blocks and figures are replaced by their words. */
function truncated(stored: string): string {
  const text = hasBlocks(stored) ? textWithoutMarkup(stored).trim() : stored
  if (text.length <= maxTextLength) return text
  const cut = text.slice(0, maxTextLength - 1)
  const formulaStart = cut.lastIndexOf('<math')
  const complete = formulaStart > cut.lastIndexOf('</math>') ? cut.slice(0, formulaStart) : cut
  return `${complete.trimEnd()}…`
}
