import { expect, it } from 'vitest'
import { announcement } from '../../client/islands/hall/clock.tsx'
import type { HallMessages } from '../../client/islands/hall/message-keys.ts'

const messages = {
  minutesLeft: 'Minutes left: {minutes}',
  secondsLeft: 'Seconds left: {seconds}',
  timeOver: 'The time is over.',
} as HallMessages

it('the clock announces five times in two hours, and the end', () => {
  const heard: string[] = []
  for (let leftMs = 7_200_000; leftMs >= 0; leftMs -= 1000) {
    const text = announcement(leftMs, messages)
    if (text !== '' && text !== heard.at(-1)) heard.push(text)
  }
  expect(heard).toEqual([
    ...[30, 15, 5, 1].map((minutes) => `Minutes left: ${minutes}`),
    ...['Seconds left: 30', 'The time is over.'],
  ])
})
