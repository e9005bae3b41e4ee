import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { scoreText } from '../../../domain/attempt/marks.ts'
import { resultPathOf, type TestResult } from '../../../domain/attempt/attempt-result.ts'
import { modeText } from '../../ui/attempt-list.tsx'
import { TrendLine } from '../../ui/charts/trend-line.tsx'
import { dateText } from '../../ui/dates.ts'
import { wordsIn, type Words } from '../../ui/words.ts'

/** How others did, with their number; else why that is not told. */
export function Comparison({ place, result }: { place: PageContext; result: TestResult }) {
  const words = wordsIn(place.locale)
  const text = comparisonText(result, words)
  return (
    text !== null && (
      <section>
        <h2>{words.result_compared()}</h2>
        <p>{text}</p>
      </section>
    )
  )
}

function comparisonText({ comparison, notCompared }: TestResult, words: Words): string | null {
  if (comparison) return words.result_better_than(comparison)
  switch (notCompared) {
    case 'not-first':
      return words.result_not_first()
    case 'practice':
      return words.result_not_by_clock()
    case 'late':
      return words.result_not_in_time()
    case 'few':
      return words.result_too_few()
    case null:
      return null
  }
}

const mostPoints = 12

/** One's own way at this paper, from the first attempt to the last. */
export function Trend({ place, result }: { place: PageContext; result: TestResult }) {
  const points = result.trend.slice(-mostPoints)
  if (points.length < 2) return null
  const words = wordsIn(place.locale)
  const { id: current } = result.attempt
  return (
    <section>
      <h2 id="trend">{words.result_trend()}</h2>
      <TrendLine
        points={points}
        current={current}
        title={words.result_trend()}
        text={words.result_trend_text({
          count: points.length,
          scores: points.map(({ score }) => scoreText(score)).join(', '),
        })}
      />
      <table className="breakdown" aria-labelledby="trend">
        <thead>
          <tr>
            <th scope="col">{words.result_date()}</th>
            <th scope="col">{words.result_marks()}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ id, submittedAt, score, maximum, mode }) => (
            <tr key={id}>
              <th scope="row">
                {id === current ? (
                  <b>
                    {dateText(submittedAt, place.locale)} ({words.result_this_one()})
                  </b>
                ) : (
                  <a href={localizedPath(resultPathOf(id), place.locale)}>
                    {dateText(submittedAt, place.locale)}
                  </a>
                )}
                <small> {modeText(mode, words)}</small>
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
