import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UnreadableFile, type ImportItem } from '../../authoring/importers/item.ts'
import { questionId } from '../../authoring/importers/question-id.ts'
import { readItems, groupSources } from '../../authoring/importers/source.ts'
import { workbook } from '../support/documents.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'abhyasa-importers-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes files and reads them as one import does. */
async function read(files: Record<string, string | Uint8Array>): Promise<ImportItem[]> {
  const paths = Object.keys(files).map((name) => join(folder, name))
  await Promise.all(Object.values(files).map((bytes, index) => writeFile(paths[index]!, bytes)))
  const sources = groupSources(paths)
  expect(sources).toHaveLength(1)
  const items: ImportItem[] = []
  for await (const item of readItems(sources[0]!, 'en')) items.push(item)
  return items
}

const questionsOf = (items: ImportItem[]) =>
  items.flatMap((item) => ('question' in item ? [item.question] : []))

async function rejectionOf(files: Record<string, string | Uint8Array>): Promise<string> {
  try {
    await read(files)
  } catch (error) {
    if (error instanceof UnreadableFile) return `${error.line}: ${error.message}`
    throw error
  }
  return 'it was read'
}

describe('tables', () => {
  const expected = {
    id: 'r1',
    languages: ['kn', 'en'],
    stem: { kn: 'ರಾಜಧಾನಿ ಯಾವುದು?', en: 'Which is the capital, "officially"?' },
    options: [{ kn: 'ಮೈಸೂರು', en: 'Mysuru' }, { kn: 'ಬೆಂಗಳೂರು', en: 'Bengaluru' }, {}, {}],
    correct: 1,
    explanation: { en: 'Since 1956.' },
    topics: ['polity', 'karnataka-geography'],
  }
  const heads = {
    'the documented names':
      'id,kn,en,a kn,a en,b kn,b en,c kn,c en,d kn,d en,answer,why en,topics,remarks',
    'a teacher’s names':
      'ID,Question (Kannada),Question (English),Option 1 (Kannada),Option 1 (English),' +
      'Option 2 Kannada,Option 2 English,Option 3 Kannada,Option 3 English,' +
      'Option 4 Kannada,Option 4 English,Correct answer,Explanation English,Tags,Remarks',
  }
  const cells = [
    ...['r1', 'ರಾಜಧಾನಿ ಯಾವುದು?', 'Which is the capital, "officially"?', 'ಮೈಸೂರು', 'Mysuru'],
    ...['ಬೆಂಗಳೂರು', 'Bengaluru', 'ಹುಬ್ಬಳ್ಳಿ', 'Hubballi', 'ಮಂಗಳೂರು', 'Mangaluru'],
    ...['B', 'Since 1956.'],
    ...['polity; karnataka-geography', 'checked'],
  ]
  const row = (separator: string) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)

  it.each(Object.entries(heads))('with %s as column names are read', async (_, head) => {
    const items = await read({ 'table.csv': `\ufeff${head}\r\n${row(',')}\r\n` })
    expect(questionsOf(items)).toMatchObject([expected])
  })

  it.each([';', '\t'])('with %j as the separator are read', async (separator) => {
    const head = heads['the documented names'].replaceAll(',', separator)
    expect(questionsOf(await read({ 'table.csv': `${head}\n${row(separator)}\n` }))).toMatchObject([
      expected,
    ])
  })

  it('in a workbook are read', async () => {
    const items = await read({
      'table.xlsx': workbook([heads['the documented names'].split(','), cells]),
    })
    expect(questionsOf(items)).toMatchObject([expected])
  })

  it('with unknown columns are read, and the unknown columns are reported', async () => {
    const [first] = await read({ 'table.csv': `${heads['the documented names']}\n${row(',')}\n` })
    expect(first).toMatchObject({ line: 1, setAside: 'columns that are not read: remarks' })
  })

  it.each([
    ['B', 1],
    ['b)', 1],
    ['(2)', 1],
    ['Option 2', 1],
    ['two', 1],
    ['4', 3],
  ])('with %j in the answer column have the right option', async (answer, index) => {
    const items = await read({
      'a.csv': `question,a,b,c,d,answer\nq?,one,two,three,four,${answer}\n`,
    })
    expect(questionsOf(items)[0]?.correct).toBe(index)
  })

  it('with an invalid row are read, and the row is reported with its line', async () => {
    const items = await read({
      'a.csv': 'question,a,b,c,d,answer\n"two\nlines",1,2,3,4,A\nq?,1,2,3,4,E\n,1,2,3,4,A\n',
    })
    expect(items.slice(1)).toMatchObject([
      { line: 4, rejected: 'the answer "E" is none of the options' },
      { line: 5, rejected: 'the question is empty' },
    ])
  })

  it('without a required column are rejected', async () => {
    expect(await read({ 'a.csv': 'question,a,b\nq,1,2\n' })).toMatchObject([
      { line: 1, rejected: 'the head names no column for: answer' },
    ])
  })

  it('with an unclosed quotation mark are rejected at its line', async () => {
    expect(
      await rejectionOf({ 'a.csv': 'question,a,b,c,d,answer\nq,1,2,3,4,A\n"open,1,2,3,4,A\n' }),
    ).toMatch(/^3: the table is broken here/)
  })

  it('in a workbook with two cells that span billions are refused', async () => {
    const far = workbook([['kn', 'answer']], ['A1', 'XFD1048576'])
    await expect(read({ 'far.xlsx': far })).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('with .xlsx as extension but another content are rejected', async () => {
    expect(await rejectionOf({ 'a.xlsx': 'no zip' })).toMatch(/^1: the workbook cannot be read/)
  })
})

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
/** Bytes of UTF-8, each decoded as one character. */
const misread = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(text.split(''), (unit) => unit.charCodeAt(0)).buffer)

