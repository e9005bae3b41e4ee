import { describe, expect, it } from 'vitest'
import { recognisedDocument, recognisedText } from '../../authoring/recognition/document.ts'
import { textOfRecognised } from '../../authoring/recognition/paper-text.ts'
import type { RecognisedPaper } from '../../authoring/recognition/recognised-paper.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import type { Locale } from '../../domain/locale.ts'
import { docx, paragraph, run, table } from '../support/documents.ts'
import { nudiDocx, nudiPdf, nudiText, questions, sections, title } from '../support/nudi-paper.ts'
import { seededRandom } from '../support/seeded-random.ts'

async function found(
  text: string | { name: string; bytes: Uint8Array },
  languages: readonly Locale[] = ['kn'],
): Promise<RecognisedPaper> {
  const result = await (typeof text === 'string'
    ? recognisedText(text, languages)
    : recognisedDocument(text, languages))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** What is to be found in the paper of the test. */
const expected = questions.map(({ stem, options, key, why }, index) => ({
  section: index < 5 ? 0 : 1,
  stem: { kn: stem },
  options: options.map((option) => ({ kn: option })),
  correct: key,
  why: { kn: why },
  topics: [],
  doubts: [],
}))

describe('a paper of ten questions that was typed in a Nudi font', () => {
  it.each([
    ['a Word document', () => ({ name: 'Paper.DOCX', bytes: nudiDocx() })],
    ['a PDF', () => ({ name: 'paper.pdf', bytes: nudiPdf() })],
  ])('is recognised word by word in %s', async (_, file) => {
    const paper = await found(file())
    expect(paper.title).toBe(title)
    expect(paper.sections).toEqual(sections.map((name) => ({ kn: name })))
    expect(paper.questions).toEqual(expected)
    expect(paper.doubts).toEqual([])
  })

  it('is recognised where it is pasted without fonts, with a doubt about the font', async () => {
    const paper = await found(nudiText())
    expect(paper.questions.map(({ stem, correct }) => [stem.kn, correct])).toEqual(
      questions.map(({ stem, key }) => [stem, key]),
    )
    expect(paper.doubts[0]?.kind).toBe('font_guessed')
  })

  it('becomes a text of the format with all its questions', async () => {
    const paper = await found({ name: 'a.docx', bytes: nudiDocx() })
    let made = 0
    const text = textOfRecognised(paper, {
      head: 'paper: a\nexam: b\nlanguages: kn',
      languages: ['kn'],
      doubtText: ({ kind }) => kind,
      questionId: () => `q-${++made}`,
      topics: 'panchayat-raj',
    })
    const { paper: read } = readPaper('a.txt', text)
    expect(read.sections.map(({ name }) => name.kn)).toEqual(sections)
    expect(
      read.questions.map(({ stem, options, correct, explanation, section }) => ({
        ...{ stem: stem.kn, options: options.map(({ kn }) => kn), key: correct },
        ...{ why: explanation.kn, section },
      })),
    ).toEqual(
      questions.map((question, index) => ({
        ...question,
        section: index < 5 ? 'part-1' : 'part-2',
      })),
    )
  })
})

const { integerBelow, itemOf } = seededRandom(20261124)

describe('questions, options and keys', () => {
  const numbers = ['1.', '1)', '(1)', 'Q.1)', 'Q1.', 'ಪ್ರಶ್ನೆ 1:', '೧.']
  const labels = [
    ['(a)', '(b)', '(c)', '(d)'],
    ['A.', 'B.', 'C.', 'D.'],
    ['a)', 'b)', 'c)', 'd)'],
    ['ಎ)', 'ಬಿ)', 'ಸಿ)', 'ಡಿ)'],
    ['ಅ)', 'ಆ)', 'ಇ)', 'ಈ)'],
    ['(ಕ)', '(ಖ)', '(ಗ)', '(ಘ)'],
    ['[1]', '[2]', '[3]', '[4]'],
  ]
  const kannada = (number: number) =>
    Array.from(String(number), (digit) => String.fromCharCode(0x0ce6 + Number(digit))).join('')
  const numbered = (style: string, number: number) =>
    style === '೧.' ? `${kannada(number)}.` : style.replace('1', String(number))
  const bare = (label: string) => label.replace(/[^\p{L}\p{M}\d]/gu, '')

  it.each(
    numbers.flatMap((number) =>
      labels.map((series) => [number, series.join(' '), series] as const),
    ),
  )('are found whatever stands around them: questions %s, options %s', async (style, _, series) => {
    for (let round = 0; round < 6; round++) {
      const count = 3 + integerBelow(9)
      const keys = Array.from({ length: count }, () => integerBelow(4))
      const options = [0, 1, 2, 3].map((at) => `ಆಯ್ಕೆಯ ಪದ ${at + 10}`)
      const isInline = itemOf([true, false])
      const where = itemOf(['below', 'pairs', 'rows', 'mark'] as const)
      const gap = itemOf(['', '\n'])
      const text = keys
        .map((key, index) => {
          const marked = options.map((option, at) => {
            const mark = where === 'mark' && at === key ? ' *' : ''
            return `${series[at]} ${option}${mark}`
          })
          return [
            `${numbered(style, index + 1)} ಇದು ಎಷ್ಟನೇ ಪ್ರಶ್ನೆ? (${index + 100})`,
            ...(isInline ? [marked.join('   ')] : marked),
            ...(where === 'below' ? [`ಉತ್ತರ: ${series[key]}`] : []),
            gap,
          ].join('\n')
        })
        .join('\n')
      const ids = keys.map((_, index) => index + 1)
      const letters = keys.map((key) => bare(series[key]!))
      const tables = {
        below: '',
        mark: '',
        pairs: `Answer Key\n${ids.map((id, at) => `${id}-${letters[at]!}`).join(', ')}`,
        rows: `ಕೀ ಉತ್ತರಗಳು:\n${ids.join('\t')}\n${letters.join('\t')}`,
      }
      const paper = await found(`${text}\n${tables[where]}`)
      expect(paper.questions.map(({ stem }) => stem.kn)).toEqual(
        ids.map((id) => `ಇದು ಎಷ್ಟನೇ ಪ್ರಶ್ನೆ? (${id + 99})`),
      )
      expect(paper.questions.map(({ options: own }) => own.map(({ kn }) => kn))).toEqual(
        keys.map(() => options),
      )
      expect(paper.questions.map(({ correct }) => correct)).toEqual(keys)
      expect(paper.questions.flatMap(({ doubts }) => doubts)).toEqual([])
    }
  })

  it('keep their statements and the columns that are to be matched', async () => {
    const paper = await found(
      [
        ...['1. ಹೇಳಿಕೆಗಳನ್ನು ನೋಡಿ:', '1. ಮೊದಲ ಹೇಳಿಕೆ', '2. ಎರಡನೇ ಹೇಳಿಕೆ', '3. ಮೂರನೇ ಹೇಳಿಕೆ'],
        ...['(a) 1 ಮಾತ್ರ', '(b) 2 ಮಾತ್ರ', '(c) 1, 2', '(d) ಎಲ್ಲವೂ'],
        ...['2. ಹೊಂದಿಸಿ:', 'A. ಲೋಥಲ್', 'B. ಹರಪ್ಪ', '1. ಬಂದರು', '2. ನಗರ'],
        ...['(a) A-1, B-2', '(b) A-2, B-1', '(c) A-1, B-1', '(d) A-2, B-2', 'Ans. (a)'],
      ].join('\n'),
    )
    expect(paper.questions.map(({ stem }) => stem.kn?.split('\n').length)).toEqual([4, 5])
    expect(paper.questions[1]?.stem.kn).toBe('ಹೊಂದಿಸಿ:\nA. ಲೋಥಲ್\nB. ಹರಪ್ಪ\n1. ಬಂದರು\n2. ನಗರ')
    expect(paper.questions.map(({ options }) => options.length)).toEqual([4, 4])
    expect(paper.questions[1]?.correct).toBe(0)
  })

  it('begin below numbered instructions and after a table of keys', async () => {
    const four = ['(a) 1', '(b) 2', '(c) 3', '(d) 4']
    const paper = await found(
      [
        ...['ಸೂಚನೆಗಳು', '1. ಎಲ್ಲ ಪ್ರಶ್ನೆಗಳಿಗೆ ಉತ್ತರಿಸಿ', '2. ಅಂಕ ಕಡಿತ ಇಲ್ಲ', '3. ಸಮಯ ಒಂದು ಗಂಟೆ'],
        ...['1. ಮೊದಲನೆಯದು?', ...four, '2. ಎರಡನೆಯದು?', ...four, 'Answer Key', '1-a 2-b'],
        ...['3. ಮೂರನೆಯದು?', ...four, 'ವಿಭಾಗ – ಗಣಿತ', '31. ಮುಂದಿನದು?', ...four],
      ].join('\n'),
    )
    expect(paper.questions.map(({ stem, correct }) => [stem.kn, correct])).toEqual([
      ['ಮೊದಲನೆಯದು?', 0],
      ['ಎರಡನೆಯದು?', 1],
      ['ಮೂರನೆಯದು?', null],
      ['ಮುಂದಿನದು?', null],
    ])
    expect(paper.title).toBe('ಸೂಚನೆಗಳು')
    expect(paper.doubts.map(({ text }) => text)).toContain('ಅಂಕ ಕಡಿತ ಇಲ್ಲ')
  })

  it('take numbered lines as options where there are no others, and say so', async () => {
    const paper = await found(
      ['1. ರಾಜಧಾನಿ?', '1. ಮೈಸೂರು', '2. ಬೆಂಗಳೂರು', '3. ಹಾಸನ', '4. ಬೀದರ್', 'ಉತ್ತರ: 2']
        .concat(['2. ನದಿ?', '1. ಕಾವೇರಿ', '2. ಹಾಸನ', '3. ಬೀದರ್', '4. ಗದಗ'])
        .join('\n'),
    )
    expect(paper.questions.map(({ options }) => options.map(({ kn }) => kn))).toEqual([
      ['ಮೈಸೂರು', 'ಬೆಂಗಳೂರು', 'ಹಾಸನ', 'ಬೀದರ್'],
      ['ಕಾವೇರಿ', 'ಹಾಸನ', 'ಬೀದರ್', 'ಗದಗ'],
    ])
    expect(paper.questions[0]?.doubts.map(({ kind }) => kind)).toContain('options_guessed')
  })

  it('stand in both languages of a bilingual paper', async () => {
    const text = [
      ...['1. ವಿಧಿ ಯಾವುದು?', 'Which Article is it?', '(a) ವಿಧಿ 19 / Article 19'],
      ...['(b) ವಿಧಿ 21 / Article 21', '(c) 42', '(d) ವಿಧಿ 32 / Article 32', 'Ans: d'],
    ]
    const paper = await found(text.join('\n'), ['kn', 'en'])
    expect(paper.questions[0]).toMatchObject({
      stem: { kn: 'ವಿಧಿ ಯಾವುದು?', en: 'Which Article is it?' },
      options: [
        { kn: 'ವಿಧಿ 19', en: 'Article 19' },
        { kn: 'ವಿಧಿ 21', en: 'Article 21' },
        { kn: '42', en: '42' },
        { kn: 'ವಿಧಿ 32', en: 'Article 32' },
      ],
      correct: 3,
    })
  })

  it('in one language after the other become one question each', async () => {
    const part = (stem: (n: number) => string, option: string) =>
      [1, 2, 3, 4]
        .map((n) => [
          `${n}. ${stem(n)}`,
          ...['a', 'b', 'c', 'd'].map((l) => `(${l}) ${option} ${l}`),
        ])
        .flat()
    const kannada = part((n) => `ಪ್ರಶ್ನೆ ಇದು ${n}`, 'ಆಯ್ಕೆ')
    const text = [...kannada, ...part((n) => `This is ${n}`, 'Option')]
    const paper = await found(text.join('\n'), ['kn', 'en'])
    expect(paper.questions.map(({ stem }) => stem)).toEqual(
      [1, 2, 3, 4].map((n) => ({ kn: `ಪ್ರಶ್ನೆ ಇದು ${n}`, en: `This is ${n}` })),
    )
    expect(paper.questions[0]?.options[1]).toEqual({ kn: 'ಆಯ್ಕೆ b', en: 'Option b' })
  })

  it('keep ಉತ್ತರ where it is the north, and a decimal number at the start of a line', async () => {
    const paper = await found(
      ['1. ಎಲ್ಲಿ?', '(a) ದಕ್ಷಿಣ', 'ಉತ್ತರ ಕರ್ನಾಟಕದ ಊರು']
        .concat(['(b) 3', '3.5 ಮೈಲಿ', '(c) x', '(d) y'])
        .join('\n'),
    )
    expect(paper.questions[0]?.options.map(({ kn }) => kn)).toEqual([
      ...['ದಕ್ಷಿಣ ಉತ್ತರ ಕರ್ನಾಟಕದ ಊರು', '3 3.5 ಮೈಲಿ', 'x', 'y'],
    ])
    expect(paper.questions[0]?.correct).toBeNull()
  })

  it('are found in a table of Word with the keys in another', async () => {
    const cell = (text: string) => paragraph(run(text))
    const body =
      ['1. ರಾಜಧಾನಿ?', 'a) ಮೈಸೂರು', 'b) ಬೆಂಗಳೂರು'].map(cell).join('') +
      table([[cell('c) ಹಾಸನ'), cell('d) ಬೀದರ್')]]) +
      cell('ಕೀ ಉತ್ತರ') +
      table([['1', 'b'].map(cell)])
    const { questions: all } = await found({ name: 'a.docx', bytes: docx(body) })
    expect(all[0]).toMatchObject({ correct: 1, doubts: [] })
    expect(all[0]?.options.map(({ kn }) => kn)).toEqual(['ಮೈಸೂರು', 'ಬೆಂಗಳೂರು', 'ಹಾಸನ', 'ಬೀದರ್'])
  })
})

describe('doubtful places', () => {
  const kindsOf = async (lines: string[]) => {
    const paper = await found(lines.join('\n'))
    return [...paper.doubts, ...paper.questions.flatMap(({ doubts }) => doubts)].map(
      ({ kind }) => kind,
    )
  }
  const options = ['(a) 1', '(b) 2', '(c) 3', '(d) 4']

  it.each([
    ['number', ['1. ಒಂದು', ...options, '4. ನಾಲ್ಕು', ...options]],
    ['key_unclear', ['1. ಒಂದು', ...options, 'ಉತ್ತರ: ಬೆಂಗಳೂರು']],
    ['key_conflict', ['1. ಒಂದು', ...options, 'ಉತ್ತರ: a', 'Answer Key', '1-b']],
    ['key_conflict', ['1. ಒಂದು', '(a) 1 *', '(b) 2 *', '(c) 3', '(d) 4']],
    ['options_order', ['1. ಒಂದು', '(a) 1', '(b) 2', '(d) 4']],
    ['between', ['1. ಒಂದು', ...options, '', 'ಸೂಚನೆ: ಓದಿ ಉತ್ತರಿಸಿ', '2. ಎರಡು', ...options]],
    ['left_out', ['ಶೀರ್ಷಿಕೆ', 'ಇನ್ನೊಂದು ಸಾಲು', '1. ಒಂದು', ...options]],
    ['left_out', ['1. ಒಂದು', ...options, 'Answer Key', '1-b 9-c']],
    ['left_out', ['1. ಒಂದು', ...options, 'Answer Key', '1-b', 'ಶುಭವಾಗಲಿ ಎಲ್ಲರಿಗೂ']],
  ])('are marked: %s', async (kind, lines) => {
    expect(await kindsOf(lines)).toContain(kind)
  })

  it('that the font does not know are marked at their question', async () => {
    const body = ['1. ', '(a) 1', '(b) 2', '(c) 3', '(d) 4'].map((text, index) =>
      paragraph(run(text) + (index === 0 ? run('PÀ£ÀßqÀ sP', 'Nudi 01 e') : '')),
    )
    const paper = await found({ name: 'a.docx', bytes: docx(body.join('')) })
    expect(paper.questions[0]?.doubts).toEqual([{ kind: 'font', text: 'PÀ£ÀßqÀ sP' }])
  })

  it('lose no word of a text, whatever its lines are', async () => {
    const words = [
      '1.',
      '2.',
      '(a)',
      'b)',
      'ಉತ್ತರ:',
      'c',
      'ವಿಭಾಗ',
      'ಕೀ',
      'ಪದ',
      '3-b',
      '*',
      '',
      'Ans',
      '7)',
    ]
    for (let round = 0; round < 400; round++) {
      const lines = Array.from({ length: 1 + integerBelow(14) }, (_, line) =>
        [
          ...Array.from({ length: integerBelow(4) }, () => itemOf(words)),
          ...(itemOf([true, false]) ? [`ಗುರುತು${line}ಕೊನೆ`] : []),
        ].join(' '),
      )
      const text = ['1. ಮೊದಲ', '(a) x', '(b) y', ...lines].join('\n')
      const paper = await found(text)
      const kept = JSON.stringify(paper)
      for (const [mark] of text.matchAll(/ಗುರುತು\d+ಕೊನೆ/g))
        expect([text, kept.includes(mark)]).toEqual([text, true])
    }
  })
})

describe('a file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('whose table has Kannada heads is read, an unclear key with its question', async () => {
    const lines = ['ಪ್ರಶ್ನೆ,ಎ,ಬಿ,ಸಿ,ಡಿ,ಉತ್ತರ', 'ಅವಧಿ?,3,4,5,6,ಸಿ', 'ಪಕ್ಷಿ?,1,2,3,4,ಇ']
    const paper = await found({ name: 'ಪ್ರಶ್ನೆಗಳು.csv', bytes: bytes(lines.join('\n')) })
    expect(paper.questions).toMatchObject([
      { stem: { kn: 'ಅವಧಿ?' }, correct: 2, doubts: [] },
      { stem: { kn: 'ಪಕ್ಷಿ?' }, correct: null, doubts: [{ kind: 'key_unclear', text: 'ಇ' }] },
    ])
    expect(paper.doubts).toEqual([])
  })

  it.each([
    ['old.doc', bytes('x'), 'unknown-ending'],
    ['paper', bytes('x'), 'unknown-ending'],
    ['a.docx', bytes('x'), 'not-this-kind'],
    ['a.pdf', bytes('x'), 'not-this-kind'],
    ['a.xlsx', bytes('x'), 'broken'],
    ['a.xml', bytes('<quiz><question type="multichoice">'), 'broken'],
    ['a.csv', bytes('question,answer\n"open'), 'broken'],
    ['a.csv', bytes('one,two\n1,2\n'), 'no-questions'],
    ['a.gift', bytes('// nothing'), 'no-questions'],
    ['a.txt', bytes(''), 'no-questions'],
    ['a.txt', bytes('\n'.repeat(20_001)), 'too-large'],
    [
      'a.txt',
      bytes(Array.from({ length: 251 }, (_, n) => `${n + 1}. q\n(a) 1\n(b) 2`).join('\n')),
      'too-many-lines',
    ],
  ])('%s that holds no paper is refused (%#)', async (name, content, kind) => {
    const result = await recognisedDocument({ name, bytes: content }, ['kn'])
    expect(result).toMatchObject({ ok: false, error: { kind } })
  })

  it('of plain text saved as "ANSI" is read as Windows-1252', async () => {
    const text = nudiText()
    const saved = Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)
    const paper = await found({ name: 'a.txt', bytes: saved })
    expect(paper.questions[0]?.stem.kn).toBe(questions[0]?.stem)
  })
})
