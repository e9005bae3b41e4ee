import { useEffect, useState } from 'react'
import { clockText } from '../../device/clock-text.ts'
import { announcedTime } from './announced-time.ts'
import type { Hall } from './hall.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

const minuteMs = 60_000
/** A remaining time below this is highlighted. */
const highlightedMs = 5 * minuteMs

/** Counts down to `endsAt`, ms since 1970. Screen readers announce a few times only. */
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
  return (
    <span className={leftMs < highlightedMs ? 'clock short' : 'clock'}>
      <span className="unseen">{messages.timeLeft} </span>
      <span role="timer" aria-live="off">
        {clockText(leftMs)}
      </span>
      <span className="unseen" role="status">
        {announcement(leftMs, messages)}
      </span>
    </span>
  )
}

/** '' between announcements. */
function announcement(leftMs: number, messages: HallMessages): string {
  if (leftMs <= 0) return messages.timeOver
  const due = announcedTime(leftMs)
  if (due === undefined) return ''
  return due < minuteMs
    ? fillMessage(messages.secondsLeft, { seconds: due / 1000 })
    : fillMessage(messages.minutesLeft, { minutes: due / minuteMs })
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
    return whileVisible(() => {
      tick((count) => count + 1)
      return 1000
    })
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
  useEffect(
    () =>
      whileVisible(() => {
        const left = endsAt - now()
        setLeftMs(left)
        return left > 0 ? left % 1000 || 1000 : null
      }),
    [endsAt, now],
  )
  return leftMs
}

/** Runs `work` now, and again after the ms that it returns (null: no more), but only while the page
 *  is visible. Returns the function that stops it. */
function whileVisible(work: () => number | null): () => void {
  let timer = 0
  const tick = () => {
    clearTimeout(timer)
    if (document.hidden) return
    const waitMs = work()
    if (waitMs !== null) timer = window.setTimeout(tick, waitMs)
  }
  document.addEventListener('visibilitychange', tick)
  tick()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
