import { useEffect, useRef } from 'react'
import type { HallContext } from './hall-context.ts'
import { fillMessage } from './messages.ts'

/** Below the question: its key, if it was requested. In place of the question: the pause, or the
 *  state of the submission. */
export function BelowQuestion({
  context,
  openRescue,
}: {
  context: HallContext
  openRescue: () => void
}) {
  const { hall, view, messages, isOver, RevealedKey } = context
  if (isOver) return <Submitted context={context} openRescue={openRescue} />
  if (view.stage === 'paused')
    return (
      <section className="paused">
        <p role="status">{messages.paused}</p>
        <button type="button" className="btn" onClick={() => hall.pause(false)}>
          {messages.resume}
        </button>
      </section>
    )
  return RevealedKey && view.revealed && view.stage === 'question' ? (
    <RevealedKey revealed={view.revealed} messages={messages} />
  ) : null
}

/** The state of the submission: being sent, waiting for the network, or submitted elsewhere. */
function Submitted({
  context: { hall, view, href, messages },
  openRescue,
}: {
  context: HallContext
  openRescue: () => void
}) {
  const { stage, status, state } = view
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const count = [...state.questions.values()].filter(({ saved }) => saved !== null).length
  const isDone = stage === 'elsewhere' || status.isSubmitted
  const isWaiting = !isDone && status.link === 'offline'
  const waiting = isWaiting ? fillMessage(messages.waiting, { count }) : messages.sending
  return (
    <section className="submitted">
      <p className="circles" aria-hidden="true">
        {[0, 1, 2, 3].map((circle) => (
          <i key={circle} className={!isWaiting || circle === 1 ? 'on' : undefined} />
        ))}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {isDone ? messages.submitted : waiting}
      </h2>
      <div role="status">
        {stage === 'elsewhere' && <p>{messages.submittedElsewhere}</p>}
        {isWaiting && <p>{status.copies === 0 ? messages.waitingMemory : messages.waitingLead}</p>}
      </div>
      {isDone && (
        <a className="btn" href={href.result}>
          {messages.toResult}
        </a>
      )}
      {isWaiting && (
        <p className="choices">
          <button type="button" className="btn" onClick={hall.retry}>
            {messages.tryAgain}
          </button>
          <button type="button" className="btn quiet" onClick={openRescue}>
            {messages.rescue}
          </button>
        </p>
      )}
    </section>
  )
}
