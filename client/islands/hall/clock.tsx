import { useEffect, useState } from 'react'
import type { Hall } from './hall.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

const minuteMs = 60_000
/** A remaining time below this is highlighted. */
const highlightedMs = 5 * minuteMs

/** Counts down to `endsAt`, ms since 1970. Screen readers announce it every minute and at the
 *  end. */
export function Clock({
  endsAt,
  now,
  messages,
}: {
  endsAt: number
  now: () => number
  messages: HallMessages
}) {
  const leftMs = useRemainingMs(endsAt, now)
  const minutes = Math.ceil(leftMs / minuteMs)
  return (
    <span className={leftMs < highlightedMs ? 'clock short' : 'clock'}>
      <span className="unseen">{messages.timeLeft} </span>
      <span role="timer" aria-live="off">
        {clockText(leftMs)}
      </span>
      <span className="unseen" role="status">
        {leftMs <= 0 ? messages.timeOver : fillMessage(messages.minutesLeft, { minutes })}
      </span>
    </span>
  )
}

/** Practice: the time for which all questions have been shown. */
export function Elapsed({
  hall,
  isRunning,
  messages,
}: {
  hall: Hall
  isRunning: boolean
  messages: HallMessages
}) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  const spentMs = [...hall.view().state.questions.values()].reduce(
    (sum, question) => sum + question.spentMs,
    hall.elapsedMs(),
  )
  return (
    <span className="clock">
      <span className="unseen">{messages.time} </span>
      <span role="timer" aria-live="off">
        {clockText(Math.floor(spentMs / 1000) * 1000)}
      </span>
    </span>
  )
}

/** The remaining ms, updated every second. Read from the clock each time, so that it is right after
 *  a phone has slept. */
function useRemainingMs(endsAt: number, now: () => number): number {
  const [leftMs, setLeftMs] = useState(() => endsAt - now())
  useEffect(() => {
    let timer = 0
    const tick = () => {
      const left = endsAt - now()
      setLeftMs(left)
      if (left > 0) timer = window.setTimeout(tick, left % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [endsAt, now])
  return leftMs
}

/** A time span as a clock shows it: 3668000 -> '1:01:08', 59000 -> '0:59'. Never below 0. */
function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
