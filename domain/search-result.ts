import type { Locale } from './locale.ts'

/** A search result. locale: of title and excerpt. slug: of the paper or page; for a question, of
 *  its paper; for a card, of its tag. */
export type SearchResult = {
  kind: 'paper' | 'question' | 'card' | 'page'
  slug: string
  /** A question's place in its paper, from 1. */
  position: number | null
  /** Current affairs only. */
  date: string | null
  exam: string | null
  locale: Locale
  title: string
  excerpt: string
}
