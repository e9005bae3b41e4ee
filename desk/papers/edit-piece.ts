import { textOfBlocks, type TextBlock } from '../../authoring/text-format/paper-text.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Database } from '../../product-api/database.ts'
import type { Operator } from '../operators/operators.ts'
import { paperOf, piecesOf, savePaper, type Paper } from './stored-papers.ts'

/** A piece of a paper: its head, a section or a question. */
export type PieceName = Pick<TextBlock, 'mark' | 'name'>

export type PieceChange = {
  slug: string
  piece: PieceName
  /** The new text; null removes the piece. */
  text: string | null
  /** The version that the form was made from. */
  expected: number
  /** The section, by its slug, at whose end a question stands; null: before all sections;
   *  undefined: it stays where it is. */
  section?: string | null | undefined
}

/** `theirs`: the piece as somebody else saved it meanwhile; null: removed. */
export type Conflict = { paper: Paper; theirs: string | null }

const isPiece =
  ({ mark, name }: PieceName) =>
  (block: TextBlock) =>
    block.mark === mark && (mark === 'head' || block.name === name)

const textOf = (blocks: readonly TextBlock[], piece: PieceName) =>
  blocks.find(isPiece(piece))?.text ?? null

const maxTries = 4

/** Saves one piece of a paper. Changes of other pieces that others made meanwhile stay. Errors: a
 *  conflict where the piece itself was changed meanwhile; nothing is stored then. null: there is no
 *  such paper. Returns the version. */
export async function savePiece(
  db: Database,
  change: PieceChange,
  author: Operator,
  now: Date,
): Promise<Result<number, Conflict> | null> {
  for (let tries = 1; ; tries++) {
    const paper = await paperOf(db, change.slug)
    if (!paper) return null
    const base =
      change.expected === paper.version
        ? paper.pieces
        : await piecesOf(db, change.slug, change.expected)
    const theirs = textOf(paper.pieces, change.piece)
    if (theirs !== textOf(base, change.piece) && theirs !== change.text)
      return failed({ paper, theirs })
    const source = textOfBlocks(withPiece(paper.pieces, change))
    const { slug, exam, version: expected } = paper
    const saved = await savePaper(db, { slug, exam, source, expected }, author, now)
    if (saved.ok) return ok(saved.value)
    // Somebody saved between the reading and the writing: look again.
    if (tries === maxTries) return failed({ paper: saved.error, theirs })
  }
}

function withPiece(
  blocks: readonly TextBlock[],
  { piece, text, section }: PieceChange,
): TextBlock[] {
  const at = blocks.findIndex(isPiece(piece))
  if (text === null) return blocks.filter((_, index) => index !== at)
  const changed = { ...piece, text }
  if (at >= 0 && (section === undefined || sectionAt(blocks, at) === section))
    return blocks.map((block, index) => (index === at ? changed : block))
  const others = blocks.filter((_, index) => index !== at)
  return others.toSpliced(endOfSection(others, section), 0, changed)
}

/** The section in which the piece at an index stands. */
export const sectionAt = (blocks: readonly TextBlock[], index: number): string | null =>
  blocks.slice(0, index).findLast(({ mark }) => mark === 'section')?.name ?? null

function endOfSection(blocks: readonly TextBlock[], section: string | null | undefined): number {
  if (section === undefined) return blocks.length
  const start =
    section === null
      ? 0
      : blocks.findIndex(({ mark, name }) => mark === 'section' && name === section)
  if (start < 0) return blocks.length
  const next = blocks.findIndex(({ mark }, index) => index > start && mark === 'section')
  return next < 0 ? blocks.length : next
}
