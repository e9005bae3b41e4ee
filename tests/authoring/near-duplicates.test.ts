import { describe, expect, it } from 'vitest'
import { contentTable } from '../../authoring/checks/content-table.ts'
import { nearDuplicateProblems, similarPairs } from '../../authoring/checks/near-duplicates.ts'
import type { PaperDraft, QuestionDraft } from '../../authoring/draft.ts'

const question = (id: string, en: string, key: string, others = ['Agra', 'Pune', 'Surat']) => ({
  ...{ id, line: 1, section: null, languages: ['en'], topics: [], terms: [], figure: null },
  ...{ stem: { en }, explanation: {}, correct: 0 },
  options: [key, ...others].map((text) => ({ en: text })),
})
const paper = (exam: string, ...questions: object[]) =>
  ({ file: `papers/${exam}.txt`, exam, access: 'free', questions }) as unknown as PaperDraft
const stateOf = (exam: string) => (exam === 'ap-tet' ? 'andhra-pradesh' : 'karnataka')
const reasons = (...papers: PaperDraft[]) =>
  nearDuplicateProblems(papers, stateOf).map(({ reason }) => reason)

const asked = 'Which city was the capital of the Mysore kingdom in the reign of the Wodeyars?'
const again = 'Which city was the capital of Mysore kingdom during the reign of the Vodeyars?'

describe('near-duplicates', () => {
  it('are reported within a state, also with other spellings and another order of options', () => {
    const other = question('b', again, 'Mysuru', ['Surat', 'Agra', 'Pune'])
    expect(reasons(paper('vao', question('a', asked, 'Mysuru')), paper('pdo', other))).toEqual([
      expect.stringMatching(/^b repeats a of papers\/vao.txt/),
    ])
  })

  it.each([
    ['in two states', 'ap-tet', question('b', again, 'Mysuru')],
    ['with different right answers', 'pdo', question('b', again, 'Kolar')],
    ['with different numbers', 'pdo', question('b', `${again} (1799)`, 'Mysuru')],
    ['of which one is computed', 'pdo', question('gen-b', again, 'Mysuru')],
  ])('are not reported %s', (_, exam, other) => {
    expect(reasons(paper('vao', question('a', asked, 'Mysuru')), paper(exam, other))).toEqual([])
  })

  it('are listed from a lower share on for a person to compare', () => {
    const other = question('b', 'Which city was the capital of the kingdom?', 'Mysuru')
    const papers = [paper('vao', question('a', asked, 'Mysuru')), paper('pdo', other)]
    expect(similarPairs(papers, stateOf, 0.5)).toHaveLength(1)
    expect(reasons(...papers)).toEqual([])
  })
})

it('the table of content counts papers, questions, premium and computed ones', () => {
  const computed = question('gen-1', 'How much?', '1') as unknown as QuestionDraft
  const rows = contentTable(
    [paper('vao', question('a', asked, 'x')), { ...paper('pdo', computed), access: 'premium' }],
    ['vao', 'pdo'],
    [{ slug: 'pack', exams: ['pdo'] }],
  )
  expect(rows.slice(2)).toEqual([
    '| vao | 1 | 1 | 0 | 0 | 0 |',
    '| pdo | 1 | 1 | 1 | 1 | 1 |',
    '| plan pack | 1 | 1 | 1 | 1 | 1 |',
    '| all | 2 | 2 | 1 | 1 | 1 |',
  ])
})
