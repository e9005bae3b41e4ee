import type { PageContext } from '../../addresses/address.ts'
import { difference, fractionText, scoreText, scoreTexts } from '../../../domain/attempt/marks.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import type {
  AttemptSummary,
  Outcome,
  ScoreChange,
  TestResult,
} from '../../../domain/attempt/attempt-result.ts'
import { modeText } from '../../ui/attempt-list.tsx'
import { dateText } from '../../ui/dates.ts'
import { OutcomeSign, outcomeText } from '../../ui/outcome-sign.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** The score, what it is made of line by line, and whether it qualifies. */
export function Score({ place, result }: { place: PageContext; result: TestResult }) {
  const words = wordsIn(place.locale)
  const { score, maximum, attempt, qualifying } = result
  return (
    <>
      <h1 className="score">
        <span>{words.result_your_score()}</span>
        <b>{scoreText(score)}</b>
        <span>{words.result_of({ maximum: scoreText(maximum) })}</span>
      </h1>
      <p className="small">{takenText(attempt, place, words)}</p>
      {attempt.submittedBy === 'clock' && <p className="small">{words.result_by_clock()}</p>}
      {qualifying && (
        <p className={qualifying.passed ? 'verdict passed' : 'verdict'}>
          <OutcomeSign outcome={qualifying.passed ? 'right' : 'wrong'} />{' '}
          {qualifying.passed
            ? words.result_passed({ needed: scoreText(qualifying.needed) })
            : words.result_not_passed({
                needed: scoreText(qualifying.needed),
                missing: scoreText(difference(qualifying.needed, score)),
              })}
        </p>
      )}
      <Arithmetic result={result} words={words} />
    </>
  )
}

const takenText = (
  { submittedAt, startedAt, mode }: AttemptSummary,
  place: PageContext,
  words: Words,
) =>
  [
    words.result_taken({ date: dateText(submittedAt ?? startedAt, place.locale) }),
    modeText(mode, words),
  ].join(' · ')

/** '80 × 1 = 80', '35 × −¼ = −8¾', and what it comes to. */
function Arithmetic({ result, words }: { result: TestResult; words: Words }) {
  return (
    <table className="sum">
      <caption className="unseen">{words.result_how()}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{words.result()}</th>
          <th scope="col">{words.result_each()}</th>
          <th scope="col">{words.result_marks()}</th>
        </tr>
      </thead>
      <tbody>
        {result.arithmetic.map(({ what, count, each, sum }) => (
          <tr key={what}>
            <th scope="row">
              <OutcomeSign outcome={outcomeOf[what]} /> {outcomeText(outcomeOf[what], words)}
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
            {words.result_total()}
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

/** What was ruled since, and what it did to the score. */
export function Changes({
  place,
  changes,
}: {
  place: PageContext
  changes: readonly ScoreChange[]
}) {
  const words = wordsIn(place.locale)
  return changes
    .filter(({ from, to }) => from !== to)
    .map(({ question, number, from, to, kind, reason, decidedAt }) => {
      const [before = '', after = ''] = scoreTexts([from, to])
      const told = { number, from: before, to: after }
      return (
        <div key={question + decidedAt} className="note">
          <p>
            <strong>
              {kind === 'cancel'
                ? words.result_changed_cancelled(told)
                : words.result_changed_key(told)}
            </strong>
          </p>
          <p className="small">
            {reason} (<time dateTime={decidedAt}>{dateText(decidedAt, place.locale)}</time>)
          </p>
          <a href={`?page=all#${questionAnchor(number)}`}>
            {words.result_see_question({ number })}
          </a>
        </div>
      )
    })
}
