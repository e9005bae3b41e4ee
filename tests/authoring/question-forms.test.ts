import { describe, expect, it } from 'vitest'
import { checkContent } from '../../authoring/checks/content.ts'
import { formProblems } from '../../authoring/question-forms/form-problems.ts'
import { stemBlocks } from '../../authoring/question-forms/stem-blocks.ts'
import { stemMarkup, textMarkup } from '../../authoring/question-forms/stem-markup.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { parseMarkup, textWithoutMarkup } from '../../domain/markup.ts'
import { passagesAbove, questionParts } from '../../domain/question-parts.ts'

const columns = `Match the sites with what was found there.
A. Lothal
B. Kalibangan
1. Ploughed field
2. Dockyard`

describe('the forms of a question', () => {
  it('are read from the beginnings of its lines', () => {
    const kinds = (stem: string) => stemBlocks(stem).map(({ is }) => is)
    expect(kinds('How many?\nNone of these?')).toEqual(['text'])
    expect(kinds(columns)).toEqual(['text', 'match'])
    expect(kinds('Which is right?\n1. One\n2. Two\n3. Three')).toEqual(['text', 'list'])
    expect(kinds('Assertion (A): Iron rusts.\nReason (R): Air is moist.')).toEqual(['terms'])
    expect(kinds('Read:\n| Year | Rice |\n| 2019 | 40 |\nHow much?')).toEqual([
      ...['text', 'table', 'text'],
    ])
    expect(kinds('Which comes next?\n{{cells arrow n / arrow e / ?}}')).toEqual(['text', 'figure'])
  })

  it('stay text where labels do not follow one another, as in initials and dates', () => {
    for (const stem of [
      'Who wrote it?\nA. P. J. Abdul Kalam',
      'In which year?\n1. January',
      'Sum?\n1. One\n3. Three',
      'Ravi said: no.\nSuma said: yes.',
    ])
      expect(stemBlocks(stem).map(({ is }) => is)).toEqual(['text'])
  })

  it('take the headings of both columns from the lines above them', () => {
    const stem = 'Match.\nList I\nP. Birth\nQ. Death\nList II\n1. Lumbini\n2. Kushinagar'
    expect(stemBlocks(stem)).toEqual([
      { is: 'text', text: 'Match.' },
      {
        is: 'match',
        heads: ['List I', 'List II'],
        left: [
          expect.objectContaining({ label: 'P', text: 'Birth' }),
          expect.objectContaining({ label: 'Q' }),
        ],
        right: [
          expect.objectContaining({ label: '1', text: 'Lumbini' }),
          expect.objectContaining({ label: '2' }),
        ],
      },
    ])
  })

  it('are reported where the languages of a question differ in them', () => {
    const problems = (kn: string) =>
      formProblems({ ...draft, stem: { en: columns, kn }, languages: ['kn', 'en'] })
    expect(problems(columns.replace('Lothal', 'ಲೋಥಲ್'))).toEqual([])
    expect(problems(columns.replace('\n2. Dockyard', ''))).toHaveLength(1)
  })

  it('are reported where a table is uneven or a figure or a chart cannot be drawn', () => {
    const problems = (en: string) => formProblems({ ...draft, stem: { en }, languages: ['en'] })
    expect(problems('How many?\n| a | b |\n| 1 | 2 |')).toEqual([])
    expect(problems('How many?\n| a | b |\n| 1 |')).toHaveLength(1)
    expect(problems('How many?\n{{pie}}\n| a | b |\n| x | many |\n| y | 2 |')).toHaveLength(1)
    expect(problems('Which?\n{{cells arrow up}}')).toHaveLength(1)
    expect(problems('Which?\n{{sudoku 1 2}}')).toHaveLength(1)
  })
})

