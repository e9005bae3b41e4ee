import * as v from 'valibot'
import type { Texts } from '../../authoring/draft.ts'
import { withoutFormulas } from '../../authoring/formulas.ts'
import type { Locale } from '../../domain/locale.ts'
import { foldText } from '../../domain/phonetic-folding.ts'
import type { Database } from '../../product-api/database.ts'

/** A published question that says nearly the same. `stem`: in the language that was compared. */
export type Duplicate = { id: string; paper: string; number: number; stem: string; locale: Locale }

const candidate = v.object({
  ...{ id: v.string(), paper: v.string(), number: v.number(), stem: v.string() },
})

/** How many of the words of both are in both, at least: 0 to 1. */
const minAlike = 0.72
const minWords = 3
/** More words cost more look-ups and find nothing else. */
const maxWords = 10
const maxShown = 3

/** Published questions, besides this one, whose wording sounds nearly the same in one of its
 *  languages, as the search compares words. Cost: a search of the index for each language. */
export async function duplicatesOf(
  db: Database,
  id: string,
  stem: Texts,
  locales: readonly Locale[],
): Promise<Duplicate[]> {
  const found = new Map<string, Duplicate>()
  for (const locale of locales) {
    const words = wordsOf(stem[locale] ?? '')
    if (words.size < minWords) continue
    for (const one of await candidates(db, words, locale)) {
      const isNew = one.id !== id && !found.has(one.id)
      if (isNew && likeness(words, wordsOf(one.stem)) >= minAlike)
        found.set(one.id, { ...one, locale })
    }
  }
  return [...found.values()].slice(0, maxShown)
}

/** Formulas are stored as MathML, whose tags are no words. */
const wordsOf = (text: string) =>
  new Set(
    foldText(withoutFormulas(text).replace(/<[^>]*>/g, ' '))
      .split(' ')
      .filter((word) => word !== ''),
  )

async function candidates(db: Database, words: ReadonlySet<string>, locale: Locale) {
  const rarest = [...words].sort((one, other) => other.length - one.length).slice(0, maxWords)
  const { results } = await db
    .prepare(
      `WITH best AS MATERIALIZED (
         SELECT rowid AS id FROM search_index WHERE search_index MATCH ?1 ORDER BY rank LIMIT 40)
       SELECT q.editor_id AS id, t.slug AS paper, u.position + 1 AS number, x.stem
       FROM best JOIN search_entries e USING (id)
       JOIN questions q ON q.id = e.question_id
       JOIN test_questions u ON u.question_id = q.id
       JOIN practice_tests t ON t.id = u.test_id
       JOIN question_texts x ON x.question_id = q.id AND x.locale = ?2
       GROUP BY q.id`,
    )
    .bind(rarest.map((word) => `"${word}"`).join(' OR '), locale)
    .all()
  return v.parse(v.array(candidate), results)
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length
  return (2 * common) / Math.max(1, one.size + other.size)
}
