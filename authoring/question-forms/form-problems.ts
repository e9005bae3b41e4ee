import type { Locale } from '../../domain/locale.ts'
import { readFigureText } from '../figures/figure.ts'
import type { QuestionDraft } from '../draft.ts'
import { chartProblem } from './chart.ts'
import { figureTexts, stemBlocks, type StemBlock } from './stem-blocks.ts'

/** What is wrong with the forms of a question: a form that differs between its languages, a table
 *  with rows of different lengths, a chart that cannot be drawn or a figure that cannot be read. *
 *  options with the same figure. */
export function formProblems({ stem, options, explanation, languages }: QuestionDraft): string[] {
  return [
    ...textProblems(stem, languages),
    ...[...options, explanation].flatMap((texts) =>
      languages.flatMap((locale) => figureTexts(texts[locale] ?? '').flatMap(figureProblem)),
    ),
  ]
}

/** The same for a text in several languages: a question's or a passage's. */
export function textProblems(
  texts: Partial<Record<Locale, string>>,
  languages: readonly Locale[],
): string[] {
  const shapes = languages.map((locale) => ({ locale, blocks: stemBlocks(texts[locale] ?? '') }))
  const [first, ...others] = shapes
  const differing = others.filter(({ blocks }) => shapeOf(blocks) !== shapeOf(first!.blocks))
  return [
    ...differing.map(
      ({ locale, blocks }) =>
        `its form differs: ${shapeOf(first!.blocks)} in ${first!.locale}, ` +
        `${shapeOf(blocks)} in ${locale}`,
    ),
    ...shapes.flatMap(({ blocks }) => blocks.flatMap(blockProblem)),
  ]
}

/** 'text match 4:4': the blocks in order, without their words. */
function shapeOf(blocks: readonly StemBlock[]): string {
  return blocks.map(shapeOfBlock).join(' ')
}

function shapeOfBlock(block: StemBlock): string {
  const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label).join('')
  switch (block.is) {
    case 'text':
      return 'text'
    case 'figure':
      return `{{${block.description}}}`
    case 'match':
      return `match ${labels(block.left)}:${labels(block.right)}${block.heads ? ' with heads' : ''}`
    case 'list':
      return `list ${labels(block.items)}`
    case 'terms':
      return `terms ${block.items.length}`
    case 'table': {
      const numbers = block.rows.map((row) =>
        row.filter((cell) => /^[\d.,]+$/.test(cell)).join(','),
      )
      return `${block.chart ?? 'table'} ${numbers.join(';')}`
    }
  }
}

function blockProblem(block: StemBlock): string[] {
  if (block.is === 'figure') return figureProblem(block.description)
  if (block.is !== 'table') return []
  if (new Set(block.rows.map(({ length }) => length)).size > 1)
    return ['the rows of a table have different lengths']
  const problem = block.chart && chartProblem(block.chart, block.rows)
  return problem ? [problem] : []
}

function figureProblem(description: string): string[] {
  try {
    readFigureText(description)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
