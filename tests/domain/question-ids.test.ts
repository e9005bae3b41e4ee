import { describe, expect, it } from 'vitest'
import { packedQuestionIds, unpackedQuestionIds } from '../../domain/attempt/question-ids.ts'
import { seededRandom } from '../support/seeded-random.ts'

describe('the ids of a paper’s questions in its page', () => {
  it('are the same after they were packed, for papers of any length', () => {
    const random = seededRandom(11)
    for (let count = 1; count <= 200; count++) {
      const ids = Array.from({ length: count }, () =>
        Array.from({ length: 24 }, () => random.integerBelow(16).toString(16)).join(''),
      )
      const packed = packedQuestionIds(ids)
      expect(packed).toHaveLength(1 + 16 * count)
      expect(unpackedQuestionIds(packed)).toEqual(ids)
    }
  })

  it('keep the first and the last digits of bytes', () => {
    const ids = ['000000000000000000000000', 'ffffffffffffffffffffffff', '0f00000000000000000000f0']
    expect(unpackedQuestionIds(packedQuestionIds(ids))).toEqual(ids)
  })

  it('of another form are not packed, nor those beside them', () => {
    const ids = ['q1', '00ff00ff00ff00ff00ff00ff', 'ABCDEF00ABCDEF00ABCDEF00']
    expect(packedQuestionIds(ids)).toBe(ids.join(' '))
    expect(unpackedQuestionIds(ids.join(' '))).toEqual(ids)
  })
})
