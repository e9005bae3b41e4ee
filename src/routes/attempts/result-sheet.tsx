import { questionAnchor } from '../../addresses/paths.ts'
import {
  pageOfSolutions,
  solutionsPerPage,
  solutionsQuery,
  type Solution,
  type SolutionsView,
} from '../../../domain/attempt/solutions.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import type { Messages } from '../../ui/messages.ts'
import { outcomeText } from '../../ui/outcome-icon.tsx'

/** The result as an answer sheet: a bubble for each question, which links to its solution. The
 *  outcome shows in its shape, and is a word for screen readers. */
export function ResultSheet({
  solutions,
  view,
  messages,
}: {
  solutions: readonly Solution[]
  view: SolutionsView
  messages: Messages
}) {
  const shown = new Set(pageOfSolutions(solutions, view).shown)
  const hrefOf = (solution: Solution, index: number) => {
    const anchor = `#${questionAnchor(solution.result.number)}`
    if (shown.has(solution)) return anchor
    const page = Math.floor(index / solutionsPerPage) + 1
    return solutionsQuery({ ...view, show: 'all', section: null, page }) + anchor
  }
  return (
    <section className="answer-sheet">
      <h2 id="sheet">
        <HighlightedText text={messages.result_sheet()} />
      </h2>
      <p className="small">{messages.result_sheet_hint()}</p>
      <ol aria-labelledby="sheet">
        {solutions.map((solution, index) => {
          const { number, outcome } = solution.result
          return (
            <li key={number}>
              <a href={hrefOf(solution, index)}>
                <b className={`bubble ${outcome}`}>{number}</b>
                <span className="unseen"> {outcomeText(outcome, messages)}</span>
              </a>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
