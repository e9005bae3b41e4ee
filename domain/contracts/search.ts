import * as v from 'valibot'
import { dataBody } from './bodies.ts'
import { locale } from './fields.ts'

/** One result. `locale`: the language of title and excerpt. */
export const searchResult = v.object({
  kind: v.picklist(['paper', 'question', 'card', 'page']),
  /** The paper's or page's slug; a question's is its paper's, a card's is the tag it is filed
   *  under. */
  slug: v.string(),
  /** A question's place in its paper, from 1. */
  position: v.nullable(v.number()),
  /** Of current affairs. */
  date: v.nullable(v.string()),
  /** The exam. */
  category: v.nullable(v.string()),
  locale,
  title: v.string(),
  excerpt: v.string(),
})
export type SearchResult = v.InferOutput<typeof searchResult>

export const searchResults = dataBody(v.array(searchResult))
