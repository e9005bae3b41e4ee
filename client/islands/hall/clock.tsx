import { useEffect, useState } from 'react'
import type { Hall } from './hall.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

const minuteMs = 60_000
/** From here on the clock is shown so that nobody misses it. */
const shortMs = 5 * minuteMs

/** Counts down to a fixed end. Who cannot see it hears it once a minute, and at the end. */
export function Clock({
  endsAt,
  now,
  words,
}: {
  endsAt: number
  now: () => number
  words: HallMessages
}) {
  const leftMs = useLeft(endsAt, now)
  const minutes = Math.ceil(leftMs / minuteMs)
  return (
    <span className={leftMs < shortMs ? 'clock short' : 'clock'}>
      <span className="unseen">{words.timeLeft} </span>
      <span role="timer" aria-live="off">
        {clockText(leftMs)}
      </span>
      <span className="unseen" role="status">
        {leftMs <= 0 ? words.timeOver : fillMessage(words.minutesLeft, { minutes })}
      </span>
    </span>
  )
}

/** Practice: how long all questions have taken until now. */
export function Elapsed({
  hall,
  isRunning,
  words,
}: {
  hall: Hall
  isRunning: boolean
  words: HallMessages
}) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  const spentMs = [...hall.view().state.questions.values()].reduce(
    (sum, question) => sum + question.spentMs,
    hall.measuredMs(),
  )
  return (
    <span className="clock">
      <span className="unseen">{words.time} </span>
      <span role="timer" aria-live="off">
        {clockText(Math.floor(spentMs / 1000) * 1000)}
      </span>
    </span>
  )
}

/** How long is left, in ms, each time a second has passed. Read from the clock, never counted: a phone that slept is right at once. */
function useLeft(endsAt: number, now: () => number): number {
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

/** What is left, as a clock shows it: 3668000 -> '1:01:08', 59000 -> '0:59'. Never below nothing. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
