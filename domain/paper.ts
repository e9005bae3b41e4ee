import { fractionSigns } from './attempt/fraction.ts'
import type { Locale } from './locale.ts'

export const paperKinds = [
  'model-paper',
  'previous-papers',
  'practice-papers',
  'subject-papers',
  'grand-test',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** A paper in lists. locale: of its title. Marks are exact fractions as text: '1',
 *  '1/4'. */
export type PaperSummary = {
  slug: string
  locale: Locale
  title: string
  kind: PaperKind
  year: number | null
  access: 'free' | 'premium'
  exam: string
  languages: readonly Locale[]
  questionCount: number
  minutes: number
  marks: { right: string; wrong: string; blank: string }
}

/** A paper on its page. questions: null for a reader who may not take it. */
export type Paper = PaperSummary & {
  description: string
  source: string
  checkedOn: string
  updatedAt: string
  /** Of its content; null where the product API gives none. */
  digest: string | null
  sections: readonly { slug: string; name: string; locale: Locale }[]
  questions: readonly Question[] | null
}

export type Question = {
  id: string
  locale: Locale
  section: string | null
  stem: string
  options: readonly string[]
  figure: { url: string; alt: string; width: number; height: number } | null
}

/** A fraction with its own character if it has one: '1/4' -> '¼'. */
export const marksText = (fraction: string): string => fractionSigns[fraction] ?? fraction

/** The papers whose title and year contain every typed word. */
export function papersMatching<Found extends PaperSummary>(
  papers: readonly Found[],
  typed: string,
): Found[] {
  const words = typed.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
  return papers.filter((paper) => {
    const text = `${paper.title} ${paper.year ?? ''}`.normalize('NFC').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
