import { attemptResultPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { earnestRule } from '../../../domain/attempt/earnest.ts'
import { scoreText } from '../../../domain/attempt/marks.ts'
import type { TestResult } from '../../../domain/attempt/attempt-result.ts'
import { modeText } from '../../ui/attempt-list.tsx'
import { TrendLine } from '../../ui/charts/trend-line.tsx'
import { dateText } from '../../ui/dates.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** How the result compares with first attempts of others, or why it is not compared. */
export function Comparison({ page, result }: { page: PageContext; result: TestResult }) {
  const messages = messagesFor(page.locale)
  const text = comparisonText(result, messages)
  const leftOut = result.comparison?.leftOut ?? 0
  const seconds = earnestRule.secondsPerAnswer
  return (
    text !== null && (
      <section>
        <h2>{messages.result_compared()}</h2>
        <p>{text}</p>
        {leftOut > 0 && (
          <p className="small">{messages.result_left_out({ count: leftOut, seconds })}</p>
        )}
      </section>
    )
  )
}

function comparisonText(
  { comparison, notCompared }: TestResult,
  messages: Messages,
): string | null {
  if (comparison) return messages.result_better_than(comparison)
  switch (notCompared) {
    case 'not-first':
      return messages.result_not_first()
    case 'practice':
      return messages.result_not_by_clock()
    case 'late':
      return messages.result_not_in_time()
    case 'few':
      return messages.result_too_few()
    case 'not-earnest':
      return messages.result_not_earnest({ seconds: earnestRule.secondsPerAnswer })
    case null:
      return null
  }
}

const maxPoints = 12

/** The reader's scores in this paper, from the first attempt to the latest. */
export function Trend({ page, result }: { page: PageContext; result: TestResult }) {
  const points = result.trend.slice(-maxPoints)
  if (points.length < 2) return null
  const messages = messagesFor(page.locale)
  const { id: current } = result.attempt
  return (
    <section>
      <h2 id="trend">{messages.result_trend()}</h2>
      <TrendLine
        points={points}
        current={current}
        title={messages.result_trend()}
        text={messages.result_trend_text({
          count: points.length,
          scores: points.map(({ score }) => scoreText(score)).join(', '),
        })}
      />
      <table className="breakdown" aria-labelledby="trend">
        <thead>
          <tr>
            <th scope="col">{messages.result_date()}</th>
            <th scope="col">{messages.result_marks()}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ id, submittedAt, score, maximum, mode }) => (
            <tr key={id}>
              <th scope="row">
                {id === current ? (
                  <b>
                    {dateText(submittedAt, page.locale)} ({messages.result_this_one()})
                  </b>
                ) : (
                  <a href={localizedPath(attemptResultPath(id), page.locale)}>
                    {dateText(submittedAt, page.locale)}
                  </a>
                )}
                <small> {modeText(mode, messages)}</small>
              </th>
              <td>
                {scoreText(score)} / {scoreText(maximum)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
