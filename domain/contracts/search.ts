import * as v from 'valibot'
import { dataBody } from './bodies.ts'
import { locale } from './fields.ts'

/** One result. `locale`: the language of title and excerpt. */
export const searchResult = v.object({
  kind: v.picklist(['paper', 'question', 'card', 'page']),
  /** The slug of the paper or page; for a question, of its paper; for a card, of its tag. */
  slug: v.string(),
  /** The question's number in its paper, from 1. */
  position: v.nullable(v.number()),
  /** The day of a page of current affairs. */
  date: v.nullable(v.string()),
  /** The exam. */
  category: v.nullable(v.string()),
  locale,
  title: v.string(),
  excerpt: v.string(),
})
export type SearchResult = v.InferOutput<typeof searchResult>

export const searchResults = dataBody(v.array(searchResult))
