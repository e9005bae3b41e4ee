import { describe, expect, it } from 'vitest'
import { outcomes } from '../../domain/attempt/attempt-result.ts'
import { distributionOf, paceOf } from '../../domain/study/progress.ts'
import {
  drillQuestions,
  weakTopicsOf,
  type OutcomeInPaper,
} from '../../domain/study/weak-topics.ts'
import { seededRandom } from '../support/seeded-random.ts'

const worth = {
  right: '1',
  wrong: '-1/4',
  blank: '0',
  'not-answered': '0',
  awarded: '1',
  void: '0',
}
const topicNames = ['polity', 'history', 'economy', 'science', 'village']

function drawnPapers(seed: number): OutcomeInPaper[][] {
  const random = seededRandom(seed)
  return Array.from({ length: 1 + random.integerBelow(4) }, () =>
    Array.from({ length: 5 + random.integerBelow(30) }, () => {
      const outcome = random.itemOf(outcomes)
      const topics = topicNames.filter(() => random.integerBelow(3) === 0)
      const id = `q${random.integerBelow(60)}`
      return { id, topics, outcome, marks: worth[outcome], right: '1' }
    }).filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index),
  )
}

/** Quarters of a mark that a question cost, worked out without the code under test. */
const quartersLost = (outcome: string) =>
  outcome === 'wrong' ? 5 : outcome === 'blank' || outcome === 'not-answered' ? 4 : 0
const inQuarters = (marks: string) => {
  const [top = 0, bottom = 1] = marks.split('/').map(Number)
  return (top * 4) / bottom
}
const seeds = Array.from({ length: 200 }, (_, seed) => seed)

/** The last outcome of each question, by going through the papers in their order. */
function lastOutcomes(papers: OutcomeInPaper[][]) {
  const last = new Map<string, OutcomeInPaper>()
  for (const paper of papers) for (const question of paper) last.set(question.id, question)
  return last
}

describe('the topics that cost the most marks', () => {
  it('cost what their questions cost, each counted once', () => {
    for (const seed of seeds) check(seed)

    function check(seed: number) {
      const papers = drawnPapers(seed)
      const last = lastOutcomes(papers)
      const weak = weakTopicsOf(papers, 3)
      const counted = weak.flatMap(({ questions }) => questions)
      expect(new Set(counted).size).toBe(counted.length)
      for (const { slug, marks, questions } of weak) {
        const sum = questions.reduce((total, id) => total + quartersLost(last.get(id)!.outcome), 0)
        expect(inQuarters(marks)).toBe(sum)
        expect(sum).toBeGreaterThan(0)
        for (const id of questions) expect(last.get(id)!.topics).toContain(slug)
      }
      const costOf = (slug: string) =>
        [...last.values()]
          .filter(({ topics }) => topics.includes(slug))
          .reduce((total, { outcome }) => total + quartersLost(outcome), 0)
      const dearest = Math.max(0, ...topicNames.map(costOf))
      expect(inQuarters(weak[0]?.marks ?? '0')).toBe(dearest)
    }
  })

  it('do not contain what was right at last, or cancelled', () => {
    const question = { id: 'q1', topics: ['polity'], right: '1' }
    const wrong = { ...question, outcome: 'wrong' as const, marks: '-1/4' }
    const right = { ...question, outcome: 'right' as const, marks: '1' }
    expect(weakTopicsOf([[wrong], [right]], 3)).toEqual([])
    expect(weakTopicsOf([[right], [wrong]], 3)).toMatchObject([{ slug: 'polity', marks: '5/4' }])
    expect(weakTopicsOf([[{ ...question, outcome: 'void', marks: '0' }]], 3)).toEqual([])
  })
})

