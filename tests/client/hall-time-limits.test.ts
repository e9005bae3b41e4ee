import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closedSectionOf, firstIndexOf } from '../../client/islands/hall/navigation.ts'
import { watchTimeLimits, type TimeLimits } from '../../client/islands/hall/time-limits.ts'

const minute = 60_000
const begunAt = Date.parse('2026-11-21T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: begunAt })
  vi.stubGlobal('window', globalThis)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Kannada for four minutes, then English for three. */
const inSections: TimeLimits = {
  endsAtMs: begunAt + 7 * minute,
  sections: [
    { section: 'kannada', startsAtMs: begunAt, endsAtMs: begunAt + 4 * minute },
    { section: 'english', startsAtMs: begunAt + 4 * minute, endsAtMs: begunAt + 7 * minute },
  ],
}

function watched(hours: TimeLimits, now = () => Date.now()) {
  const calls: string[] = []
  const watch = watchTimeLimits(hours, now, {
    onSection: (section) => calls.at(-1) !== section && calls.push(section),
    onEnd: () => calls.push('end'),
  })
  watch.check()
  return { watch, calls }
}

describe('watchTimeLimits', () => {
  it('opens one section after the other, and then ends', () => {
    const { watch, calls } = watched(inSections)
    expect([calls, watch.openSection()]).toEqual([['kannada'], 'kannada'])
    vi.advanceTimersByTime(4 * minute - 1)
    expect(calls).toEqual(['kannada'])
    vi.advanceTimersByTime(2)
    expect([calls, watch.openSection(), watch.isOver()]).toEqual([
      ['kannada', 'english'],
      'english',
      false,
    ])
    vi.advanceTimersByTime(3 * minute)
    expect([calls, watch.isOver()]).toEqual([['kannada', 'english', 'end'], true])
  })

  it('follows the server’s clock, and notices at the next check what passed during sleep', () => {
    let aheadMs = 0
    const { watch, calls } = watched(inSections, () => Date.now() + aheadMs)
    aheadMs = 5 * minute
    watch.check()
    expect(calls).toEqual(['kannada', 'english'])
    aheadMs = 8 * minute
    watch.check()
    expect(calls).toEqual(['kannada', 'english', 'end'])
  })

  it('ends once where the paper has one clock, and never where it has none', () => {
    const single = watched({ endsAtMs: begunAt + minute, sections: [] })
    const none = watched({ endsAtMs: null, sections: [] })
    vi.advanceTimersByTime(30 * 24 * 60 * minute)
    expect([single.calls, single.watch.openSection()]).toEqual([['end'], null])
    expect([none.calls, none.watch.isOver()]).toEqual([[], false])
  })

  it('calls nothing after it was stopped', () => {
    const { watch, calls } = watched(inSections)
    watch.stop()
    vi.advanceTimersByTime(10 * minute)
    expect(calls).toEqual(['kannada'])
  })
})

describe('navigation in a paper whose sections open one after the other', () => {
  const places = [
    { id: 'k1', section: 'kannada' },
    { id: 'k2', section: 'kannada' },
    { id: 'e1', section: 'english' },
    { id: 'e2', section: 'english' },
  ]

  it('opens no question of a closed section', () => {
    expect(places.map((place) => closedSectionOf(place, 'kannada'))).toEqual([
      null,
      null,
      'english',
      'english',
    ])
    expect(closedSectionOf(places[2], null)).toBeNull()
  })

  it('opens the last question or the first unvisited one, always in the open section', () => {
    const seen =
      (...ids: string[]) =>
      (id: string) =>
        ids.includes(id)
    expect(firstIndexOf(places, seen('k1'), null, 'kannada')).toBe(1)
    expect(firstIndexOf(places, seen('k1', 'k2'), null, 'kannada')).toBe(0)
    expect(firstIndexOf(places, seen('k1'), 0, 'english')).toBe(2)
    expect(firstIndexOf(places, seen('k1', 'k2', 'e1'), 3, 'english')).toBe(3)
    expect(firstIndexOf(places, seen(), 9, null)).toBe(0)
  })
})
