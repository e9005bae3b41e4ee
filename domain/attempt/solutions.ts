import { bestTextOf } from './attempt.ts'
import { isLocale, type Locale } from '../locale.ts'
import type { OwnReport } from '../question-report.ts'
import { isHasty, isRetryable, type Localized, type QuestionResult } from './attempt-result.ts'

export type QuestionText = { stem: string; options: readonly string[]; alt: string | null }

/** The version of a paper that the attempt began with: in all its languages, without keys. */
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

/** A question with its result, the explanation and the reader's own reports. */
export type Solution = {
  result: QuestionResult
  question: PaperVersionQuestion
  explanation: Explanation | null
  reports: readonly OwnReport[]
}

/** Joins questions, results, explanations and reports. A question that the paper lacks is left
 *  out. */
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

/** Which solutions are shown, on which page, and in which language. in: null for the page's. */
export type SolutionsView = {
  show: SolutionFilter
  section: string | null
  page: number | 'all'
  in: Locale | null
}

export const solutionsPerPage = 25

/** Parses ?show=wrong&section=history&page=2&in=kn. Anything else is the first page of all. */
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

/** The query of a view; '' for the first page of all. */
export function solutionsQuery({ show, section, page, in: language }: SolutionsView): string {
  const query = new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(section !== null && { section }),
    ...(page !== 1 && { page: String(page) }),
    ...(language !== null && { in: language }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

const filters: Record<SolutionFilter, (result: QuestionResult) => boolean> = {
  all: () => true,
  wrong: ({ outcome }) => outcome === 'wrong',
  unanswered: (result) => isRetryable(result) && result.outcome !== 'wrong',
  hasty: isHasty,
  marked: ({ isMarked }) => isMarked,
}

/** How many questions a filter shows. */
export const solutionCount = (filter: SolutionFilter, results: readonly QuestionResult[]) =>
  results.filter(filters[filter]).length

/** The solutions of a view's page, the number of all that its filter shows, and of their pages. */
export function pageOfSolutions(solutions: readonly Solution[], view: SolutionsView) {
  const found = solutions.filter(
    ({ result, question }) =>
      filters[view.show](result) && (view.section === null || question.section === view.section),
  )
  const pages = Math.max(1, Math.ceil(found.length / solutionsPerPage))
  if (view.page === 'all') return { shown: found, total: found.length, pages }
  const start = (Math.min(view.page, pages) - 1) * solutionsPerPage
  return { shown: found.slice(start, start + solutionsPerPage), total: found.length, pages }
}

/** The text of a question in the reader's language or the first fallback; null: in none. */
export function questionTextFor({ texts }: PaperVersionQuestion, reader: Locale) {
  const best = bestTextOf(texts, reader)
  return best && { locale: best.locale, ...best.text }
}

/** A retry of questions. chosen: the option of each question. checked: the questions whose key is
 *  shown. asked: the question whose key was requested before an option was chosen. */
export type Retry = {
  chosen: ReadonlyMap<string, number>
  checked: ReadonlySet<string>
  asked: string | null
}

/** Parses the form of a retry. Keys are shown only for questions with a chosen option. Field
 *  checked: ids separated by spaces. Field check: an id, or 'all' questions with a chosen
 *  option. */
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

/** Whether an option is right. A cancelled question has no right answer. */
export const isRight = ({ accepted }: QuestionResult, chosen: number | undefined) =>
  chosen !== undefined && accepted.includes(chosen)
