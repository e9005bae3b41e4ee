import { strToU8, zipSync } from 'fflate'

// Documents as programs of offices write them, as small as they can be.

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A run of a Word document. */
export const run = (text: string, font = '') =>
  `<w:r>${font && `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr>`}` +
  `<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

/** A paragraph. `properties`: of its style or list, as XML. */
export const paragraph = (runs: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`

/** The properties of an item of a list. */
export const listed = (id: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`

export const table = (rows: string[][]) =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`

/** A Word document. `others`: further parts by their names. */
export const docx = (body: string, others: Record<string, string> = {}): Uint8Array<ArrayBuffer> =>
  zipSync({
    'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
    ...Object.fromEntries(Object.entries(others).map(([name, xml]) => [name, strToU8(xml)])),
  })

/** A line whose Kannada words are in a Nudi font, given as [text in the font, other text]. */
export type PdfFont = 'Nudi01e' | 'Helvetica'

/** A PDF. Each line is a list of [font, text] with text in Latin-1; so many lines on a page. */
export function pdf(lines: [PdfFont, string][][], linesPerPage = 24): Uint8Array<ArrayBuffer> {
  const inString = (text: string) => text.replace(/[\\()]/g, '\\$&')
  const pages = Array.from(
    { length: Math.max(1, Math.ceil(lines.length / linesPerPage)) },
    (_, at) =>
      lines
        .slice(at * linesPerPage, (at + 1) * linesPerPage)
        .map(
          (runs, index) =>
            `BT 50 ${760 - 30 * index} Td ` +
            runs.map(([font, text]) => `/${font} 12 Tf (${inString(text)}) Tj`).join(' ') +
            ' ET',
        )
        .join('\n'),
  )
  return pdfOf(pages.map((content) => `<< /Length ${content.length} >>\nstream\n${content}`))
}

/** A PDF whose pages have these contents: dictionary, 'stream', bytes as Latin-1. */
export function pdfOf(contents: readonly string[], trailer = ''): Uint8Array<ArrayBuffer> {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const kids = contents.map((_, index) => `${5 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    ...['Nudi01e', 'Helvetica'].map(font),
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${6 + 2 * index} 0 R ` +
        '/Resources << /Font << /Nudi01e 3 0 R /Helvetica 4 0 R >> >> >>',
      `${content}\nendstream`,
    ]),
  ]
  const offsets: number[] = []
  let file = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\n`
  file += `startxref\n${start}\n%%EOF`
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}

/** The smallest workbook that a spreadsheet program would read. `cells`: names of cells, instead of
 *  those of the rows. */
export function workbook(rows: string[][], cells: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const nameOf = (column: number, line: number) => `${String.fromCharCode(65 + column)}${line}`
  const cellOf = (text: string, name: string) =>
    `<c r="${name}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const rowOf = (row: string[], line: number) =>
    `<row r="${line}">${row
      .map((cell, at) => cellOf(cell, cells[at] ?? nameOf(at, line)))
      .join('')}</row>`
  const relationship = (type: string, target: string) =>
    `<Relationships xmlns="${relations}">` +
    `<Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relationType = 'application/vnd.openxmlformats-package.relationships+xml'
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${types}"><Default Extension="rels" ContentType="${relationType}"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
        '<Override PartName="/xl/worksheets/sheet1.xml" ' +
        `ContentType="${spreadsheet}.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(relationship('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
        '<sheet name="Questions" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(relationship('worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${main}"><sheetData>` +
        `${rows.map((row, index) => rowOf(row, index + 1)).join('')}</sheetData></worksheet>`,
    ),
  })
}
