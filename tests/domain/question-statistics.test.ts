import { describe, expect, it } from 'vitest'
import { questionStatistics } from '../../domain/question-statistics.ts'
import { simulatedPaper, talliesOf } from '../support/simulated-responses.ts'

describe('statistics of questions', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'find all 8 wrong keys of 100 and suspect at most one right key, seed %i',
    (seed) => {
      const paper = simulatedPaper(seed)
      const suspected = talliesOf(paper).map((tallies) => questionStatistics(tallies).suspectedKey)
      const missed = paper.questions.filter(
        ({ truth, key }, index) => key !== truth && suspected[index] !== truth,
      )
      const falselySuspected = paper.questions.filter(
        ({ truth, key }, index) => key === truth && suspected[index] !== null,
      )
      expect(missed).toEqual([])
      expect(falselySuspected.length).toBeLessThanOrEqual(1)
    },
  )

  it('say nothing about a key with fewer than 100 attempts', () => {
    const few = talliesOf(simulatedPaper(1, 100, 99)).map(questionStatistics)
    expect(few.every(({ suspectedKey }) => suspectedKey === null)).toBe(true)
  })

  const tally = (option: number | null, isRight: boolean, scores: number[]) => ({
    ...{ option, isRight, count: scores.length },
    restScoreSum: scores.reduce((sum, score) => sum + score, 0),
    restScoreSquareSum: scores.reduce((sum, score) => sum + score * score, 0),
  })

  it('are those of the textbook', () => {
    const { facility, discrimination, attempts } = questionStatistics([
      tally(0, true, [8, 6]),
      tally(1, false, [4]),
      tally(null, false, [2]),
    ])
    expect([attempts, facility]).toEqual([4, 0.5])
    // Pearson's correlation of (1, 1, 0, 0) with (8, 6, 4, 2): 2 / sqrt(5).
    expect(discrimination).toBeCloseTo(2 / Math.sqrt(5), 10)
  })

  it('have no discrimination where all answers are right', () => {
    expect(questionStatistics([tally(0, true, [8, 6])]).discrimination).toBeNull()
  })
})
