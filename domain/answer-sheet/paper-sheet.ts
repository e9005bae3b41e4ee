import { signOf } from '../attempt/marks.ts'
import type { Paper } from '../paper.ts'
import { sheetCode } from './sheet-markers.ts'
import { sheetLayout, type SheetLayout } from './sheet-layout.ts'

/** In millimetres: what is left of a page of A4 below the fields of the sheet's head. */
export const sheetHeight = 174

/** The layout of a paper's printed answer sheet. Its markers name the version of the paper; null: a
 *  paper without a version or questions. */
export function layoutOfPaper({
  digest,
  marks,
  questions,
}: Pick<Paper, 'digest' | 'marks' | 'questions'>): SheetLayout | null {
  if (digest === null || questions === null || questions.length === 0) return null
  const count = questions.length
  const circles = circlesOf(Math.max(...questions.map(({ options }) => options.length)), marks)
  return sheetLayout({
    count,
    circles,
    maxHeight: sheetHeight,
    code: sheetCode(digest, count, circles),
  })
}

/** The bubbles of a question: its options, and a fifth circle if a blank answer costs marks. */
export const circlesOf = (options: number, marks: { blank: string }): number =>
  options + (signOf(marks.blank) === 0 ? 0 : 1)
