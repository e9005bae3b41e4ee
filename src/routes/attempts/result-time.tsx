import type { PageContext } from '../../addresses/address.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import type { QuestionResult } from '../../../domain/attempt/attempt-result.ts'
import { TimeStrip } from '../../ui/charts/time-strip.tsx'
import { durationText } from '../../ui/durations.ts'
import { OutcomeSign, outcomeText } from '../../ui/outcome-sign.tsx'
import { wordsIn } from '../../ui/words.ts'

const longestShown = 5

/** How long each question took. Without a clock there is nothing to tell. */
export function TimeSpent({
  place,
  questions,
}: {
  place: PageContext
  questions: readonly QuestionResult[]
}) {
  const byTime = questions
    .filter(({ spentMs }) => spentMs > 0)
    .sort((one, other) => other.spentMs - one.spentMs)
  const [longest] = byTime
  if (!longest || byTime.length < 2) return null
  const words = wordsIn(place.locale)
  const text = words.result_time_text({
    median: durationText(byTime[Math.floor(byTime.length / 2)]?.spentMs ?? 0),
    number: longest.number,
    longest: durationText(longest.spentMs),
  })
  return (
    <section>
      <h2>{words.result_time()}</h2>
      <p>{text}</p>
      <TimeStrip questions={questions} title={words.result_time()} text={text} />
      <p className="small">{words.result_time_legend()}</p>
      <h3>{words.result_time_longest()}</h3>
      <ul className="longest">
        {byTime.slice(0, longestShown).map(({ id, number, outcome, spentMs }) => (
          <li key={id}>
            <OutcomeSign outcome={outcome} />
            <a href={`?page=all#${questionAnchor(number)}`}>{words.result_question({ number })}</a>
            <span className="unseen">{outcomeText(outcome, words)}</span>
            <span>{durationText(spentMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
