import { figurePattern } from '../figures/figure.ts'

export type Labelled = { label: string; text: string }
export const chartKinds = ['bar', 'line', 'pie'] as const
export type ChartKind = (typeof chartKinds)[number]

/** A part of a question's text, as its lines show it. */
export type StemBlock =
  | { is: 'text'; text: string }
  | { is: 'match'; heads: [string, string] | null; left: Labelled[]; right: Labelled[] }
  | { is: 'list'; items: Labelled[] }
  | { is: 'terms'; items: Labelled[] }
  | { is: 'table'; rows: string[][]; chart: ChartKind | null }
  | { is: 'figure'; description: string }

type Line = StemBlock | (Labelled & { is: 'label'; kind: 'letter' | 'number' | 'roman' | 'term' })

/** Splits the text of a question into its forms, by how its lines begin:
 *  - `A. …` (or `P. …`) lines and then `1. …` lines are two columns to match, with a heading line
 *    above each or above neither;
 *  - `1. …`, `I. …` or `A. …` lines alone are statements;
 *  - `Assertion (A): …`, `Conclusion I: …` are named statements;
 *  - `| … | … |` lines are a table, whose first line is its head; `{{bar}}`, `{{line}}` or
 *    `{{pie}}` above it draws it as a chart;
 *  - `{{…}}` alone on its line is a figure.
 *  All other lines are text. */
export function stemBlocks(stem: string): StemBlock[] {
  return matched(grouped(stem.split('\n').map(readLine)))
}

/** A label and its text: 'A. Lothal' -> A; '1) Dockyard' -> 1; 'Assertion (A): …'. */
const labels = [
  ['letter', /^([A-Z])[.)] (.+)$/],
  ['number', /^([1-9])[.)] (.+)$/],
  ['roman', /^([IVX]{1,4})[.)] (.+)$/],
  ['term', /^([^:|]{1,40} ?\([A-Z]\)|[^:|]{1,40} (?:I{1,3}|IV|V)): (.+)$/],
] as const

function readLine(line: string): Line {
  if (/^\|.*\|$/.test(line)) {
    const cells = line.slice(1, -1).split('|')
    return { is: 'table', rows: [cells.map((cell) => cell.trim())], chart: null }
  }
  const [, description] = /^\{\{(.+?)\}\}$/.exec(line) ?? []
  if (description !== undefined) return { is: 'figure', description }
  for (const [kind, pattern] of labels) {
    const [, label, text] = pattern.exec(line) ?? []
    if (label !== undefined && text !== undefined) return { is: 'label', kind, label, text }
  }
  return { is: 'text', text: line }
}

/** Joins neighbouring lines of one kind into blocks. A line whose label does not continue the one
 *  above it is text. */
function grouped(lines: readonly Line[]): (StemBlock | LabelBlock)[] {
  const blocks: (StemBlock | LabelBlock)[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (line.is === 'label') {
      if (last?.is === 'labels' && continues(last, line)) last.items.push(line)
      else blocks.push({ is: 'labels', kind: kindOf(line), items: [line] })
    } else if (line.is === 'table' && last?.is === 'table') last.rows.push(...line.rows)
    else if (line.is === 'text' && last?.is === 'text') last.text += `\n${line.text}`
    else if (line.is === 'table' && last?.is === 'figure' && chartOf(last.description))
      blocks.splice(-1, 1, { ...line, chart: chartOf(last.description) })
    else blocks.push(line)
  }
  return joinedTexts(blocks.map(singleAsText))
}

type LabelBlock = { is: 'labels'; kind: Kind; items: Labelled[] }
type Kind = 'letter' | 'number' | 'roman' | 'term'

/** 'I. …' as a first line is roman, and not the letter I. */
const kindOf = ({ kind, label }: Labelled & { kind: Kind }): Kind =>
  kind === 'letter' && label === 'I' ? 'roman' : kind

function continues({ kind, items }: LabelBlock, { label, kind: next }: Labelled & { kind: Kind }) {
  const last = items.at(-1)!.label
  switch (kind) {
    case 'letter':
    case 'number':
      return label.length === 1 && label.charCodeAt(0) === last.charCodeAt(0) + 1
    case 'roman':
      return romans[romans.indexOf(last) + 1] === label
    case 'term':
      return next === 'term'
  }
}

const romans = ['I', 'II', 'III', 'IV', 'V', 'VI']

const chartOf = (description: string) =>
  chartKinds.find((kind) => kind === description.trim()) ?? null

const lineOf = (kind: Kind, { label, text }: Labelled) =>
  `${label}${kind === 'term' ? ':' : '.'} ${text}`

const singleAsText = (block: StemBlock | LabelBlock): StemBlock | LabelBlock =>
  block.is === 'labels' && block.items.length === 1
    ? { is: 'text', text: lineOf(block.kind, block.items[0]!) }
    : block

function joinedTexts(blocks: (StemBlock | LabelBlock)[]): (StemBlock | LabelBlock)[] {
  const joined: (StemBlock | LabelBlock)[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (block.is === 'text' && last?.is === 'text') last.text += `\n${block.text}`
    else joined.push(block)
  }
  return joined
}

/** Lettered lines, perhaps a heading, and numbered lines become columns to match. */
function matched(blocks: (StemBlock | LabelBlock)[]): StemBlock[] {
  const result: StemBlock[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!
    if (block.is !== 'labels') {
      result.push(block)
      continue
    }
    const [next, afterNext] = [blocks[index + 1], blocks[index + 2]]
    const head = next?.is === 'text' && !next.text.includes('\n') ? next.text : null
    const right = head === null ? next : afterNext
    if (block.kind === 'letter' && right?.is === 'labels' && right.kind === 'number') {
      const heads = head === null ? null : headsAbove(result, head)
      const shown = head !== null && heads === null ? ([' ', head] as [string, string]) : heads
      result.push({ is: 'match', heads: shown, left: block.items, right: right.items })
      index += head === null ? 1 : 2
    } else {
      result.push({ is: block.kind === 'term' ? 'terms' : 'list', items: block.items })
    }
  }
  return result
}

/** Takes the last line of the text above as the heading of the left column, unless it is the only
 *  one. */
function headsAbove(blocks: StemBlock[], right: string): [string, string] | null {
  const above = blocks.at(-1)
  if (above?.is !== 'text') return null
  const lines = above.text.split('\n')
  if (lines.length < 2) return null
  const left = lines.pop()!
  above.text = lines.join('\n')
  return [left, right]
}

/** The figures of a text, in order, without their braces. */
export const figureTexts = (text: string): string[] =>
  [...text.matchAll(figurePattern)].map(([, description = '']) => description)
