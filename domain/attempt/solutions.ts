import { bestTextOf } from './attempt.ts'
import { isLocale, type Locale } from '../locale.ts'
import type { OwnReport } from '../question-report.ts'
import {
  isHasty,
  isRetryable,
  type Localized,
  type QuestionResult,
} from './attempt-result.ts'

export type QuestionText = { stem: string; options: readonly string[]; alt: string | null }

/** A paper as it was when the attempt began: all its languages, no keys. */
export type PaperVersion = {
  slug: string
  exam: string
  state: string
  titles: Localized<string>
  languages: readonly Locale[]
  minutes: number
  marks: { right: string; wrong: string; blank: string }
  sections: readonly { slug: string; names: Localized<string> }[]
  questions: readonly PaperVersionQuestion[]
}
export type PaperVersionQuestion = {
  id: string
  section: string | null
  figure: { url: string; width: number; height: number } | null
  optionCount: number
  texts: Localized<QuestionText>
}

export type Explanation = { locale: Locale; text: string }

/** A question with what became of it and why. */
export type Solution = {
  result: QuestionResult
  question: PaperVersionQuestion
  explanation: Explanation | null
  reports: readonly OwnReport[]
}

/** Puts together what came apart: what was asked, what became of it, why, and what the reader has reported.
 *  A question that the paper lacks has nothing to show and falls out. */
export function joinSolutions(
  results: readonly QuestionResult[],
  questions: readonly PaperVersionQuestion[],
  explanations: ReadonlyMap<string, Explanation>,
  reports: readonly OwnReport[],
): Solution[] {
  const byId = new Map(questions.map((question) => [question.id, question]))
  return results.flatMap((result) => {
    const question = byId.get(result.id)
    if (!question) return []
    const own = reports.filter(({ question: id }) => id === result.id)
    return [{ result, question, explanation: explanations.get(result.id) ?? null, reports: own }]
  })
}

export const solutionFilters = ['all', 'wrong', 'unanswered', 'hasty', 'marked'] as const
export type SolutionFilter = (typeof solutionFilters)[number]

/** Which solutions a reader looks at, how many at a time, and in which language. `in` null: in the page's own. */
export type SolutionsView = {
  show: SolutionFilter
  section: string | null
  page: number | 'all'
  in: Locale | null
}

export const solutionsPerPage = 25

/** What an address asks for: ?show=wrong&section=history&page=2&in=kn. Anything else is the beginning of all. */
export function parseSolutionsView(query: (name: string) => string | undefined): SolutionsView {
  const page = query('page')
  const language = query('in')
  return {
    show: solutionFilters.find((known) => known === query('show')) ?? 'all',
    section: query('section') ?? null,
    page: page === 'all' ? 'all' : Math.max(1, Math.trunc(Number(page)) || 1),
    in: isLocale(language) ? language : null,
  }
}

/** The other way round: what of a view is not the beginning, as a query. */
export function solutionsQuery({ show, section, page, in: language }: SolutionsView): string {
  const query = new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(section !== null && { section }),
    ...(page !== 1 && { page: String(page) }),
    ...(language !== null && { in: language }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

const fits: Record<SolutionFilter, (result: QuestionResult) => boolean> = {
  all: () => true,
  wrong: ({ outcome }) => outcome === 'wrong',
  unanswered: (result) => isRetryable(result) && result.outcome !== 'wrong',
  hasty: isHasty,
  marked: ({ isMarked }) => isMarked,
}

/** How many questions a way of looking shows. */
export const solutionCount = (filter: SolutionFilter, results: readonly QuestionResult[]) =>
  results.filter(fits[filter]).length

/** The solutions of a view: those of its page, how many there are in all, and in how many pages. */
export function pageOfSolutions(solutions: readonly Solution[], view: SolutionsView) {
  const found = solutions.filter(
    ({ result, question }) =>
      fits[view.show](result) && (view.section === null || question.section === view.section),
  )
  const pages = Math.max(1, Math.ceil(found.length / solutionsPerPage))
  if (view.page === 'all') return { shown: found, total: found.length, pages }
  const start = (Math.min(view.page, pages) - 1) * solutionsPerPage
  return { shown: found.slice(start, start + solutionsPerPage), total: found.length, pages }
}

/** The words of a question in the language that suits the reader best. */
export function questionTextFor({ texts }: PaperVersionQuestion, reader: Locale) {
  const best = bestTextOf(texts, reader)
  return best && { locale: best.locale, ...best.text }
}

/** What is tried again: the choice of each question, and those of which the key was shown.
 *  `asked`: the question whose key was wanted before anything was chosen. */
export type Retry = {
  chosen: ReadonlyMap<string, number>
  checked: ReadonlySet<string>
  asked: string | null
}

/** What a form of it says. A key is shown only for what was chosen, so nothing can be looked up by mistake;
 *  `checked`: ids, spaces between; `check`: an id, or 'all' that were chosen. */
export function parseRetry(
  typed: Readonly<Record<string, string>>,
  questions: readonly PaperVersionQuestion[],
): Retry {
  const chosen = new Map(
    questions.flatMap(({ id, optionCount }) => {
      const value = typed[id] ?? ''
      return /^\d$/.test(value) && Number(value) < optionCount ? [[id, Number(value)]] : []
    }),
  )
  const check = typed.check ?? ''
  const wanted = check === 'all' ? [...chosen.keys()] : [check]
  const checked = [...(typed.checked ?? '').split(' '), ...wanted].filter((id) => chosen.has(id))
  const isKnown = questions.some(({ id }) => id === check)
  return { chosen, checked: new Set(checked), asked: isKnown && !chosen.has(check) ? check : null }
}

/** Whether an option that was chosen again is right. A cancelled question has no right answer. */
export const isRight = ({ accepted }: QuestionResult, chosen: number | undefined) =>
  chosen !== undefined && accepted.includes(chosen)
