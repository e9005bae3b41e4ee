import { attemptResultPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { circlesOf } from '../../../domain/answer-sheet/paper-sheet.ts'
import { sheetLayout } from '../../../domain/answer-sheet/sheet-layout.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { isLocale, type Locale } from '../../../domain/locale.ts'
import { fractionText, scoreText } from '../../../domain/attempt/marks.ts'
import { printedPaperVersion } from '../../ui/printed-paper-layout.ts'
import type { PaperVersion } from '../../../domain/attempt/solutions.ts'
import type { TestResult } from '../../../domain/attempt/attempt-result.ts'
import { dateText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OmrGrid } from '../../ui/omr-grid.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { PrintedPaperPage } from '../../ui/printed-paper.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { awardText } from './result-solution.tsx'

/** The paper of an attempt for A4, with its answer sheet. */
export function AttemptPrintPage({
  page,
  attemptId,
  paper,
  second: requested,
}: {
  page: PageContext
  attemptId: string
  paper: PaperVersion
  second: string | undefined
}) {
  const messages = messagesFor(page.locale)
  const first = bestTextOf(paper.titles, page.locale)?.locale ?? page.locale
  const second =
    isLocale(requested) && requested !== first && paper.languages.includes(requested)
      ? requested
      : null
  const printed = printedPaperVersion(paper, first, second)
  const path = `/attempts/${attemptId}`
  const hrefOf = (language: Locale, second: Locale | null) =>
    localizedPath(`${path}/print`, language) + (second === null ? '' : `?beside=${second}`)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: printed.titles[0]?.text ?? messages.print() })}
        description={messages.print_lead()}
      />
      <PrintedPaperPage
        page={page}
        paper={printed}
        first={first}
        second={second}
        hrefOf={hrefOf}
        back={localizedPath(path, page.locale)}
      />
    </>
  )
}

/** The answer key and the reader's answers on one page of A4. */
export function KeySheetPage({
  page,
  result,
  paper,
}: {
  page: PageContext
  result: TestResult
  paper: PaperVersion
}) {
  const messages = messagesFor(page.locale)
  const { attempt, score, maximum, questions, arithmetic } = result
  const title = bestTextOf(attempt.title, page.locale)
  const options = Math.max(0, ...paper.questions.map(({ optionCount }) => optionCount))
  const circles = circlesOf(options, paper.marks)
  const sum = arithmetic
    .map(({ count, each, sum }) => `${count} × ${fractionText(each)} = ${fractionText(sum)}`)
    .join('; ')
  return (
    <div className="sheet">
      <UnlistedMeta
        title={messages.page_title({ title: messages.omr_key_sheet() })}
        description={messages.omr_key_filled()}
      />
      <InlineStyle name="print" />
      <InlineStyle name="omr" />
      <nav className="choice" aria-label={messages.print()}>
        <p>{messages.print_lead()}</p>
        <a href={localizedPath(attemptResultPath(attempt.id), page.locale)}>
          {messages.result_back()}
        </a>
      </nav>
      <section className="omr">
        <header>
          <h1>{messages.omr_key_sheet()}</h1>
          <p lang={title?.locale}>{title?.text}</p>
          <p>
            {messages.result_your_score()}: <strong>{scoreText(score)}</strong>{' '}
            {messages.result_of({ maximum: scoreText(maximum) })} ({sum}) ·{' '}
            {dateText(attempt.submittedAt ?? attempt.startedAt, page.locale)}
          </p>
        </header>
        <ul className="omr-legend">
          <li>{messages.omr_key_filled()}</li>
          <li>{messages.omr_key_crossed()}</li>
          <li>
            ✓ {messages.result_right()} · × {messages.result_wrong()} · – {messages.result_blank()}
          </li>
          {questions.some(({ ruling }) => ruling?.kind === 'cancel') && (
            <li>{messages.omr_key_cancelled()}</li>
          )}
        </ul>
        <OmrGrid
          layout={sheetLayout({ count: questions.length, circles, maxHeight: 215, code: null })}
          label={messages.omr_key_sheet()}
          keySheet={questions}
        />
        <AccessibleKeyList result={result} label={messages.omr_key_sheet()} messages={messages} />
      </section>
    </div>
  )
}

/** The answer key as text for screen readers: "1: (2)". Not printed. */
function AccessibleKeyList({
  result: { questions },
  label,
  messages,
}: {
  result: TestResult
  label: string
  messages: Messages
}) {
  return (
    <ul className="unseen" aria-label={label}>
      {questions.map(({ number, accepted, ruling }) => (
        <li key={number}>
          {number}:{' '}
          {ruling?.kind === 'cancel'
            ? awardText(ruling.award, messages)
            : accepted.map((index) => `(${index + 1})`).join(' ')}
        </li>
      ))}
    </ul>
  )
}
