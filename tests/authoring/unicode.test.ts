import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocx } from '../../authoring/unicode/docx.ts'
import { isNudiFont } from '../../authoring/unicode/fonts.ts'
import { unicodeLines } from '../../authoring/unicode/legacy-text.ts'
import { nudiToUnicode } from '../../authoring/unicode/nudi.ts'
import { readPdf } from '../../authoring/unicode/pdf.ts'

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
  const run = (text: string, font = '') =>
    `<w:r>${font && `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr>`}` +
    `<w:t xml:space="preserve">${text.replace('&', '&amp;')}</w:t></w:r>`
  const paragraph = (runs: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`
  const document = (body: string, styles = '') =>
    zipSync({
      'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
      ...(styles && {
        'word/styles.xml': strToU8(`<w:styles xmlns:w="w">${styles}</w:styles>`),
      }),
    })

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
      `<w:tbl><w:tr><w:tc>${paragraph(run('ªÀÄÆ®', 'Nudi 05 e'))}</w:tc>` +
        `<w:tc>${paragraph(run('A & B', 'Arial'))}</w:tc></w:tr></w:tbl>`,
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
    const body = paragraph(run('PÀ£ÀßqÀ'), 'Heading') + paragraph(run('data'))
    expect(readDocx(document(body, styles)).map(({ text }) => text)).toEqual(['ಕನ್ನಡ', 'data'])
  })

  it('names what could not be read', () => {
    const [line] = readDocx(document(paragraph(run('PÀ£ÀßqÀ sP', 'Nudi 01 e'))))
    expect(line?.doubtful).toEqual(['PÀ£ÀßqÀ sP'])
  })

  it.each([new Uint8Array(0), strToU8('not a zip'), zipSync({ 'a.txt': strToU8('a') })])(
    'is refused where it is something else (%#)',
    (bytes) => {
      expect(() => readDocx(bytes)).toThrow('this is not a Word document (.docx)')
    },
  )
})

describe('a PDF', () => {
  /** A PDF with one page: each line is a list of [font, text] with text in Latin-1. */
  function pdf(lines: ['Nudi01e' | 'Helvetica', string][][]): Uint8Array {
    const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
    const content = lines
      .map(
        (runs, index) =>
          `BT 50 ${700 - 30 * index} Td ` +
          runs.map(([font, text]) => `/${font} 12 Tf (${escaped(text)}) Tj`).join(' ') +
          ' ET',
      )
      .join('\n')
    const font = (name: string) =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ' +
        '/Resources << /Font << /Nudi01e 5 0 R /Helvetica 6 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      font('Nudi01e'),
      font('Helvetica'),
    ]
    const offsets: number[] = []
    let file = '%PDF-1.4\n'
    for (const [index, object] of objects.entries()) {
      offsets.push(file.length)
      file += `${index + 1} 0 obj\n${object}\nendobj\n`
    }
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    const start = file.length
    file += `xref\n0 7\n0000000000 65535 f \n${entries.join('')}`
    file += `trailer << /Size 7 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`
    return Uint8Array.from(file, (character) => character.charCodeAt(0))
  }

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
