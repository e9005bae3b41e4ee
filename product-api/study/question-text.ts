import { fallbackChain, type Locale } from '../../domain/locale.ts'
import type { PaperVersion } from '../papers/paper-versions.ts'

/** The texts of a question of a paper version in the reader's language or the next best; null if
 * the version has no such question. */
export function questionText(paper: PaperVersion, id: string, reader: Locale) {
  const question = paper.questions.find((candidate) => candidate.id === id)
  const chain = fallbackChain(reader)
  const locale = chain.find((candidate) => question?.texts[candidate])
  const texts = locale && question?.texts[locale]
  if (!question || !texts) return null
  const titleLocale = chain.find((candidate) => paper.titles[candidate] !== undefined)
  const { figure, topics } = question
  return {
    ...{ id, locale, stem: texts.stem, options: [...texts.options], topics: [...topics] },
    figure: figure && { ...figure, alt: texts.alt },
    testTitle: (titleLocale && paper.titles[titleLocale]) ?? paper.slug,
  }
}
