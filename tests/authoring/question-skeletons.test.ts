import { describe, expect, it } from 'vitest'
import { skeletonOf, skeletonProblems } from '../../authoring/checks/question-skeletons.ts'
import { draftContent } from '../../authoring/generators/draft-papers.ts'

describe('the skeleton of a question', () => {
  it.each([
    ['Ravi is 4th of 40. Where is he?', 'Suma is 12th of 1,250. Where is he?'],
    [
      'What is the digit in the units place of 83⁴² × 82⁷⁹?',
      'What is the digit in the units place of 7³ × 9?',
    ],
    ['In a certain code TIGER is UJHFS.', 'In a certain code MANGO is NBOHP.'],
    ['What comes next?\nB4, D9, F16, ?', 'What comes next?\nC7, E11, G15, ?'],
  ])('is the same for %j and %j', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })

  it('differs where the wording differs', () => {
    expect(skeletonOf('A train 90 m long')).not.toBe(skeletonOf('A bridge 90 m long'))
  })
})

describe('a paper', () => {
  const [paper] = draftContent().papers
  const withStems = (stems: string[]) => ({
    ...paper!,
    questions: stems.map((en, place) => ({ ...paper!.questions[place]!, stem: { en } })),
  })
  const alike = ['Find 3 + 4.', 'Find 5 + 6.', 'Find 7 × 8.', 'Find 12 − 9.']

  it('with three questions that differ only in numbers has no problem', () => {
    expect(skeletonProblems([withStems(alike.slice(0, 3))])).toEqual([])
  })

  it('with four such questions has a problem that counts them', () => {
    const [problem] = skeletonProblems([withStems([...alike, 'Which is the largest?'])])
    expect(problem?.reason).toBe('4 questions differ only in names and numbers: "Find # ± #."')
  })
})
