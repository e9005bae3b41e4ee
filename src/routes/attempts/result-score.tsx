import { questionAnchor } from '../../addresses/paths.ts'
import type { PageContext } from '../../addresses/address.ts'
import {
  fractionText,
  scoreText,
  scoreTexts,
  subtractMarks,
} from '../../../domain/attempt/marks.ts'
import type {
  AttemptSummary,
  Outcome,
  ScoreChange,
  TestResult,
} from '../../../domain/attempt/attempt-result.ts'
import { modeText } from '../../ui/attempt-list.tsx'
import { clockText, dateText } from '../../ui/dates.ts'
import { OutcomeIcon, outcomeText } from '../../ui/outcome-icon.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** The score, and whether it qualifies. */
export function ScoreSummary({ page, result }: { page: PageContext; result: TestResult }) {
  const messages = messagesFor(page.locale)
  const { score, maximum, attempt, qualifying } = result
  return (
    <>
      <h1 className="score">
        <span>{messages.result_your_score()}</span>
        <b>{scoreText(score)}</b>
        <span>{messages.result_of({ maximum: scoreText(maximum) })}</span>
      </h1>
      <p className="small">{takenText(attempt, page, messages)}</p>
      {attempt.submittedBy === 'clock' && <p className="small">{messages.result_by_clock()}</p>}
      <SubmissionNotes page={page} result={result} messages={messages} />
      {qualifying && (
        <p className="verdict">
          <OutcomeIcon outcome={qualifying.passed ? 'right' : 'wrong'} />{' '}
          {qualifying.passed
            ? messages.result_passed({ needed: scoreText(qualifying.needed) })
            : messages.result_not_passed({
                needed: scoreText(qualifying.needed),
                missing: scoreText(subtractMarks(qualifying.needed, score)),
              })}
        </p>
      )}
    </>
  )
}

/** What a reader must know of how the answers came: whether the score can still change, what
 *  arrived late, and whether the paper had changed. */
function SubmissionNotes({
  page,
  result: { attempt, arrivedLate, replacedCount },
  messages,
}: {
  page: PageContext
  result: TestResult
  messages: Messages
}) {
  const { provisionalUntil, formPaper } = attempt
  const isProvisional = provisionalUntil !== null && Date.parse(provisionalUntil) > Date.now()
  return (
    <>
      {isProvisional && (
        <p className="note" data-provisional="">
          {messages.result_provisional({
            date: dateText(provisionalUntil, page.locale),
            time: clockText(provisionalUntil),
          })}
        </p>
      )}
      {arrivedLate > 0 && (
        <p className="note">{messages.result_arrived_late({ count: arrivedLate })}</p>
      )}
      {replacedCount > 0 && (
        <p className="note">{messages.result_replaced({ count: replacedCount })}</p>
      )}
      {formPaper !== null && (
        <p className="note">
          {formPaper === 'earlier'
            ? messages.result_form_earlier()
            : messages.result_form_changed()}
        </p>
      )}
    </>
  )
}

const takenText = (
  { submittedAt, startedAt, mode }: AttemptSummary,
  page: PageContext,
  messages: Messages,
) =>
  [
    messages.result_taken({ date: dateText(submittedAt ?? startedAt, page.locale) }),
    modeText(mode, messages),
  ].join(' · ')

/** Lines such as '80 × 1 = 80' and '35 × −¼ = −8¾', and their total. Its bubbles are the legend of
 *  the answer sheet. */
export function Arithmetic({ result, messages }: { result: TestResult; messages: Messages }) {
  return (
    <table className="sum">
      <caption className="unseen">{messages.result_how()}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{messages.result()}</th>
          <th scope="col">{messages.result_each()}</th>
          <th scope="col">{messages.result_marks()}</th>
        </tr>
      </thead>
      <tbody>
        {result.arithmetic.map(({ what, count, each, sum }) => (
          <tr key={what}>
            <th scope="row">
              <b className={`bubble ${outcomeOf[what]}`} aria-hidden="true" />{' '}
              {outcomeText(outcomeOf[what], messages)}
            </th>
            <td>
              {count} × {fractionText(each)}
            </td>
            <td>{fractionText(sum)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {messages.result_total()}
          </th>
          <td>{scoreText(result.score)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const outcomeOf: Record<TestResult['arithmetic'][number]['what'], Outcome> = {
  right: 'right',
  wrong: 'wrong',
  blank: 'blank',
  notAnswered: 'not-answered',
  awarded: 'awarded',
  void: 'void',
}

/** Changes of the answer key since the submission, each with its effect on the score. */
export function ScoreChanges({
  page,
  changes,
}: {
  page: PageContext
  changes: readonly ScoreChange[]
}) {
  const messages = messagesFor(page.locale)
  return changes
    .filter(({ from, to }) => from !== to)
    .map(({ question, number, from, to, kind, reason, decidedAt }) => {
      const [before = '', after = ''] = scoreTexts([from, to])
      const change = { number, from: before, to: after }
      return (
        <div key={question + decidedAt} className="note">
          <p>
            <strong>
              {kind === 'cancel'
                ? messages.result_changed_cancelled(change)
                : messages.result_changed_key(change)}
            </strong>
          </p>
          <p className="small">
            {reason} (<time dateTime={decidedAt}>{dateText(decidedAt, page.locale)}</time>)
          </p>
          <a href={`?page=all#${questionAnchor(number)}`}>
            {messages.result_see_question({ number })}
          </a>
        </div>
      )
    })
}
