import type { HallContext } from './hall-context.ts'

/** The buttons of an answer, below its options: clear it, and in practice check it. None once the
 *  key is revealed. */
export function AnswerButtons({
  context: { hall, view, messages, isPractice, isRailway },
}: {
  context: HallContext
}) {
  if (hall.stateAt(view.at)?.isRevealed === true) return null
  return (
    <p className="answer-buttons">
      <button type="button" accessKey="k" onClick={() => hall.press('clear')}>
        {isRailway && !isPractice ? messages.clearRailway : messages.clear}
      </button>
      {isPractice && (
        <button
          type="button"
          className="btn quiet"
          accessKey="c"
          onClick={() => void hall.check().then(scrollToKey)}
        >
          {messages.check}
        </button>
      )}
    </p>
  )
}

/** Scrolls to the key, which the bar at the bottom may cover. In a separate task: the hall notifies
 *  its listeners one task earlier. */
const scrollToKey = () =>
  setTimeout(() => document.querySelector('.key')?.scrollIntoView({ block: 'nearest' }))
