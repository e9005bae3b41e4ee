/** Parses CSV (RFC 4180): rows of cells; quoted cells may contain separators and line breaks. Empty
 *  lines are left out. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') rows.push(cells)
    cells = []
  }
  // A cell, quoted or not, with what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
  const body = text.replace(/^\uFEFF/, '')
  while (cell.lastIndex < body.length) {
    const found = cell.exec(body)
    if (!found) throw new SyntaxError('Unbalanced quotes in CSV')
    const [, quoted, plain = '', end] = found
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') endRow()
    else if (cell.lastIndex === body.length) cells.push('')
  }
  if (cells.length > 0) endRow()
  return rows
}

/** Formats rows as CSV. A spreadsheet does not take a cell for a formula: a text that begins with
 *  one of its signs gets an apostrophe. Other control characters than line breaks are left out. */
export const csvText = (rows: readonly (readonly (string | number | null)[])[]) =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const clean = value.replace(controlCharacters, '')
  const text = /^[=+@\t\r-]/.test(clean) && !/^-?\d+(\.\d+)?$/.test(clean) ? `'${clean}` : clean
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const controlCharacters = /[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029]/g
