import { findExam } from './exams.ts'
import type { Locale } from './locale.ts'
import { testPath } from './paper.ts'

/** One answer of the search. `locale` is the language of its title and excerpt.
 *  `slug` is the paper's or the page's; a question's is its paper's, a card's is the tag it is filed under. */
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

/** Where a result leads, or null where it belongs to an exam that this site does not know. */
export function resultPath({ kind, slug, position, date, exam }: SearchResult): string | null {
  if (kind === 'card') return `/flash-cards/${slug}`
  if (kind === 'page') return date ? `/current-affairs/${date}` : `/${slug}`
  const known = exam === null ? undefined : findExam(exam)
  if (!known) return null
  const paper = testPath(known.state, known.slug, slug)
  return kind === 'question' ? `${paper}#${questionAnchor(position ?? 1)}` : paper
}

/** What a question is called in its page's address: 'q43'. */
export const questionAnchor = (number: number) => `q${number}`
