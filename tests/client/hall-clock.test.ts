import { expect, it } from 'vitest'
import { announcedTime } from '../../client/islands/hall/announced-time.ts'

it('the clock of the hall announces the time five times in two hours', () => {
  const announced: number[] = []
  for (let leftMs = 7_200_000; leftMs > 0; leftMs -= 1000) {
    const due = announcedTime(leftMs)
    if (due !== undefined && due !== announced.at(-1)) announced.push(due)
  }
  expect(announced.map((ms) => ms / 60_000)).toEqual([30, 15, 5, 1, 0.5])
})