describe('encodings', () => {
  const head = 'question,a,b,c,d,answer\n'

  it('reads UTF-16', async () => {
    const text = `\ufeff${head}ಪ್ರಶ್ನೆ?,1,2,3,4,A\n`
    const items = await read({ 'a.csv': utf16(text) })
    expect(questionsOf(items)[0]?.stem).toEqual({ en: 'ಪ್ರಶ್ನೆ?' })
  })

  it.each([
    [
      'Windows-1252',
      latin1(`${head}fine,1,2,3,4,A\ncaf\u00e9?,1,2,3,4,A\n`),
      /^3: the file is not in UTF-8 from here on/,
    ],
    [
      'UTF-8 saved through Windows-1252',
      strToU8(`${head}${misread(strToU8('ಪ್ರಶ್ನೆ'))},1,2,3,4,A\n`),
      /^2: Kannada or Telugu was saved through a wrong encoding/,
    ],
    [
      'a Nudi font',
      strToU8(`${head}PÀ£ÁðlPÀzÀ gÁdzsÁ¤ AiÀiÁªÀÅzÀÄ?,1,2,3,4,A\n`),
      /^2: the text is written for the Nudi or Baraha font/,
    ],
    ['letters that were lost', strToU8(`${head}ಪ್\ufffdಶ್ನೆ,1,2,3,4,A\n`), /^2: letters were lost/],
  ])('rejects %s and names the line', async (_, bytes, reason) => {
    expect(await rejectionOf({ 'a.csv': bytes })).toMatch(reason)
  })
})

describe('GIFT', () => {
  it('keeps ids, escapes, formats and explanations', async () => {
    const [question] = questionsOf(
      await read({
        'a.gift':
          '// [id:k7] [tag:polity]\n::T::[html]<p>Is 2 \\= 1 + 1 in <b>A</b> &amp; B?</p>{\n' +
          '=yes \\: it is#well done\n~no\n~never\n~<p>perhaps</p>\n####because\n}\n',
      }),
    )
    expect(question).toMatchObject({
      id: 'k7',
      topics: ['polity'],
      stem: { en: 'Is 2 = 1 + 1 in A & B?' },
      options: [{ en: 'yes : it is' }, { en: 'no' }, { en: 'never' }, { en: 'perhaps' }],
      correct: 0,
      explanation: { en: 'well done\nbecause' },
    })
  })

  it('sets other question types aside, each with its line', async () => {
    const items = await read({
      'a.gift': `$CATEGORY: x

Just words.

q{T}

q{=a =b}

q{#5}

q{=a->b =c->d =e->f}

q{}

q{~%50%a ~%50%b ~c ~d}

q{=a ~%50%b ~c ~d}

broken {=a ~b
`,
    })
    expect(items).toMatchObject([
      { line: 1, setAside: 'a category, no question: x' },
      { line: 3, setAside: 'a description, no question' },
      { line: 5, setAside: 'not single-choice of four: true or false' },
      { line: 7, setAside: 'not single-choice: the answer is typed' },
      { line: 9, setAside: 'not single-choice: the answer is a number' },
      { line: 11, setAside: 'not single-choice: matching pairs' },
      { line: 13, setAside: 'not single-choice: an essay' },
      { line: 15, setAside: 'not single-choice: 2 options are right' },
      { line: 17, setAside: 'not single-choice: another option earns part of the marks' },
      expect.objectContaining({ rejected: expect.stringMatching(/^cannot be read as GIFT/) }),
    ])
  })
})

