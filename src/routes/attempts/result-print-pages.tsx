import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import { isLocale, type Locale } from '../../../domain/locale.ts'
import { fractionText, scoreText, signOf } from '../../../domain/attempt/marks.ts'
import { printedFromFrozen } from '../../ui/printed-paper-layout.ts'
import type { FrozenPaper } from '../../../domain/attempt/solutions.ts'
import { resultPathOf, type TestResult } from '../../../domain/attempt/attempt-result.ts'
import { dateText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OmrGrid } from '../../ui/omr-grid.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { PrintedPaperPage } from '../../ui/printed-paper.tsx'
import { wordsIn } from '../../ui/words.ts'

/** The paper of one's own attempt for A4, with its answer sheet. */
export function AttemptPrintPage({
  place,
  attemptId,
  paper,
  beside: asked,
}: {
  place: PageContext
  attemptId: string
  paper: FrozenPaper
  beside: string | undefined
}) {
  const words = wordsIn(place.locale)
  const first = bestOf(paper.titles, place.locale)?.locale ?? place.locale
  const beside =
    isLocale(asked) && asked !== first && paper.languages.includes(asked) ? asked : null
  const printed = printedFromFrozen(paper, first, beside)
  const path = `/attempts/${attemptId}`
  const hrefOf = (language: Locale, second: Locale | null) =>
    localizedPath(`${path}/print`, language) + (second === null ? '' : `?beside=${second}`)
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: printed.titles[0]?.text ?? words.print() })}
        description={words.print_lead()}
      />
      <PrintedPaperPage
        place={place}
        paper={printed}
        first={first}
        beside={beside}
        hrefOf={hrefOf}
        back={localizedPath(path, place.locale)}
      />
    </>
  )
}

/** The key and one's own answers on one page of A4. */
export function KeySheetPage({
  place,
  result,
  paper,
}: {
  place: PageContext
  result: TestResult
  paper: FrozenPaper
}) {
  const words = wordsIn(place.locale)
  const { attempt, score, maximum, questions, arithmetic } = result
  const title = bestOf(attempt.title, place.locale)
  const options = Math.max(0, ...paper.questions.map(({ optionCount }) => optionCount))
  const hasFifth = signOf(paper.marks.blank) !== 0
  const sum = arithmetic
    .map(({ count, each, sum }) => `${count} × ${fractionText(each)} = ${fractionText(sum)}`)
    .join('; ')
  return (
    <div className="sheet">
      <UnlistedMeta
        title={words.page_title({ title: words.omr_key_sheet() })}
        description={words.omr_key_filled()}
      />
      <Sheet of="print" />
      <Sheet of="omr" />
      <nav className="choice" aria-label={words.print()}>
        <p>{words.print_lead()}</p>
        <a href={localizedPath(resultPathOf(attempt.id), place.locale)}>{words.result_back()}</a>
      </nav>
      <section className="omr">
        <header>
          <h1>{words.omr_key_sheet()}</h1>
          <p lang={title?.locale}>{title?.text}</p>
          <p>
            {words.result_your_score()}: <strong>{scoreText(score)}</strong>{' '}
            {words.result_of({ maximum: scoreText(maximum) })} ({sum}) ·{' '}
            {dateText(attempt.submittedAt ?? attempt.startedAt, place.locale)}
          </p>
        </header>
        <ul className="omr-legend">
          <li>{words.omr_key_filled()}</li>
          <li>{words.omr_key_crossed()}</li>
          <li>
            ✓ {words.result_right()} · × {words.result_wrong()} · – {words.result_blank()}
          </li>
          {questions.some(({ ruling }) => ruling?.kind === 'cancel') && (
            <li>{words.omr_key_cancelled()}</li>
          )}
        </ul>
        <OmrGrid
          count={questions.length}
          circles={options + (hasFifth ? 1 : 0)}
          label={words.omr_key_sheet()}
          marked={questions}
          height={215}
        />
        <KeyList result={result} label={words.omr_key_sheet()} />
      </section>
    </div>
  )
}

/** The same for those who cannot see the sheet: '1: (2)'. Not printed. */
function KeyList({ result: { questions }, label }: { result: TestResult; label: string }) {
  return (
    <ul className="unseen" aria-label={label}>
      {questions.map(({ number, accepted }) => (
        <li key={number}>
          {number}: {accepted.map((index) => `(${index + 1})`).join(' ')}
        </li>
      ))}
    </ul>
  )
}
