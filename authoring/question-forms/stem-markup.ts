import type { Locale } from '../../domain/locale.ts'
import { describeFigure } from '../figures/describe-figure.ts'
import { drawFigure } from '../figures/draw-figure.ts'
import { figurePattern, readFigureText } from '../figures/figure.ts'
import { renderFormulas } from '../formulas.ts'
import { drawChart } from './chart.ts'
import { stemBlocks, type Labelled, type StemBlock } from './stem-blocks.ts'

/** Raised when the same source becomes different markup, so that unchanged files are published
 *  again. */
export const markupVersion = 1

/** The stored text of a question: the passage that it shares, the sentence that asks, and its
 *  blocks (domain/markup.ts, domain/question-parts.ts). */
export function stemMarkup(
  stem: string,
  locale: Locale,
  passage: { id: string; text: string } | null = null,
): string {
  const blocks = stemBlocks(stem)
  if (!passage && blocks.every(({ is }) => is === 'text')) return renderFormulas(stem)
  const { lead, rest } = leadOf(blocks, locale)
  const above = passage
    ? `<div data-q="passage ${passage.id}">${blockContents(stemBlocks(passage.text), locale)}</div>`
    : ''
  return above + renderFormulas(lead) + rest.map((block) => blockMarkup(block, locale)).join('')
}

/** The text of an option or an explanation: formulas, and figures without a `div` around them. */
export const textMarkup = (text: string, locale: Locale): string =>
  renderFormulas(text).replace(figurePattern, (_, description: string) =>
    figureMarkup(description, locale),
  )

/** What asks about two statements that stand alone, as real papers write it above them. */
const assertionLead: Record<Locale, string> = {
  kn: 'ಪ್ರತಿಪಾದನೆ (A) ಮತ್ತು ಕಾರಣವನ್ನು (R) ಓದಿ, ಸರಿಯಾದ ಉತ್ತರವನ್ನು ಆರಿಸಿ.',
  en: 'Read the assertion (A) and the reason (R) and choose the right answer.',
  te: 'నిశ్చితం (A), కారణం (R) చదివి సరైన జవాబును ఎంచుకోండి.',
}

/** The sentence that asks is read with the options by screen readers, so there always is one: the
 *  text above the blocks, else the text below them. */
function leadOf(blocks: readonly StemBlock[], locale: Locale) {
  const [first, ...others] = blocks
  if (first?.is === 'text') return { lead: first.text, rest: others }
  const last = blocks.at(-1)
  if (last?.is === 'text') return { lead: last.text, rest: blocks.slice(0, -1) }
  return { lead: assertionLead[locale], rest: blocks }
}

const blockMarkup = (block: StemBlock, locale: Locale) =>
  `<div data-q="${block.is === 'table' && block.chart ? 'chart' : block.is}">` +
  `${blockContents([block], locale)}</div>`

const blockContents = (blocks: readonly StemBlock[], locale: Locale) =>
  blocks.map((block) => blockContent(block, locale)).join('')

function blockContent(block: StemBlock, locale: Locale): string {
  switch (block.is) {
    case 'text':
      return block.text
        .split('\n\n')
        .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
        .join('')
    case 'match':
      return matchColumns(block)
    case 'list':
      return block.items.map(({ label, text }) => `<p>${label}. ${escaped(text)}</p>`).join('')
    case 'terms':
      return block.items.map(({ label, text }) => `<p>${escaped(`${label}: ${text}`)}</p>`).join('')
    case 'table':
      return (block.chart ? drawChart(block.chart, block.rows) : '') + dataTable(block.rows)
    case 'figure':
      return figureMarkup(block.description, locale)
  }
}

/** The cells of two columns, row by row; a style sheet lines them up. Fewer bytes than a table,
 *  which a paper's hall would contain 24 times. */
function matchColumns({ heads, left, right }: Extract<StemBlock, { is: 'match' }>): string {
  const cell = (item: Labelled | undefined) =>
    `<p>${item ? `${item.label}. ${escaped(item.text)}` : ''}</p>`
  const head = (heads ?? []).map((text) => `<p class="h">${escaped(text)}</p>`).join('')
  const count = Math.max(left.length, right.length)
  const rows = Array.from({ length: count }, (_, row) => cell(left[row]) + cell(right[row]))
  return head + rows.join('')
}

function dataTable([head = [], ...rows]: readonly string[][]): string {
  const first = head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')
  const others = rows.map(
    ([name = '', ...values]) =>
      `<tr><th scope="row">${escaped(name)}</th>` +
      `${values.map((value) => `<td>${escaped(value)}</td>`).join('')}</tr>`,
  )
  return `<table><thead><tr>${first}</tr></thead><tbody>${others.join('')}</tbody></table>`
}

const figureMarkup = (description: string, locale: Locale) => {
  const figure = readFigureText(description)
  return drawFigure(figure, describeFigure(figure, locale))
}

/** A text inside a block: with formulas, and with "<" and "&" as themselves. */
const escaped = (text: string) =>
  renderFormulas(text)
    .split(/(<math\b.*?<\/math>)/s)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
    .join('')
