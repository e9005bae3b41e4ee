import { expect, it } from 'vitest'
import { dueFacts, undatedFactProblems } from '../../authoring/checks/dated-facts.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'

const paper = (en: string, fields = '') =>
  readPaper(
    'p.txt',
    `paper: p
languages: en

--- q1
${fields}en: ${en}
( ) 1
(*) 2
( ) 3
( ) 4
why en: Two.
`,
  ).paper

it.each([
  'Which State has no Legislative Council (as of 2024)?',
  'Who is the Governor of Karnataka?',
  'Which is the latest Amendment of the Constitution?',
  'By the census of 2011, what is the sex ratio of India?',
])('a question about a fact that changes needs its date: %s', (en) => {
  expect(undatedFactProblems(paper(en))).toHaveLength(1)
  expect(undatedFactProblems(paper(en, 'true-as-of: 2024-06\n'))).toEqual([])
})

it.each([
  'The Saka era is usually said to date from the accession of which king?',
  'Who was the first President of India?',
  'What is the Union Budget called in Article 112?',
])('a question about a fact that stays needs none: %s', (en) => {
  expect(undatedFactProblems(paper(en))).toEqual([])
})

it('a fact is due a year after its date, or on the day that its file names', () => {
  const due = (fields: string, today: string) =>
    dueFacts([paper('Who?', fields)], today).map((fact) => fact.due)
  expect(due('true-as-of: 2025-11\n', '2026-10-31')).toEqual([])
  expect(due('true-as-of: 2025-11\n', '2026-11-23')).toEqual(['2026-11'])
  expect(due('true-as-of: 2011\nlook-again: 2027-04\n', '2026-11-23')).toEqual([])
  expect(due('true-as-of: 2011\nlook-again: 2027-04\n', '2027-04-02')).toEqual(['2027-04'])
})

it('a date that is none is reported', () => {
  const { problems } = readPaper('p.txt', '--- q\ntrue-as-of: lately\n')
  expect(problems.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/lately/))
})
