import { describe, expect, it } from 'vitest'
import { checkContent } from '../../product-api/importer/check.ts'
import { readPaper } from '../../product-api/importer/text-format/paper.ts'
import { readPage } from '../../product-api/importer/text-format/page.ts'

const head = `paper: p
exam: vao-paper-1
kind: model-paper
languages: kn en
minutes: 10
right: 1
wrong: 1/4
blank: 0
access: free
source: KEA
checked: 2026-11-21
title kn: ಪತ್ರಿಕೆ
title en: Paper
about kn: ಒಂದು
about en: One
`
const question = `--- q1
topics: polity
kn: ಎಷ್ಟು?
en: How many?
( ) 1
(*) ಎರಡು | Two
( ) 3
( ) 4
why kn: ಎರಡು.
why en: Two.
`
const catalogue = {
  states: [],
  categories: [{ slug: 'vao-paper-1' }],
  tags: [{ slug: 'polity' }],
}

/** Reads and checks a paper as content:check does. -> 'line: reason' of every problem. */
function problemsOf(source: string): string[] {
  const { paper, problems } = readPaper('p.txt', source)
  return [...problems, ...checkContent(catalogue, [paper], [], [])].map(
    ({ line, reason }) => `${line}: ${reason}`,
  )
}

describe('a paper in the text format', () => {
  it('is read with its sections, bubbles, languages and continuation lines', () => {
    const source = `${head}== gk
name kn: ಸಾಮಾನ್ಯ
name en: General
${question.replace('kn: ಎಷ್ಟು?', 'kn: ಹೊಂದಿಸಿ.\n  A. ಒಂದು\n\n  B. ಎರಡು')}`
    const { paper, problems } = readPaper('p.txt', source)
    expect(problems).toEqual([])
    expect(paper).toMatchObject({ slug: 'p', wrong: '1/4', sections: [{ slug: 'gk' }] })
    expect(paper.questions).toMatchObject([
      {
        id: 'q1',
        section: 'gk',
        correct: 1,
        stem: { kn: 'ಹೊಂದಿಸಿ.\nA. ಒಂದು\n\nB. ಎರಡು', en: 'How many?' },
        options: [{ kn: '1', en: '1' }, { kn: 'ಎರಡು', en: 'Two' }, {}, {}],
      },
    ])
  })

  it('a question about one language is in that language alone, its explanation in all', () => {
    const source = `${head}--- q1
only: en
en: Choose.
( ) a
(*) b
( ) c
( ) d
why kn: ಬಿ.
why en: b.
`
    expect(problemsOf(source)).toEqual([])
    expect(readPaper('p.txt', source).paper.questions[0]?.languages).toEqual(['en'])
  })
})

describe('what the checker says, with its line', () => {
  it.each([
    ['a missing language', question.replace('en: How many?\n', ''), '16: "en:" is missing'],
    ['a missing explanation', question.replace('why kn: ಎರಡು.\n', ''), '16: "why kn:" is missing'],
    [
      'two keys',
      question.replace('( ) 3', '(*) 3'),
      '16: 2 options are marked right with (*); one must be',
    ],
    [
      'no key',
      question.replace('(*)', '( )'),
      '16: 0 options are marked right with (*); one must be',
    ],
    ['three options', question.replace('( ) 4\n', ''), '16: q1: 3 options; there must be 4 or 5'],
    [
      'equal options',
      question.replace('( ) 4', '( ) ಎರಡು | Deuce'),
      '16: q1: two options are equal in kn, and right',
    ],
    [
      'a missing translation of an option',
      question.replace('ಎರಡು | Two', 'ಎರಡು | Two | Three'),
      '21: 3 parts between "|" for the languages kn en',
    ],
    [
      'numbers that differ',
      question.replace('ಎರಡು | Two', 'ಎರಡು 2 | Two 3'),
      '16: q1: the numbers of option 2 differ between languages',
    ],
    [
      'Latin words',
      question.replace('ಎಷ್ಟು?', 'ಎಷ್ಟು many?'),
      '16: q1: question: "many" stands in Latin letters in a text promised in kn',
    ],
    [
      'the other script',
      question.replace('ಎಷ್ಟು?', 'ಎಷ್ಟು ఎంత?'),
      '16: q1: question: te letters in a text promised in kn',
    ],
    ['an unknown tag', question.replace('polity', 'nosuch'), '16: no tag is called "nosuch"'],
    ['an unknown field', `${question}hint: x\n`, '26: "hint:" is not a field of this item'],
    [
      'a line that is nothing',
      `${question}what\n`,
      '26: neither "key: text", "key kn: text", "( ) option", "(*) right option" nor a heading',
    ],
    [
      'a question twice',
      `${question}${question.replace('--- q1', '--- q2')}`,
      '26: the question "how many 1 3 4 two" stands already in p.txt:16',
    ],
    [
      'an id twice',
      `${question}${question.replace('How', 'Just how')}`,
      '26: the question id q1 stands already in p.txt:16',
    ],
  ])('%s', (_, questions, problem) => {
    expect(problemsOf(head + questions)).toEqual([problem])
  })

  it.each([
    ['exam: vao-paper-1', 'exam: nosuch', '1: no exam is called "nosuch"'],
    ['wrong: 1/4', 'wrong: 0.25', '1: "wrong: 0.25" is not a number of marks such as 1, 2 or 1/4'],
    [
      'checked: 2026-11-21',
      'checked: 21-11-2026',
      '1: "checked: 21-11-2026" is not a date as 2026-11-21',
    ],
    [
      'kind: model-paper',
      'kind: paper',
      '1: "kind: paper" is none of model-paper, previous-papers, practice-papers, subject-papers, grand-test',
    ],
    [
      'kind: model-paper',
      'kind: previous-papers',
      '1: a previous paper says the year whose pattern it follows',
    ],
    ['minutes: 10\n', '', '1: "minutes:" is missing'],
  ])('%j instead of %j', (right, wrong, problem) => {
    expect(problemsOf(head.replace(right, wrong) + question)).toEqual([problem])
  })

  it('terms in brackets, capitals, formulas and those the editor names may be Latin', () => {
    const source =
      head +
      question
        .replace('ಎಷ್ಟು?', 'KEA (five circles) $x^2$ kbps ಎಷ್ಟು?')
        .replace('topics', 'terms: kbps\ntopics')
    expect(problemsOf(source)).toEqual([])
  })
})

it('a page keeps its Markdown with headings and blank lines', () => {
  const { page, problems } = readPage(
    'p.txt',
    `page: p
kind: policy
languages: en
source: us
checked: 2026-11-21
title en: T
description en: D
body en:
  First.

  ## Heading
  - item
`,
  )
  expect(problems).toEqual([])
  expect(page.body.en).toBe('First.\n\n## Heading\n- item')
})
