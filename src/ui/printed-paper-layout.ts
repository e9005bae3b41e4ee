import { layoutOfPaper } from '../../domain/answer-sheet/paper-sheet.ts'
import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { bestTextOf } from '../../domain/attempt/attempt.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Paper, Question } from '../../domain/paper.ts'
import type { PaperVersion } from '../../domain/attempt/solutions.ts'

export type PrintedText = { locale: Locale; text: string }

/** A question in one language, or in two side by side. */
export type PrintedQuestion = {
  id: string
  section: string | null
  wordings: readonly {
    locale: Locale
    stem: string
    options: readonly string[]
    figure: { url: string; alt: string; width: number; height: number } | null
  }[]
}

/** A paper for printing, in one language or in two. */
export type PrintedPaper = {
  titles: readonly PrintedText[]
  languages: readonly Locale[]
  minutes: number
  marks: { right: string; wrong: string; blank: string }
  sections: readonly { slug: string; name: PrintedText }[]
  questions: readonly PrintedQuestion[]
  /** Where everything stands on its answer sheet; null: a sheet that is not photographed. */
  sheet: SheetLayout | null
}

/** A published paper in the requested language, and in a second one if given. */
export function printedPublishedPaper(first: Paper, second: Paper | null): PrintedPaper {
  const seconds = new Map(second?.questions?.map((question) => [question.id, question]))
  return {
    titles: distinct(
      [first, ...(second ? [second] : [])].map(({ locale, title }) => ({ locale, text: title })),
    ),
    languages: first.languages,
    minutes: first.minutes,
    marks: first.marks,
    sections: first.sections.map(({ slug, name, locale }) => ({
      slug,
      name: { locale, text: name },
    })),
    questions: (first.questions ?? []).map((question) => {
      const other = seconds.get(question.id)
      const { id, section } = question
      return {
        id,
        section,
        wordings: distinct([question, ...(other ? [other] : [])].map(wordingOf)),
      }
    }),
    sheet: layoutOfPaper(first),
  }
}

const wordingOf = ({ locale, stem, options, figure }: Question) => ({
  locale,
  stem,
  options,
  figure,
})

/** The paper version of an attempt, which contains all its languages. */
export function printedPaperVersion(
  paper: PaperVersion,
  first: Locale,
  second: Locale | null,
): PrintedPaper {
  const wanted = second === null ? [first] : [first, second]
  const textsFor = <Text>(texts: Partial<Record<Locale, Text>>) =>
    distinct(
      wanted.flatMap((locale) => {
        const best = bestTextOf(texts, locale)
        return best ? [best] : []
      }),
    )
  return {
    titles: textsFor(paper.titles),
    languages: paper.languages,
    minutes: paper.minutes,
    marks: paper.marks,
    sections: paper.sections.map(({ slug, names }) => ({
      slug,
      name: bestTextOf(names, first) ?? { locale: first, text: slug },
    })),
    questions: paper.questions.map(({ id, section, figure, texts }) => ({
      id,
      section,
      wordings: textsFor(texts).map(({ locale, text: { stem, options, alt } }) => ({
        locale,
        stem,
        options,
        figure: figure && { ...figure, alt: alt ?? '' },
      })),
    })),
    sheet: null,
  }
}

/** Drops repeated languages: what exists in one language alone is printed once. */
const distinct = <Item extends { locale: Locale }>(items: readonly Item[]): Item[] =>
  items.filter(({ locale }, index) => items.findIndex((other) => other.locale === locale) === index)