describe('the questions of a drill', () => {
  it('are distinct, missed ones of weak topics first, recent ones last', () => {
    for (const seed of seeds) check(seed)

    function check(seed: number) {
      const papers = drawnPapers(seed)
      const last = lastOutcomes(papers)
      const weak = weakTopicsOf(papers, 3)
      const recent = new Set([...last.keys()].filter((_, index) => index % 4 === 0))
      const all = drillQuestions(papers, weak, recent, 1000)
      expect(new Set(all).size).toBe(all.length)
      expect(drillQuestions(papers, weak, recent, 10)).toEqual(all.slice(0, 10))
      const firstRecent = all.findIndex((id) => recent.has(id))
      if (firstRecent >= 0) expect(all.slice(firstRecent).every((id) => recent.has(id))).toBe(true)
      const fresh = all.filter((id) => !recent.has(id))
      const inWeak = new Set(weak.flatMap(({ questions }) => questions))
      const isInWeakTopic = (id: string) =>
        weak.some(({ slug }) => last.get(id)!.topics.includes(slug))
      const rankOf = (id: string) => {
        if (inWeak.has(id)) return 0
        return quartersLost(last.get(id)!.outcome) > 0 ? 1 : isInWeakTopic(id) ? 2 : 3
      }
      const ranks = fresh.map(rankOf)
      expect(ranks).toEqual([...ranks].sort())
      for (const [id, { outcome }] of last) if (quartersLost(outcome) > 0) expect(all).toContain(id)
    }
  })
})

describe('the distribution of scores', () => {
  it('counts everybody once, and who is below as fractions compare', () => {
    for (const seed of seeds) check(seed)

    function check(seed: number) {
      const random = seededRandom(seed)
      const people = Array.from({ length: 6 + random.integerBelow(40) }, () => ({
        maximum: random.itemOf([40, 99, 100, 400]),
        units: random.integerBelow(120) - 20,
      }))
      const scores: Record<string, number> = {}
      for (const { units, maximum } of people)
        scores[`${units}:${maximum}`] = (scores[`${units}:${maximum}`] ?? 0) + 1
      const own = people[0]!
      const { bins, count, below, own: ownBin } = distributionOf(scores, own)
      expect(bins).toHaveLength(20)
      expect(bins.reduce((sum, one) => sum + one)).toBe(people.length)
      expect(count).toBe(people.length - 1)
      const isBelow = (one: typeof own) =>
        BigInt(one.units) * BigInt(own.maximum) < BigInt(own.units) * BigInt(one.maximum)
      expect(below).toBe(people.filter(isBelow).length)
      expect(bins[ownBin]).toBeGreaterThan(0)
      const percent = (100 * own.units) / own.maximum
      if (percent >= 0 && percent < 100) {
        expect(percent).toBeGreaterThanOrEqual(ownBin * 5 - 1e-9)
        expect(percent).toBeLessThan((ownBin + 1) * 5 + 1e-9)
      }
    }
  })
})

describe('the pace of a test', () => {
  it('has every answer in one interval, also those before the start and after the end', () => {
    const answer = (minutes: number, outcome: 'right' | 'wrong') => ({
      ...{ afterMs: minutes * 60_000, outcome, marks: worth[outcome] },
    })
    const answers = [
      ...[answer(-1, 'right'), answer(0, 'wrong'), answer(19.9, 'right'), answer(20, 'right')],
      ...[answer(119, 'wrong'), answer(120, 'right'), answer(125, 'right')],
    ]
    const intervals = paceOf(answers, 120 * 60_000)
    expect(intervals.map(({ fromMinute, toMinute }) => [fromMinute, toMinute])).toEqual([
      ...[[0, 20], [20, 40], [40, 60], [60, 80], [80, 100], [100, 120]], // prettier-ignore
    ])
    expect(intervals[0]).toMatchObject({ right: 2, wrong: 1, marks: '7/4' })
    expect(intervals[1]).toMatchObject({ right: 1, wrong: 0, marks: '1' })
    expect(intervals[5]).toMatchObject({ right: 2, wrong: 1, marks: '7/4' })
    expect(intervals[3]).toMatchObject({ right: 0, wrong: 0, marks: '0' })
  })
})
