import { useState } from 'react'
import type { ReplacedAnswer } from '../../device/journal/acknowledgement.ts'
import type { HallContext } from './hall-context.ts'
import { fillMessage } from './messages.ts'
import { dismissedAnswers, dismissAnswer } from './preferences.ts'

/** Answers that another device's later one replaced, with one tap to choose. Those that the reader
 *  leaves as they are, are not shown again on this device. */
export function ReplacedAnswers({ context }: { context: HallContext }) {
  const { attempt, view } = context
  const [dismissed, setDismissed] = useState(() => dismissedAnswers(attempt.id))
  const shown = view.status.replaced.filter(({ replaced }) => !dismissed.includes(replaced.event))
  return (
    shown.length > 0 && (
      <ul className="replaced" role="status">
        {shown.map((found) => (
          <Replaced
            key={found.replaced.event}
            found={found}
            context={context}
            onKeep={() => setDismissed(dismissAnswer(attempt.id, found.replaced.event))}
          />
        ))}
      </ul>
    )
  )
}

function Replaced({
  found: { question, number, kept, replaced },
  context: { hall, messages },
  onKeep,
}: {
  found: ReplacedAnswer
  context: HallContext
  onKeep: () => void
}) {
  const [hasFailed, setFailed] = useState(false)
  const values = { number, kept: optionText(kept.option), replaced: optionText(replaced.option) }
  const text = kept.device === hall.journal.device ? messages.replacedHere : messages.replacedThere
  const choose = () =>
    void hall.journal.choose(question, replaced.event).then((isDone) => setFailed(!isDone))
  return (
    <li>
      <p>{fillMessage(text, values)}</p>
      <p className="answers">
        <button type="button" onClick={choose}>
          {fillMessage(messages.replacedUse, { option: values.replaced })}
        </button>
        <button type="button" onClick={onKeep}>
          {fillMessage(messages.replacedKeep, { option: values.kept })}
        </button>
      </p>
      {hasFailed && <p className="small">{messages.tryAgain}</p>}
    </li>
  )
}

/** The number of an option as the question shows it. */
const optionText = (option: number | null) => (option === null ? '–' : String(option + 1))
