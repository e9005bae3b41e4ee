import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import { languageNames, type Locale } from '../../../domain/locale.ts'
import {
  countOf,
  queryOf,
  shownOf,
  solutionFilters,
  solutionsOnPage,
  type FrozenPaper,
  type Solution,
  type SolutionFilter,
  type SolutionsView,
} from '../../../domain/attempt/solutions.ts'
import { resultPathOf } from '../../../domain/attempt/attempt-result.ts'
import { wordsIn, type Words } from '../../ui/words.ts'
import { OneSolution } from './result-solution.tsx'

export type SolutionsProps = {
  place: PageContext
  attemptId: string
  paper: FrozenPaper
  solutions: readonly Solution[]
  view: SolutionsView
  /** The number of the question that was just reported. */
  reported: number | null
  /** The number of the one whose report was not accepted. */
  refused: number | null
}

/** The questions with their answers and why, as many at a time as a phone can carry. Every choice is a link. */
export function Solutions({
  place,
  attemptId,
  paper,
  solutions,
  view,
  reported,
  refused,
}: SolutionsProps) {
  const words = wordsIn(place.locale)
  const { shown, total, pages } = shownOf(solutions, view)
  const here = localizedPath(resultPathOf(attemptId), place.locale)
  const to = (change: Partial<SolutionsView>) => here + queryOf({ ...view, ...change })
  const language = view.in ?? bestOf(paper.titles, place.locale)?.locale ?? place.locale
  return (
    <section id="solutions">
      <h2>{words.result_solutions()}</h2>
      <Filters solutions={solutions} view={view} to={to} words={words} />
      <SectionLinks place={place} paper={paper} view={view} to={to} words={words} />
      <Languages paper={paper} language={language} to={to} words={words} />
      {total === 0 && <p className="note">{words.result_nothing_here()}</p>}
      <ol className="solutions">
        {shown.map((solution) => (
          <OneSolution
            key={solution.result.id}
            place={place}
            attemptId={attemptId}
            solution={solution}
            language={language}
            view={view}
            isReported={reported === solution.result.number}
            isRefused={refused === solution.result.number}
          />
        ))}
      </ol>
      {pages > 1 && <Pages view={view} pages={pages} total={total} to={to} words={words} />}
    </section>
  )
}

type To = (change: Partial<SolutionsView>) => string

function Filters({
  solutions,
  view,
  to,
  words,
}: {
  solutions: readonly Solution[]
  view: SolutionsView
  to: To
  words: Words
}) {
  const results = solutions.map(({ result }) => result)
  const counted = solutionFilters.map((filter) => ({ filter, count: countOf(filter, results) }))
  return (
    <nav className="pills" aria-label={words.result_filters()}>
      {counted
        .filter(({ filter, count }) => count > 0 || filter === view.show)
        .map(({ filter, count }) => (
          <a
            key={filter}
            href={`${to({ show: filter, page: 1 })}#solutions`}
            aria-current={filter === view.show || undefined}
          >
            {filterText(filter, count, words)}
          </a>
        ))}
    </nav>
  )
}

function filterText(filter: SolutionFilter, count: number, words: Words): string {
  switch (filter) {
    case 'all':
      return words.result_show_all({ count })
    case 'wrong':
      return words.result_show_wrong({ count })
    case 'unanswered':
      return words.result_show_unanswered({ count })
    case 'hasty':
      return words.result_show_hasty({ count })
    case 'marked':
      return words.result_show_marked({ count })
  }
}

function SectionLinks({
  place,
  paper,
  view,
  to,
  words,
}: {
  place: PageContext
  paper: FrozenPaper
  view: SolutionsView
  to: To
  words: Words
}) {
  if (paper.sections.length < 2) return null
  return (
    <details className="by-section" open={view.section !== null}>
      <summary>{words.result_section()}</summary>
      <nav className="pills" aria-label={words.result_section()}>
        <a
          href={`${to({ section: null, page: 1 })}#solutions`}
          aria-current={view.section === null || undefined}
        >
          {words.result_all_sections()}
        </a>
        {paper.sections.map(({ slug, names }) => {
          const name = bestOf(names, place.locale)
          return (
            <a
              key={slug}
              href={`${to({ section: slug, page: 1 })}#solutions`}
              aria-current={view.section === slug || undefined}
              lang={name?.locale}
            >
              {name?.text ?? slug}
            </a>
          )
        })}
      </nav>
    </details>
  )
}

function Languages({
  paper,
  language,
  to,
  words,
}: {
  paper: FrozenPaper
  language: Locale
  to: To
  words: Words
}) {
  if (paper.languages.length < 2) return null
  return (
    <nav className="pills" aria-label={words.result_language()}>
      {paper.languages.map((locale) => (
        <a
          key={locale}
          href={`${to({ in: locale })}#solutions`}
          lang={locale}
          aria-current={locale === language || undefined}
        >
          {languageNames[locale]}
        </a>
      ))}
    </nav>
  )
}

function Pages({
  view,
  pages,
  total,
  to,
  words,
}: {
  view: SolutionsView
  pages: number
  total: number
  to: To
  words: Words
}) {
  return (
    <nav className="pills" aria-label={words.result_pages()}>
      {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
        <a
          key={page}
          href={`${to({ page })}#solutions`}
          aria-current={page === view.page || undefined}
        >
          {(page - 1) * solutionsOnPage + 1}–{Math.min(page * solutionsOnPage, total)}
        </a>
      ))}
      <a href={`${to({ page: 'all' })}#solutions`} aria-current={view.page === 'all' || undefined}>
        {words.result_one_page()}
      </a>
    </nav>
  )
}
