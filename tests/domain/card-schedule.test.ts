import { describe, expect, it } from 'vitest'
import {
  afterReview,
  countsOf,
  dueByDay,
  dueMsOf,
  intervalsAt,
  nextCard,
  queueOf,
  scheduleOf,
  earliestDueMs,
} from '../../domain/study/card-schedule.ts'
import {
  cardGrades,
  mergeReviews,
  parseReview,
  retractionOf,
  type CardReview,
} from '../../domain/study/review-log.ts'
import { seededRandom } from '../support/seeded-random.ts'

const dayMs = 24 * 3600_000
const start = Date.parse('2026-11-21T06:00:00Z')
const exam = '2027-01-31'
const eve = Date.parse('2027-01-30T00:00:00Z')

/** What one device did: some cards, some grades, hours to weeks apart. */
function history(seed: number, { writers = 3, reviews = 60, cards = 8 } = {}): CardReview[] {
  const random = seededRandom(seed)
  const ticks = new Map<string, number>()
  let at = start
  return Array.from({ length: reviews }, () => {
    const writer = `device-${random.integerBelow(writers)}`
    const tick = (ticks.get(writer) ?? 0) + 1
    ticks.set(writer, tick)
    // Two devices may look at a card in the same millisecond.
    at += random.integerBelow(5) === 0 ? 0 : random.integerBelow(6 * dayMs)
    return {
      id: `${writer}.${tick}`,
      card: `card-${random.integerBelow(cards)}`,
      at,
      grade: random.itemOf(cardGrades),
      tookMs: random.integerBelow(30_000),
    }
  })
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

describe('the schedule of cards', () => {
  it('does not depend on the order in which reviews arrive or on duplicates', () => {
    for (const seed of seeds) {
      const reviews = history(seed)
      const copies = [...reviews, ...reviews.slice(0, 20)]
      expect(scheduleOf(shuffled(copies, seed + 1000))).toEqual(scheduleOf(reviews))
    }
  })

  it('is the same on two devices after exchanging their logs in parts', () => {
    for (const seed of seeds) {
      const reviews = shuffled(history(seed), seed)
      const random = seededRandom(seed)
      const [one, other] = [reviews.slice(0, 25), reviews.slice(15)]
      const parts = Array.from({ length: 4 }, () =>
        shuffled(other, random.integerBelow(1e6)).slice(0, 12),
      )
      const onOne = mergeReviews(one, ...parts, other)
      const onOther = mergeReviews(other, shuffled(one, seed))
      expect(onOne).toEqual(onOther)
      expect(scheduleOf(onOne)).toEqual(scheduleOf(onOther))
    }
  })

  it('is later for a better grade, and never before the review', () => {
    for (const seed of seeds) {
      const states = scheduleOf(history(seed))
      const now = start + 400 * dayMs
      for (const [card, state] of states) {
        expect(state.dueMs).toBeGreaterThanOrEqual(state.lastAt - dayMs)
        const { 1: again, 2: hard, 3: good, 4: easy } = intervalsAt(card, state, now, null)
        expect(again).toBeLessThanOrEqual(hard)
        expect(hard).toBeLessThanOrEqual(good)
        expect(good).toBeLessThanOrEqual(easy)
      }
    }
  })

  it('a new card that is known is due in minutes, then in days, then in weeks', () => {
    const first = afterReview(undefined, start, 3)
    expect([first.phase, first.dueMs - start]).toEqual(['learning', 600_000])
    const second = afterReview(first, first.dueMs, 3)
    expect(second.phase).toBe('learned')
    const days = (second.dueMs - start) / dayMs
    expect(days).toBeGreaterThan(1)
    const third = afterReview(second, second.dueMs, 3)
    expect(third.dueMs - second.dueMs).toBeGreaterThan(5 * dayMs)
    const forgotten = afterReview(third, third.dueMs, 1)
    expect([forgotten.phase, forgotten.lapses]).toEqual(['learning', 1])
    expect(forgotten.dueMs - third.dueMs).toBeLessThanOrEqual(10 * 60_000)
  })

  it('with an exam, no card is due after the day before it, unless that day has begun', () => {
    let clipped = 0
    for (const seed of seeds)
      for (const [card, state] of scheduleOf(history(seed, { reviews: 25 }))) {
        const due = dueMsOf(card, state, exam)
        const lookedAtLate = state.lastAt >= eve
        if (due !== state.dueMs) clipped++
        if (!lookedAtLate) expect(due).toBeLessThanOrEqual(eve)
        expect(due).toBeLessThanOrEqual(state.dueMs)
        // Never on the day on which it was looked at, nor before.
        if (due !== state.dueMs) expect(due).toBeGreaterThan(state.lastAt)
        if (state.dueMs <= eve || lookedAtLate) expect(due).toBe(state.dueMs)
      }
    expect(clipped).toBeGreaterThan(100)
  })

  it('spreads the last reviews over the days before the exam', () => {
    const easy = (at: number) => afterReview(afterReview(undefined, at, 4), at + 20 * dayMs, 4)
    const state = easy(start)
    const days = new Set(
      Array.from(
        { length: 100 },
        (_, index) => (eve - dueMsOf(`card-${index}`, state, exam)) / dayMs,
      ),
    )
    expect([...days].sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('lists due cards first, the earliest due before the others, then new ones', () => {
    const log = (card: string, at: number, grade: 1 | 3 | 4): CardReview => ({
      id: `device-1.${at}`,
      ...{ card, at, grade, tookMs: 1000 },
    })
    const reviews = [log('a', start, 1), log('b', start + 1000, 1), log('c', start + 2000, 4)]
    const schedule = scheduleOf(reviews)
    const cards = ['n1', 'c', 'b', 'n2', 'a', 'n3']
    const now = start + 3600_000
    expect(queueOf(cards, schedule, now, { exam: null, maxNew: 2 })).toEqual(['a', 'b', 'n1', 'n2'])
    expect(countsOf(cards, schedule, now, null)).toEqual({ due: 2, fresh: 3, learned: 1 })
  })
})

describe('a review', () => {
  const review = { id: 'device-1.1', card: 'q:abc', at: start, grade: 3, tookMs: 5 }

  it('is parsed without unknown fields, and with at most a day of time taken', () => {
    expect(parseReview({ ...review, more: 1 })).toEqual(review)
    expect(parseReview({ ...review, tookMs: 9e9 })?.tookMs).toBe(dayMs)
  })

  it.each([
    [{ ...review, id: 'x.1' }],
    [{ ...review, id: 'device-1' }],
    [{ ...review, card: 'a b' }],
    [{ ...review, grade: 5 }],
    [{ ...review, at: -1 }],
    [{ ...review, at: 1.5 }],
    [{ ...review, tookMs: '5' }],
    [null],
    ['review'],
  ])('%j is rejected', (found) => expect(parseReview(found)).toBeNull())

  it('the server’s review has precedence when two logs differ about an id', () => {
    const ofServer = { ...review, grade: 3, at: start + 5 } as const
    expect(mergeReviews([ofServer], [{ ...review, grade: 1 }])).toEqual([ofServer])
  })
})

describe('a review session', () => {
  const cards = ['a', 'b', 'c']
  const look = (card: string, tick: number, grade: CardReview['grade'], at: number) => ({
    ...{ id: `device-one.${tick}`, card, at, grade, tookMs: 1 },
  })
  const settings = { exam: null, maxNew: 2 }

  it('returns due cards, then new cards up to a limit, then cards due within minutes', () => {
    const known = scheduleOf([look('a', 1, 1, start)])
    // Card a is due a minute later: until then there is a new card.
    expect(nextCard(cards, known, start + 1000, settings)).toBe('b')
    expect(nextCard(cards, known, start + 120_000, settings)).toBe('a')
    expect(nextCard(cards, known, start + 1000, { exam: null, maxNew: 0 })).toBe('a')
  })

  it('ends when the remaining cards are due in days, and has the time of the first', () => {
    const known = scheduleOf(cards.map((card, index) => look(card, index + 1, 4, start)))
    expect(nextCard(cards, known, start + 1000, settings)).toBeNull()
    const next = earliestDueMs(cards, known, null)
    expect(next).toBeGreaterThan(start + dayMs)
    expect(earliestDueMs(['never seen'], known, null)).toBeNull()
  })
})

describe('a review that is taken back', () => {
  it('counts as if it had never been, in whatever order and however often the log comes', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = seededRandom(seed)
      const reviews = history(seed)
      const undone = reviews.filter(() => random.integerBelow(4) === 0)
      const retractions = undone.map((review, index) => ({
        ...{ id: `device-9.${index + 1}`, card: retractionOf(review.id), at: review.at + 1 },
        ...{ grade: 1 as const, tookMs: 0 },
      }))
      for (const retraction of retractions) expect(parseReview(retraction)).toEqual(retraction)
      const log = [...reviews, ...retractions]
      const shuffled = [...log, ...log].sort(() => random.next() - 0.5)
      const left = reviews.filter((review) => !undone.includes(review))
      expect([...scheduleOf(shuffled)].sort()).toEqual([...scheduleOf(left)].sort())
    }
  })
})

describe('the calendar of due cards', () => {
  it('counts each reviewed card once, overdue ones today', () => {
    for (let seed = 0; seed < 60; seed++) {
      const schedule = scheduleOf(history(seed))
      const cards = [...schedule.keys()]
      const now = start + seed * 5 * dayMs
      const days = dueByDay(cards, schedule, now, { exam: null, days: 2000 })
      expect(days.reduce((sum, day) => sum + day.cards, 0)).toBe(cards.length)
      for (const [index, { on, cards: count }] of days.entries()) {
        const due = cards.filter((card) => {
          const day = new Date(dueMsOf(card, schedule.get(card)!, null)).toISOString().slice(0, 10)
          return index === 0 ? day <= on : day === on
        })
        expect(count).toBe(due.length)
        if (index > 60) break
      }
    }
  })
})