describe('Moodle XML', () => {
  const answers = (...options: [string, number][]) =>
    options
      .map(([text, fraction]) => `<answer fraction="${fraction}"><text>${text}</text></answer>`)
      .join('')
  const quiz = (...questions: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>\n`

  it('reads single-choice questions with multi-language fields, tags and feedback', async () => {
    const stem =
      '<span lang="kn" class="multilang">ಎಷ್ಟು?</span>' +
      '<span lang="en" class="multilang">How many?</span>'
    const feedback = '{mlang kn}ಎರಡು.{mlang}{mlang en}Two.{mlang}'
    const [question] = questionsOf(
      await read({
        'q.xml': quiz(`<question type="multichoice"><name><text>n</text></name>
<questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext>
<idnumber>m1</idnumber><single>true</single>
${answers(['1', 0], ['2', 100], ['3', 0], ['4', 0])}
<generalfeedback format="html"><text>${feedback}</text></generalfeedback>
<tags><tag><text>arithmetic</text></tag></tags></question>`),
      }),
    )
    expect(question).toMatchObject({
      id: 'm1',
      languages: ['kn', 'en'],
      stem: { kn: 'ಎಷ್ಟು?', en: 'How many?' },
      options: [{ kn: '1', en: '1' }, { kn: '2', en: '2' }, {}, {}],
      correct: 1,
      explanation: { kn: 'ಎರಡು.', en: 'Two.' },
      topics: ['arithmetic'],
    })
  })

  it('sets other types and several right options aside, and rejects pictures', async () => {
    const items = await read({
      'q.xml': quiz(
        '<question type="category"><category><text>c</text></category></question>',
        '<question type="essay"><questiontext><text>e</text></questiontext></question>',
        '<question type="ddwtos"><questiontext><text>d</text></questiontext></question>',
        '<question type="multichoice"><single>false</single><questiontext><text>s</text>' +
          `</questiontext>${answers(['1', 50], ['2', 50])}</question>`,
        '<question type="multichoice"><single>true</single><questiontext format="html"><text>' +
          '<![CDATA[<img src="@@PLUGINFILE@@/a.png">]]></text></questiontext>' +
          `${answers(['1', 100], ['2', 0], ['3', 0], ['4', 0])}</question>`,
      ),
    })
    expect(items).toMatchObject([
      { line: 3, setAside: 'a category, no question' },
      { line: 4, setAside: 'not single-choice: an essay' },
      { line: 5, setAside: 'not single-choice: the type "ddwtos"' },
      { line: 6, setAside: 'not single-choice: several options may be right' },
      {
        line: 7,
        rejected: 'the question or an option has a picture that is not in this file',
      },
    ])
  })

  it('rejects an incomplete file at its line', async () => {
    expect(await rejectionOf({ 'q.xml': '<quiz>\n<question type="essay">\n</quiz>' })).toMatch(
      /^3: the XML is broken here/,
    )
    expect(await rejectionOf({ 'q.xml': '<quiz>\n<question type="essay">' })).toMatch(
      /the XML is broken here/,
    )
  })
})

describe('problems with numeric answers', () => {
  it('become one question in all their languages, with three computed options', async () => {
    const files = { 'p_te.tsv': 'ఎన్ని గుడ్లు?\t1,800\n', 'p_en.tsv': 'How many eggs?\t1,800\n' }
    const [question] = questionsOf(await read(files))
    const numbers = question!.options.map((option) => option.en)
    expect(question!.stem).toEqual({ te: 'ఎన్ని గుడ్లు?', en: 'How many eggs?' })
    expect(new Set(numbers).size).toBe(4)
    expect(numbers[question!.correct]).toBe('1,800')
    expect(questionsOf(await read(files))).toEqual([question])
  })

  it('are rejected where the answers differ between languages', async () => {
    expect(await read({ 'p_te.tsv': 'ఎన్ని?\t5\n', 'p_en.tsv': 'How many?\t6\n' })).toEqual([
      { line: 1, rejected: 'the languages have different answers: 5, 6' },
    ])
    expect(await rejectionOf({ 'p_te.tsv': 'ఎన్ని?\t5\n', 'p_en.tsv': 'a\t5\nb\t6\n' })).toMatch(
      /^2: the file in te has fewer lines/,
    )
  })
})

it('AQuA options lose their letters, and an invalid line is reported', async () => {
  const line = {
    question: 'q?',
    options: ['A)1', 'B)2', 'C)3', 'D)4', 'E)5'],
    rationale: 'so',
    correct: 'E',
  }
  const items = await read({ 'a.jsonl': `${JSON.stringify(line)}\n{"question":\n` })
  expect(items).toMatchObject([
    { line: 1, question: { correct: 4, options: [{ en: '1' }, {}, {}, {}, { en: '5' }] } },
    { line: 2, rejected: expect.stringMatching(/^not a question of this format/) },
  ])
})

it('a question keeps its id after a change of key or option order, not of wording', async () => {
  const [question] = questionsOf(await read({ 'a.csv': 'question,a,b,c,d,answer\nq?,1,2,3,4,A\n' }))
  const id = questionId('bank', question!)
  const moved = { ...question!, options: question!.options.toReversed(), correct: 0 }
  expect(questionId('bank', moved)).toBe(id)
  expect(questionId('bank', { ...question!, stem: { en: 'Q!' } })).not.toBe(id)
  expect(questionId('bank', { ...question!, id: 'Grant’s Tomb' })).toBe('bank-grants-tomb')
})

it('a file with an unknown extension is rejected', async () => {
  expect(await rejectionOf({ 'a.docx': '' })).toMatch(/^1: the file ends in none of \.txt \.csv/)
})
