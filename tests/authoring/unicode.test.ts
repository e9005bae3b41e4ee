import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { deflateSync, strToU8, zipSync, zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocx } from '../../authoring/unicode/docx.ts'
import { isNudiFont } from '../../authoring/unicode/fonts.ts'
import { unicodeLines } from '../../authoring/unicode/legacy-text.ts'
import { nudiToUnicode } from '../../authoring/unicode/nudi.ts'
import { UnreadableDocument } from '../../authoring/unicode/unzip.ts'
import { readPdf } from '../../authoring/unicode/pdf.ts'
import { docx, listed, paragraph, pdf, pdfOf, run, table } from '../support/documents.ts'

const { examples } = JSON.parse(readFileSync('tests/fixtures/nudi-examples.json', 'utf8')) as {
  examples: [string, string][]
}

/** 'ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ ಯಾವುದು?' as it is typed, and in Unicode. */
const question = {
  typed: 'PÀ£ÁðlPÀzÀ gÁdzsÁ¤ AiÀiÁªÀÅzÀÄ?',
  unicode: 'ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ ಯಾವುದು?',
}

describe('text in the encoding of Nudi and Baraha', () => {
  it.each(examples)('%s is %s', (typed, unicode) => {
    expect(nudiToUnicode(typed)).toEqual({ text: unicode, isWhole: true })
  })

  it.each([
    [question.typed, question.unicode],
    ['«zÁå¨sÁå¸À', 'ವಿದ್ಯಾಭ್ಯಾಸ'],
    ['§Ä¢Þ', 'ಬುದ್ಧಿ'],
    ['¸ÁéªÀÄå', 'ಸ್ವಾಮ್ಯ'],
    ['ªÉÄÊ¸ÀÆgÀÄ', 'ಮೈಸೂರು'],
    ['PÉÆÃ¯ÁgÀ 25', 'ಕೋಲಾರ 25'],
    ['¸ÀAUÉÆ½î gÁAiÀÄtÚ', 'ಸಂಗೊಳ್ಳಿ ರಾಯಣ್ಣ'],
    ['ZÀPÀæªÀwð', 'ಚಕ್ರವರ್ತಿ'],
    ['dÕÁ£À', 'ಜ್ಞಾನ'],
    ['gÁdåzÀ', 'ರಾಜ್ಯದ'],
    ['PÀÈ¶', 'ಕೃಷಿ'],
    ['IÄtÂ', 'ಋಣಿ'],
  ])('reads %s as %s', (typed, unicode) => {
    expect(nudiToUnicode(typed)).toEqual({ text: unicode, isWhole: true })
  })

  it.each(['Bengaluru', 'P', 'ÀPÀ', 'caféteria'])('does not claim to have read %s', (text) => {
    expect(nudiToUnicode(text).isWhole).toBe(false)
  })

  it('converts 100,000 characters in linear time', () => {
    const measured = (repeats: number) => {
      const text = `${question.typed} `.repeat(repeats)
      return Math.min(
        ...[1, 2, 3].map(() => {
          const startedAt = performance.now()
          nudiToUnicode(text)
          return performance.now() - startedAt
        }),
      )
    }
    const characters = 100_000 / (question.typed.length + 1)
    expect(measured(characters)).toBeLessThan(1000)
  })
})

