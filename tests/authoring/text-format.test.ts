import { describe, expect, it } from 'vitest'
import { checkContent } from '../../authoring/checks/content.ts'
import { readCards } from '../../authoring/text-format/cards.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { readPage } from '../../authoring/text-format/page.ts'
import { readPattern } from '../../authoring/text-format/pattern.ts'

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

describe('papers in the text format', () => {
  it('may have a minimum share of marks that passes', () => {
    const shareOf = (line: string) => {
      const { paper, problems } = readPaper('p.txt', `${head}${line}${question}`)
      return [paper.qualifying, ...problems.map(({ reason }) => reason)]
    }
    expect(shareOf('')).toEqual([null])
    expect(shareOf('qualifying: 1/3\n')).toEqual(['1/3'])
    expect(shareOf('qualifying: 35/100\n')).toEqual(['35/100'])
    for (const share of ['3/1', '1/1', '0/3', '33%'])
      expect(shareOf(`qualifying: ${share}\n`)).toEqual([
        ...[null, `"qualifying: ${share}" is not a share such as 1/3`],
      ])
  })

  it('have minutes for no section, or for all with the sum of the paper', () => {
    const section = (slug: string, minutes: string) =>
      `== ${slug}\nname kn: ಭಾಗ\nname en: Part\n${minutes}${question.replace('q1', slug)}`
    const clockProblems = (first: string, second: string) =>
      problemsOf(`${head}${section('one', first)}${section('two', second)}`).filter((problem) =>
        problem.includes('minutes'),
      )
    expect(clockProblems('', '')).toEqual([])
    expect(clockProblems('minutes: 4\n', 'minutes: 6\n')).toEqual([])
    expect(clockProblems('minutes: 4\n', 'minutes: 7\n')).toEqual([
      "1: the sections' minutes, 11 for 2 of 2, are not the paper's 10",
    ])
    expect(clockProblems('minutes: 10\n', '')).toEqual([
      "1: the sections' minutes, 10 for 1 of 2, are not the paper's 10",
    ])
  })

  it('are read with sections, options, languages and continuation lines', () => {
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

  it('may have a question in one language, with its explanation in all languages', () => {
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

describe('checks of papers report with the line', () => {
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
      '16: q1: question: "many" is in Latin letters in a text in kn',
    ],
    [
      'the other script',
      question.replace('ಎಷ್ಟು?', 'ಎಷ್ಟು ఎంత?'),
      '16: q1: question: te letters in a text in kn',
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
      '26: the question "how many 1 3 4 two" already exists in p.txt:16',
    ],
    [
      'six options',
      question.replace('( ) 4', '( ) 4\n( ) 5\n( ) 6'),
      '16: q1: 6 options; there must be 4 or 5',
    ],
    [
      'a formula that is none',
      question.replace('How many?', 'How many is \\(\\frac{1\\)?'),
      expect.stringMatching(/^16: q1: question: the formula \\\(\\frac\{1\\\) cannot be set/),
    ],
    [
      'a formula left open',
      question.replace('How many?', 'How many is \\(x?'),
      '16: q1: question: a formula is opened or closed only once',
    ],
    [
      'a language that is not promised',
      question.replace('en: How many?', 'en: How many?\nte: ఎన్ని?'),
      '20: "te:" is a language that the file does not list',
    ],
    [
      'a figure without words for who cannot see it',
      question.replace('topics', 'figure: f.png\nalt kn: ಚಿತ್ರ\ntopics'),
      '16: "alt en:" is missing',
    ],
    [
      'a question in a language that its paper has not',
      question.replace('topics', 'only: te\ntopics'),
      expect.stringMatching(/^16: "only: te" is none of the paper's languages/),
    ],
    [
      'a continuation of nothing',
      question.replace('topics: polity', '  and on\ntopics: polity'),
      '17: an indented line continues nothing',
    ],
    [
      'a section without a name in each language',
      `== gk\nname kn: ಜ್ಞಾನ\n${question}`,
      '16: "name en:" is missing',
    ],
    [
      'an id twice',
      `${question}${question.replace('How', 'Just how')}`,
      '26: the question id q1 already exists in p.txt:16',
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
      '1: "kind: paper" is none of model-paper, previous-papers, practice-papers, ' +
        'subject-papers, grand-test',
    ],
    [
      'kind: model-paper',
      'kind: previous-papers',
      '1: a previous paper says the year whose pattern it follows',
    ],
    ['minutes: 10\n', '', '1: "minutes:" is missing'],
    ['minutes: 10', 'minutes: ten', '1: "minutes: ten" is not a whole number'],
    ['access: free', 'access: gratis', '1: "access: gratis" is none of free, premium'],
    ['languages: kn en', 'languages: kn en fr', '1: "fr" is none of kn, en, te'],
    ['title kn: ಪತ್ರಿಕೆ', 'title kn: Paper', '1: title: no kn letter in a text in kn'],
    ['title en: Paper\n', '', '1: "title en:" is missing'],
    ['source: KEA\n', '', '1: "source:" is missing'],
    ['paper: p', 'paper: P_1', '1: a slug is small letters, digits and hyphens'],
    ['source: KEA', 'source: KEA\nsource: KPSC', '11: "source" is written twice'],
  ])('%j replaced by %j', (right, wrong, problem) => {
    expect(problemsOf(head.replace(right, wrong) + question)).toEqual([problem])
  })

  it('no Latin text in brackets, capitals, formulas or listed terms', () => {
    const source =
      head +
      question
        .replace('ಎಷ್ಟು?', 'KEA (five circles) \\(x^2\\) kbps ಎಷ್ಟು?')
        .replace('topics', 'terms: kbps\ntopics')
    expect(problemsOf(source)).toEqual([])
  })
})

it('a page in the text format keeps the headings and blank lines of its Markdown', () => {
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

describe('checks of cards, pages and pattern sheets', () => {
  const card =
    '--- c1\ntopics: polity\nfront kn: ಒಂದು?\nfront en: One?\nback kn: ಎರಡು.\nback en: Two.\n'
  const page =
    'page: p\nkind: policy\nlanguages: en\nsource: us\nchecked: 2026-11-21\n' +
    'title en: T\ndescription en: D\nbody en: B\n'
  const affairs = page.replace('kind: policy', 'kind: current-affairs\ndate: 2026-11-01')
  const question = '--- q1\nen: How many?\n( ) 1\n(*) 2\n( ) 3\n( ) 4\nwhy en: Two.\n'
  const quiz = `== quiz\n${question}`
  const fact = '--- f1\nis: time\nvalue en: 1 h\nsource: KEA\ndated: 2024-03\nstatus: verified\n'
  const sheet =
    'pattern: s\nexams: vao-paper-1\nlanguages: en\nchecked: 2026-11-21\ntitle en: T\n' +
    `== cbt\nname en: Test\n${fact}`

  const cardProblems = (source: string) => {
    const { cards, problems } = readCards('c.txt', `cards: polity\nlanguages: kn en\n${source}`)
    return [...problems, ...checkContent(catalogue, [], [cards], [])].map(at)
  }
  const pageProblems = (source: string) => {
    const { page, problems } = readPage('p.txt', source)
    return [...problems, ...checkContent(catalogue, [], [], [page])].map(at)
  }
  const sheetProblems = (source: string) => {
    const { pattern, problems } = readPattern('s.txt', source)
    return [...problems, ...checkContent(catalogue, [], [], [], [pattern])].map(at)
  }
  const at = ({ line, reason }: { line: number; reason: string }) => `${line}: ${reason}`

  it('valid content has no problems', () => {
    expect([...cardProblems(card), ...pageProblems(page), ...sheetProblems(sheet)]).toEqual([])
  })

  it.each([
    [card.replace('back en: Two.\n', ''), '3: "back en:" is missing'],
    [card.replace('polity', 'nosuch'), '3: no tag is called "nosuch"'],
    [card + card, '9: the card id c1 already exists in c.txt:3'],
    [
      card.replace('ಎರಡು.', 'ಎರಡು means two.'),
      '3: c1: back: "means" is in Latin letters in a text in kn',
    ],
  ])('an invalid card is reported: %#', (source, problem) =>
    expect(cardProblems(source)).toEqual([problem]),
  )

  it.each([
    [page.replace('kind: policy', 'kind: current-affairs'), '1: "date:" is missing'],
    [
      page.replace('kind: policy', 'kind: current-affairs\ndate: 2026-13-01'),
      '1: "date: 2026-13-01" is not a date as 2026-11-21',
    ],
    [page.replace('source', 'exam: nosuch\nsource'), '1: no exam is called "nosuch"'],
    [`${page}--- q\n`, '9: a page has neither sections nor items'],
    [
      `${affairs}== facts\n`,
      expect.stringMatching(/^10: what follows the words of current affairs/),
    ],
    [`${affairs}${quiz}== more\n`, '18: a quiz has no sections'],
    [
      affairs + quiz.replace('(*)', '( )'),
      expect.stringMatching(/^11: 0 options are marked right/),
    ],
    [affairs + quiz.replace('( ) 4\n', ''), '11: q1: 3 options; there must be 4 or 5'],
    [affairs + quiz.replace('why en: Two.\n', ''), '11: "why en:" is missing'],
    [affairs + quiz + question, '18: the question id q1 already exists in p.txt:11'],
    [
      affairs + quiz.replace('en: How', 'figure: f.png\nalt en: A\nen: How'),
      '11: q1: a quiz has no figures',
    ],
  ])('an invalid page is reported: %#', (source, problem) =>
    expect(pageProblems(source)).toContainEqual(problem),
  )

  it('a quiz of current affairs is read with its key in the languages of the page', () => {
    const { page, problems } = readPage('p.txt', affairs + quiz)
    expect(problems).toEqual([])
    expect(page.quiz).toMatchObject([
      { id: 'q1', correct: 1, languages: ['en'], explanation: { en: 'Two.' } },
    ])
  })

  it.each([
    [sheet.replace('is: time', 'is: colour'), expect.stringMatching(/^8: "is: colour" is none of/)],
    [sheet.replace('2024-03', 'March'), expect.stringMatching(/^8: "dated: March" is not a year/)],
    [sheet.replace('status', 'replaces: f0\nstatus'), '8: no fact here is called "f0"'],
    [sheet + fact, '14: the fact f1 already exists in s.txt:8'],
    [
      sheet.replace('source: KEA', 'source: KEA\nurl: http://x'),
      '8: "url: http://x" is no https address',
    ],
    [sheet.replace('== cbt\nname en: Test\n', ''), '6: a fact must be below a stage ("== slug")'],
  ])('an invalid pattern sheet is reported: %#', (source, problem) =>
    expect(sheetProblems(source)).toContainEqual(problem),
  )
})
