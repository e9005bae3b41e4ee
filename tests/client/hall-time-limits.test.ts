import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closedSectionOf, firstIndexOf } from '../../client/islands/hall/navigation.ts'
import { watchSections, type TimeLimits } from '../../client/islands/hall/time-limits.ts'

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

function watched(hours: TimeLimits, latest = () => Date.now(), earliest = latest) {
  const calls: string[] = []
  const watch = watchSections(hours.sections, { earliest, now: latest }, (section) => {
    if (calls.at(-1) !== section) calls.push(section)
  })
  watch.check()
  return { watch, calls }
}

describe('watchSections', () => {
  it('opens one section after the other', () => {
    const { watch, calls } = watched(inSections)
    expect([calls, watch.openSections()[0]]).toEqual([['kannada'], 'kannada'])
    vi.advanceTimersByTime(4 * minute - 1)
    expect(calls).toEqual(['kannada'])
    vi.advanceTimersByTime(2)
    expect([calls, watch.openSections()[0]]).toEqual([['kannada', 'english'], 'english'])
    vi.advanceTimersByTime(30 * minute)
    expect([calls, watch.openSections()[0]]).toEqual([['kannada', 'english'], 'english'])
  })

  it('follows the server’s clock, and notices at the next check what passed during sleep', () => {
    let aheadMs = 0
    const { watch, calls } = watched(inSections, () => Date.now() + aheadMs)
    aheadMs = 5 * minute
    watch.check()
    expect(calls).toEqual(['kannada', 'english'])
    aheadMs = 0
    watch.check()
    expect(calls).toEqual(['kannada', 'english', 'kannada'])
  })

  it('leaves the section open whose end only the phone’s clock told, and opens the next', () => {
    let isSure = true
    const earliest = () => (isSure ? Date.now() : begunAt + minute)
    const { watch, calls } = watched(inSections, () => Date.now(), earliest)
    isSure = false
    vi.advanceTimersByTime(5 * minute)
    watch.check()
    expect([calls, watch.openSections()]).toEqual([['kannada'], ['kannada', 'english']])
    isSure = true
    watch.check()
    expect([calls, watch.openSections()]).toEqual([['kannada', 'english'], ['english']])
    vi.setSystemTime(begunAt + 2 * minute)
    watch.check()
    expect(watch.openSections()).toEqual(['kannada'])
  })

  it('opens no section where they have no time limits of their own', () => {
    const { watch, calls } = watched({ endsAtMs: begunAt + minute, sections: [] })
    vi.advanceTimersByTime(30 * 24 * 60 * minute)
    expect([calls, watch.openSections()[0]]).toEqual([[], undefined])
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
    expect(places.map((place) => closedSectionOf(place, ['kannada']))).toEqual([
      null,
      null,
      'english',
      'english',
    ])
    expect(closedSectionOf(places[2], [])).toBeNull()
  })

  it('opens the question where the reader was, always in the open section', () => {
    expect(firstIndexOf(places, 1, ['kannada'])).toBe(1)
    expect(firstIndexOf(places, 0, ['english'])).toBe(2)
    expect(firstIndexOf(places, 3, ['english'])).toBe(3)
    expect(firstIndexOf(places, 9, [])).toBe(0)
    expect(firstIndexOf(places, -1, [])).toBe(0)
  })
})
