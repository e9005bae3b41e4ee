import { questionAnchor } from '../../addresses/paths.ts'
import type { PageContext } from '../../addresses/address.ts'
import type { QuestionResult } from '../../../domain/attempt/attempt-result.ts'
import { TimeStrip } from '../../ui/charts/time-strip.tsx'
import { durationText } from '../../ui/durations.ts'
import { OutcomeIcon, outcomeText } from '../../ui/outcome-icon.tsx'
import { messagesFor } from '../../ui/messages.ts'

const slowestCount = 5

/** The time spent on each question; nothing for attempts without times (the paper form). */
export function TimeSpent({
  page,
  questions,
}: {
  page: PageContext
  questions: readonly QuestionResult[]
}) {
  const byTime = questions
    .filter(({ spentMs }) => spentMs > 0)
    .sort((one, other) => other.spentMs - one.spentMs)
  const [slowest] = byTime
  if (!slowest || byTime.length < 2) return null
  const messages = messagesFor(page.locale)
  const text = messages.result_time_text({
    median: durationText(byTime[Math.floor(byTime.length / 2)]?.spentMs ?? 0),
    number: slowest.number,
    longest: durationText(slowest.spentMs),
  })
  return (
    <section>
      <h2>{messages.result_time()}</h2>
      <p>{text}</p>
      <TimeStrip questions={questions} title={messages.result_time()} text={text} />
      <p className="small">{messages.result_time_legend()}</p>
      <h3>{messages.result_time_slowest()}</h3>
      <ul className="slowest">
        {byTime.slice(0, slowestCount).map(({ id, number, outcome, spentMs }) => (
          <li key={id}>
            <OutcomeIcon outcome={outcome} />
            <a href={`?page=all#${questionAnchor(number)}`}>
              {messages.result_question({ number })}
            </a>
            <span className="unseen">{outcomeText(outcome, messages)}</span>
            <span>{durationText(spentMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
