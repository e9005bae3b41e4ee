import { attemptResultPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { languageNames, type Locale } from '../../../domain/locale.ts'
import {
  solutionCount,
  solutionsQuery,
  pageOfSolutions,
  solutionFilters,
  solutionsPerPage,
  type PaperVersion,
  type Solution,
  type SolutionFilter,
  type SolutionsView,
} from '../../../domain/attempt/solutions.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { SolutionItem } from './result-solution.tsx'

export type SolutionsProps = {
  page: PageContext
  attemptId: string
  paper: PaperVersion
  solutions: readonly Solution[]
  view: SolutionsView
  /** Number of the question that was just reported. */
  reportedNumber: number | null
  /** The question that was just put into the bookmarks. */
  keptNumber: number | null
  /** Number of the question whose report was rejected. */
  rejectedNumber: number | null
}

/** The questions with answers and explanations, one page at a time to keep the markup small on a
 *  phone. Every filter is a link. */
export function Solutions({
  page,
  attemptId,
  paper,
  solutions,
  view,
  reportedNumber,
  keptNumber,
  rejectedNumber,
}: SolutionsProps) {
  const messages = messagesFor(page.locale)
  const { shown, total, pages } = pageOfSolutions(solutions, view)
  const here = localizedPath(attemptResultPath(attemptId), page.locale)
  const to = (change: Partial<SolutionsView>) => here + solutionsQuery({ ...view, ...change })
  const language = view.in ?? bestTextOf(paper.titles, page.locale)?.locale ?? page.locale
  return (
    <section id="solutions">
      <h2>{messages.result_solutions()}</h2>
      <Filters solutions={solutions} view={view} to={to} messages={messages} />
      <SectionLinks page={page} paper={paper} view={view} to={to} />
      <Languages paper={paper} language={language} to={to} messages={messages} />
      {total === 0 && <p className="note">{messages.result_nothing_here()}</p>}
      <ol>
        {shown.map((solution) => (
          <SolutionItem
            key={solution.result.id}
            page={page}
            attemptId={attemptId}
            solution={solution}
            language={language}
            view={view}
            isReportSent={reportedNumber === solution.result.number}
            isBookmarked={keptNumber === solution.result.number}
            isReportRejected={rejectedNumber === solution.result.number}
          />
        ))}
      </ol>
      {pages > 1 && (
        <PageLinks view={view} pages={pages} total={total} to={to} messages={messages} />
      )}
    </section>
  )
}

type LinkTo = (change: Partial<SolutionsView>) => string

function Filters({
  solutions,
  view,
  to,
  messages,
}: {
  solutions: readonly Solution[]
  view: SolutionsView
  to: LinkTo
  messages: Messages
}) {
  const results = solutions.map(({ result }) => result)
  const counted = solutionFilters.map((filter) => ({
    filter,
    count: solutionCount(filter, results),
  }))
  return (
    <nav className="pills" aria-label={messages.result_filters()}>
      {counted
        .filter(({ filter, count }) => count > 0 || filter === view.show)
        .map(({ filter, count }) => (
          <a
            key={filter}
            href={`${to({ show: filter, page: 1 })}#solutions`}
            aria-current={filter === view.show || undefined}
          >
            {filterText(filter, count, messages)}
          </a>
        ))}
    </nav>
  )
}

function filterText(filter: SolutionFilter, count: number, messages: Messages): string {
  switch (filter) {
    case 'all':
      return messages.result_show_all({ count })
    case 'wrong':
      return messages.result_show_wrong({ count })
    case 'unanswered':
      return messages.result_show_unanswered({ count })
    case 'hasty':
      return messages.result_show_hasty({ count })
    case 'marked':
      return messages.result_show_marked({ count })
  }
}

function SectionLinks({
  page,
  paper,
  view,
  to,
}: {
  page: PageContext
  paper: PaperVersion
  view: SolutionsView
  to: LinkTo
}) {
  const messages = messagesFor(page.locale)
  if (paper.sections.length < 2) return null
  return (
    <details open={view.section !== null}>
      <summary>{messages.result_section()}</summary>
      <nav className="pills" aria-label={messages.result_section()}>
        <a
          href={`${to({ section: null, page: 1 })}#solutions`}
          aria-current={view.section === null || undefined}
        >
          {messages.result_all_sections()}
        </a>
        {paper.sections.map(({ slug, names }) => {
          const name = bestTextOf(names, page.locale)
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
  messages,
}: {
  paper: PaperVersion
  language: Locale
  to: LinkTo
  messages: Messages
}) {
  if (paper.languages.length < 2) return null
  return (
    <nav className="pills" aria-label={messages.result_language()}>
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

function PageLinks({
  view,
  pages,
  total,
  to,
  messages,
}: {
  view: SolutionsView
  pages: number
  total: number
  to: LinkTo
  messages: Messages
}) {
  return (
    <nav className="pills" aria-label={messages.result_pages()}>
      {Array.from({ length: pages }, (_, index) => index + 1).map((pageNumber) => (
        <a
          key={pageNumber}
          href={`${to({ page: pageNumber })}#solutions`}
          aria-current={pageNumber === view.page || undefined}
        >
          {(pageNumber - 1) * solutionsPerPage + 1}–{Math.min(pageNumber * solutionsPerPage, total)}
        </a>
      ))}
      <a href={`${to({ page: 'all' })}#solutions`} aria-current={view.page === 'all' || undefined}>
        {messages.result_one_page()}
      </a>
    </nav>
  )
}
