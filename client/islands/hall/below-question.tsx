import { useEffect, useRef } from 'react'
import { signOf } from '../../device/journal/save-sign.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import type { HallContext } from './hall-context.ts'
import type { HallMessages } from './message-keys.ts'
import { ReplacedAnswers } from './replaced-answers.tsx'
import { Circles, saveStatusText } from './save-status.tsx'
import type { HallView } from './hall-view.ts'

/** Below the question: the buttons of its answer, its key if it was requested, and answers of other
 *  devices. In place of the question: the pause, or the state of the submission. */
export function BelowQuestion({
  context,
  openRescue,
}: {
  context: HallContext
  openRescue: () => void
}) {
  const { hall, view, messages, isOver, RevealedKey } = context
  if (isOver) return <Submission context={context} openRescue={openRescue} />
  if (view.stage === 'paused')
    return (
      <section className="paused">
        <p role="status">{messages.paused}</p>
        <button type="button" className="btn" onClick={() => hall.pause(false)}>
          {messages.resume}
        </button>
      </section>
    )
  if (view.stage !== 'question') return null
  return (
    <>
      <AnswerButtons context={context} />
      {RevealedKey && view.revealed && <RevealedKey revealed={view.revealed} messages={messages} />}
      <ReplacedAnswers context={context} />
    </>
  )
}

/** The state of the submission: whether the time is over is not known yet, being sent, waiting for
 *  the network, submitted here or elsewhere. */
function Submission({
  context: { hall, view, href, messages },
  openRescue,
}: {
  context: HallContext
  openRescue: () => void
}) {
  const { stage, status } = view
  const heading = useRef<HTMLHeadingElement>(null)
  const title = headingOf(view, messages)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const isDone = stage === 'submitted'
  const sign = signOf(status)
  const isWaiting = sign.kind === 'refused' || !(isDone || status.isOnline)
  return (
    <section className="submitted">
      <p>
        <Circles sign={sign} />
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div role="status">
        {leadOf(view, messages).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {isDone && (
        <a className="btn" href={href.result}>
          {messages.toResult}
        </a>
      )}
      {isWaiting && (
        <p className="choices">
          <button type="button" className="btn" onClick={() => void hall.journal.flush()}>
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

function headingOf({ stage, status }: HallView, messages: HallMessages): string {
  if (stage === 'submitted') return messages.submitted
  if (!status.isHandedIn && !status.isClockConfirmed) return messages.timeUnsure
  return status.isOnline && status.refused === 0 ? messages.sending : messages.waiting
}

function leadOf({ stage, status }: HallView, messages: HallMessages): string[] {
  const { submittedBy, isHandedIn, isClockConfirmed, isOnline, copies } = status
  const refused = status.refused > 0 ? [saveStatusText(status, messages)] : []
  if (stage === 'submitted') {
    if (submittedBy === 'elsewhere') return [messages.submittedElsewhere, ...refused]
    return [...(submittedBy === 'clock' ? [messages.timeOver] : []), ...refused]
  }
  if (!isHandedIn && !isClockConfirmed)
    return [messages.timeUnsureLead, ...(copies === 0 ? [messages.memory] : refused)]
  if (isOnline) return refused
  return [copies === 0 ? messages.waitingMemory : messages.waitingLead]
}