describe('the stored text of a question', () => {
  it('is the plain text where it has no form', () => {
    expect(stemMarkup('Is 3 < 5 & true?', 'en')).toBe('Is 3 < 5 & true?')
  })

  it('has columns row by row, with the sentence that asks before it', () => {
    const { passage, lead, blocks } = questionParts(stemMarkup(columns, 'en'))
    expect(passage).toBeNull()
    expect(lead).toBe('Match the sites with what was found there.')
    expect(blocks).toContain('<p>A. Lothal</p><p>1. Ploughed field</p>')
  })

  it('keeps "<", "&" and formulas inside a block', () => {
    const stem = 'Which?\n1. a < b & c\n2. \\(x^2\\)'
    const [lead, block] = parseMarkup(stemMarkup(stem, 'en'))
    expect(lead).toBe('Which?')
    expect(JSON.stringify(block)).toContain('1. a < b & c')
    expect(JSON.stringify(block)).toContain('"tag":"msup"')
  })

  it('asks first even where an assertion stands alone', () => {
    for (const locale of ['kn', 'en', 'te'] as const) {
      const markup = stemMarkup('Assertion (A): Yes.\nReason (R): No.', locale)
      expect(questionParts(markup).lead).toMatch(/\(A\).*\(R\)/)
    }
  })

  it('describes each figure in its language and draws it without ids, styles and colours', () => {
    for (const locale of ['kn', 'en', 'te'] as const) {
      const markup = textMarkup('{{cell arrow ne, dot s open}}', locale)
      expect(parseMarkup(markup)).toHaveLength(3)
      expect(markup).toMatch(/^<svg role="img" aria-label="[^"]{10,}"/)
      expect(markup).not.toMatch(/ id=| style=|#[0-9a-f]{3}/)
      expect(markup.length).toBeLessThan(600)
    }
  })

  it('has a chart for the eye and its table for everybody else', () => {
    const stem = 'Look:\n{{bar}}\n| Year | Rice |\n| 2019 | 40 |\n| 2020 | 55 |'
    const { blocks } = questionParts(stemMarkup(stem, 'en'))
    expect(blocks).toContain('aria-hidden="true"')
    expect(blocks).toContain('<th scope="row">2019</th><td>40</td>')
  })

  it('never becomes markup by what an editor typed', () => {
    const typed = 'What does <table> do? <div data-q="x"><script>a</script></div>'
    expect(parseMarkup(typed).every((node) => typeof node === 'string')).toBe(true)
    const label = textWithoutMarkup(textMarkup('{{text FGJ mirror}}', 'en'))
    expect(label).toContain('F G J')
  })
})

describe('a shared passage', () => {
  const question = (id: string, asked: string, more = '') => `--- ${id}
topics: polity
${more}passage: pond
en: ${asked}
( ) 1
(*) 2
( ) 3
( ) 4
why en: Two.
`
  const passage = '>>> pond\nen: The old pond was forgotten.\n  Nobody came.\n\n'
  const other = question('q9', 'Elsewhere?').replace('passage: pond\n', '')

  it('is written once and stands in the stored text of each of its questions', () => {
    const { paper, problems } = readPaper(
      'p.txt',
      `${head}${passage}${question('q1', 'Who came?')}${question('q2', 'When?')}`,
    )
    expect(problems).toEqual([])
    const stems = paper.questions.map(({ stem, passage }) =>
      stemMarkup(stem.en!, 'en', { id: passage!.id, text: passage!.text.en! }),
    )
    expect(stems.map((stem) => questionParts(stem).passage?.id)).toEqual(['pond', 'pond'])
    expect(stems.map((stem) => questionParts(stem).lead)).toEqual(['Who came?', 'When?'])
    expect(textWithoutMarkup(stems[0]!)).toBe('Who came?')
  })

  it('is printed above the first of its questions, with their numbers', () => {
    const stem = (id: string | null) =>
      (id === null ? '' : `<div data-q="passage ${id}"><p>x</p></div>`) + 'Who?'
    expect(passagesAbove(['a', 'a', null, 'a', 'b'].map(stem))).toMatchObject([
      { from: 1, to: 2 },
      null,
      null,
      { from: 4, to: 4 },
      { from: 5, to: 5 },
    ])
  })

  it('is reported where it is missing, in another language, or divided', () => {
    const reasons = (body: string) => {
      const { paper, problems } = readPaper('p.txt', head + body)
      return [...problems, ...checkContent(catalogue, [paper], [], [])].map(({ reason }) => reason)
    }
    expect(reasons(passage + question('q1', 'Who?'))).toEqual([])
    expect(reasons(question('q1', 'Who?'))).toEqual(['no passage "pond" stands above it'])
    const divided = passage + question('q1', 'Who?') + other + question('q2', 'When?')
    expect(reasons(divided)).toEqual([expect.stringMatching(/next to one another/)])
    const twice = passage + passage + question('q1', 'Who?')
    expect(reasons(twice)).toEqual(['the passage pond exists twice'])
  })
})

const draft = {
  ...{ line: 1, id: 'q', section: null, topics: [], terms: [], figure: null, correct: 0 },
  options: [],
  explanation: {},
}
const head = `paper: p
exam: vao-paper-1
kind: model-paper
languages: en
minutes: 10
right: 1
wrong: 1/4
blank: 0
access: free
source: KEA
checked: 2026-11-21
title en: Paper
about en: One

`
const catalogue = {
  states: [],
  categories: [{ slug: 'vao-paper-1' }],
  tags: [{ slug: 'polity' }],
}
