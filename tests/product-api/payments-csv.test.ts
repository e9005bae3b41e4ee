import { describe, expect, it } from 'vitest'
import { csvText, parseCsv } from '../../product-api/payments/csv.ts'

describe('CSV of payments', () => {
  it('is read with quotes, separators and line breaks inside cells, and empty cells', () => {
    expect(parseCsv('\uFEFFa,b,c\r\n1,"x, ""y""\nz",\n\n"","",3')).toEqual([
      ['a', 'b', 'c'],
      ['1', 'x, "y"\nz', ''],
      ['', '', '3'],
    ])
    expect(parseCsv('')).toEqual([])
    expect(() => parseCsv('a,"b')).toThrow(SyntaxError)
  })

  it('is written so that what is read again is the same', () => {
    const rows = [
      ['id', 'text', ''],
      ['1', 'a "b", c\nd', '-4.70'],
    ]
    expect(parseCsv(csvText(rows))).toEqual(rows)
  })

  it('is no formula in a spreadsheet, and has no control characters', () => {
    expect(csvText([['=cmd()', '+1', '@x', '-1+2', '-12.50', 5, null, 'a\u001B[2J\u0007']])).toBe(
      `"'=cmd()","'+1","'@x","'-1+2",-12.50,5,,a[2J\r\n`,
    )
  })
})
