import { describe, expect, it } from 'vitest'
import { joinedQuestionIds, questionIdsIn } from '../../domain/attempt/question-ids.ts'
import { seededRandom } from '../support/seeded-random.ts'

describe('the ids of a paper’s questions in its page', () => {
  it('are read as they were written, for papers of any length', () => {
    const random = seededRandom(11)
    const digit = () => random.integerBelow(36).toString(36)
    for (let count = 1; count <= 200; count++) {
      const ids = Array.from({ length: count }, () => Array.from({ length: 24 }, digit).join(''))
      const text = joinedQuestionIds(ids)
      expect(text).toHaveLength(1 + 24 * count)
      expect(questionIdsIn(text)).toEqual(ids)
    }
  })

  it('of another form are separated by spaces, as on earlier pages', () => {
    for (const ids of [
      ['q1'],
      ['q1', '00ff00ff00ff00ff00ff00ff'],
      ['ABCDEF00ABCDEF00ABCDEF00', 'q2'],
      ['00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff'],
    ]) {
      expect(joinedQuestionIds(ids)).toBe(ids.join(' '))
      expect(questionIdsIn(ids.join(' '))).toEqual(ids)
    }
  })
})
