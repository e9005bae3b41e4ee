import { answerHistoryPath, testPath } from '../../addresses/paths.ts'
import { LateAnswers } from '../../../client/islands/late-answers.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { findExam } from '../../exams.ts'
import type { PaperVersion } from '../../../domain/attempt/solutions.ts'
import { isRetryable, type TestResult } from '../../../domain/attempt/attempt-result.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examName } from '../../ui/exam-names.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { RemindMe } from '../../ui/remind-me.tsx'
import { ShareCard } from '../../ui/share-card.tsx'
import { Island } from '../../ui/island.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { Sections, Topics } from './result-breakdown.tsx'
import { UncountedAnswers, GuessingCost, UnsavedChoices } from './result-lost-marks.tsx'
import { Comparison, Trend } from './result-comparison.tsx'
import { Arithmetic, ScoreChanges, ScoreSummary } from './result-score.tsx'
import { ResultSheet } from './result-sheet.tsx'
import { Solutions, type SolutionsProps } from './result-solutions.tsx'
import { TimeSpent } from './result-time.tsx'

/** The result of an attempt: the score and how it adds up, an analysis, and every question with its
 *  solution. */
export function ResultPage({
  result,
  vapidKey,
  sent,
  ...solutions
}: Omit<SolutionsProps, 'attemptId'> & {
  result: TestResult
  vapidKey: string
  /** The id of the form that was just submitted: the phone may forget it now. */
  sent: string | undefined
}) {
  const { page, paper } = solutions
  const messages = messagesFor(page.locale)
  const { attempt } = result
  const title = bestTextOf(attempt.title, page.locale)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: messages.result_title({ title: title?.text ?? '' }) })}
        description={messages.result_how()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="chart" />
      <InlineStyle name="report" />
      <InlineStyle name="result" />
      <InlineScript name="test-over" />
      {sent && <span hidden data-sent={sent} />}
      <ResultBreadcrumbs page={page} result={result} title={title?.text ?? attempt.test} />
      <ScoreSummary page={page} result={result} />
      <AwaitedAnswers paper={paper} result={result} messages={messages} />
      <p className="actions">
        <a className="btn wide" href="#solutions">
          {messages.result_read_solutions()}
        </a>
      </p>
      <ResultSheet solutions={solutions.solutions} view={solutions.view} messages={messages} />
      <Arithmetic result={result} messages={messages} />
      <ScoreChanges page={page} changes={result.changes} />
      <Actions page={page} result={result} />
      <Sections page={page} sections={result.sections} />
      <GuessingCost page={page} result={result} blankCosts={paper.marks.blank} />
      <UnsavedChoices page={page} result={result} />
      <Topics page={page} topics={result.topics} />
      <TimeSpent page={page} questions={result.questions} />
      <Comparison page={page} result={result} />
      <Trend page={page} result={result} />
      <UncountedAnswers page={page} apart={result.apart} />
      <ResultLinks page={page} result={result} />
      {result.wrong.length > 0 && (
        <RemindMe page={page} kind="cards" from="/flash-cards?of=due" vapidKey={vapidKey} />
      )}
      <Solutions {...solutions} attemptId={attempt.id} />
    </>
  )
}

/** Sends what this device still has of an attempt that the clock has submitted. */
function AwaitedAnswers({
  paper,
  result: { attempt },
  messages,
}: {
  paper: PaperVersion
  result: TestResult
  messages: Messages
}) {
  const { id, carryKey, endsAt, provisionalUntil } = attempt
  if (provisionalUntil === null || Date.parse(provisionalUntil) < Date.now()) return null
  const props = {
    attempt: {
      ...{ id, carryKey, mode: 'exam' as const, serverNowMs: Date.now() },
      endsAtMs: endsAt === null ? null : Date.parse(endsAt),
      questions: paper.questions.map((question) => question.id),
    },
    messages: {
      sentLong: messages.hall_sent_long(),
      savedLong: messages.hall_saved_long(),
      offline: messages.hall_offline(),
      offlineLong: messages.hall_offline_long(),
      memory: messages.hall_memory(),
      refusedLong: messages.hall_refused_long({ count: '{count}' }),
      refusedStored: messages.hall_refused_stored(),
    },
  }
  return (
    <Island name="late-answers" when="visible" props={props}>
      <LateAnswers {...props} />
    </Island>
  )
}

function ResultBreadcrumbs({
  page,
  result: { attempt },
  title,
}: {
  page: PageContext
  result: TestResult
  title: string
}) {
  const messages = messagesFor(page.locale)
  const exam = findExam(attempt.exam)
  return (
    <Breadcrumbs
      page={page}
      crumbs={[
        ...(exam
          ? [
              { name: examName(exam, page.locale), path: `/${exam.slug}` },
              { name: title, path: testPath(exam.state, exam.slug, attempt.test) },
            ]
          : [{ name: title }]),
        { name: messages.result() },
      ]}
    />
  )
}

function Actions({ page, result }: { page: PageContext; result: TestResult }) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(`/attempts/${result.attempt.id}${path}`, page.locale)
  const missed = result.questions.filter(isRetryable).length
  return (
    <div className="actions">
      {missed > 0 && (
        <a className="btn quiet wide" href={to('/again')}>
          {messages.result_again({ count: missed })}
        </a>
      )}
      <ShareCard href={to('/card.svg')} messages={messages} />
    </div>
  )
}

function ResultLinks({ page, result }: { page: PageContext; result: TestResult }) {
  const messages = messagesFor(page.locale)
  const { attempt, wrong } = result
  const to = (path: string) => localizedPath(path, page.locale)
  const exam = findExam(attempt.exam)
  return (
    <nav className="ways-on" aria-label={messages.result()}>
      {wrong.length > 0 && <a href={`${to('/flash-cards')}?of=wrong`}>{messages.result_cards()}</a>}
      {exam && (
        <a href={to(testPath(exam.state, exam.slug, attempt.test))}>
          {messages.result_take_again()}
        </a>
      )}
      {!page.isInApp && (
        <>
          <a href={to(`/attempts/${attempt.id}/key-sheet`)}>{messages.result_key_sheet()}</a>
          <a href={to(`/attempts/${attempt.id}/print`)}>{messages.result_print_paper()}</a>
        </>
      )}
      <a href={to(answerHistoryPath(attempt.id))}>{messages.history_title()}</a>
      <a href={to('/progress')}>{messages.progress_see()}</a>
      <a href={to('/attempts')}>{messages.result_list_all()}</a>
    </nav>
  )
}