describe('lines without fonts', () => {
  it('leaves Unicode text of every script as it is', () => {
    const text = readFileSync('content/papers/vao-paper-1/vao-paper-1-full-1.txt', 'utf8')
    expect(text).toMatch(/[ಅ-ಹ]/)
    expect(unicodeLines(text)).toBe(text)
    for (const file of ['locales/kn.json', 'locales/te.json', 'locales/en.json', 'README.md'])
      expect(unicodeLines(readFileSync(file, 'utf8'))).toBe(readFileSync(file, 'utf8'))
  })

  it.each(['25 °C', '± 2 %', 'café', 'naïve', 'À la carte', '£ 5', '“ok” – 5 × 4 ÷ 2', 'A+B', ''])(
    'leaves %j as it is',
    (text) => {
      expect(unicodeLines(text)).toBe(text)
    },
  )

  it('converts the lines that were typed in the font, and keeps English words', () => {
    const lines = [question.typed, '(A) ªÉÄÊ¸ÀÆgÀÄ (Mysuru)', 'ಮೈಸೂರು', 'Which city is it?'].join(
      '\n',
    )
    expect(unicodeLines(lines)).toBe(
      [question.unicode, '(A) ಮೈಸೂರು (Mysuru)', 'ಮೈಸೂರು', 'Which city is it?'].join('\n'),
    )
  })

  it('converts the label of an option where other lines show that the font was used', () => {
    const lines = [question.typed, question.typed, question.typed, '¹) 5', '6-© 7-J', '25 °C']
    expect(unicodeLines(lines.join('\n')).split('\n').slice(3)).toEqual([
      ...['ಸಿ) 5', '6-ಬಿ 7-ಎ', '25 °C'],
    ])
    expect(unicodeLines('¹) 5')).toBe('¹) 5')
  })

  it('is what the command does with standard input', () => {
    const output = execFileSync('npm', ['run', '-s', 'content:unicode'], {
      input: examples.map(([typed]) => `${typed}\n`).join(''),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    expect(output.split('\n').slice(0, -1)).toEqual(examples.map(([, unicode]) => unicode))
  })
})

describe('a Word document', () => {
  const styled = (style: string) => `<w:pStyle w:val="${style}"/>`
  const document = (body: string, styles = '') =>
    docx(body, styles ? { 'word/styles.xml': `<w:styles xmlns:w="w">${styles}</w:styles>` } : {})

  it('is converted by its fonts, run by run', () => {
    const half = question.typed.indexOf('£') + 1
    const body = [
      paragraph(
        run('1. ', 'Calibri') +
          run(question.typed.slice(0, half), 'Nudi 01 e') +
          run(question.typed.slice(half), 'Nudi 01 e'),
      ),
      paragraph(run('CAD stands for? ', 'Times New Roman') + run('¸ÀgÀPÁgÀzÀ°è', 'BRH Kannada')),
      paragraph(run('ಕನ್ನಡ CA', 'Nudi 01 e')),
      paragraph(run('DATA', 'NudiUni01e')),
      table([[paragraph(run('ªÀÄÆ®', 'Nudi 05 e')), paragraph(run('A & B', 'Arial'))]]),
    ]
    expect(readDocx(document(body.join(''))).map(({ text }) => text)).toEqual([
      `1. ${question.unicode}`,
      'CAD stands for? ಸರಕಾರದಲ್ಲಿ',
      'ಕನ್ನಡ CA',
      'DATA',
      'ಮೂಲ\tA & B',
    ])
  })

  it('has the font of a style where a run names none', () => {
    const styles =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri"/></w:rPr></w:rPrDefault>' +
      '</w:docDefaults><w:style w:type="paragraph" w:styleId="Kannada"><w:rPr>' +
      '<w:rFonts w:ascii="Nudi Akshar"/></w:rPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Heading"><w:basedOn w:val="Kannada"/></w:style>'
    const body = paragraph(run('PÀ£ÀßqÀ'), styled('Heading')) + paragraph(run('data'))
    expect(readDocx(document(body, styles)).map(({ text }) => text)).toEqual(['ಕನ್ನಡ', 'data'])
  })

  it('names what could not be read', () => {
    const [line] = readDocx(document(paragraph(run('PÀ£ÀßqÀ sP', 'Nudi 01 e'))))
    expect(line?.doubtful).toEqual(['PÀ£ÀßqÀ sP'])
  })

  it('has the numbers that Word gives to the items of its lists', () => {
    const level = (nth: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${nth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>` +
      `<w:lvlText w:val="${text}"/></w:lvl>`
    const numbering =
      '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="7">' +
      `${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>` +
      '<w:abstractNum w:abstractNumId="8">' +
      `${level(0, 'upperRoman', '(%1)')}${level(1, 'bullet', '•')}</w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>' +
      '<w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0">' +
      '<w:startOverride w:val="1"/></w:lvlOverride></w:num>' +
      '<w:num w:numId="3"><w:abstractNumId w:val="8"/></w:num></w:numbering>'
    const item = (text: string, id: number, depth = 0) => paragraph(run(text), listed(id, depth))
    const body = [
      ...[item('first', 1), item('a', 1, 1), item('b', 1, 1), item('second', 1), item('c', 1, 1)],
      ...[paragraph(run('none')), item('third', 1), item('anew', 2), item('one', 3)],
      ...[item('two', 3), item('dot', 3, 1), item('four', 9)],
    ]
    expect(
      readDocx(docx(body.join(''), { 'word/numbering.xml': numbering })).map(({ text }) => text),
    ).toEqual([
      ...['1. first', 'a) a', 'b) b', '2. second', 'a) c', 'none', '3. third', '1. anew'],
      ...['(I) one', '(II) two', 'dot', 'four'],
    ])
  })

  it('that unpacks to more than 30 MB is refused, whatever sizes it claims', () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(40_000_000) })
    expect(() => readDocx(bomb)).toThrow('unpacks to more than 30 MB')
    const lying = bomb.slice()
    const view = new DataView(lying.buffer)
    for (let at = 0; at < lying.length - 30; at++) {
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
    }
    expect(() => readDocx(lying)).toThrow('unpacks to more than 30 MB')
  })

  it('cut off or changed anywhere is read or refused, and nothing else', () => {
    const whole = docx(paragraph(run(question.typed, 'Nudi 01 e')))
    for (let at = 0; at < whole.length; at += 7) {
      const changed = whole.slice()
      changed[at] = changed[at]! ^ 0xff
      for (const bytes of [changed, whole.slice(0, at)])
        try {
          readDocx(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableDocument)
        }
    }
  })

  it.each([new Uint8Array(0), strToU8('not a zip'), zipSync({ 'a.txt': strToU8('a') })])(
    'is refused where it is something else (%#)',
    (bytes) => {
      expect(() => readDocx(bytes)).toThrow('this is not a Word document (.docx)')
    },
  )
})

describe('a PDF', () => {
  it('is converted by its fonts', async () => {
    const lines = await readPdf(
      pdf([
        [
          ['Helvetica', '1. '],
          ['Nudi01e', question.typed],
        ],
        [['Helvetica', 'Data: CA (B)']],
        [['Nudi01e', 'PÁªÉÃj £À¢']],
      ]),
    )
    expect(lines.map(({ text }) => text).filter(Boolean)).toEqual([
      `1. ${question.unicode}`,
      'Data: CA (B)',
      'ಕಾವೇರಿ ನದಿ',
    ])
  })

  it('is refused without text, and where it is something else', async () => {
    await expect(readPdf(pdf([]))).rejects.toThrow('no text')
    await expect(readPdf(strToU8('not a PDF'))).rejects.toThrow('not a PDF')
  })

  const latin1 = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const packed = (bytes: Uint8Array, dictionary = '/Filter /FlateDecode') =>
    `<< /Length ${bytes.length} ${dictionary} >>\nstream\n${latin1(bytes)}`
  const spaces = (length: number) => new Uint8Array(length).fill(32)

  it('with packed text is read', async () => {
    const content = strToU8('BT 50 700 Td /Helvetica 12 Tf (Packed) Tj ET')
    const lines = await readPdf(pdfOf([packed(zlibSync(content))]))
    expect(lines.map(({ text }) => text)).toContain('Packed')
  })

  it.each([
    ['that unpacks to more than 30 MB', [packed(zlibSync(spaces(31_000_000)))], '', 'too-large'],
    [
      'whose pages unpack to more together',
      Array.from({ length: 4 }, () => packed(zlibSync(spaces(9_000_000)))),
      ...['', 'too-large'],
    ],
    [
      'that claims its text to be a picture',
      [packed(zlibSync(spaces(41_000_000)), '/Subtype /Image /Filter /FlateDecode')],
      ...['', 'too-large'],
    ],
    [
      'that is packed twice',
      [packed(zlibSync(zlibSync(spaces(99))), '/Filter [/FlateDecode /FlateDecode]')],
      ...['', 'not-this-kind'],
    ],
    ['whose filter is named elsewhere', [packed(spaces(9), '/Filter 3 0 R')], '', 'not-this-kind'],
    [
      'whose filter is spelled otherwise',
      [packed(zlibSync(spaces(9)), '/Filter /Flate#44ecode')],
      ...['', 'not-this-kind'],
    ],
    ['with LZW', [packed(spaces(9), '/Filter /LZWDecode')], '', 'not-this-kind'],
    ['with a password', [packed(zlibSync(spaces(9)))], '/Encrypt 1 0 R ', 'protected'],
    [
      'of more than 60 pages',
      Array.from({ length: 61 }, () => packed(deflateSync(spaces(1)), '')),
      ...['', 'too-many-pages'],
    ],
  ] as [string, string[], string, string][])(
    '%s is refused',
    async (_, contents, trailer, kind) => {
      await expect(readPdf(pdfOf(contents, trailer))).rejects.toMatchObject({ kind })
    },
  )
})

it.each([
  ['Nudi 01 e', true],
  ['ABCDEF+Nudi01e', true],
  ['BRH Kailasam', true],
  ['Baraha Kannada', true],
  ['NudiUni01e', false],
  ['Noto Sans Kannada', false],
  ['Calibri', false],
])('the font %s shows Kannada for Latin characters: %s', (font, isNudi) => {
  expect(isNudiFont(font)).toBe(isNudi)
})
