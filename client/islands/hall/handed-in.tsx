import { useEffect, useRef } from 'react'
import type { HallView } from './hall-view.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** After submitting: on its way, waiting for the network, or done elsewhere. */
export function HandedIn({
  view: { stage, status, state },
  resultHref,
  tryNow,
  rescue,
  words,
}: {
  view: HallView
  resultHref: string
  tryNow: () => void
  rescue: () => void
  words: HallMessages
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const count = [...state.questions.values()].filter(({ saved }) => saved !== null).length
  const isWaiting = stage === 'handing-in' && !status.isSubmitted && status.link === 'offline'
  const title =
    stage === 'elsewhere' || status.isSubmitted
      ? words.submitted
      : isWaiting
        ? fillMessage(words.waiting, { count })
        : words.sending
  return (
    <section className="handed-in">
      <p className="bubbles" aria-hidden="true">
        {[0, 1, 2, 3].map((circle) => (
          <i key={circle} className={!isWaiting || circle === 1 ? 'on' : undefined} />
        ))}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div role="status">
        {stage === 'elsewhere' && <p>{words.submittedElsewhere}</p>}
        {isWaiting && <p>{status.kept === 'memory' ? words.waitingMemory : words.waitingLead}</p>}
      </div>
      {(stage === 'elsewhere' || status.isSubmitted) && (
        <a className="btn" href={resultHref}>
          {words.toResult}
        </a>
      )}
      {isWaiting && (
        <p className="choices">
          <button type="button" className="btn" onClick={tryNow}>
            {words.tryAgain}
          </button>
          <button type="button" className="btn quiet" onClick={rescue}>
            {words.rescue}
          </button>
        </p>
      )}
    </section>
  )
}
