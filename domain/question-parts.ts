/** A question's text in the parts in which pages show it: the passage that it shares with its
 *  neighbours (`passage`: its id), the sentence that asks, and the blocks after it: columns to
 *  match, statements, tables, charts and figures. Each part is markup (domain/markup.ts). */
export type QuestionParts = {
  passage: { id: string; text: string } | null
  lead: string
  blocks: string
}

const passagePrefix = /^<div data-q="passage ([a-z0-9-]+)">.*?<\/div>/s

/** Splits the stem of a question, as it is stored. */
export function questionParts(stem: string): QuestionParts {
  const [text, id] = passagePrefix.exec(stem) ?? []
  const passage = text !== undefined && id !== undefined ? { id, text } : null
  const rest = stem.slice(text?.length ?? 0)
  const start = rest.indexOf('<div data-q="')
  return start < 0
    ? { passage, lead: rest, blocks: '' }
    : { passage, lead: rest.slice(0, start), blocks: rest.slice(start) }
}

/** Whether a text has a passage or a block. */
export const hasBlocks = (text: string): boolean => text.includes('<div data-q="')

/** Whether a text has a passage or a table. */
export const hasPassageOrTable = (text: string): boolean =>
  text.includes('<div data-q="passage') || text.includes('<table>')

/** Whether a text has a figure or a chart. */
export const hasFigures = (text: string): boolean => text.includes('<svg role="img"')

/** A passage above the questions in a row that share it. */
export type PassageAbove = { text: string; from: number; to: number }

/** Of each stem, the passage to print above it: only above the first question of those in a row
 *  that share it. Questions are numbered from 1. */
export function passagesAbove(stems: readonly string[]): (PassageAbove | null)[] {
  let current: (PassageAbove & { id: string }) | null = null
  return stems.map((stem, index) => {
    const { passage } = questionParts(stem)
    if (current && passage?.id === current.id) {
      current.to = index + 1
      return null
    }
    current = passage && { ...passage, from: index + 1, to: index + 1 }
    return current
  })
}
